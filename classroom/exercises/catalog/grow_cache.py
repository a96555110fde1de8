"""grow_cache: the key and the value of a new word, written below those of all words before it."""

import numpy as np

from attnlib._validate import namespace
from classroom.exercises.diagnose import is_right_on
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    """Yield inputs, some of which hide what is wrong: one word, d_k = d_v, d_model = d_k + d_v."""
    lead: tuple
    for lead in (), (2,):
        yield given(rng, lead, 2, 3, 2, 1, whole)
    for lead, m, d_model, d_k, d_v in (
        ((), 0, 4, 3, 2),
        ((), 1, 4, 2, 3),
        ((), 3, 5, 3, 2),
        ((), 4, 5, 2, 2),
        ((2,), 1, 4, 3, 2),
        ((2, 3), 2, 4, 3, 5),
    ):
        yield given(rng, lead, m, d_model, d_k, d_v)
    yield float32(given(rng, (), 3, 4, 2, 5))
    yield given(rng, (), 70, 12, 9, 8, lambda rng, *shape: 100 * rng.normal(size=shape))


def given(rng, lead, m, d_model, d_k, d_v, numbers=None):
    """Return a cache of m words, the row of a new one, and its projection matrices."""
    numbers = numbers or (lambda rng, *shape: rng.normal(size=shape))
    return {
        "layer": layer_of(lead),
        "cache": numbers(rng, *lead, m, d_k + d_v),
        "x": numbers(rng, *lead, 1, d_model),
        "W_K": numbers(rng, d_model, d_k),
        "W_V": numbers(rng, d_model, d_v),
    }


REFERENCE = {
    "key": lambda s: s.x @ s.W_K,
    "value": lambda s: s.x @ s.W_V,
    "row": lambda s: np.concatenate([s.key, s.value], -1),
    "grown": lambda s: np.concatenate([s.cache, s.row], -2),
}

MISTAKES = (
    Mistake("value_before_key", row=lambda s: np.concatenate([s.value, s.key], -1)),
    Mistake("new_row_on_top", grown=lambda s: np.concatenate([s.row, s.cache], -2)),
    Mistake("last_row_replaced", grown=lambda s: np.concatenate([s.cache[..., :-1, :], s.row], -2)),
    Mistake("only_the_new_row", grown=lambda s: s.row),
    Mistake("added_to_every_row", grown=lambda s: s.cache + s.row),
    Mistake("key_twice", value=lambda s: s.x @ s.W_K),
    Mistake("joined_along_axis_0", grown=lambda s: np.concatenate([s.cache, s.row], 0)),
    Mistake("joined_without_an_axis", grown=lambda s: np.concatenate([s.cache, s.row], None)),
    Mistake(
        "nothing_has_an_axis",
        row=lambda s: np.concatenate([s.key, s.value], None),
        grown=lambda s: np.concatenate([s.cache, s.row], None),
    ),
)


def key_and_value_below(cache, x, W_K, W_V):
    """Return the cache with one more row: the key of the new word, and beside it its value."""
    xp = namespace(cache)
    return xp.concatenate([cache, xp.concatenate([x @ W_K, x @ W_V], -1)], -2)


def takes_halves(f, verdict):
    """Return whether f raises where keys are not as long as values, and is right where they are.

    Of five numbers the first half is two: where that is the key, it is right by chance.
    """
    for k, (given, out) in enumerate(zip(verdict.inputs, verdict.outcomes, strict=True)):
        d_k, d_v = given["W_K"].shape[1], given["W_V"].shape[1]
        if not (d_k == (d_k + d_v) // 2 if is_right_on(verdict, k) else out.error and d_k != d_v):
            return False
    return verdict.state == "wrong"


EXERCISE = Exercise(
    name="grow_cache",
    doc="Check f(cache, x, W_K, W_V): cache (..., m, d_k + d_v), x (..., 1, d_model) -> one row more.",
    arguments=named("cache", "x", "W_K", "W_V"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=((Mistake("halves_of_the_cache"), takes_halves),),
    solve=key_and_value_below,
)
