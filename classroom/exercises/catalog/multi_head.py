"""multi_head: project, split into heads, attend in each, merge, project."""

import numpy as np

from attnlib import attention as library
from classroom.exercises.catalog import attention, merge_heads, scale, softmax, split_heads
from classroom.exercises.exercise import Exercise, Mistake, all_but, named
from classroom.exercises.random_inputs import far_qkv, fine_qkv, layer_of, whole


def inputs(rng):
    yield _whole_heads(rng, 2, 2, 1)
    yield _whole_heads(rng, 3, 2, 2)
    yield {"layer": "sentence"} | _heads_with(rng, fine_qkv(rng, 5, 5, 1, 1), 1)
    for lead, n, h, d, d_out in (
        ((), 5, 2, 3, 4),
        ((2,), 4, 3, 2, 5),
        ((2, 3), 3, 2, 4, 6),
        ((3,), 4, 4, 4, 16),
    ):
        yield {"layer": layer_of(lead)} | _heads_of(rng, 2 * rng.normal(size=(*lead, n, h * d)), h, d, d_out)
    yield {"layer": "large"} | _heads_with(rng, far_qkv(rng, (2,)), -1)
    for n, h in (70, 2), (3, 12):
        yield {"layer": "sentence"} | _heads_of(rng, 2 * rng.normal(size=(n, h * 2)), h, 2, 3)


def _whole_heads(rng, n, h, d):
    """Return one sentence and projections of small whole numbers."""
    W = {f"W_{name}": rng.integers(-1, 2, (h * d, h * d)).astype(float) for name in "QKV"}
    X, W_O = whole(rng, n, h * d), whole(rng, h * d, 1)
    return {"layer": "sentence", "X": X, **W, "W_O": W_O, "h": h, "d_k": d, "d_model": h * d}


def _heads_of(rng, X, h, d, d_out):
    d_model = h * d
    W_Q, W_K, W_V = (1.2 * rng.normal(size=(d_model, d_model)) / d_model**0.5 for _ in range(3))
    W_O = rng.normal(size=(d_model, d_out))
    return {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O, "h": h, "d_k": d, "d_model": d_model}


def _heads_with(rng, given, sign):
    """Return words and projections that give each head these columns, the second the queries times sign."""
    W_Q, W_K, W_V = np.zeros((3, 4, 4))
    W_Q[0, [0, 2]], W_K[1, [0, 2]], W_V[2] = (2**0.5, sign * 2**0.5), 1, rng.integers(1, 4, 4)
    X = np.concatenate([given[name] for name in "QKVQ"], -1)
    return {
        "X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": rng.integers(1, 4, (4, 3)).astype(float),
        "h": 2, "d_k": 2, "d_model": 4,
    }  # fmt: skip


REFERENCE = (
    {
        "q": lambda s: s.X @ s.W_Q,
        "k": lambda s: s.X @ s.W_K,
        "v": lambda s: s.X @ s.W_V,
        "Q": lambda s: split_heads.split(s.q, s.h),
        "K": lambda s: split_heads.split(s.k, s.h),
        "V": lambda s: split_heads.split(s.v, s.h),
    }
    | attention.REFERENCE
    | merge_heads.REFERENCE
    | {"projected": lambda s: s.merged @ s.W_O}
)


def first_head_for_all(x, h):
    return np.repeat(split_heads.split(x, h)[..., :1, :, :], h, -3)


def of_pieces(W):
    """Return the step in which each head projects its own piece of X alone."""
    return lambda s: s.X @ (getattr(s, W) * np.kron(np.eye(s.h), np.ones((s.d_k, s.d_k))))


MISTAKES = (
    *all_but(
        attention.MISTAKES,
        *("divided_along_axis_0", "softmax_over_axis_0", "softmax_over_axis_1"),  # here, of the heads
        *("root_d_v", *scale.OF_AXES, "softmax_without_axis"),
        *("t_reverses_all_axes", "first_axes_swapped", "root_m", "output_is_x", "weights_returned"),
        *softmax.OF_AN_EMPTY_ROW,
    ),
    Mistake(
        "heads_without_transpose",
        Q=lambda s: s.q.reshape(*s.q.shape[:-2], s.h, s.q.shape[-2], s.d_k),
        K=lambda s: s.k.reshape(*s.k.shape[:-2], s.h, s.k.shape[-2], s.d_k),
        V=lambda s: s.v.reshape(*s.v.shape[:-2], s.h, s.v.shape[-2], s.d_k),
    ),
    merge_heads.MERGED_WITHOUT_TRANSPOSE,
    Mistake(
        "transposed_projections",
        q=lambda s: s.X @ s.W_Q.T,
        k=lambda s: s.X @ s.W_K.T,
        v=lambda s: s.X @ s.W_V.T,
    ),
    Mistake(
        "one_head",
        Q=lambda s: s.q,
        K=lambda s: s.k,
        V=lambda s: s.v,
        scaled=lambda s: s.scores / s.d_model**0.5,
        merged=lambda s: s.output,
    ),
    Mistake("one_table", Q=lambda s: s.q, K=lambda s: s.k, V=lambda s: s.v, merged=lambda s: s.output),
    Mistake("x_in_pieces", **{name: of_pieces(f"W_{name.upper()}") for name in "qkv"}),
    Mistake(
        "shared_projection",
        Q=lambda s: first_head_for_all(s.q, s.h),
        K=lambda s: first_head_for_all(s.k, s.h),
        V=lambda s: first_head_for_all(s.v, s.h),
    ),
    Mistake(
        "softmax_over_heads",
        top=lambda s: s.masked.max(-3, keepdims=True),
        total=lambda s: s.exps.sum(-3, keepdims=True),
    ),
    attention.KEYS_ARE_VALUES,
    Mistake("keys_and_values_swapped", k=lambda s: s.X @ s.W_V, v=lambda s: s.X @ s.W_K),
    Mistake("mean_of_heads", output=lambda s: np.repeat((s.kept @ s.V).mean(-3, keepdims=True), s.h, -3)),
    Mistake("weights_of_the_heads", projected=lambda s: s.kept),
    Mistake("no_output_projection", projected=lambda s: s.merged),
)


def project_and_attend(X, W_Q, W_K, W_V, W_O, h):
    """Return X projected, split into h heads, attended, merged, projected: (..., n, d_out)."""
    Q, K, V = (library.split_heads(library.project(X, W), h) for W in (W_Q, W_K, W_V))
    return library.merge_heads(library.attend(Q, K, V).output) @ W_O


EXERCISE = Exercise(
    name="multi_head",
    doc="Check f(X, W_Q, W_K, W_V, W_O, h): (..., n, d_model) -> (..., n, d_out), h heads side by side.",
    arguments=named("X", "W_Q", "W_K", "W_V", "W_O", "h"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    may_return_weights=True,
    solve=project_and_attend,
)
