"""train: gradient descent, a loop of one line."""

from types import SimpleNamespace

import numpy as np

from attnlib._validate import namespace
from classroom.exercises.diagnose import is_right_on
from classroom.exercises.exercise import Exercise, Mistake, Steps, named
from classroom.exercises.random_inputs import float32, whole
from classroom.exercises.sandbox import run

# Gradients of small losses, to be followed by hand, and of one that bends.


def twice(W):
    return 2 * W


def from_one(W):
    return W - 1


def bent(W):
    return W + namespace(W).sin(W)


def inputs(rng):
    shape: tuple
    for gradient, shape, steps in ((twice, (2, 2), 2), (from_one, (2, 3), 3)):
        yield {"gradient": gradient, "W": whole(rng, *shape), "rate": 0.25, "steps": steps}
    for gradient, shape, rate, steps in (
        (from_one, (3, 4), 0.3, 4),
        (bent, (4, 2), 0.2, 5),
        (bent, (5,), 0.1, 7),
        (twice, (2, 3, 2), 0.15, 6),
    ):
        yield {"gradient": gradient, "W": 2 * rng.normal(size=shape), "rate": rate, "steps": steps}
    # Nearly flat: who stops early stops at once.
    yield {"gradient": twice, "W": whole(rng, 2, 4) / 1000, "rate": 0.25, "steps": 3}
    yield float32({"gradient": bent, "W": rng.normal(size=(3, 2)), "rate": 0.2, "steps": 4})
    yield {"gradient": from_one, "W": 1000 * rng.normal(size=(12, 9)), "rate": 0.02, "steps": 70}


def descent(step, more=0):
    """Return a line that takes step(W, s, k) in place of each training step, and `more` steps."""

    def follow(s):
        W = s.W
        for k in range(int(s.steps) + more):
            W = step(W, s, k)
        return W

    return follow


def downhill(s, more=0):
    """Return W after all steps and `more`."""
    return descent(lambda W, s, k: W - s.rate * s.gradient(W), more)(s)


def with_momentum(s):
    """Return W after all steps, each with nine tenths of the step before."""
    W, step = s.W, 0.0
    for _ in range(s.steps):
        step = 0.9 * step - s.rate * s.gradient(W)
        W = W + step
    return W


REFERENCE: Steps = {"end": downhill}

MISTAKES = (
    Mistake("uphill", end=descent(lambda W, s, k: W + s.rate * s.gradient(W))),
    Mistake("one_step", end=lambda s: s.W - s.rate * s.gradient(s.W)),
    Mistake("no_step", end=lambda s: s.W),
    Mistake("gradient_once", end=lambda s: s.W - s.steps * s.rate * s.gradient(s.W)),
    Mistake("mean_of_the_gradient", end=descent(lambda W, s, k: W - s.rate * s.gradient(W).mean())),
    Mistake("no_rate", end=descent(lambda W, s, k: W - s.gradient(W))),
    Mistake("divided_by_rate", end=descent(lambda W, s, k: W - s.gradient(W) / s.rate)),
    Mistake("shrinking_rate", end=descent(lambda W, s, k: W - s.rate / (k + 1) * s.gradient(W))),
    Mistake("one_step_too_many", end=lambda s: downhill(s, 1)),
    Mistake("one_step_too_few", end=lambda s: downhill(s, -1)),
    Mistake("sign_only", end=descent(lambda W, s, k: W - s.rate * namespace(W).sign(s.gradient(W)))),
    Mistake("gradient_clipped", end=descent(lambda W, s, k: W - s.rate * s.gradient(W).clip(-1, 1))),
    Mistake("momentum", end=with_momentum),
    Mistake("gradient_returned", end=lambda s: s.gradient(downhill(s, -1))),
    Mistake("old_W_dropped", end=descent(lambda W, s, k: -s.rate * s.gradient(W))),
    Mistake("W_shrinks", end=descent(lambda W, s, k: W * (1 - s.rate) - s.rate * s.gradient(W))),
    Mistake(
        "length_of_the_gradient_lost",
        end=descent(lambda W, s, k: W - s.rate * s.gradient(W) / (s.gradient(W) ** 2).sum() ** 0.5),
    ),
    Mistake("all_of_the_way", end=lambda s: np.stack([downhill(s, -k) for k in range(s.steps, -1, -1)])),
)


def steps_without_being_asked(f, verdict):
    """Return whether f, right for one step or more, does not leave W alone for steps = 0."""
    if verdict.state != "right":
        return False
    given = verdict.inputs[0] | {"steps": 0}
    (outcome,) = run(EXERCISE, f, [given], verdict.outcomes[0].tensor)
    return not np.array_equal(outcome.value, given["W"])


def stops_where_it_is_flat(f, verdict):
    """Return whether f takes too few steps where it is nearly flat, and is right where it is steep."""
    if verdict.state == "right" or not verdict.expected or not is_right_on(verdict, 0):
        return False
    k = next(k for k, given in enumerate(verdict.inputs) if abs(given["W"]).max() < 0.01)
    given, value = SimpleNamespace(**verdict.inputs[k]), verdict.outcomes[k].value
    return any(np.array_equal(value, downhill(given, -fewer)) for fewer in range(1, given.steps + 1))


def gradient_descent(gradient, W, rate, steps):
    """Return W after some training steps, each `rate` times the gradient downhill."""
    for _ in range(steps):
        W = W - rate * gradient(W)
    return W


EXERCISE = Exercise(
    name="train",
    doc="Check f(gradient, W, rate, steps): W after that many steps, each against the gradient at W.",
    arguments=named("gradient", "W", "rate", "steps"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=(
        (Mistake("stops_early"), stops_where_it_is_flat),
        (Mistake("at_least_one_step"), steps_without_being_asked),
    ),
    solve=gradient_descent,
)
