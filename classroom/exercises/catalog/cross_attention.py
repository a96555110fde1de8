"""cross_attention: the text that is being written looks at another text, whose padding is hidden."""

import numpy as np

from attnlib import attention as library
from classroom.exercises.catalog import (
    attention,
    masked_attention,
    mix,
    padding_mask,
    scale,
    scores,
    softmax,
)
from classroom.exercises.exercise import Exercise, Mistake, all_but, named
from classroom.exercises.random_inputs import far_qkv, fine_qkv, float32, layer_of, near_qkv, whole


def inputs(rng):
    yield _whole_texts(rng)
    yield _texts(rng, (), 4, 4, (5, 5, 3, 2)) | {"is_token": rng.permutation([True, False, True, True])}
    yield _texts(rng, (), 4, 6, (5, 7, 3, 2)) | {"is_token": np.ones(6, bool)}
    yield _looking(fine_qkv(rng, 4, 5, 3, 2), hidden=4)
    yield _texts(rng, (2,), 3, 5, (4, 6, 7, 3)) | {"is_token": _lengths(5, [3, 5])}
    yield _texts(rng, (2, 3), 5, 4, (3, 6, 2, 4)) | {"is_token": ~_lengths(4, [[0, 1, 2], [3, 0, 1]])}
    # Where sizes are equal, swapped texts do not show in the shape, nor a mask of the wrong side.
    yield _texts(rng, (4,), 5, 5, (3, 3, 2, 2)) | {"is_token": _lengths(5, [4, 2, 5, 3])}
    yield _texts(rng, (3,), 3, 3, (3, 3, 3, 3)) | {"is_token": _lengths(3, [2, 3, 1])}
    # In large scores the middle one is hidden: no row loses its largest.
    for given in near_qkv(rng), far_qkv(rng, (2,)):
        middle = np.median(given["K"], -2, keepdims=True)
        yield _looking(given) | {"is_token": (given["K"] != middle)[..., 0]}
    yield float32(_texts(rng, (), 4, 3, (6, 4, 5, 2)) | {"is_token": np.array([True, True, False])})
    yield _texts(rng, (), 6, 66, (8, 10, 9, 3)) | {"is_token": np.arange(66) % 7 > 0}


def _whole_texts(rng):
    """Return two texts and projections of small whole numbers, and no two scores of a query are equal."""
    Q, K = np.zeros((2, 1)), np.zeros((3, 1))
    while (abs(np.diff(np.sort(Q @ K.mT))) < 1).any():
        x, context = whole(rng, 2, 2), whole(rng, 3, 3)
        W_Q, W_K = (rng.integers(-1, 2, (d, 4)).astype(float) for d in (2, 3))
        Q, K = x @ W_Q, context @ W_K
    return {
        "layer": "sentence", "x": x, "context": context, "is_token": np.array([True, True, False]),
        "W_Q": W_Q, "W_K": W_K, "W_V": rng.permutation([[1.0, 0], [0, 1], [2, -1]]), "d_k": 4, "d_model": 2,
    }  # fmt: skip


def _texts(rng, lead, n, m, sizes):
    """Return a text of n rows and one of m, and projections, for the sizes (d_model, d_c, d_k, d_v)."""
    d_model, d_c, d_k, d_v = sizes
    x, context = 1.5 * rng.normal(size=(*lead, n, d_model)), 1.5 * rng.normal(size=(*lead, m, d_c))
    W_Q, W_K, W_V = (
        rng.normal(size=size) / size[0] ** 0.5 for size in ((d_model, d_k), (d_c, d_k), (d_c, d_v))
    )
    W = {"W_Q": W_Q, "W_K": W_K, "W_V": W_V}
    return {"layer": layer_of(lead), "x": x, "context": context, **W, "d_k": d_k, "d_model": d_model}


def _looking(given, hidden=None):
    """Return two texts, and projections, that give these queries, keys and values."""
    Q, K, V, d_k = (given[name] for name in ("Q", "K", "V", "d_k"))
    columns = np.eye(d_k + V.shape[-1])
    W = {"W_Q": 2 * np.eye(d_k), "W_K": columns[:, :d_k], "W_V": columns[:, d_k:]}
    is_token = np.arange(K.shape[-2]) != hidden
    texts = {"x": Q / 2, "context": np.concatenate([K, V], -1), "is_token": is_token}
    return {"layer": given["layer"], **texts, **W, "d_k": d_k, "d_model": d_k}


