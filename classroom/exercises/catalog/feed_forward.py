"""feed_forward: each row on its own: wider, nothing negative, back."""

import numpy as np

from attnlib import block
from classroom.exercises.exercise import Exercise, Mistake, all_steps, named
from classroom.exercises.random_inputs import float32, layer_of, whole
from classroom.exercises.sandbox import run


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
    large = _normal(rng, (70, 12), 20)
    yield large | {"x": 20 * large["x"]}


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


def bends_otherwise(f, verdict):
    """Return whether f is right but for what it makes of each number between the two products."""
    if verdict.state == "right" or any(out.value is None for out in verdict.outcomes):
        return False
    wide = [all_steps(REFERENCE, given)["wide"] for given in verdict.inputs]
    bent = run(EXERCISE, f, [_passed_on(z) for z in wide], verdict.outcomes[0].tensor)
    if len(bent) < len(wide) or any(hidden.value is None for hidden in bent):
        return False
    return any(hidden.value.any() for hidden in bent) and all(
        hidden.value.size == z.size
        and out.value.shape == (*z.shape[:-1], given["W_2"].shape[-1])
        and np.allclose(hidden.value.reshape(z.shape) @ given["W_2"] + given["b_2"], out.value, 1e-3, 1e-4)
        for z, hidden, given, out in zip(wide, bent, verdict.inputs, verdict.outcomes, strict=True)
    )


def _passed_on(z):
    """Return the input of one number a row on which both products change nothing."""
    one, zero = np.ones((1, 1), z.dtype), np.zeros(1, z.dtype)
    return {"x": z.reshape(-1, 1), "W_1": one, "b_1": zero, "W_2": one, "b_2": zero}


EXERCISE = Exercise(
    name="feed_forward",
    doc="Check f(x, W_1, b_1, W_2, b_2): (..., n, d) -> (..., n, d), by way of d_ff numbers a row.",
    arguments=named("x", "W_1", "b_1", "W_2", "b_2"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=((Mistake("another_activation"), bends_otherwise),),
    solve=block.feed_forward,
)
