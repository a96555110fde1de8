"""Self-attention, one function a step, in the order of the formula.

    attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V          Vaswani et al. 2017, section 3.2.1

Vectors are rows. Everything works on (..., n, d): one sentence, a batch, all heads; n counts queries
(rows), m counts keys (columns). Arrays are numpy arrays or torch tensors, one kind a call, and what
comes back is of the same kind. A mask is called `keep`: True means "may look".

Every function raises TypeError for what is not such an array, for numpy mixed with torch and for tensors
of two dtypes; and ValueError for shapes that do not fit and for NaN or infinity. Inputs are never changed.
"""

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from attnlib.inputs import check, check_count, check_mask, check_positive, finite, fit, shape


def project(X, W, b=None):
    """Multiply each row of X by the projection matrix W, and add b.

    X (..., n, d_in), W (d_in, d_out), b (d_out,) or None -> (..., n, d_out). `torch.nn.Linear` keeps Wᵀ.
    """
    check("project", axes=1, X=X, W=W)
    need = "W needs as many rows as X has columns"
    if W.ndim == 2 and W.shape[1] == X.shape[-1]:
        need += " (W.T would fit: torch.nn.Linear.weight is a transpose)"
    fit("project", need, W.ndim == 2 and W.shape[0] == X.shape[-1], X=X, W=W)
    if b is None:
        return finite("project", "X W", X @ W)
    check("project", axes=1, W=W, b=b)
    fit("project", "b needs one number for each column of W", shape(b) == (W.shape[1],), W=W, b=b)
    return finite("project", "X W + b", X @ W + b)


def scores(Q, K):
    """Take the dot product of every query with every key.

    Q (..., n, d_k), K (..., m, d_k) -> (..., n, m).
    """
    check("scores", Q=Q, K=K)
    fit("scores", "Q and K need the same d_k (last size)", Q.shape[-1] == K.shape[-1], Q=Q, K=K)
    return finite("scores", "Q Kᵀ", Q @ K.mT)


def scale(S, d_k, temperature=1.0):
    """Divide the scores by √d_k, so that their spread does not grow with d_k, and by the temperature.

    S (..., n, m) -> (..., n, m). d_k and temperature are positive numbers without unit; a temperature
    above 1 makes the weights more even, one below 1 makes them sharper (the paper has no temperature).
    """
    check("scale", minus_inf=True, S=S)
    check_positive("scale", d_k=d_k, temperature=temperature)
    return S / (math.sqrt(d_k) * float(temperature))  # float: a numpy scalar would turn float32 into float64


def causal_mask(n):
    """Let each token look at itself and at those before it: numpy bool (n, n), True where column <= row."""
    check_count("causal_mask", n=n)
    return np.tri(n, dtype=bool)


def padding_mask(is_token):
    """Hide the padding from every query: a mask of columns, not of rows.

    is_token (..., m) bool, True where a real token stands -> (..., 1, m) bool.
    """
    check_mask("padding_mask", "is_token", is_token)
    fit("padding_mask", "is_token needs one entry for each key", is_token.ndim > 0, is_token=is_token)
    return is_token[..., None, :]


def apply_mask(S, keep):
    """Put -inf where a query may not look; softmax makes an exact 0 of it.

    S (..., n, m), keep bool of a shape that broadcasts to that of S -> (..., n, m).
    """
    xp = check("apply_mask", minus_inf=True, S=S)
    check_mask("apply_mask", "keep", keep, S)
    return xp.where(keep, S, -math.inf)


def softmax(S):
    """Make each row positive with sum one: exp of every entry, divided by the sum of its row.

    S (..., n, m), -inf where masked -> (..., n, m). A row of only -inf may look nowhere: its weights are 0.
    The largest entry of the row is subtracted first: it cancels, and keeps exp from overflowing.
    """
    xp = check("softmax", minus_inf=True, S=S)
    top = xp.amax(S, -1, keepdims=True)  # (..., n, 1)
    top = xp.where(top == -math.inf, 0.0, top)  # -inf - (-inf) would be NaN
    e = xp.exp(S - top)  # (..., n, m)
    total = e.sum(-1, keepdims=True)  # (..., n, 1)
    return e / xp.where(total == 0, 1.0, total)


def mix(weights, V):
    """Add up the value vectors, each times its weight.

    weights (..., n, m), V (..., m, d_v) -> (..., n, d_v).
    """
    check("mix", weights=weights, V=V)
    need = "weights need one column (last size) for each row of V"
    fit("mix", need, weights.shape[-1] == V.shape[-2], weights=weights, V=V)
    return finite("mix", "weights V", weights @ V)


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Every step of one attention, from Q to output; iterates as (name, array) in formula order."""

    Q: Any  # (..., n, d_k)
    K: Any  # (..., m, d_k)
    V: Any  # (..., m, d_v)
    scores: Any  # (..., n, m)
    scaled: Any  # (..., n, m)
    masked: Any  # (..., n, m), -inf where a query may not look
    weights: Any  # (..., n, m), each row sums to 1, or is 0 where it may look nowhere
    output: Any  # (..., n, d_v)
    temperature: float = 1.0
    source: Any = None  # the Example that it was computed from, if any: its words and its matrices

    def __iter__(self):
        return ((field.name, getattr(self, field.name)) for field in fields(self)[:8])

    def __repr__(self):
        return "Trace(" + ", ".join(f"{name} {shape(array)}" for name, array in self) + ")"


def attend(Q, K, V, keep=None, temperature=1.0) -> Trace:
    """Score, scale, mask, softmax, mix: the whole formula, with every step kept.

    Q (..., n, d_k), K (..., m, d_k), V (..., m, d_v), keep broadcasts to (..., n, m).
    """
    check("attend", Q=Q, K=K, V=V)
    fit("attend", "K and V need the same number of rows m", K.shape[-2] == V.shape[-2], K=K, V=V)
    S = scores(Q, K)  # (..., n, m)
    scaled = finite("attend", "scores / (√d_k · temperature)", scale(S, Q.shape[-1], temperature))
    masked = scaled if keep is None else apply_mask(scaled, keep)
    weights = softmax(masked)
    return Trace(Q, K, V, S, scaled, masked, weights, mix(weights, V), temperature)  # output (..., n, d_v)


def split_heads(x, h):
    """Cut each row into h equal pieces, and give each head its own: (..., n, h*d) -> (..., h, n, d)."""
    check("split_heads", x=x)
    check_count("split_heads", h=h)
    if x.shape[-1] % h:
        raise ValueError(
            f"split_heads: the last size needs to be a multiple of h, but x is {shape(x)} and h is {h}."
        )
    return x.reshape(*x.shape[:-1], h, x.shape[-1] // h).swapaxes(-2, -3)


def merge_heads(x):
    """Put the pieces of all heads side by side again: (..., h, n, d) -> (..., n, h*d)."""
    check("merge_heads", axes=3, x=x)
    x = x.swapaxes(-2, -3)  # (..., n, h, d)
    return x.reshape(*x.shape[:-2], -1)
