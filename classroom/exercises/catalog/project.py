"""project: every row of X times W, plus b."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        X, W = whole(rng, *lead, 2, 3), whole(rng, 3, 2)
        yield {"layer": layer_of(lead), "X": X, "W": W, "b": whole(rng, 2) + 3}
    # Where the sizes are equal, a mistake does not show in the shape.
    for lead, n, d_in, d_out in (
        ((), 4, 3, 5),
        ((), 3, 4, 4),
        ((), 4, 4, 4),
        ((2,), 5, 2, 3),
        ((3,), 4, 5, 2),
    ):
        X, W, b = rng.normal(size=(*lead, n, d_in)), rng.normal(size=(d_in, d_out)), rng.normal(size=d_out)
        yield {"layer": layer_of(lead), "X": X, "W": W, "b": b}
    yield float32({"X": rng.normal(size=(5, 6)), "W": rng.normal(size=(6, 2)), "b": rng.normal(size=2)})
    X, W = 1000 * rng.normal(size=(70, 12)), rng.normal(size=(12, 9))
    yield {"X": X, "W": W, "b": 100 * rng.normal(size=9)}


REFERENCE = {"product": lambda s: s.X @ s.W, "projected": lambda s: s.product + s.b}

MISTAKES = (
    Mistake("transposed_W", product=lambda s: s.X @ s.W.T),
    Mistake("no_bias", projected=lambda s: s.product),
    Mistake("bias_subtracted", projected=lambda s: s.product - s.b),
    Mistake("bias_before_W", product=lambda s: (s.X + s.b) @ s.W, projected=lambda s: s.product),
    Mistake("bias_added_to_W", product=lambda s: s.X @ (s.W + s.b), projected=lambda s: s.product),
    Mistake("W_before_X", product=lambda s: s.W @ s.X),
    Mistake("number_by_number", product=lambda s: s.X * s.W),
    Mistake("bias_a_word", projected=lambda s: s.product + s.b[:, None]),
    Mistake("bias_multiplied", projected=lambda s: s.product * s.b),
    Mistake(
        "bias_for_the_first_word", projected=lambda s: np.concatenate([s.product[:1] + s.b, s.product[1:]])
    ),
    Mistake("sum_of_bias", projected=lambda s: s.product + s.b.sum()),
    Mistake("bias_twice", projected=lambda s: s.product + 2 * s.b),
    Mistake("bias_in_the_inner_loop", projected=lambda s: s.product + s.X.shape[-1] * s.b),
    Mistake("relu_behind", projected=lambda s: (s.product + s.b).clip(min=0)),
    Mistake("tanh_behind", projected=lambda s: np.tanh(s.product + s.b)),
    Mistake("first_bias_for_all", projected=lambda s: s.product + s.b[0]),
)

EXERCISE = Exercise(
    name="project",
    doc="Check f(X, W, b): X (..., n, d_in), W (d_in, d_out), b (d_out,) -> (..., n, d_out).",
    arguments=named("X", "W", "b"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=attention.project,
)
