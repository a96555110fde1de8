"""feed_forward: each row on its own: wider, nothing negative, back."""

from attnlib import block
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        yield {
            "layer": layer_of(lead),
            "x": whole(rng, *lead, 2, 2),
            "W_1": rng.permuted([[2.0, -1, 1], [-2, 1, 3]], axis=-1),
            "b_1": rng.permutation([-1.0, 1, 2]),
            "W_2": whole(rng, 3, 2),
            "b_2": rng.permutation([2.0, -3]),
        }
    for lead, n, d, d_ff in ((), 4, 3, 5), ((), 4, 4, 4), ((2,), 3, 2, 6), ((2, 3), 3, 3, 7):
        yield {"layer": layer_of(lead)} | _normal(rng, (*lead, n, d), d_ff)
    yield float32(_normal(rng, (5, 3), 4))


def _normal(rng, shape, d_ff):
    d = shape[-1]
    W_1, W_2 = rng.normal(size=(d, d_ff)), rng.normal(size=(d_ff, d))
    b_1, b_2 = rng.normal(size=d_ff), 1 + rng.random(d)
    return {"x": rng.normal(size=shape), "W_1": W_1, "b_1": b_1, "W_2": W_2, "b_2": b_2}


REFERENCE = {
    "wide": lambda s: s.x @ s.W_1 + s.b_1,
    "hidden": lambda s: s.wide.clip(min=0),
    "output": lambda s: s.hidden @ s.W_2 + s.b_2,
}

MISTAKES = (
    Mistake("no_relu", hidden=lambda s: s.wide),
    Mistake(
        "relu_at_the_end", hidden=lambda s: s.wide, output=lambda s: (s.hidden @ s.W_2 + s.b_2).clip(min=0)
    ),
    Mistake("relu_twice", output=lambda s: (s.hidden @ s.W_2 + s.b_2).clip(min=0)),
    Mistake("relu_first", wide=lambda s: s.x.clip(min=0) @ s.W_1 + s.b_1, hidden=lambda s: s.wide),
    Mistake("negative_kept", hidden=lambda s: s.wide.clip(max=0)),
    Mistake("absolute_value", hidden=lambda s: abs(s.wide)),
    Mistake("bias_after_relu", wide=lambda s: s.x @ s.W_1, hidden=lambda s: s.wide.clip(min=0) + s.b_1),
    Mistake("no_b_1", wide=lambda s: s.x @ s.W_1),
    Mistake("no_b_2", output=lambda s: s.hidden @ s.W_2),
    Mistake("residual_inside", output=lambda s: s.x + s.hidden @ s.W_2 + s.b_2),
)

EXERCISE = Exercise(
    name="feed_forward",
    doc="Check f(x, W_1, b_1, W_2, b_2): (..., n, d) -> (..., n, d), by way of d_ff numbers a row.",
    arguments=named("x", "W_1", "b_1", "W_2", "b_2"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=block.feed_forward,
)
