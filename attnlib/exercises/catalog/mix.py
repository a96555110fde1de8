"""mix: the values added up, each times its weight."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake, named
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        weights = rng.permuted(np.tile([0.1, 0.3, 0.6], (*lead, 2, 1)), axis=-1)
        yield {"layer": layer_of(lead), "weights": weights, "V": whole(rng, *lead, 3, 2)}
    for lead, n, m, d_v in ((), 4, 5, 3), ((), 5, 5, 5), ((2,), 3, 5, 4), ((2, 3), 5, 4, 2):
        weights = rng.dirichlet(np.ones(m), (*lead, n))
        yield {"layer": layer_of(lead), "weights": weights, "V": rng.normal(size=(*lead, m, d_v))}
    yield float32({"weights": rng.dirichlet(np.ones(6), 4), "V": rng.normal(size=(6, 3))})


REFERENCE = {
    "kept": lambda s: s.weights,  # unchanged; a mistake may change the weights here
    "output": lambda s: s.kept @ s.V,
}

MISTAKES = (
    Mistake("weights_transposed", output=lambda s: s.kept.mT @ s.V),
    Mistake(
        "plain_mean",
        output=lambda s: np.broadcast_to(s.V.mean(-2, keepdims=True), (*s.kept.shape[:-1], s.V.shape[-1])),
    ),
)

EXERCISE = Exercise(
    name="mix",
    doc="Check f(weights, V): weights (..., n, m), V (..., m, d_v) -> (..., n, d_v).",
    arguments=named("weights", "V"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=attention.mix,
)
