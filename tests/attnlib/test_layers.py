"""attnlib.layers against torch.nn, against attnlib.attention, in training, and against bad input."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from attnlib.attention import attend, causal_mask, padding_mask
from attnlib.layers import (
    LayerNorm,
    MultiHeadAttention,
    SelfAttention,
    TransformerBlock,
    as_arrays,
    encoder_layer,
)
from tests.helpers.refusals import assert_refused, refused

TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-5, torch.bfloat16: 1e-2}

LAYERS = {
    "SelfAttention": lambda: SelfAttention(6, 2, 3, output_projection=True),
    "MultiHeadAttention": lambda: MultiHeadAttention(6, 3),
    "TransformerBlock": lambda: TransformerBlock(6, 3),
}


@pytest.fixture(autouse=True)
def _same_numbers_every_time():
    torch.manual_seed(0)


def close(a, b, tolerance):
    torch.testing.assert_close(a, b, rtol=0, atol=tolerance)
    return True


def twins(d_model, heads, dtype):
    """Our layer and PyTorch's with the same parameters."""
    ours = MultiHeadAttention(d_model, heads).to(dtype).eval()
    theirs = nn.MultiheadAttention(d_model, heads, batch_first=True, dtype=dtype).eval()
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.W_Q.weight, ours.W_K.weight, ours.W_V.weight]))
        theirs.in_proj_bias.zero_()
        theirs.out_proj.weight.copy_(ours.W_O.weight)
        theirs.out_proj.bias.copy_(ours.W_O.bias)
    return ours, theirs


# --- MultiHeadAttention: the truth is nn.MultiheadAttention, whose masks hide where they are True ---


