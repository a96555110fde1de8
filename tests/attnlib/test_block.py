"""attnlib.block against PyTorch, against the printed formulas, and against bad input."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib.block import feed_forward, layer_norm, positional_encoding, post_norm, pre_norm
from tests.helpers.refusals import assert_refused, refused

TOLERANCE = {"float64": 1e-12, "float32": 1e-5}

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)


def make(kind, dtype, *arrays):
    """Copies of numpy arrays as arrays of that kind."""
    arrays = [a.astype(dtype) for a in arrays]
    return [torch.from_numpy(a) for a in arrays] if kind == "torch" else arrays


def close(a, b, tolerance):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=0, atol=tolerance, equal_nan=False)
    return True


# --- layer_norm ---


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize(
    ("dtype", "shape", "eps"),
    [
        ("float64", (1,), 1e-5),  # one number alone has the variance 0
        ("float64", (5,), 1e-6),
        ("float64", (2, 3, 512), 0.1),  # an eps that counts
        ("float32", (3, 4), 1e-5),
    ],
)
def test_layer_norm_equals_that_of_pytorch(kind, dtype, shape, eps):
    rng = np.random.default_rng(0)
    x, gain, bias = 3 * rng.standard_normal(shape) + 1, rng.random(shape[-1]), rng.random(shape[-1])
    plain, *learned = make(kind, dtype, x, gain, bias)
    tensor, *tensors = make("torch", dtype, x, gain, bias)
    truth = F.layer_norm(tensor, shape[-1:], eps=eps)
    assert close(layer_norm(plain, eps=eps), truth, TOLERANCE[dtype])
    assert close(layer_norm(plain, 2.0, -1, eps), 2 * truth - 1, TOLERANCE[dtype])
    assert close(
        layer_norm(plain, *learned, eps), F.layer_norm(tensor, shape[-1:], *tensors, eps), TOLERANCE[dtype]
    )


def test_the_unbiased_spread_of_512_features_prints_as_1_0010():
    x = 10 * np.random.default_rng(0).standard_normal((2, 10, 512)) + 5
    normed = layer_norm(x, eps=1e-6)
    assert close(normed.mean(-1), np.zeros((2, 10)), 1e-12)
    assert {f"{spread:.4f}" for spread in normed.std(-1, ddof=1).flat} == {"1.0010"}
    assert {f"{spread:.4f}" for spread in normed.std(-1).flat} == {"1.0000"}


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_a_row_of_equal_numbers_becomes_the_bias(kind):
    x, gain, bias = make(kind, "float64", np.full((2, 3), 7.0), np.ones(3), np.arange(3.0))
    assert np.asarray(layer_norm(x, gain, bias)).tolist() == [[0, 1, 2]] * 2


@quick
@given(st.integers(0, 10_000), st.integers(2, 8), st.floats(0.5, 50), st.floats(-50, 50))
def test_layer_norm_is_invariant_to_shift_and_scale(seed, d, stretch, shift):
    x = np.random.default_rng(seed).standard_normal((3, d))
    tiny = 1e-12  # of the variance, which the stretch leaves alone
    moved = layer_norm(stretch * x + shift, eps=tiny * stretch**2)
    assert close(moved, layer_norm(x, eps=tiny), 1e-6)


def test_layer_norm_accepts_integers():
    whole = np.array([[1, 2, 6], [0, 0, 3]])
    assert close(layer_norm(whole), layer_norm(whole.astype(float)), 0)
    assert close(layer_norm(torch.from_numpy(whole)), layer_norm(whole), 1e-6)


def test_layer_norm_has_the_right_gradient():
    rng = np.random.default_rng(0)
    arrays = make("torch", "float64", *(rng.standard_normal(size) for size in ((2, 3, 4), 4, 4)))
    assert torch.autograd.gradcheck(layer_norm, [a.requires_grad_() for a in arrays])


# --- positional_encoding ---


@pytest.mark.parametrize(("n", "d_model"), [(1, 1), (4, 6), (5, 7), (50, 64)])
def test_positional_encoding_is_the_printed_formula(n, d_model):
    encoding = positional_encoding(n, d_model)
    assert encoding.shape == (n, d_model)
    assert encoding.dtype == np.float64
    for position in range(n):
        for i in range((d_model + 1) // 2):
            angle = position / 10000 ** (2 * i / d_model)
            assert encoding[position, 2 * i] == pytest.approx(math.sin(angle), abs=1e-12)
            if 2 * i + 1 < d_model:
                assert encoding[position, 2 * i + 1] == pytest.approx(math.cos(angle), abs=1e-12)


def test_the_product_of_two_positions_depends_on_their_distance_only():
    encoding = positional_encoding(20, 16)
    products = encoding @ encoding.T
    for distance in range(20):
        assert np.ptp(products.diagonal(distance)) < 1e-12


def test_the_distance_rule_of_lesson_08_holds_for_five_steps():
    encoding = positional_encoding(101, 64)
    product = encoding @ encoding[0]
    assert (np.diff(product[:6]) < 0).all()
    assert product[6] > product[5]
    assert product[[50, 100]].round(1).tolist() == [15.7, 17.9]


# --- feed_forward ---


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize(("dtype", "lead"), [("float64", ()), ("float64", (2, 3)), ("float32", (3,))])
def test_feed_forward_is_two_linear_layers_around_a_relu(kind, dtype, lead):
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(size) for size in ((*lead, 4), (4, 7), 7, (7, 5), 5)]
    x, W_1, b_1, W_2, b_2 = make("torch", dtype, *arrays)
    truth = F.linear(F.relu(F.linear(x, W_1.T, b_1)), W_2.T, b_2)
    assert close(feed_forward(*make(kind, dtype, *arrays)), truth, TOLERANCE[dtype])
    without_b = F.relu(x @ W_1) @ W_2
    x, W_1, _, W_2, _ = make(kind, dtype, *arrays)
    assert close(feed_forward(x, W_1, None, W_2, None), without_b, TOLERANCE[dtype])


# --- the way around ---


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_pre_norm_and_post_norm(kind):
    (x,) = make(kind, "float64", np.random.default_rng(0).standard_normal((3, 4)))
    (W,) = make(kind, "float64", np.random.default_rng(1).standard_normal((4, 4)))

    def sublayer(rows):
        return rows @ W

    assert close(pre_norm(x, layer_norm, sublayer), x + layer_norm(x) @ W, 1e-12)
    assert close(post_norm(x, layer_norm, sublayer), layer_norm(x + x @ W), 1e-12)


# --- what comes out, and inputs left as they were ---


@pytest.mark.parametrize("kind", ["numpy", "torch"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_dtype_stays_and_inputs_are_never_changed(kind, dtype):
    rng = np.random.default_rng(0)
    given = make("numpy", dtype, *(rng.standard_normal(size) for size in ((3, 4), 4, 4, (4, 4))))
    x, gain, bias, W = arrays = make(kind, dtype, *given)
    results = [
        layer_norm(x),
        layer_norm(x, gain, bias),
        layer_norm(x, 2, bias),
        feed_forward(x, W, bias, W, None),
        pre_norm(x, layer_norm, lambda rows: rows @ W),
        post_norm(x, layer_norm, lambda rows: rows @ W),
    ]
    assert {type(a) for a in results} == {type(x)}
    assert {a.dtype for a in results} == {x.dtype}
    assert all((np.asarray(a) == b).all() for a, b in zip(arrays, given, strict=True))


# --- bad input ---

ONE = np.ones((4, 3))
NAN = np.array([[1.0, math.nan]])
TENSOR = torch.ones(4, 3)

REFUSED = """
layer_norm([[1.0, 2.0]])
    TypeError: layer_norm: x needs to be a numpy array or a torch tensor, but is of type list.
