"""train: gradient descent, a loop of one line."""

from attnlib._validate import namespace
from attnlib.exercises.exercise import Exercise, Mistake, named
from attnlib.exercises.random_inputs import float32, whole

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
    yield float32({"gradient": bent, "W": rng.normal(size=(3, 2)), "rate": 0.2, "steps": 4})


def descent(step, more=0):
    """Return a line that takes step(W, s, k) in place of each training step, and `more` steps."""

    def follow(s):
        W = s.W
        for k in range(int(s.steps) + more):
            W = step(W, s, k)
        return W

    return follow


REFERENCE = {"end": descent(lambda W, s, k: W - s.rate * s.gradient(W))}

MISTAKES = (
    Mistake("uphill", end=descent(lambda W, s, k: W + s.rate * s.gradient(W))),
    Mistake("one_step", end=lambda s: s.W - s.rate * s.gradient(s.W)),
    Mistake("no_step", end=lambda s: s.W),
    Mistake("gradient_once", end=lambda s: s.W - s.steps * s.rate * s.gradient(s.W)),
    Mistake("from_the_start", end=lambda s: descent(lambda W, t, k: s.W - t.rate * t.gradient(W))(s)),
    Mistake("no_rate", end=descent(lambda W, s, k: W - s.gradient(W))),
    Mistake("divided_by_rate", end=descent(lambda W, s, k: W - s.gradient(W) / s.rate)),
    Mistake("shrinking_rate", end=descent(lambda W, s, k: W - s.rate / (k + 1) * s.gradient(W))),
    Mistake("one_step_too_many", end=descent(lambda W, s, k: W - s.rate * s.gradient(W), more=1)),
    Mistake("one_step_too_few", end=descent(lambda W, s, k: W - s.rate * s.gradient(W), more=-1)),
    Mistake("sign_only", end=descent(lambda W, s, k: W - s.rate * namespace(W).sign(s.gradient(W)))),
    Mistake("gradient_returned", end=lambda s: s.gradient(REFERENCE["end"](s))),
    Mistake("only_the_change", end=lambda s: REFERENCE["end"](s) - s.W),
)


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
    solve=gradient_descent,
)
