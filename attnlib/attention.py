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

from attnlib import _validate
from attnlib._validate import check_finite, checked, namespace, shape


@checked(_validate.project)
def project(X, W, b=None):
    """Multiply each row of X by the projection matrix W, and add b.

    X (..., n, d_in), W (d_in, d_out), b (d_out,) or None -> (..., n, d_out). `torch.nn.Linear` keeps Wᵀ.
    """
    return X @ W if b is None else X @ W + b


@checked(_validate.scores)
def scores(Q, K):
    """Take the dot product of every query with every key.

    Q (..., n, d_k), K (..., m, d_k) -> (..., n, m).
    """
    return Q @ K.mT


@checked(_validate.scale)
def scale(S, d_k, temperature=1.0, scaling="sqrt"):
    """Divide the scores by √d_k, so that their spread does not grow with d_k, and by the temperature.

    S (..., n, m) -> (..., n, m). d_k and temperature are positive numbers without unit; a temperature
    above 1 makes the weights more even, one below 1 makes them sharper (the paper has no temperature).
    scaling is "sqrt"; or, for experiments, "none" or "d_k": no scaling, and division by d_k itself.
    """
    return S / divisor(d_k, temperature, scaling)


def divisor(d_k, temperature=1.0, scaling="sqrt"):
    """What the scores are divided by: √d_k (or, see `scale`, 1 or d_k) times the temperature."""
    by = {"sqrt": math.sqrt(d_k), "none": 1.0, "d_k": float(d_k)}[scaling]
    return by * float(temperature)  # float: a numpy scalar would turn float32 into float64


@checked(_validate.causal_mask)
def causal_mask(n):
    """Let each token look at itself and at those before it: numpy bool (n, n), True where column <= row."""
    return np.tri(n, dtype=bool)


@checked(_validate.padding_mask)
def padding_mask(is_token):
    """Hide the padding from every query: a mask of columns, not of rows.

    is_token (..., m) bool, True where a real token stands -> (..., 1, m) bool.
    """
    return is_token[..., None, :]


@checked(_validate.apply_mask)
def apply_mask(S, keep):
    """Put -inf where a query may not look; softmax makes an exact 0 of it.

    S (..., n, m), keep bool of a shape that broadcasts to that of S -> (..., n, m).
    """
    return namespace(S).where(keep, S, -math.inf)


@checked(_validate.softmax)
def softmax(S):
    """Make each row positive with sum one: exp of every entry, divided by the sum of its row.

    S (..., n, m), -inf where masked -> (..., n, m). A row of only -inf may look nowhere: its weights are 0.
    The largest entry of the row is subtracted first: it cancels, and keeps exp from overflowing.
    """
    xp = namespace(S)
    top = xp.amax(S, -1, keepdims=True)  # (..., n, 1)
    top = xp.where(top == -math.inf, 0.0, top)  # -inf - (-inf) would be NaN
    e = xp.exp(S - top)  # (..., n, m)
    total = e.sum(-1, keepdims=True)  # (..., n, 1)
    return e / xp.where(total == 0, 1.0, total)


@checked(_validate.mix)
def mix(weights, V):
    """Add up the value vectors, each times its weight.

    weights (..., n, m), V (..., m, d_v) -> (..., n, d_v).
    """
    return weights @ V


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
    scaling: str = "sqrt"  # or "none" or "d_k", as in `scale`
    source: Any = None  # the Example that it was computed from, if any: its words and its matrices

    @property
    def divisor(self) -> float:
        """What the scores were divided by, √d_k for one."""
        return divisor(self.Q.shape[-1], self.temperature, self.scaling)

    def __iter__(self):
        return ((field.name, getattr(self, field.name)) for field in fields(self)[:8])

    def __repr__(self):
        return "Trace(" + ", ".join(f"{name} {shape(array)}" for name, array in self) + ")"


@checked(_validate.attend)
def attend(Q, K, V, keep=None, temperature=1.0, scaling="sqrt") -> Trace:
    """Score, scale, mask, softmax, mix: the whole formula, with every step kept.

    Q (..., n, d_k), K (..., m, d_k), V (..., m, d_v), keep broadcasts to (..., n, m).
    """
    S = scores(Q, K)  # (..., n, m)
    scaled = scale(S, Q.shape[-1], temperature, scaling)
    check_finite("attend", "scores / (√d_k · temperature)", scaled)
    masked = scaled if keep is None else apply_mask(scaled, keep)
    weights = softmax(masked)
    output = mix(weights, V)  # (..., n, d_v)
    return Trace(Q, K, V, S, scaled, masked, weights, output, temperature, scaling)


@checked(_validate.split_heads)
def split_heads(x, h):
    """Cut each row into h equal pieces, and give each head its own: (..., n, h*d) -> (..., h, n, d)."""
    return x.reshape(*x.shape[:-1], h, x.shape[-1] // h).swapaxes(-2, -3)


@checked(_validate.merge_heads)
def merge_heads(x):
    """Put the pieces of all heads side by side again: (..., h, n, d) -> (..., n, h*d)."""
    x = x.swapaxes(-2, -3)  # (..., n, h, d)
    return x.reshape(*x.shape[:-2], -1)
