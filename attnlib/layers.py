"""The same attention as torch.nn modules, which train. Calling one returns (output, weights).

`forward(x, context=None, keep=None)`: queries are made of x (..., n, d_model), keys and values of the
context (..., m, d_model); without a context they are made of x, too, and n = m. `keep` is True where a query
may attend: bool (n, m) or (..., n, m), torch or numpy, or any shape that broadcasts to these. A query that
may attend to nothing gets weights 0.

Every layer raises TypeError for anything but a tensor of its own dtype, and ValueError for shapes that do not
fit and for NaN or infinity. No layer changes its inputs.

Arrays (n, m) are large here, and each pass over one takes time. So these layers compute what
`attnlib.attention` computes, but check only their inputs and outputs, and write over the scores.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

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
    """Project x to queries, keys and values, attend with one head, and project the output back if wanted.

    Vaswani et al. 2017, section 3.2.1.

    Args:
        d_model: the columns of x
        d_k: the columns of queries and keys; by default d_model
        d_v: the columns of values; by default d_k
        bias: whether W_Q, W_K and W_V have a bias (W_O always has one)
        output_projection: whether W_O projects the output back to d_model columns
    Returns:
        From a call, output (..., n, d_v), or (..., n, d_model) after W_O, and weights (..., n, m)
    Raises:
        TypeError, ValueError: as this module says, and for sizes that are no whole numbers from 1

    Example:
        >>> output, weights = SelfAttention(d_model=6, d_k=3, d_v=2)(torch.ones(4, 6))
        >>> output.shape, weights.shape
        (torch.Size([4, 2]), torch.Size([4, 4]))
    """

    __call__: Callable[..., tuple[Tensor, Tensor]]  # torch says Any

    def __init__(
        self,
        d_model: int,
        d_k: int | None = None,
        d_v: int | None = None,
        bias: bool = False,
        output_projection: bool = False,
    ) -> None:
        super().__init__()
        d_k = d_model if d_k is None else d_k
        d_v = d_k if d_v is None else d_v
        check_count("SelfAttention", d_model=d_model, d_k=d_k, d_v=d_v)
        self.W_Q = nn.Linear(d_model, d_k, bias)
        self.W_K = nn.Linear(d_model, d_k, bias)
        self.W_V = nn.Linear(d_model, d_v, bias)
        self.W_O = nn.Linear(d_v, d_model) if output_projection else nn.Identity()

    def forward(self, x: Tensor, context: Tensor | None = None, keep: Any = None) -> tuple[Tensor, Tensor]:
        Q, K, V = _project(self, x, context)  # (..., n, d_k), (..., m, d_k), (..., m, d_v)
        weights = _weights("SelfAttention", Q, K, keep)  # (..., n, m)
        output = self.W_O(weights @ V)  # (..., n, d_v or d_model)
        return check_finite("SelfAttention", "output", output), weights


class MultiHeadAttention(nn.Module):
    """Attend with several heads, each on its own d_model / heads columns of Q, K and V; then apply W_O.

    keep is (n, m) or (..., n, m) for every head, or (..., heads or 1, n, m).
    Vaswani et al. 2017, section 3.2.2.

    Args:
        d_model: the columns of x
        heads: how many heads; it divides d_model
        dropout: the share of weights that train mode sets to 0, from 0 to below 1; the others grow, so that
            rows no longer sum to one
    Returns:
        From a call, output (..., n, d_model) and weights (..., heads, n, m), one table for each head
    Raises:
        TypeError, ValueError: as this module says, and for sizes that do not divide

    Example:
        >>> layer = MultiHeadAttention(d_model=512, heads=8)
        >>> sum(p.numel() for p in layer.parameters())
        1049088
        >>> layer(torch.ones(4, 512))[1].shape
        torch.Size([8, 4, 4])
    """

    __call__: Callable[..., tuple[Tensor, Tensor]]  # torch says Any

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0) -> None:
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

    def forward(self, x: Tensor, context: Tensor | None = None, keep: Any = None) -> tuple[Tensor, Tensor]:
        projected = _project(self, x, context)  # (..., n or m, d_model)
        Q, K, V = (split_heads(rows, self.heads) for rows in projected)  # (..., heads, n or m, d_k)
        weights = self.dropout(_weights("MultiHeadAttention", Q, K, keep, heads=True))  # (..., heads, n, m)
        output = self.W_O(merge_heads(weights @ V))  # (..., n, d_model)
        return check_finite("MultiHeadAttention", "output", output), weights


class LayerNorm(nn.Module):
    """Apply `attnlib.layer_norm` with a learned gain and bias, d_model numbers each.

    Args:
        d_model: the columns of x
        eps: as in `attnlib.layer_norm`
    Returns:
        From a call, (..., d_model)
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> LayerNorm(2)(torch.tensor([[1.0, 3.0]])).detach().round(decimals=3)
        tensor([[-1.,  1.]])
    """

    __call__: Callable[..., Tensor]  # torch says Any

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        check_count("LayerNorm", d_model=d_model)
        check_positive("LayerNorm", eps=eps)
        self.eps = eps
        self.gain = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, self.gain, self.bias, self.eps)


class TransformerBlock(nn.Module):
    """Mix the rows by attention, transform each by a feed-forward, with a residual path around both.

    The block does not norm a context.

    Args:
        d_model: the columns of x
        heads: how many heads; it divides d_model
        d_ff: the width of the feed-forward; by default 4 d_model
        norm: "pre", before attention and feed-forward (Xiong et al. 2020, figure 1b), or "post", after each
            sum (Vaswani et al. 2017, section 3.1)
        dropout: the share of numbers that train mode sets to 0, from 0 to below 1
    Returns:
        From a call, output (..., n, d_model) and weights (..., heads, n, m)
    Raises:
        TypeError, ValueError: as this module says, and for another norm

    Example:
        >>> output, weights = TransformerBlock(d_model=6, heads=2)(torch.ones(4, 6))
        >>> output.shape, weights.shape
        (torch.Size([4, 6]), torch.Size([2, 4, 4]))
    """

    __call__: Callable[..., tuple[Tensor, Tensor]]  # torch says Any

    def __init__(
        self, d_model: int, heads: int, d_ff: int | None = None, norm: str = "pre", dropout: float = 0.0
    ) -> None:
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

    def forward(self, x: Tensor, context: Tensor | None = None, keep: Any = None) -> tuple[Tensor, Tensor]:
        weights: Any = None

        def attention(rows: Tensor) -> Tensor:
            nonlocal weights
            output, weights = self.attention(rows, context, keep)
            return self.dropout(output)

        def feed_forward(rows: Tensor) -> Tensor:
            hidden = torch.relu(self.W_1(rows))  # (..., n, d_ff)
            return self.dropout(self.W_2(self.dropout(hidden)))  # (..., n, d_model)

        x = self.around(x, self.norm_1, attention)  # (..., n, d_model)
        x = self.around(x, self.norm_2, feed_forward)  # (..., n, d_model)
        return check_finite("TransformerBlock", "output", x), weights


def encoder_layer(block: TransformerBlock) -> nn.TransformerEncoderLayer:
    """Return torch's nn.TransformerEncoderLayer with a copy of the weights of our TransformerBlock.

    Args:
        block: a TransformerBlock
    Returns:
        The layer of torch, which gives the same output; its biases of queries, keys and values, which ours
            lacks, are 0

    Example:
        >>> x, block = torch.ones(1, 4, 6), TransformerBlock(d_model=6, heads=2).eval()
        >>> torch.allclose(encoder_layer(block).eval()(x), block(x)[0], atol=1e-6)
        True
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