layer_norm(np.array(1.0))
    ValueError: layer_norm: x needs 1 axes or more, none of size 0, but is ().
layer_norm(np.ones((3, 0)))
    ValueError: layer_norm: x needs 1 axes or more, none of size 0, but is (3, 0).
layer_norm(ONE > 0)
    TypeError: layer_norm: ... x (4, 3) holds bool ...
layer_norm(NAN)
    ValueError: layer_norm: x needs finite numbers, but x (1, 2) has nan at [0, 1].
layer_norm(ONE, np.ones(4))
    ValueError: layer_norm: gain and bias need one number for each column of x ... x is (4, 3) ... gain is
    (4,) ...
layer_norm(ONE[:, :2], NAN[0])
    ValueError: layer_norm: gain needs finite numbers, but gain (2,) has nan at [1].
layer_norm(ONE, [1.0] * 3)
    TypeError: layer_norm: gain needs to be a numpy array or a torch tensor, but is of type list.
layer_norm(TENSOR, np.ones(3))
    TypeError: layer_norm: needs all numpy arrays or all torch tensors ... x (4, 3) is torch ... gain (3,)
    is numpy ...
layer_norm(TENSOR, torch.ones(3).double())
    TypeError: layer_norm: needs tensors of one dtype ... x (4, 3) is torch.float32 ... gain (3,) is
    torch.float64 ...