def _lengths(m, tokens):
    """Return where tokens stand in texts of m places with so many tokens, and then padding."""
    return np.arange(m) < np.array(tokens)[..., None]


REFERENCE = (
    {
        "Q": lambda s: s.x @ s.W_Q,
        "K": lambda s: s.context @ s.W_K,
        "V": lambda s: s.context @ s.W_V,
    }
    | scores.REFERENCE
    | scale.REFERENCE
    | padding_mask.REFERENCE
    | masked_attention.MASK
    | softmax.WITHOUT_A_MASK
    | mix.REFERENCE
)

OF_THE_MASK = (
    "mask_after_softmax",
    "mask_inverted",
    "masked_with_zero",
    "mask_added",
    "minus_100",
    "mask_ignored",
)
OF_ITS_SHAPE = "no_axis_for_queries", "axis_at_place_1", "padding_at_the_end"

OF_TWO_TEXTS = (
    Mistake("texts_swapped", Q=lambda s: s.context @ s.W_Q, K=lambda s: s.x @ s.W_K, V=lambda s: s.x @ s.W_V),
    Mistake("queries_and_keys_exchanged", Q=lambda s: s.context @ s.W_Q, K=lambda s: s.x @ s.W_K),
    Mistake("queries_of_the_context", Q=lambda s: s.context @ s.W_Q),
    Mistake("keys_of_x", K=lambda s: s.x @ s.W_K),
    Mistake("values_of_x", V=lambda s: s.x @ s.W_V),
    Mistake("context_unused", K=lambda s: s.x @ s.W_K, V=lambda s: s.x @ s.W_V),
)

MISTAKES = (
    *OF_TWO_TEXTS,
    *all_but(
        attention.MISTAKES,
        *("values_are_x", "output_is_x"),  # here, of two texts
        *softmax.OF_AN_EMPTY_ROW,
    ),
    *(mistake for mistake in masked_attention.MISTAKES if mistake.id in OF_THE_MASK),
    *(mistake for mistake in padding_mask.MISTAKES if mistake.id in OF_ITS_SHAPE),
    attention.KEYS_ARE_VALUES,
    Mistake("padding_hides_rows", shown=lambda s: s.keep.mT),
    Mistake(
        "padding_makes_rows_zero",
        shown=lambda s: s.keep.mT,
        weights=lambda s: s.exps / np.where(s.total == 0, 1, s.total),
    ),
    Mistake("later_letters_hidden", shown=lambda s: s.keep & (np.tri(*s.scaled.shape[-2:]) > 0)),
    Mistake(
        "padding_cut_out",
        K=lambda s: s.context[s.is_token] @ s.W_K,
        V=lambda s: s.context[s.is_token] @ s.W_V,
        masked=lambda s: s.scaled,
    ),
    Mistake(
        "padding_made_zero",
        K=lambda s: s.context * s.is_token[..., None] @ s.W_K,
        V=lambda s: s.context * s.is_token[..., None] @ s.W_V,
        masked=lambda s: s.scaled,
    ),
    Mistake("root_of_the_contexts_width", scaled=lambda s: s.scores / s.context.shape[-1] ** 0.5),
    Mistake("context_not_projected", V=lambda s: s.context),
    Mistake("W_K_and_W_V_exchanged", K=lambda s: s.context @ s.W_V, V=lambda s: s.context @ s.W_K),
)


def look_at_context(x, context, is_token, W_Q, W_K, W_V):
    """Return what each row of x takes from the tokens of the context: (..., n, d_v)."""
    Q, K, V = library.project(x, W_Q), library.project(context, W_K), library.project(context, W_V)
    return library.attend(Q, K, V, library.padding_mask(is_token)).output


EXERCISE = Exercise(
    name="cross_attention",
    doc="Check f(x, context, is_token, W_Q, W_K, W_V) -> (..., n, d_v): what x takes from the context.\n\n"
    "x is (..., n, d_model), context (..., m, d_c); is_token (..., m) is False for padding, which is hidden.",
    arguments=named("x", "context", "is_token", "W_Q", "W_K", "W_V"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    may_return_weights=True,
    solve=look_at_context,
)
