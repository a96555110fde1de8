"""mix: the values added up, each times its weight."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        weights = rng.permuted(np.tile([0.1, 0.3, 0.6], (*lead, 2, 1)), axis=-1)
        yield {"layer": layer_of(lead), "weights": weights, "V": whole(rng, *lead, 3, 2)}
    for lead, n, m, d_v in ((), 4, 5, 3), ((), 5, 5, 5), ((2,), 3, 5, 4), ((2, 3), 5, 4, 2):
        weights = rng.dirichlet(np.ones(m), (*lead, n))
        yield {"layer": layer_of(lead), "weights": weights, "V": rng.normal(size=(*lead, m, d_v))}
    yield float32({"weights": rng.dirichlet(np.ones(6), 4), "V": rng.normal(size=(6, 3))})
    yield {"weights": rng.dirichlet(np.ones(66), 70), "V": 1000 * rng.normal(size=(66, 3))}


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

IN_THE_SUM = (
    Mistake("values_before_weights", output=lambda s: s.V @ s.kept),
    Mistake("mix_divided_by_count", output=lambda s: s.kept @ s.V / s.V.shape[-2]),
    Mistake("heaviest_value", kept=lambda s: (s.weights == s.weights.max(-1, keepdims=True)).astype(float)),
    Mistake("softmax_of_weights", kept=lambda s: attention.softmax(s.weights)),
    Mistake("last_value_left_out", output=lambda s: s.kept[..., :-1] @ s.V[..., :-1, :]),
    Mistake("first_value_left_out", output=lambda s: s.kept[..., 1:] @ s.V[..., 1:, :]),
    Mistake("last_value_only", output=lambda s: s.kept[..., -1:] * s.V[..., -1:, :]),
    Mistake("total_not_reset", output=lambda s: (s.kept @ s.V).cumsum(-2)),
    Mistake("first_word_only", output=lambda s: s.kept[..., :1, :] @ s.V),
    Mistake("products_side_by_side", output=lambda s: s.kept[..., None] * s.V[..., None, :, :]),
    Mistake("summed_over_lookers", output=lambda s: s.kept.sum(-2)[..., None] * s.V),
    Mistake("summed_over_numbers", output=lambda s: s.kept * s.V.sum(-1)[..., None, :]),
)


def mix(weights, V):
    """Return the values added up, each times its weight, whatever the weights are: (..., n, d_v)."""
    return weights @ V


EXERCISE = Exercise(
    name="mix",
    doc="Check f(weights, V): weights (..., n, m), V (..., m, d_v) -> (..., n, d_v).",
    arguments=named("weights", "V"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=(*MISTAKES, *IN_THE_SUM),
    solve=mix,
)
