"""attnlib.attention against PyTorch, against properties of all numbers, and against bad input."""

import math
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnlib import _validate, attention, layers
from attnlib.attention import (
    Trace,
    apply_mask,
    attend,
    causal_mask,
    merge_heads,
    mix,
    padding_mask,
    project,
    scale,
    scores,
    softmax,
    split_heads,
)
from attnlib.block import layer_norm
from tests.helpers.refusals import assert_refused, refused

TOLERANCE = {"float64": 1e-12, "float32": 1e-5}

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)


def make(kind, dtype, *arrays):
    """Copy numpy arrays to arrays of a kind; masks stay bool, None stays None."""

    def one(a):
        if a is None:
            return None
        a = a.copy() if a.dtype == bool else a.astype(dtype)
        return torch.from_numpy(a) if kind == "torch" else a

    return [one(a) for a in arrays]


def close(a, b, tolerance):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=0, atol=tolerance, equal_nan=False)
    return True


def inputs(lead, n, m, d_k, d_v, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal((*lead, *size)) for size in ((n, d_k), (m, d_k), (m, d_v))]


def mask(name, lead, n, m):
    rng = np.random.default_rng(7)
    if name == "none":
        return None
    if name == "causal":
        return np.tri(n, m, dtype=bool)
    if name == "padding":
        return padding_mask(np.arange(m) < rng.integers(1, m + 1, (*lead, 1)))  # (..., 1, m)
    keep = rng.random((*lead, n, m)) < 0.6
    keep[..., 0] = True  # each query may look somewhere
    if name == "empty row":
        keep[..., n // 2, :] = False
    return keep


# --- the truth: PyTorch ---


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize(
    ("dtype", "keep", "temperature", "lead", "n", "m", "d_k", "d_v"),
    [
        ("float64", "none", 1.0, (), 1, 1, 1, 1),  # the smallest
        ("float64", "random", 0.3, (), 5, 7, 3, 4),  # all sizes differ
        ("float64", "causal", 1.0, (2, 3), 6, 6, 8, 8),  # one mask for a batch of heads
        ("float64", "padding", 2, (2,), 7, 3, 4, 5),  # a mask that broadcasts over the queries
        ("float64", "empty row", 1.0, (2,), 5, 7, 3, 4),
        ("float32", "random", 1.0, (2,), 5, 7, 3, 4),
    ],
)
def test_attend_equals_scaled_dot_product_attention(kind, dtype, keep, temperature, lead, n, m, d_k, d_v):
    Q, K, V, allowed = *inputs(lead, n, m, d_k, d_v), mask(keep, lead, n, m)
    ours = attend(*make(kind, dtype, Q, K, V, allowed), temperature)
    tensors = make("torch", dtype, Q, K, V, allowed)
    truth = F.scaled_dot_product_attention(*tensors, scale=1 / (math.sqrt(d_k) * temperature))
    assert ours.output.shape == (*lead, n, d_v)
    assert close(ours.output, truth, TOLERANCE[dtype])


def test_the_five_lines_at_the_head_of_the_module_are_the_formula():
    lines = re.findall(r"(?m)^    (\S.*)$", attention.__doc__)
    rng = np.random.default_rng(0)
    names = {"math": math, "np": np, "X": rng.standard_normal((4, 6)), "d_k": 3, "keep": causal_mask(4)}
    names |= {name: rng.standard_normal((6, size)) for name, size in (("W_Q", 3), ("W_K", 3), ("W_V", 2))}
    exec("\n".join(lines), names)
    Q, K, V = (project(names["X"], names[name]) for name in ("W_Q", "W_K", "W_V"))
    trace = attend(Q, K, V, names["keep"])
    assert len(lines) == 5
    assert all(close(names[step], getattr(trace, step), 1e-15) for step in ("scaled", "weights", "output"))
    assert (names["masked"] == trace.masked).all()


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_a_single_row_gives_what_it_gives_in_a_table(kind):
    Q, K, V, keep = *inputs((), 4, 5, 3, 2), mask("random", (), 4, 5)
    trace = attend(*make(kind, "float64", Q, K, V, keep))
    keep, V = make(kind, "float64", keep, V)
    for i in range(4):
        scaled = scale(trace.scores[i], 3)
        masked = apply_mask(scaled, keep[i])
        weights = softmax(masked)
        assert close(scaled, trace.scaled[i], 1e-15)
        assert (masked == trace.masked[i]).all()
        assert close(weights, trace.weights[i], 1e-15)
        assert close(mix(weights, V), trace.output[i], 1e-15)


def test_a_numpy_mask_stands_beside_tensors():
    Q, K, V = make("torch", "float32", *inputs((2,), 4, 4, 3, 2))
    is_token = np.array([[True, True, True, False], [True, True, False, False]])
    keep = (padding_mask(is_token) & causal_mask(4))[..., ::-1]
    keep.flags.writeable = False  # as np.broadcast_to gives it
    expected = attend(Q, K, V, torch.tensor(keep.tolist()))
    trace = attend(Q, K, V, keep)
    assert all((now == before).all() for (_, now), (_, before) in zip(trace, expected, strict=True))
    assert (apply_mask(trace.scaled, keep) == expected.masked).all()


def test_attend_checks_each_array_once(monkeypatch):
    counted = []
    check = _validate._check_finite
    monkeypatch.setattr(
        _validate, "_check_finite", lambda *args, **named: counted.append(args[:2]) or check(*args, **named)
    )
    attend(*inputs((), 4, 5, 3, 2), mask("random", (), 4, 5))
    assert len(counted) == len(set(counted)) == 5  # Q, K, V, and what may overflow: scaled and output
    assert {caller for caller, _ in counted} == {"attend"}


def test_leading_axes_broadcast_as_in_pytorch():
    Q, K, V = inputs((2, 3), 4, 5, 6, 7)
    K, V = K[:1], V[0, 0]  # (1, 3, 5, 6), (5, 7): every sentence looks at the same keys
    ours = attend(Q, K, V).output
    truth = F.scaled_dot_product_attention(*make("torch", "float64", Q, *np.broadcast_arrays(K), V))
    assert close(ours, truth, 1e-12)


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_every_step_follows_the_formula(kind):
    Q, K, V, keep = *inputs((2,), 4, 5, 3, 2), mask("random", (2,), 4, 5)
    trace = attend(*make(kind, "float64", Q, K, V, keep), temperature=0.5)
    S = np.array([[[q @ k for k in K[b]] for q in Q[b]] for b in range(2)])
    assert close(trace.scores, S, 1e-12)
    assert close(trace.scaled, S / math.sqrt(3) / 0.5, 1e-12)
    assert (np.asarray(trace.masked)[keep] == np.asarray(trace.scaled)[keep]).all()
    assert (np.asarray(trace.masked)[~keep] == -np.inf).all()
    assert (np.asarray(trace.weights)[~keep] == 0).all()
    assert close(trace.weights, torch.softmax(torch.as_tensor(trace.masked), -1), 1e-12)
    assert close(trace.output, np.asarray(trace.weights) @ V, 1e-12)
    assert trace.temperature == 0.5


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize(("dtype", "lead"), [("float64", ()), ("float64", (2, 4)), ("float32", (4,))])
def test_project_is_linear(kind, dtype, lead):
    rng = np.random.default_rng(1)
    X, W, b = rng.standard_normal((*lead, 6)), rng.standard_normal((6, 3)), rng.standard_normal(3)
    for bias in (b, None):
        ours = project(*make(kind, dtype, X, W, bias))
        x, w, c = make("torch", dtype, X, W, bias)
        assert close(ours, F.linear(x, w.T, c), TOLERANCE[dtype])


def test_causal_mask_lets_each_token_attend_backwards():
    expected = [[True, False, False], [True, True, False], [True, True, True]]
    assert causal_mask(3).dtype == bool
    assert causal_mask(3).tolist() == expected
    assert causal_mask(1).tolist() == [[True]]


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_padding_mask_hides_columns(kind):
    (is_token,) = make(kind, bool, np.array([[True, True, False], [True, False, False]]))
    keep = padding_mask(is_token)
    assert keep.shape == (2, 1, 3)
    Q, K, V = make(kind, "float64", *inputs((2,), 3, 3, 4, 4))
    weights = np.asarray(attend(Q, K, V, keep).weights)
    assert (weights[0, :, 2:] == 0).all()
    assert (weights[1] == [1, 0, 0]).all()
    assert (weights[0, :, :2] > 0).all()


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_each_head_has_adjacent_columns(kind):
    x = np.arange(2 * 3 * 8.0).reshape(2, 3, 8)
    (split,) = (split_heads(a, 4) for a in make(kind, "float64", x))
    assert split.shape == (2, 4, 3, 2)
    for head in range(4):
        assert (np.asarray(split[:, head]) == x[..., 2 * head : 2 * head + 2]).all()
    assert (np.asarray(merge_heads(split)) == x).all()


# --- what must hold for any numbers ---


def numbers(*shape):
    return hnp.arrays(float, shape, elements=st.floats(-8, 8, width=32))


@st.composite
def attentions(draw, square=False):
    """Draw Q, K, V and a mask, any row of which may be False throughout."""
    n, m, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    m = n if square else m
    keep = draw(hnp.arrays(bool, (n, m)))
    return draw(numbers(n, d_k)), draw(numbers(m, d_k)), draw(numbers(m, d_v)), keep


@quick
@given(attentions())
def test_rows_sum_to_one_unless_fully_masked(case):
    weights = attend(*case).weights
    sees = case[3].any(-1)
    assert (weights >= 0).all()
    assert close(weights.sum(-1), sees.astype(float), 1e-12)
    assert (weights[~case[3]] == 0).all()


@quick
@given(attentions())
def test_a_fully_masked_row_gives_zeros(case):
    Q, K, V, keep = case
    keep[0] = False
    for kind in ("numpy", "torch"):
        trace = attend(*make(kind, "float64", Q, K, V, keep))
        assert (np.asarray(trace.weights)[0] == 0).all()
        assert (np.asarray(trace.output)[0] == 0).all()


@quick
@given(numbers(3, 4), st.floats(-1000, 1000))
def test_softmax_is_invariant_to_a_shift(S, shift):
    assert close(softmax(S + shift), softmax(S), 1e-10)


@quick
@given(attentions(), st.randoms(use_true_random=False))
def test_permuting_keys_and_values_together_changes_nothing(case, random):
    Q, K, V, keep = case
    order = random.sample(range(len(K)), len(K))
    moved = attend(Q, K[order], V[order], keep[:, order])
    assert close(moved.output, attend(*case).output, 1e-12)


@quick
@given(attentions(), st.randoms(use_true_random=False))
def test_permuting_the_queries_permutes_the_output(case, random):
    Q, K, V, keep = case
    order = random.sample(range(len(Q)), len(Q))
    assert close(attend(Q[order], K, V, keep[order]).output, attend(*case).output[order], 1e-12)


@quick
@given(attentions())
def test_the_output_lies_within_the_range_of_the_values(case):
    output, V = attend(*case[:3]).output, case[2]
    assert (output >= V.min(0) - 1e-12).all()
    assert (output <= V.max(0) + 1e-12).all()


@quick
@given(attentions(square=True), st.data())
def test_a_causal_output_does_not_depend_on_the_future(case, data):
    Q, K, V, _ = case
    now = data.draw(st.integers(0, len(Q) - 1))
    keep = causal_mask(len(Q))
    before = attend(Q, K, V, keep).output[: now + 1]
    future = slice(now + 1, None)
    Q[future], K[future], V[future] = 5, -3, 1000
    assert (attend(Q, K, V, keep).output[: now + 1] == before).all()


@quick
@given(numbers(2, 3, 8), st.sampled_from([1, 2, 4, 8]))
def test_split_and_merge_undo_each_other(x, h):
    assert (merge_heads(split_heads(x, h)) == x).all()


@quick
@given(numbers(3, 4))
def test_large_scores_do_not_overflow(S):
    for dtype in ("float64", "float32"):
        for kind in ("numpy", "torch"):
            (large,) = make(kind, dtype, 1e4 * S)
            assert close(softmax(large).sum(-1), np.ones(3), TOLERANCE[dtype])


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_one_large_score_takes_all(kind):
    S, lowest = make(kind, "float64", np.array([[1e4, 0, -1e4]]), np.array([[-1e4, -1e4]]))
    assert np.asarray(softmax(S)).tolist() == [[1, 0, 0]]
    assert np.asarray(softmax(lowest)).tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_temperature_sharpens_and_evens_out(kind):
    Q, K, V = make(kind, "float64", *inputs((), 4, 5, 3, 2))
    sharp, plain, even = (np.asarray(attend(Q, K, V, temperature=t).weights) for t in (1e-3, 1, 1e6))
    assert (sharp.max(-1) > plain.max(-1)).all()
    assert (sharp.argmax(-1) == plain.argmax(-1)).all()
    assert close(even, np.full((4, 5), 0.2), 1e-5)
    assert close(attend(Q, K, V, temperature=2).scaled, attend(Q, K, V).scaled / 2, 1e-15)


# --- gradients ---


@pytest.mark.parametrize("keep", ["none", "random", "empty row"])
def test_gradients_are_those_of_finite_differences(keep):
    Q, K, V, allowed = make("torch", "float64", *inputs((2,), 4, 5, 3, 2), mask(keep, (2,), 4, 5))
    leaves = [a.requires_grad_() for a in (Q, K, V)]
    assert torch.autograd.gradcheck(lambda Q, K, V: attend(Q, K, V, allowed, 0.7).output, leaves)
    assert torch.autograd.gradcheck(lambda Q, K, V: attend(Q, K, V, allowed).weights, leaves)


def test_gradients_are_finite_if_everything_is_masked():
    Q, K, V = (a.requires_grad_() for a in make("torch", "float32", *inputs((), 3, 4, 5, 2)))
    trace = attend(Q, K, V, torch.zeros(3, 4, dtype=torch.bool))
    (trace.output.sum() + trace.weights.square().sum()).backward()
    assert all((a.grad == 0).all() for a in (Q, K, V))


def test_a_tensor_that_requires_a_gradient_raises_the_same_error():
    Q, K, V = (a.requires_grad_() for a in make("torch", "float64", *inputs((), 3, 4, 5, 2)))
    with torch.no_grad():
        K[1, 2] = math.nan
    with pytest.raises(ValueError, match=r"K \(4, 5\) has nan at \[1, 2\]"):
        attend(Q, K, V)


# --- what comes out: dtypes, the Trace, and inputs left as they were ---


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_dtype_stays(kind, dtype):
    X, W, b, keep = np.ones((4, 6)), np.eye(6), np.ones(6), np.eye(4, dtype=bool)
    X, W, b, keep = make(kind, dtype, X, W, b, keep)
    trace = attend(project(X, W, b), project(X, W), X, keep, temperature=np.float64(0.5))
    arrays = [*dict(trace).values(), split_heads(X, 2), merge_heads(split_heads(X, 2))]
    assert {str(a.dtype).removeprefix("torch.") for a in arrays} == {dtype}
    assert {type(a) for a in arrays} == {type(X)}


def test_integers_stay_integers_until_they_are_scaled():
    Q, K, V = np.array([[1, 2], [0, -1]]), np.array([[3, 1], [2, 2]]), np.array([[1, 0], [0, 1]])
    trace = attend(Q, K, V)
    assert trace.scores.tolist() == [[5, 6], [-1, -2]]
    assert trace.scores.dtype == np.int64
    assert trace.weights.dtype == trace.output.dtype == np.float64
    assert close(softmax(np.array([[0, 0]])), [[0.5, 0.5]], 0)
    assert apply_mask(np.array([[1, 2]]), np.array([[True, False]])).tolist() == [[1, -np.inf]]


def test_the_trace_reads_in_the_order_of_the_formula():
    Q, K, V = inputs((), 4, 5, 3, 2)
    trace = attend(Q, K, V)
    steps = ["Q", "K", "V", "scores", "scaled", "masked", "weights", "output"]
    assert [name for name, _ in trace] == steps
    assert all(array is getattr(trace, name) for name, array in trace)
    assert isinstance(trace, Trace)
    assert repr(trace) == (
        "Trace(Q (4, 3), K (5, 3), V (5, 2), scores (4, 5), scaled (4, 5), masked (4, 5), "
        "weights (4, 5), output (4, 2))"
    )
    with pytest.raises(FrozenInstanceError):
        trace.weights = None


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize(
    "call",
    [
        lambda a: project(a["X"], a["W"], a["b"]),
        lambda a: scores(a["Q"], a["K"]),
        lambda a: scale(a["S"], 3, 0.5),
        lambda a: padding_mask(a["keep"]),
        lambda a: apply_mask(a["S"], a["keep"]),
        lambda a: softmax(a["S"]),
        lambda a: softmax(a["masked"]),
        lambda a: mix(a["S"], a["K"]),
        lambda a: attend(a["Q"], a["K"], a["K"], a["keep"]),
        lambda a: split_heads(a["X"], 2),
        lambda a: merge_heads(a["heads"]),
    ],
)
def test_inputs_are_never_changed(kind, call):
    rng = np.random.default_rng(3)
    sizes = {"X": (4, 6), "W": (6, 3), "b": (3,), "Q": (4, 3), "K": (5, 3), "S": (4, 5), "heads": (2, 4, 3)}
    given = {name: rng.standard_normal(size) for name, size in sizes.items()}
    given["keep"] = rng.random((4, 5)) < 0.5
    given["masked"] = np.where(given["keep"], given["S"], -np.inf)
    arrays = dict(zip(given, make(kind, "float64", *given.values()), strict=True))
    assert call(arrays) is not None
    assert all((np.asarray(arrays[name]) == given[name]).all() for name in given)


# --- bad input: what was given, what was needed, and both shapes ---

ONE = np.ones((4, 3))
OTHER = np.ones((5, 2))
S45 = np.ones((4, 5))
NAN = np.array([[1.0, 2.0], [3.0, math.nan]])
INF = np.array([[1.0, math.inf]])
TENSOR = torch.ones(4, 3)

REFUSED = """
# shapes that do not fit
project(ONE, OTHER)
    ValueError: project: W needs as many rows as X has columns, but X is (4, 3) and W is (5, 2).
project(ONE, np.ones((2, 3)))
    ValueError: project: ... W.T would fit ... torch.nn.Linear.weight is a transpose ... X is (4, 3) ... W
    is (2, 3) ...
project(ONE, np.ones((2, 3, 3)))
    ValueError: project: W needs as many rows as X has columns, but X is (4, 3) and W is (2, 3, 3).
project(ONE, np.ones((3, 2)), np.ones(3))
    ValueError: project: b needs one number for each column of W, but W is (3, 2) and b is (3,).
scores(ONE, OTHER)
    ValueError: scores: Q and K need the same d_k (last size), but Q is (4, 3) and K is (5, 2).
scores(np.ones((2, 4, 3)), np.ones((5, 4, 3)))
    ValueError: scores: ... leading axes (batch, heads) need to agree ... Q is (2, 4, 3) ... K is (5, 4,
    3) ...
scores(np.ones(3), ONE)
    ValueError: scores: Q needs 2 axes or more, none of size 0, but is (3,).
scores(ONE, np.ones((0, 3)))
    ValueError: scores: K needs 2 axes or more, none of size 0, but is (0, 3).
apply_mask(S45, np.ones((5, 4), bool))
    ValueError: apply_mask: keep needs the shape of S, or one that broadcasts to it ... (4, 5) ... keep is
    (5, 4) ...
softmax(np.array(1.0))
    ValueError: softmax: S needs 1 axes or more, none of size 0, but is ().
mix(ONE[0], ONE[0])
    ValueError: mix: weights need one column (last size) for each row of V ... weights is (3,) ... V is (3,)
    ...
mix(S45, ONE)
    ValueError: mix: weights need one column (last size) for each row of V ... weights is (4, 5) ... V is
    (4, 3) ...
attend(ONE, ONE, np.ones((5, 3)))
    ValueError: attend: K and V need the same number of rows m, but K is (4, 3) and V is (5, 3).
attend(ONE, OTHER, OTHER)
    ValueError: attend: Q and K need the same d_k (last size), but Q is (4, 3) and K is (5, 2).
attend(ONE, np.stack([ONE] * 3), np.stack([ONE] * 2))
    ValueError: attend: ... leading axes (batch, heads) need to agree ... K is (3, 4, 3) ... V is (2, 4,
    3) ...
split_heads(np.ones((4, 6)), 4)
    ValueError: split_heads: the last size needs to be a multiple of h, but x is (4, 6) and h is 4.
split_heads(np.ones(6), 2)
    ValueError: split_heads: x needs 2 axes or more, none of size 0, but is (6,).
merge_heads(ONE)
    ValueError: merge_heads: x needs 3 axes or more, none of size 0, but is (4, 3).
padding_mask(np.array(True))
    ValueError: padding_mask: is_token needs one entry for each key, but is_token is ().
# kinds
scores([[1.0]], ONE)
    TypeError: scores: Q needs to be a numpy array or a torch tensor, but is of type list.
attend(ONE, None, ONE)
    TypeError: attend: K needs to be a numpy array or a torch tensor, but is of type NoneType.
project(ONE, ONE.T, [0.0] * 4)
    TypeError: project: b needs to be a numpy array or a torch tensor, but is of type list.
attend(TENSOR, ONE, ONE)
    TypeError: attend: needs all numpy arrays or all torch tensors ... Q (4, 3) is torch ... K (4, 3) is
    numpy ...
attend(ONE, ONE, ONE, torch.ones(4, 4) > 0)
    TypeError: attend: needs all numpy arrays or all torch tensors ... Q (4, 3) is numpy ... keep (4, 4) is
    torch ...
attend(TENSOR, TENSOR, TENSOR, ONE > 0)
    ValueError: attend: keep needs the shape of Q Kᵀ, or one that broadcasts to it, but Q Kᵀ is (4, 4) and
    keep is (4, 3).
attend(ONE, ONE, ONE, ONE > 0)
    ValueError: attend: keep needs the shape of Q Kᵀ, or one that broadcasts to it, but Q Kᵀ is (4, 4) and
    keep is (4, 3).
attend(ONE, ONE, ONE, ONE @ ONE.T)
    TypeError: attend: keep needs to hold True (may look) or False, but keep (4, 4) holds float64.
scores(TENSOR, TENSOR.double())
    TypeError: scores: needs tensors of one dtype ... Q (4, 3) is torch.float32 ... K (4, 3) is
    torch.float64 ...
softmax(np.ones((2, 3), bool))
    TypeError: softmax: S needs to hold floats or int64 ... S (2, 3) holds bool ...
softmax(ONE * 1j)
    TypeError: softmax: ... S (4, 3) holds complex128 ...
softmax(np.array([[None]]))
    TypeError: softmax: ... S (1, 1) holds object ...
scores(np.full((1, 2), 200, np.uint8), np.full((1, 2), 200, np.uint8))
    TypeError: scores: ... smaller integers overflow unseen ... Q (1, 2) holds uint8 ...
apply_mask(S45, S45)
    TypeError: apply_mask: keep needs to hold True (may look) or False, but keep (4, 5) holds float64.
apply_mask(torch.ones(4, 5), torch.ones(4, 5, dtype=torch.int32))
    TypeError: apply_mask: keep needs to hold True (may look) or False, but keep (4, 5) holds torch.int32.
apply_mask(S45, [[True] * 5] * 4)
    TypeError: apply_mask: keep needs to be a numpy array or a torch tensor, but is of type list.
padding_mask(np.array([1, 1, 0]))
    TypeError: padding_mask: is_token needs to hold True (may look) or False, but is_token (3,) holds
    int64 ...
# numbers
attend(ONE[:, :2], NAN, NAN)
    ValueError: attend: K needs finite numbers, but K (2, 2) has nan at [1, 1].
scores(INF, INF)
    ValueError: scores: Q needs finite numbers, but Q (1, 2) has inf at [0, 1].
mix(-INF, NAN)
    ValueError: mix: weights needs finite numbers, but weights (1, 2) has -inf at [0, 1].
softmax(NAN)
    ValueError: softmax: S needs finite numbers (or -inf where masked), but S (2, 2) has nan at [1, 1].
softmax(INF)
    ValueError: softmax: S needs finite numbers (or -inf where masked), but S (1, 2) has inf at [0, 1].
apply_mask(NAN, NAN > 5)
    ValueError: apply_mask: S needs finite numbers (or -inf where masked), but S (2, 2) has nan at [1, 1].
project(ONE[:2, :2], NAN)
    ValueError: project: W needs finite numbers, but W (2, 2) has nan at [1, 1].
project(ONE, ONE.T, np.full(4, math.nan))
    ValueError: project: b needs finite numbers, but b (4,) has nan at [0].
split_heads(NAN, 2)
    ValueError: split_heads: x needs finite numbers, but x (2, 2) has nan at [1, 1].
attend(*[torch.full((2, 2), 300.0, dtype=torch.float16)] * 3)
    ValueError: attend: scores / (√d_k · temperature) needs finite numbers ... (2, 2) has inf at [0, 0].
project(torch.full((1, 1), 1e30), torch.full((1, 1), 1e30))
    ValueError: project: X W needs finite numbers, but X W (1, 1) has inf at [0, 0].
mix(torch.full((1, 1), 1e30), torch.full((1, 1), 1e30))
    ValueError: mix: weights V needs finite numbers, but weights V (1, 1) has inf at [0, 0].
attend(ONE, ONE, ONE, temperature=0)
    ValueError: attend: temperature needs to be positive, but is 0.
attend(ONE, ONE, ONE, scaling="sqr")
    ValueError: attend: scaling needs to be one of sqrt, none, d_k, but is 'sqr'.
scale(ONE, 3, math.nan)
    ValueError: scale: temperature needs to be finite, but is nan.
scale(ONE, 3, "warm")
    TypeError: scale: temperature needs to be a number, but is 'warm'.
scale(ONE, 3, True)
    TypeError: scale: temperature needs to be a number, but is True.
scale(ONE, 0)
    ValueError: scale: d_k needs to be positive, but is 0.
scale(ONE, "3")
    TypeError: scale: d_k needs to be a number, but is '3'.
causal_mask(0)
    ValueError: causal_mask: n needs to be at least 1, but is 0.
causal_mask(2.0)
    TypeError: causal_mask: n needs to be a whole number, but is 2.0.
split_heads(ONE, 0)
    ValueError: split_heads: h needs to be at least 1, but is 0.
split_heads(ONE, 1.5)
    TypeError: split_heads: h needs to be a whole number, but is 1.5.
"""


@pytest.mark.parametrize(("call", "error"), refused(REFUSED))
def test_bad_input_is_named_in_the_error(call, error):
    assert_refused(call, error, globals())


def test_overflow_is_refused_on_numpy_too():
    Q = np.full((1, 2), 1e200)
    with np.errstate(over="ignore", invalid="ignore"), pytest.raises(ValueError, match="Q Kᵀ"):
        scores(Q, Q * [1, -1])


@pytest.mark.parametrize("keep", [None, causal_mask(4), torch.ones(4, 4).tril() > 0])
def test_vmap_and_meta_tensors_pass_through_validation(keep):
    """On them no number can be read, so none is refused; shapes still are."""
    Q = torch.randn(5, 4, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))

    def alone(q):
        return mix(softmax(attend(q, q, q, keep).masked), layer_norm(q))

    assert torch.allclose(torch.vmap(alone)(Q), alone(Q), rtol=0, atol=1e-12)
    q = Q.to("meta")
    keep = keep.to("meta") if isinstance(keep, torch.Tensor) else keep
    assert alone(q).shape == q.shape
    layer = layers.MultiHeadAttention(4, heads=2).to("meta")
    assert layer(torch.empty(2, 4, 4, device="meta"), keep=keep)[0].shape == (2, 4, 4)
    with pytest.raises(ValueError, match="same d_k"):
        attend(q, q[..., :2], q)
    with pytest.raises(ValueError, match="finite numbers"):
        attend(Q, Q / 0, Q)