layer_norm(ONE, eps=0)
    ValueError: layer_norm: eps needs to be positive, but is 0.
layer_norm(ONE, eps="small")
    TypeError: layer_norm: eps needs to be a number, but is 'small'.
layer_norm(torch.tensor([[0.0, 1e30]]))
    ValueError: layer_norm: variance needs finite numbers, but variance (1, 1) has inf at [0, 0].
positional_encoding(0, 4)
    ValueError: positional_encoding: n needs to be at least 1, but is 0.
positional_encoding(3, 1.5)
    TypeError: positional_encoding: d_model needs to be a whole number, but is 1.5.
feed_forward(ONE, np.ones((4, 5)), None, np.ones((5, 3)), None)
    ValueError: project: W needs as many rows as X has columns, but X is (4, 3) and W is (4, 5).
feed_forward(ONE, np.ones((3, 5)), None, np.ones((4, 3)), None)
    ValueError: feed_forward: W_2 needs as many rows as W_1 has columns ... W_1 is (3, 5) ... W_2 is (4,
    3) ...
feed_forward(ONE, np.ones((3, 5)), np.ones(3), np.ones((5, 3)), None)
    ValueError: project: b needs one number for each column of W, but W is (3, 5) and b is (3,).
feed_forward(ONE, None, None, ONE, None)
    TypeError: feed_forward: W_1 needs to be a numpy array or a torch tensor, but is of type NoneType.
feed_forward(ONE, ONE.T, None, TENSOR, None)
    TypeError: feed_forward: needs all numpy arrays or all torch tensors ... W_2 (4, 3) is torch ...
pre_norm(ONE, layer_norm, lambda rows: rows[:, :1])
    ValueError: pre_norm: the sublayer needs to keep the shape of x ... x is (4, 3) ... the sublayer gave
    is (4, 1) ...
post_norm(ONE, layer_norm, lambda rows: rows[:1])
    ValueError: post_norm: the sublayer needs to keep the shape of x ... x is (4, 3) ... gave is (1, 3)
    ...
pre_norm(ONE, layer_norm, lambda rows: (rows, None))
    TypeError: pre_norm: what the sublayer gave needs to be a numpy array ... of type tuple ...
pre_norm(ONE, layer_norm, lambda rows: rows * math.nan)
    ValueError: pre_norm: ... what the sublayer gave (4, 3) has nan at [0, 0] ...
pre_norm([1.0], layer_norm, layer_norm)
    TypeError: pre_norm: x needs to be a numpy array or a torch tensor, but is of type list.
post_norm(ONE, layer_norm, lambda rows: TENSOR)
    TypeError: post_norm: ... x (4, 3) is numpy ... what the sublayer gave (4, 3) is torch ...
"""


@pytest.mark.parametrize(("call", "error"), refused(REFUSED))
def test_bad_input_is_named_in_the_error(call, error):
    assert_refused(call, error, globals())
