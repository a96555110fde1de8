"""shuffle_test: does a function depend on the order of the words? The reader writes the experiment."""

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, whole

# The functions to test: two do not depend on the order, two do.


def doubled(X):
    return X * 2


def minus_mean(X):
    return X - X.mean(0)


def running_sum(X):
    return X.cumsum(0)


def running_product(X):
    return X.cumprod(0)


def inputs(rng):
    """Yield inputs; one has as many columns as rows, so that both can be shuffled."""
    for k, (f, n, d) in enumerate(
        (
            (running_sum, 3, 2),
            (doubled, 3, 2),
            (running_sum, 4, 4),
            (minus_mean, 6, 4),
            (running_product, 5, 3),
            (running_sum, 4, 6),
            (running_product, 4, 2),
        )
    ):
        yield _given(rng, f, (n, d), 1 if k % 2 else -1, whole if k < 2 else None)
    yield float32(_given(rng, running_sum, (5, 2), -1))
    yield _given(rng, running_sum, (70, 12), 1, lambda rng, *shape: 100 * rng.normal(size=shape))


def _given(rng, f, shape, sign, numbers=None):
    """Return an input; if f depends on the order, the largest difference has this sign, others have not."""
    numbers = numbers or (lambda rng, *shape: rng.normal(size=shape))
    while True:
        X, order = numbers(rng, *shape), _shuffled(rng, shape[0])
        difference = f(X[order]) - f(X)[order]
        low, high = difference.min(), difference.max()
        if np.allclose(difference, 0) or (low < 0 < high and sign * (low + high) > 0.01):
            return {"f": f, "X": X, "order": order}


def _shuffled(rng, n):
    """Return a random order in which every word goes to the place of another, round in one circle."""
    words, order = rng.permutation(n), np.empty(n, dtype=int)
    order[words] = np.roll(words, 1)
    return order


REFERENCE = {
    "shuffled": lambda s: s.X[s.order],
    "after": lambda s: s.f(s.shuffled),
    "before": lambda s: s.f(s.X),
    "moved": lambda s: s.before[s.order],
    "difference": lambda s: s.after - s.moved,
    "size": lambda s: abs(s.difference),
    "largest": lambda s: s.size.max(),
}

MISTAKES = (
    Mistake("not_moved", difference=lambda s: s.after - s.before),
    Mistake("input_not_shuffled", shuffled=lambda s: s.X, difference=lambda s: s.after - s.moved),
    Mistake("moved_back", difference=lambda s: s.after - s.before[np.argsort(s.order)]),
    Mistake("signs_kept", size=lambda s: s.difference),
    Mistake("sign_of_the_largest", largest=lambda s: s.difference.flat[s.size.argmax()]),
    Mistake("mean_difference", largest=lambda s: s.size.mean()),
    Mistake("smallest_difference", largest=lambda s: s.size.min()),
    Mistake("squared_difference", size=lambda s: s.difference**2),
    Mistake("length_of_differences", size=lambda s: s.difference**2, largest=lambda s: s.size.sum() ** 0.5),
    Mistake(
        "root_mean_square_difference",
        size=lambda s: s.difference**2,
        largest=lambda s: s.size.mean() ** 0.5,
    ),
    Mistake("table_of_differences", largest=lambda s: s.size),
    Mistake("first_row_only", largest=lambda s: s.size[0].max()),
    Mistake("one_for_each_word", largest=lambda s: s.size.max(-1)),
    Mistake("compared_with_the_words", after=lambda s: s.shuffled),
    Mistake("largest_of_each", largest=lambda s: abs(s.after.max() - s.moved.max())),
)


def largest_difference(f, X, order):
    """Return the largest absolute difference between f(X[order]) and f(X)[order]."""
    return abs(f(X[order]) - f(X)[order]).max()


EXERCISE = Exercise(
    name="shuffle_test",
    doc="Check test(f, X, order): the largest difference between f(X[order]) and f(X)[order], X (n, d).",
    arguments=named("f", "X", "order"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=largest_difference,
)