@pytest.mark.parametrize(
    ("dtype", "mask", "d_model", "heads", "n"),
    [
        (torch.float64, "none", 1, 1, 1),  # the smallest
        (torch.float64, "causal", 64, 8, 33),  # one mask for all heads of all sentences
        (torch.float64, "padding", 12, 4, 9),  # a mask for each sentence, which broadcasts over the queries
        (torch.float64, "both", 8, 2, 5),
        (torch.float32, "both", 12, 4, 9),
    ],
)
def test_multi_head_attention_equals_that_of_pytorch(dtype, mask, d_model, heads, n):
    ours, theirs = twins(d_model, heads, dtype)
    x = torch.randn(3, n, d_model, dtype=dtype)
    keep, hide, hide_keys = None, None, None
    if mask in ("causal", "both"):
        keep = torch.from_numpy(causal_mask(n))
        hide = ~keep
    if mask in ("padding", "both"):
        is_token = torch.arange(n) < torch.tensor([[n], [max(1, n // 2)], [1]])  # (3, n)
        keep = padding_mask(is_token) if keep is None else keep & padding_mask(is_token)
        hide_keys = ~is_token
    output, weights = ours(x, keep=keep)
    truth, truths = theirs(x, x, x, attn_mask=hide, key_padding_mask=hide_keys, average_attn_weights=False)
    assert weights.shape == (3, heads, n, n)
    assert output.shape == (3, n, d_model)
    assert close(weights, truths, TOLERANCE[dtype])
    assert close(output, truth, TOLERANCE[dtype])


def test_cross_attention_equals_that_of_pytorch():
    ours, theirs = twins(12, 3, torch.float64)
    x, context = torch.randn(2, 4, 12).double(), torch.randn(2, 7, 12).double()
    keep = torch.rand(2, 3, 4, 7) < 0.6
    keep[..., 0] = True
    for allowed in (None, keep):
        output, weights = ours(x, context, allowed)
        hide = None if allowed is None else ~allowed.reshape(6, 4, 7)
        truth, truths = theirs(x, context, context, attn_mask=hide, average_attn_weights=False)
        assert weights.shape == (2, 3, 4, 7)
        assert close(weights, truths, 1e-12)
        assert close(output, truth, 1e-12)


def test_it_has_the_parameters_of_the_paper():
    layer = MultiHeadAttention(512, 8)
    assert sum(p.numel() for p in layer.parameters()) == 1_049_088
    names = {name: tuple(p.shape) for name, p in layer.named_parameters()}
    assert names == {
        "W_Q.weight": (512, 512),
        "W_K.weight": (512, 512),
        "W_V.weight": (512, 512),
        "W_O.weight": (512, 512),
        "W_O.bias": (512,),
    }
    output, weights = layer(torch.randn(2, 20, 512))
    assert (output.shape, weights.shape) == ((2, 20, 512), (2, 8, 20, 20))


def test_every_form_of_a_mask_gives_the_same_result():
    layer, x = MultiHeadAttention(8, 4).double(), torch.randn(2, 5, 8, dtype=torch.float64)
    full = torch.rand(2, 4, 5, 5) < 0.6
    full[..., 0] = True

    def weights(keep, rows=x):
        return layer(rows, keep=keep)[1]

    def reference(keep):  # (2, 4, 5, 5)
        Q, K = (W(x).reshape(2, 5, 4, 2).transpose(1, 2) for W in (layer.W_Q, layer.W_K))
        return attend(Q, K, K, keep).weights

    assert close(weights(full), reference(full), 1e-12)
    assert close(weights(full[:, :1]), reference(full[:, :1]), 1e-12)  # (batch, 1, n, m)
    assert close(weights(full[:, 0]), reference(full[:, :1]), 1e-12)  # (batch, n, m): for every head
    assert close(weights(full[0, 0]), reference(full[0, 0]), 1e-12)  # (n, m): for every sentence
    assert close(weights(full[:, 0, :1]), reference(full[:, :1, :1]), 1e-12)  # (batch, 1, m): padding
    assert close(weights(full[0, 0, 0]), reference(full[0, 0, 0]), 1e-12)  # (m,)
    assert close(weights(full[0], x[0]), reference(full[0])[0], 1e-12)  # (heads, n, m), one sentence
    assert close(weights(full[0, 0], x[0]), reference(full[0, 0])[0], 1e-12)


@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
def test_a_numpy_mask_gives_the_same_result_as_a_tensor(make):
    layer, x, keep = make(), torch.randn(2, 4, 6), causal_mask(4)
    expected = layer(x, keep=torch.from_numpy(keep))
    read_only = np.broadcast_to(keep, (2, 4, 4))
    backwards = keep[::-1, ::-1].T  # causal again, with negative strides
    for mask in (keep, read_only, backwards):
        output, weights = layer(x, keep=mask)
        assert (output == expected[0]).all()
        assert (weights == expected[1]).all()


@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
def test_one_sentence_and_more_axes_give_the_same_as_a_batch(make):
    layer, x = make(), torch.randn(2, 5, 4, 6)
    output, weights = layer(x, keep=causal_mask(4))
    for i in range(2):
        for j in range(5):
            alone, alone_weights = layer(x[i, j], keep=causal_mask(4))
            assert close(alone, output[i, j], 1e-5)
            assert close(alone_weights, weights[i, j], 1e-5)


def test_with_and_without_gradients_give_the_same():
    for dtype, n in ((torch.float64, 3), (torch.float32, 17), (torch.float32, 130), (torch.bfloat16, 40)):
        layer, x = MultiHeadAttention(8, 2).to(dtype).eval(), torch.randn(2, n, 8).to(dtype)
        for keep in (None, causal_mask(n)):
            expected, expected_weights = layer(x, keep=keep)
            for mode in (torch.no_grad, torch.inference_mode):
                with mode():
                    output, weights = layer(x, keep=keep)
                assert not weights.requires_grad
                assert close(weights, expected_weights.detach(), TOLERANCE[dtype])
                assert close(output, expected.detach(), TOLERANCE[dtype])


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("low", [torch.bfloat16, torch.float16])
def test_under_autocast_a_block_adds_in_the_dtype_of_x_as_pytorchs_does(norm, low):
    block, x = TransformerBlock(8, 2, norm=norm), torch.randn(2, 5, 8, requires_grad=True)
    with torch.autocast("cpu", low):
        output, _ = block(x)
        truth = encoder_layer(block)(x)
        assert output.dtype == truth.dtype == torch.float32
        assert close(output, truth, TOLERANCE[torch.bfloat16])
        output.sum().backward()
        assert x.grad.isfinite().all()
        rows, _ = block.attention(x)
        assert rows.dtype == low
        assert block(rows)[0].shape == block.attention(rows)[0].shape == x.shape  # the next layer takes these
        with pytest.raises(TypeError, match="one dtype"):
            block(x.double())


# --- a query that may look nowhere ---


@pytest.mark.parametrize("grad", [True, False])
def test_a_fully_masked_query_gets_weights_0_and_the_bias_of_W_O(grad):
    layer, x = MultiHeadAttention(6, 2), torch.randn(2, 4, 6)
    keep = torch.ones(2, 2, 4, 4, dtype=torch.bool)
    keep[0, :, 1] = False  # query 1 of sentence 0, in both heads
    keep[1, 0, 2] = False  # query 2 of sentence 1, in head 0 only
    with torch.set_grad_enabled(grad):
        output, weights = layer(x, keep=keep)
        free_output, free_weights = layer(x)
    assert (weights[0, :, 1] == 0).all()
    assert (weights[1, 0, 2] == 0).all()
    assert close(output[0, 1], layer.W_O.bias, 1e-7)
    sees = keep.any(-1)
    assert close(weights[sees], free_weights[sees], 1e-7)
    assert close(output[0, [0, 2, 3]], free_output[0, [0, 2, 3]], 1e-6)


def test_one_fully_masked_head_gives_0():
    layer, x = SelfAttention(6, 3, 2), torch.randn(4, 6)
    output, weights = layer(x, keep=torch.zeros(1, 1, dtype=torch.bool))
    assert (output == 0).all()
    assert (weights == 0).all()


def test_masked_keys_stay_masked_however_low_the_other_scores_are():
    layer = SelfAttention(1, 1)
    with torch.no_grad():
        layer.W_Q.weight.fill_(1e6)
        layer.W_K.weight.fill_(-1e6)
    x = torch.tensor([[1.0], [0.0]])  # scores of query 0: -1e12 and 0
    assert layer(x, keep=torch.tensor([[True, False]]))[1][0].tolist() == [1, 0]


def test_left_padding_under_a_causal_mask_trains():
    is_token = torch.tensor([[False, False, True, True], [True, True, True, True]])
    keep = padding_mask(is_token) & torch.from_numpy(causal_mask(4))  # two rows of sentence 0 are empty
    layers = [SelfAttention(6, bias=True), MultiHeadAttention(6, 2), TransformerBlock(6, 2)]
    for layer in (*layers, TransformerBlock(6, 2, norm="post")):
        x = torch.randn(2, 4, 6, requires_grad=True)
        output, weights = layer(x, keep=keep)
        with torch.autograd.set_detect_anomaly(True):  # no NaN on the way back either
            (output.square().sum() + weights.square().sum()).backward()
        for p in (x, *layer.parameters()):
            assert p.grad.isfinite().all()
        assert x.grad.abs().sum() > 0


def test_gradients_are_those_of_finite_differences():
    layer = MultiHeadAttention(4, 2).double()
    x, context = (torch.randn(2, n, 4, dtype=torch.float64, requires_grad=True) for n in (3, 5))
    keep = torch.rand(2, 3, 5) < 0.6
    keep[0, 0] = False
    assert torch.autograd.gradcheck(lambda *both: layer(*both, keep=keep), (x, context))


# --- SelfAttention ---


def test_self_attention_is_attend_on_projections():
    layer = SelfAttention(6, d_k=3, d_v=2, bias=True).double()
    x, context = torch.randn(2, 4, 6, dtype=torch.float64), torch.randn(2, 5, 6, dtype=torch.float64)
    keep = torch.rand(2, 4, 5) < 0.5
    output, weights = layer(x, context, keep)
    trace = attend(layer.W_Q(x), layer.W_K(context), layer.W_V(context), keep)
    assert close(weights, trace.weights, 1e-12)
    assert close(output, trace.output, 1e-12)


def shapes(layer):
    return {name: tuple(p.shape) for name, p in layer.named_parameters()}


def test_self_attention_has_the_requested_projections():
    assert shapes(SelfAttention(6)) == {f"W_{name}.weight": (6, 6) for name in "QKV"}
    assert shapes(SelfAttention(6, 3)) == {f"W_{name}.weight": (3, 6) for name in "QKV"}
    assert shapes(SelfAttention(6, d_v=2, output_projection=True)) == {
        "W_Q.weight": (6, 6),
        "W_K.weight": (6, 6),
        "W_V.weight": (2, 6),
        "W_O.weight": (6, 2),
        "W_O.bias": (6,),
    }
    assert shapes(SelfAttention(6, 3, bias=True)).keys() >= {"W_Q.bias", "W_K.bias", "W_V.bias"}


# --- dropout ---


def test_dropout_acts_on_the_weights_and_in_training_only():
    layer, x = MultiHeadAttention(8, 2, dropout=0.5), torch.randn(2, 16, 8)
    _, plain = layer.eval()(x)
    _, dropped = layer.train()(x)
    zero = dropped == 0
    assert 0.4 < zero.double().mean() < 0.6
    assert close(dropped[~zero], 2 * plain[~zero], 1e-6)
    assert close(plain.sum(-1), torch.ones(2, 2, 16), 1e-6)
    layer.dropout.p = 0.0
    assert (layer(x)[1] == plain).all()


def test_the_block_applies_dropout_in_three_places():
    block, seen = TransformerBlock(8, 2, d_ff=20, dropout=0.5), []
    block.dropout.register_forward_hook(lambda layer, given, result: seen.append(tuple(result.shape)))
    block(torch.randn(3, 4, 8))
    assert seen == [(3, 4, 8), (3, 4, 20), (3, 4, 8)]
    assert block.attention.dropout.p == 0.5


# --- LayerNorm and TransformerBlock ---


def test_layer_norm_equals_that_of_pytorch():
    ours, theirs = LayerNorm(7, eps=1e-6).double(), nn.LayerNorm(7, eps=1e-6).double()
    assert shapes(ours) == {"gain": (7,), "bias": (7,)}
    x = 3 * torch.randn(2, 4, 7).double() + 1
    assert close(ours(x), theirs(x), 1e-12)
    for ours_p, theirs_p in zip(ours.parameters(), theirs.parameters(), strict=True):
        theirs_p.data = ours_p.data = torch.rand(7).double()
    assert close(ours(x), theirs(x), 1e-12)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_the_block_equals_the_encoder_layer_of_pytorch(norm):
    ours = TransformerBlock(12, 3, d_ff=20, norm=norm).double()
    with torch.no_grad():
        for p in ours.parameters():
            p.copy_(torch.randn_like(p) / 2)  # gains and biases too, which start as 1 and 0
    theirs = encoder_layer(ours)
    assert theirs.norm_first is (norm == "pre")
    x, keep = torch.randn(2, 5, 12).double(), torch.from_numpy(causal_mask(5))
    for mode in (True, False):
        output, weights = ours.train(mode)(x, keep=keep)
        assert weights.shape == (2, 3, 5, 5)
        assert close(output, theirs.train(mode)(x, src_mask=~keep), 1e-12)


def test_as_arrays_copies_parameters_transposed_for_a_product_from_the_right():
    block, x = TransformerBlock(4, 2, d_ff=6).double(), torch.randn(3, 4).double()
    arrays = as_arrays(block)
    assert list(arrays) == [name for name, _ in block.named_parameters()]
    assert arrays["norm_1.gain"].tolist() == [1] * 4
    assert np.allclose(x.numpy() @ arrays["W_1.weight"] + arrays["W_1.bias"], block.W_1(x).detach().numpy())
    for array in arrays.values():
        array[:] = 7
    assert not any((p == 7).any() for p in block.parameters())


def test_the_block_attends_to_a_context():
    block, x, context = TransformerBlock(8, 2), torch.randn(2, 4, 8), torch.randn(2, 6, 8)
    output, weights = block(x, context)
    attended, expected = block.attention(block.norm_1(x), context)
    y = x + attended
    assert close(weights, expected, 1e-7)
    assert close(output, y + block.W_2(torch.relu(block.W_1(block.norm_2(y)))), 1e-6)


def test_the_feed_forward_is_four_times_as_wide_by_default():
    assert shapes(TransformerBlock(8, 2))["W_1.weight"] == (32, 8)
    assert shapes(TransformerBlock(8, 2, d_ff=5))["W_2.weight"] == (8, 5)


# --- inputs left as they were ---


@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
def test_inputs_are_never_changed(make):
    layer, x, context, keep = make(), torch.randn(2, 4, 6), torch.randn(2, 5, 6), torch.rand(2, 4, 5) < 0.5
    mask = keep.numpy().copy()
    given = [a.clone() for a in (x, context, keep)]
    parameters = [p.detach().clone() for p in layer.parameters()]
    for grad in (True, False):  # without a gradient the scores are written over
        with torch.set_grad_enabled(grad):
            layer(x, context, keep)
            layer(x, context, mask)
        assert all(torch.equal(a, b) for a, b in zip((x, context, keep), given, strict=True))
        assert (mask == keep.numpy()).all()
        assert all(torch.equal(a, b) for a, b in zip(layer.parameters(), parameters, strict=True))


# --- bad input ---

MHA, ONE_HEAD, BLOCK = MultiHeadAttention(6, 2), SelfAttention(6, 3), TransformerBlock(6, 2)
X = torch.ones(2, 4, 6)
BROKEN = MultiHeadAttention(6, 2)
BROKEN.W_K.weight.data[2, 1] = math.nan
NO_WAY_BACK = MultiHeadAttention(6, 2)
NO_WAY_BACK.W_O.bias.data[0] = math.nan


def with_nan(x):
    return torch.where(torch.arange(6) == 5, math.nan, x)


REFUSED = """
MultiHeadAttention(10, 3)
    ValueError: MultiHeadAttention: d_model needs to be a multiple of heads ... d_model is 10 and heads is
    3 ...
MultiHeadAttention(6, 0)
    ValueError: MultiHeadAttention: heads needs to be at least 1, but is 0.
SelfAttention(0)
    ValueError: SelfAttention: d_model needs to be at least 1, but is 0.
SelfAttention(6, 2, "2")
    TypeError: SelfAttention: d_v needs to be a whole number, but is '2'.
MultiHeadAttention(6, 2, dropout=1)
    ValueError: MultiHeadAttention: dropout needs to be at least 0 and below 1, but is 1.
TransformerBlock(6, 2, dropout=-0.1)
    ValueError: MultiHeadAttention: dropout needs to be at least 0 and below 1, but is -0.1.
MultiHeadAttention(6, 2, "a")
    TypeError: MultiHeadAttention: dropout needs to be a number, but is 'a'.
TransformerBlock(6, 2, norm="both")
    ValueError: TransformerBlock: norm needs to be "pre" or "post", but is 'both'.
TransformerBlock(6, 2, d_ff=0)
    ValueError: TransformerBlock: d_ff needs to be at least 1, but is 0.
LayerNorm(6, eps=0)
    ValueError: LayerNorm: eps needs to be positive, but is 0.
LayerNorm(2.5)
    TypeError: LayerNorm: d_model needs to be a whole number, but is 2.5.
LayerNorm(6)(torch.ones(2, 5))
    ValueError: layer_norm: gain and bias need one number for each column of x ... x is (2, 5) ... gain is
    (6,) ...
MHA(np.ones((2, 4, 6)))
    TypeError: MultiHeadAttention: needs all numpy arrays or all torch tensors ... x (2, 4, 6) is numpy
    ...
ONE_HEAD([[1.0] * 6])
    TypeError: SelfAttention: x needs to be a numpy array or a torch tensor, but is of type list.
ONE_HEAD(X, np.ones((2, 4, 6)))
    TypeError: SelfAttention: ... x (2, 4, 6) is torch ... context (2, 4, 6) is numpy ...
MHA(X.double())
    TypeError: MultiHeadAttention: needs tensors of one dtype ... x (2, 4, 6) is torch.float64 ... W_Q (6,
    6) is torch.float32 ...
MHA(X[0, 0])
    ValueError: MultiHeadAttention: x needs 2 axes or more, none of size 0, but is (6,).
MHA(X[..., :5])
    ValueError: MultiHeadAttention: x and context need d_model = 6 columns (their last size) ... x is (2,
    4, 5) ...
ONE_HEAD(X, X[..., :5])
    ValueError: SelfAttention: ... need d_model = 6 columns ... x is (2, 4, 6) ... context is (2, 4, 5)
    ...
MHA(X, torch.ones(3, 4, 6))
    ValueError: MultiHeadAttention: ... leading axes (batch, heads) need to agree ... x is (2, 4, 6) ...
    context is (3, 4, 6) ...
MHA(X, keep=causal_mask(3))
    ValueError: MultiHeadAttention: keep needs to be (n, m), (..., n, m) or (..., heads, n, m) ... keep is
    (3, 3) ... the weights are (2, 2, 4, 4) ...
MHA(X, keep=torch.ones(4, 4))
    TypeError: MultiHeadAttention: keep needs to hold True (may look) or False, but keep (4, 4) holds
    torch.float32 ...
MHA(with_nan(X))
    ValueError: MultiHeadAttention: x needs finite numbers, but x (2, 4, 6) has nan at [0, 0, 5].
ONE_HEAD(X, X / 0)
    ValueError: SelfAttention: context needs finite numbers, but context (2, 4, 6) has inf at [0, 0, 0].
BROKEN(X)
    ValueError: MultiHeadAttention: W_K needs finite numbers, but W_K (6, 6) has nan at [2, 1].
NO_WAY_BACK(X)
    ValueError: MultiHeadAttention: output needs finite numbers, but output (2, 4, 6) has nan at [0, 0, 0]
    ...
ONE_HEAD(torch.randn(4, 6) * 1e25)
    ValueError: SelfAttention: output needs finite numbers, but output (4, 3) has nan at [0, 0].
LayerNorm(6)(with_nan(X))
    ValueError: layer_norm: x needs finite numbers, but x (2, 4, 6) has nan at [0, 0, 5].
BLOCK(with_nan(X))
    ValueError: pre_norm: x needs finite numbers, but x (2, 4, 6) has nan at [0, 0, 5].
"""


@pytest.mark.parametrize(("call", "error"), refused(REFUSED))
def test_bad_input_is_named_in_the_error(call, error):
    assert_refused(call, error, globals())


def test_very_negative_scores_are_not_taken_for_masked():
    layer = SelfAttention(2, 1)
    with torch.no_grad():
        layer.W_Q.weight.copy_(torch.tensor([[1e20, 0.0]]))
        layer.W_K.weight.copy_(torch.tensor([[-1e20, 0.0]]))
    with pytest.raises(ValueError, match="output needs finite numbers"):
        layer(torch.ones(3, 2), keep=causal_mask(3))


def test_a_mask_made_for_many_heads_fits_one_head():
    layer, x = SelfAttention(6), torch.randn(2, 4, 6, generator=torch.Generator().manual_seed(0))
    keep = torch.ones(2, 4, 4, dtype=torch.bool).tril()
    assert torch.equal(layer(x, keep=keep[:, None])[1], layer(x, keep=keep)[1])
    with pytest.raises(ValueError, match=r"keep is \(2, 3, 4, 4\) and the weights are \(2, 4, 4\)"):
        layer(x, keep=keep[:, None].expand(2, 3, 4, 4))
