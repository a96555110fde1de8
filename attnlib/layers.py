"""The same attention as torch.nn modules, which train. Calling one returns (output, weights).

`forward(x, context=None, keep=None)`: x (..., n, d_model) asks, and context (..., m, d_model) answers: it
gives the keys and the values. Without a context x answers itself, and n = m. `keep` is True where a query
may look: bools (n, m) or (..., n, m), torch or numpy, or anything that broadcasts. A query that may look
nowhere gets weights 0.

Every layer raises TypeError for what is not a tensor of its own dtype, and ValueError for shapes that do not
fit and for NaN or infinity. Inputs are never changed.

What is n x m here is large, and each pass over it costs time: so these layers do as `attnlib.attention` does,
but check what goes in and what comes out only, and write over the scores.
"""

import math

import numpy as np
import torch
from torch import nn

from attnlib._validate import (
    broadcasts,
    check_arrays,
    check_count,
    check_finite,
    check_fit,
    check_mask,
    check_number,
    check_positive,
    shape,
)
from attnlib.attention import merge_heads, split_heads
from attnlib.block import layer_norm, post_norm, pre_norm


class SelfAttention(nn.Module):
    """One head: project x to queries, keys and values, attend, and (if asked to) project the output back.

    x (..., n, d_model) -> output (..., n, d_v), or (..., n, d_model) after W_O; weights (..., n, m).
    d_k is d_model if not given, d_v is d_k; `bias` is that of W_Q, W_K, W_V (W_O has one always).
    Vaswani et al. 2017, section 3.2.1
    """

    def __init__(self, d_model, d_k=None, d_v=None, bias=False, output_projection=False):
        super().__init__()
        d_k = d_model if d_k is None else d_k
        d_v = d_k if d_v is None else d_v
        check_count("SelfAttention", d_model=d_model, d_k=d_k, d_v=d_v)
        self.W_Q = nn.Linear(d_model, d_k, bias)
        self.W_K = nn.Linear(d_model, d_k, bias)
        self.W_V = nn.Linear(d_model, d_v, bias)
        self.W_O = nn.Linear(d_v, d_model) if output_projection else nn.Identity()

    def forward(self, x, context=None, keep=None):
        Q, K, V = _project(self, x, context)  # (..., n, d_k), (..., m, d_k), (..., m, d_v)
        weights = _weights("SelfAttention", Q, K, keep)  # (..., n, m)
        output = self.W_O(weights @ V)  # (..., n, d_v or d_model)
        return check_finite("SelfAttention", "output", output), weights


class MultiHeadAttention(nn.Module):
    """Several heads side by side, each with its own d_model / heads columns of Q, K and V; then W_O.

    x (..., n, d_model) -> output (..., n, d_model), weights (..., heads, n, m): one table for each head.
    keep is (n, m) or (..., n, m) for every head, or (..., heads or 1, n, m). In train mode dropout sets some
    of the weights to 0 and enlarges the others, so that rows no longer sum to one.
    Vaswani et al. 2017, section 3.2.2
    """

    def __init__(self, d_model, heads, dropout=0.0):
        super().__init__()
        check_count("MultiHeadAttention", d_model=d_model, heads=heads)
        if d_model % heads:
            raise ValueError(
                f"MultiHeadAttention: d_model needs to be a multiple of heads, "
                f"but d_model is {d_model} and heads is {heads}."
            )
        self.heads = heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model)
        self.dropout = _dropout("MultiHeadAttention", dropout)

    def forward(self, x, context=None, keep=None):
        projected = _project(self, x, context)  # (..., n or m, d_model)
        Q, K, V = (split_heads(rows, self.heads) for rows in projected)  # (..., heads, n or m, d_k)
        weights = self.dropout(_weights("MultiHeadAttention", Q, K, keep, heads=True))  # (..., heads, n, m)
        output = self.W_O(merge_heads(weights @ V))  # (..., n, d_model)
        return check_finite("MultiHeadAttention", "output", output), weights


