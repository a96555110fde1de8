"""masked_attention: attention where a query may not look everywhere."""

import numpy as np

from attnlib.attention import attend
from classroom.exercises.catalog import attention, mix, scale, scores, softmax
from classroom.exercises.exercise import Exercise, Mistake, all_but, named
from classroom.exercises.random_inputs import large_qkv, qkv, queries_keys_values, whole_qkv


def inputs(rng):
    for given in queries_keys_values(rng):
        n, m = given["Q"].shape[-2], given["K"].shape[-2]
        keep = rng.random((n, m)) < 0.6
        keep[:, 0] = True  # no row is empty
        keep[0] = np.arange(m) != 1  # the small ones, too, hide something
        if given["layer"] == "large":  # only the middle score: no row loses its largest
            keep = np.tile(given["K"].mT != np.median(given["K"], -2, keepdims=True), (n, 1))
        keep[..., rng.integers(1, n), :] = True  # no column is empty
        yield given | {"keep": keep}
    square = qkv(rng, (2,), 5, 5, 3, 2)
    yield square | {"keep": np.tri(5, dtype=bool)}
    padded = qkv(rng, (2,), 3, 5, 4, 2)
    yield padded | {"keep": np.arange(5) < np.array([3, 5])[:, None, None]}  # (2, 1, 5)
    each = qkv(rng, (2,), 3, 4, 5, 2)
    yield each | {"keep": (rng.random((2, 3, 4)) < 0.5) | (np.arange(4) == 1)}
    small = whole_qkv(rng, ())
    yield small | {"layer": "empty", "keep": np.array([[True, False, True], [False] * 3])}
    empty = qkv(rng, (), 4, 5, 3, 2)
    keep = rng.random((4, 5)) < 0.7
    keep[1] = True
    keep[2] = False
    yield empty | {"layer": "empty", "keep": keep}
    # After a softmax without a mask nothing is left for the others. So extreme that an equivalent of the
    # formula may fail: this only tells which mistake it is, where the other inputs leave that open.
    top_hidden = large_qkv(rng, 3, 4, 5, 2)
    top = top_hidden["K"].sum(-1).argmax()
    yield top_hidden | {"layer": "tells", "keep": np.tile(np.arange(4) != top, (3, 1))}


MASK = {"shown": lambda s: s.keep, "masked": lambda s: np.where(s.shown, s.scaled, -np.inf)}
REFERENCE = scores.REFERENCE | scale.REFERENCE | MASK | softmax.REFERENCE | mix.REFERENCE

MISTAKES = (
    *all_but(attention.MISTAKES, *attention.OF_X, "values_are_queries"),
    Mistake("mask_after_softmax", masked=lambda s: s.scaled, kept=lambda s: np.where(s.shown, s.weights, 0)),
    Mistake(
        "renormalised_after_mask",
        masked=lambda s: s.scaled,
        kept=lambda s: s.weights * s.shown / (s.weights * s.shown).sum(-1, keepdims=True),
    ),
    Mistake("mask_inverted", shown=lambda s: ~s.keep),
    Mistake("mask_transposed", shown=lambda s: s.keep.mT),
    Mistake("masked_with_zero", masked=lambda s: np.where(s.shown, s.scaled, 0)),
    Mistake("mask_added", masked=lambda s: s.scaled + s.shown),
    Mistake("minus_100", masked=lambda s: np.where(s.shown, s.scaled, -100)),
    Mistake("mask_ignored", masked=lambda s: s.scaled),
    Mistake("diagonal_hidden", shown=lambda s: s.keep & (np.eye(*s.scaled.shape[-2:]) == 0)),
    Mistake("minus_1e9", masked=lambda s: np.where(s.shown, s.scaled, -1e9)),
    Mistake("plus_minus_1e9", masked=lambda s: s.scaled + np.where(s.shown, 0.0, -1e9)),
)


def mask_and_attend(Q, K, V, keep):
    """Return attention where a query looks only where keep is True: (..., n, d_v)."""
    return attend(Q, K, V, keep).output


EXERCISE = Exercise(
    name="masked_attention",
    doc="Check f(Q, K, V, keep) -> output (..., n, d_v); a row of keep (n, m) without True gives zeros.",
    arguments=named("Q", "K", "V", "keep"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    may_return_weights=True,
    solve=mask_and_attend,
    solved_by=(attend,),
)