def as_arrays(layer: nn.Module) -> dict[str, np.ndarray]:
    """Copy the parameters of a layer to numpy, each matrix as it stands in x @ W.

    Args:
        layer: any torch module; nn.Linear stores the transpose of W
    Returns:
        name -> array, (d_in, d_out) for each matrix

    Example:
        >>> {name: W.shape for name, W in as_arrays(SelfAttention(d_model=6, d_k=3, d_v=2)).items()}
        {'W_Q.weight': (6, 3), 'W_K.weight': (6, 3), 'W_V.weight': (6, 2)}
    """
    return {name: p.detach().cpu().numpy().T.copy() for name, p in layer.named_parameters()}


def _project(layer: Any, x: Tensor, context: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
    """Project x to queries, and the context, or x if there is none, to keys and values."""
    caller, context = type(layer).__name__, x if context is None else context
    W_Q, W_K, W_V = layer.W_Q, layer.W_K, layer.W_V
    check_arrays(caller, x=x, context=context, W_Q=W_Q.weight, W_K=W_K.weight, W_V=W_V.weight)
    d_model = W_Q.in_features
    need = f"x and context need d_model = {d_model} columns (their last size)"
    check_fit(caller, need, x.shape[-1] == context.shape[-1] == d_model, x=x, context=context)
    return W_Q(x), W_K(context), W_V(context)


def _weights(caller: str, Q: Tensor, K: Tensor, keep: Any, heads: bool = False) -> Tensor:
    """Score, scale, mask, softmax, as attnlib.attend does, but write each step over the one before.

    A row that may attend to nothing is not masked, since softmax and its gradient make NaN of a row of -inf:
    its weights are set to 0 afterwards.
    """
    S = Q / math.sqrt(Q.shape[-1]) @ K.mT  # (..., n, m); Q is smaller than the scores: quicker to divide
    if keep is not None:
        keep = _mask(caller, keep, S, heads)
        blind = ~keep.any(-1, keepdim=True)  # (..., n, 1)
        S.masked_fill_(~(keep | blind), -math.inf)
    weights = torch.softmax(S, -1, out=None if S.requires_grad else S)  # a gradient needs S as it is
    if keep is not None and (blind.is_meta or blind.any()):
        weights = weights.masked_fill(blind, 0.0)
    return weights


def _mask(caller: str, keep: Any, S: Tensor, heads: bool) -> Tensor:
    """Return keep as a tensor that broadcasts to the scores S, for every head if it has no axis of heads."""
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


def _dropout(caller: str, p: float) -> nn.Dropout:
    check_number(caller, dropout=p)
    if not 0 <= p < 1:
        raise ValueError(f"{caller}: dropout needs to be at least 0 and below 1, but is {p!r}.")
    return nn.Dropout(p)