class LayerNorm(nn.Module):
    """attnlib.layer_norm with a gain and a bias that are learned, d_model numbers each."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        check_count("LayerNorm", d_model=d_model)
        check_positive("LayerNorm", eps=eps)
        self.eps = eps
        self.gain = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        return layer_norm(x, self.gain, self.bias, self.eps)


class TransformerBlock(nn.Module):
    """Attention lets rows exchange, then each row thinks on its own; x goes around both, and is normed.

    x (..., n, d_model) -> output (..., n, d_model), weights (..., heads, n, m). d_ff is 4 d_model if not
    given. norm is "pre" (before attention and feed-forward, Xiong et al. 2020, figure 1b) or "post" (after
    the sum, Vaswani et al. 2017, section 3.1). A context comes as it is: it is not normed here.
    """

    def __init__(self, d_model, heads, d_ff=None, norm="pre", dropout=0.0):
        super().__init__()
        d_ff = 4 * d_model if d_ff is None else d_ff
        check_count("TransformerBlock", d_ff=d_ff)
        if norm not in ("pre", "post"):
            raise ValueError(f'TransformerBlock: norm needs to be "pre" or "post", but is {norm!r}.')
        self.around = pre_norm if norm == "pre" else post_norm
        self.attention = MultiHeadAttention(d_model, heads, dropout)
        self.norm_1 = LayerNorm(d_model)
        self.norm_2 = LayerNorm(d_model)
        self.W_1 = nn.Linear(d_model, d_ff)
        self.W_2 = nn.Linear(d_ff, d_model)
        self.dropout = _dropout("TransformerBlock", dropout)

    def forward(self, x, context=None, keep=None):
        weights = None

        def attention(rows):
            nonlocal weights
            output, weights = self.attention(rows, context, keep)
            return self.dropout(output)

        def feed_forward(rows):
            hidden = torch.relu(self.W_1(rows))  # (..., n, d_ff)
            return self.dropout(self.W_2(self.dropout(hidden)))  # (..., n, d_model)

        x = self.around(x, self.norm_1, attention)  # (..., n, d_model)
        x = self.around(x, self.norm_2, feed_forward)  # (..., n, d_model)
        return check_finite("TransformerBlock", "output", x), weights


def encoder_layer(block):
    """The same TransformerBlock as torch's own nn.TransformerEncoderLayer, with a copy of its weights.

    What torch has and ours has not, the biases of queries, keys and values, is 0.
    """
    attention, gain = block.attention, block.norm_1.gain
    theirs = nn.TransformerEncoderLayer(
        len(gain), attention.heads, block.W_1.out_features, block.dropout.p,
        batch_first=True, norm_first=block.around is pre_norm, layer_norm_eps=block.norm_1.eps,
        device=gain.device, dtype=gain.dtype,
    )  # fmt: skip
    projections = torch.cat([attention.W_Q.weight, attention.W_K.weight, attention.W_V.weight])
    theirs.load_state_dict(
        {
            "self_attn.in_proj_weight": projections,
            "self_attn.in_proj_bias": torch.zeros_like(projections[:, 0]),
            "self_attn.out_proj.weight": attention.W_O.weight,
            "self_attn.out_proj.bias": attention.W_O.bias,
            "linear1.weight": block.W_1.weight,
            "linear1.bias": block.W_1.bias,
            "linear2.weight": block.W_2.weight,
            "linear2.bias": block.W_2.bias,
            "norm1.weight": block.norm_1.gain,
            "norm1.bias": block.norm_1.bias,
            "norm2.weight": block.norm_2.gain,
            "norm2.bias": block.norm_2.bias,
        }
    )
    return theirs


def as_arrays(layer):
    """The parameters of a layer for numpy, by name: copies, each matrix as it stands in x @ W.

    nn.Linear stores the transpose.
    """
    return {name: p.detach().cpu().numpy().T.copy() for name, p in layer.named_parameters()}


def _project(layer, x, context):
    """Queries from x, keys and values from the context, or from x if there is none."""
    caller, context = type(layer).__name__, x if context is None else context
    W_Q, W_K, W_V = layer.W_Q, layer.W_K, layer.W_V
    check_arrays(caller, x=x, context=context, W_Q=W_Q.weight, W_K=W_K.weight, W_V=W_V.weight)
    d_model = W_Q.in_features
    need = f"x and context need d_model = {d_model} columns (their last size)"
    check_fit(caller, need, x.shape[-1] == context.shape[-1] == d_model, x=x, context=context)
    return W_Q(x), W_K(context), W_V(context)


def _weights(caller, Q, K, keep, heads=False):
    """Score, scale, mask, softmax: what attnlib.attend does, but each step written over the one before.

    A row that may look nowhere is not masked, since softmax makes NaN of -inf alone, and of its gradient too:
    its weights are set to 0 afterwards.
    """
    S = Q / math.sqrt(Q.shape[-1]) @ K.mT  # (..., n, m); Q is smaller than the scores: quicker to divide
    if keep is not None:
        keep = _mask(caller, keep, S, heads)
        blind = ~keep.any(-1, keepdim=True)  # (..., n, 1)
        S.masked_fill_(~(keep | blind), -math.inf)
    weights = torch.softmax(S, -1, out=None if S.requires_grad else S)  # a gradient needs S as it is
    if keep is not None and blind.any():
        weights = weights.masked_fill(blind, 0.0)
    return weights


def _mask(caller, keep, S, heads):
    """keep as a tensor that broadcasts to the scores S; one without an axis of heads is for every head."""
    check_mask(caller, "keep", keep)
    mask = torch.from_numpy(keep.copy()) if isinstance(keep, np.ndarray) else keep
    if heads and 2 < mask.ndim < S.ndim:
        mask = mask.unsqueeze(-3)  # (..., 1, n, m)
    if not heads and mask.ndim == S.ndim + 1 and mask.shape[-3] == 1:
        mask = mask.squeeze(-3)  # a mask made for many heads fits the one head here
    if not broadcasts(mask, shape(S)):
        forms = "(n, m), (..., n, m) or (..., heads, n, m)" if heads else "(n, m) or (..., n, m)"
        raise ValueError(
            f"{caller}: keep needs to be {forms}, or to broadcast to that, "
            f"but keep is {shape(keep)} and the weights are {shape(S)}."
        )
    return mask.to(S.device)


def _dropout(caller, p):
    check_number(caller, dropout=p)
    if not 0 <= p < 1:
        raise ValueError(f"{caller}: dropout needs to be at least 0 and below 1, but is {p!r}.")
    return nn.Dropout(p)
