"""Self-attention: softmax(Q Kᵀ / √d_k) V (Vaswani et al. 2017, section 3.2.1). This is the whole of it:

    Q, K, V = X @ W_Q, X @ W_K, X @ W_V                                 # three rows for each word
    scaled = Q @ K.mT / math.sqrt(d_k)                                  # each query with each key
    masked = np.where(keep, scaled, -np.inf)                            # who may attend to whom
    weights = np.exp(masked) / np.exp(masked).sum(-1, keepdims=True)    # softmax: each row sums to 1
    output = weights @ V                                                # the values, each times its weight

Below stands one function a step, in this order, and `attend`, which takes them all and keeps what each gives.

Vectors are rows. Everything works on (..., n, d): one sentence, a batch, all heads; n counts queries
(rows), m counts keys (columns). Arrays are numpy arrays or torch tensors, one kind a call, and every
function returns the kind it was given. A mask is called `keep`: True means "may attend"; a numpy mask may
stand beside tensors, too.

Every function raises TypeError for anything but an array of numbers, for numpy mixed with torch and for
tensors of two dtypes; and ValueError for shapes that do not fit and for NaN or infinity: "as this module
says" below. No function changes its inputs.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Generic

import numpy as np

from attnlib import _validate
from attnlib._validate import Array, check_finite, checked, namespace, shape, unchecked


@checked(_validate.project)
def project(X: Array, W: Array, b: Array | None = None) -> Array:
    """Multiply each row of X by the projection matrix W, and add b.

    Args:
        X: (..., n, d_in)
        W: (d_in, d_out); `torch.nn.Linear` stores its transpose
        b: (d_out,), or None to add nothing
    Returns:
        (..., n, d_out)
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> project(np.array([[1, 0, 2]]), np.array([[1, 4], [2, 5], [3, 6]]))
        array([[ 7, 16]])
    """
    return X @ W if b is None else X @ W + b


@checked(_validate.scores)
def scores(Q: Array, K: Array) -> Array:
    """Take the dot product of every query with every key.

    Args:
        Q: (..., n, d_k)
        K: (..., m, d_k)
    Returns:
        (..., n, m)
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> scores(np.array([[2, 0, -1]]), np.array([[0, 1, -1], [2, 0, 0], [0, -1, 2]]))
        array([[ 1,  4, -2]])
    """
    return Q @ K.mT


@checked(_validate.scale)
def scale(S: Array, d_k: int, temperature: float = 1.0, scaling: str = "sqrt") -> Array:
    """Divide the scores by √d_k, so that their spread does not grow with d_k, and by the temperature.

    Args:
        S: (..., n, m), or a single row, (m,)
        d_k: the columns of Q and K, a positive number
        temperature: a positive number; above 1 the weights become more even, below 1 sharper (it is not in
            the paper)
        scaling: "sqrt"; or, for experiments, "none" to divide by 1, or "d_k" to divide by d_k itself
    Returns:
        The shape of S
    Raises:
        TypeError, ValueError: as this module says, and for the numbers and names that it does not take

    Example:
        >>> scale(np.array([[1.0, 4.0, -2.0]]), 4)
        array([[ 0.5,  2. , -1. ]])
    """
    return S / divisor(d_k, temperature, scaling)


def divisor(d_k: int, temperature: float = 1.0, scaling: str = "sqrt") -> float:
    """Return what `scale` divides by: √d_k (or 1, or d_k) times the temperature."""
    by = {"sqrt": math.sqrt(d_k), "none": 1.0, "d_k": float(d_k)}[scaling]
    return by * float(temperature)  # float: a numpy scalar would turn float32 into float64


@checked(_validate.causal_mask)
def causal_mask(n: int) -> np.ndarray:
    """Let each token attend to itself and to those before it.

    Args:
        n: how many tokens
    Returns:
        (n, n) of bool, always numpy, True where column <= row
    Raises:
        TypeError, ValueError: unless n is a whole number from 1

    Example:
        >>> causal_mask(3)
        array([[ True, False, False],
               [ True,  True, False],
               [ True,  True,  True]])
    """
    return np.tri(n, dtype=bool)


@checked(_validate.padding_mask)
def padding_mask(is_token: Array) -> Array:
    """Hide the padding from every query: a mask of columns, not of rows.

    Args:
        is_token: (..., m) of bool, True where a token stands, False where padding does
    Returns:
        (..., 1, m) of bool, which broadcasts over the queries
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> padding_mask(np.array([True, True, False]))
        array([[ True,  True, False]])
    """
    return is_token[..., None, :]


@checked(_validate.apply_mask)
def apply_mask(S: Array, keep: Array | np.ndarray) -> Array:
    """Put -inf where a query may not attend; softmax makes an exact 0 of it.

    Args:
        S: (..., n, m), or a single row, (m,)
        keep: bool, in a shape that broadcasts to that of S
    Returns:
        The shape of S
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> apply_mask(np.array([[1.0, 4.0], [-3.0, -2.0]]), causal_mask(2))
        array([[  1., -inf],
               [ -3.,  -2.]])
    """
    xp = namespace(S)
    if xp is not np and isinstance(keep, np.ndarray):
        keep = xp.as_tensor(keep.copy(), device=S.device)  # torch takes no read-only and no reversed array
    return xp.where(keep, S, -math.inf)


@checked(_validate.softmax)
def softmax(S: Array) -> Array:
    """Make each row positive with sum one: exp of every entry, divided by the sum of its row.

    The largest entry of the row is subtracted first: it cancels, and keeps exp from overflowing.

    Args:
        S: (..., n, m), or a single row, (m,); -inf where masked
    Returns:
        The shape of S; the weights of a row that holds only -inf, and may attend to nothing, are 0
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> softmax(np.array([[0.0, math.log(3)], [0.0, -math.inf]]))
        array([[0.25, 0.75],
               [1.  , 0.  ]])
    """
    xp = namespace(S)
    top = xp.amax(S, -1, keepdims=True)  # (..., n, 1)
    top = xp.where(top == -math.inf, 0.0, top)  # -inf - (-inf) would be NaN
    e = xp.exp(S - top)  # (..., n, m)
    total = e.sum(-1, keepdims=True)  # (..., n, 1)
    return e / xp.where(total == 0, 1.0, total)


@checked(_validate.mix)
def mix(weights: Array, V: Array) -> Array:
    """Add up the value vectors, each times its weight.

    Args:
        weights: (..., n, m), or a single row, (m,)
        V: (..., m, d_v)
    Returns:
        (..., n, d_v), or for a single row (..., d_v)
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> mix(np.array([[0.25, 0.75]]), np.array([[2.0, 0.0], [-1.0, 2.0]]))
        array([[-0.25,  1.5 ]])
    """
    return weights @ V


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Generic[Array]):
    """Hold every step of one attention, from Q to output; iterate as (name, array) in formula order.

    Example:
        >>> Q = K = V = np.eye(2)
        >>> [name for name, array in attend(Q, K, V)]
        ['Q', 'K', 'V', 'scores', 'scaled', 'masked', 'weights', 'output']
    """

    Q: Array  # (..., n, d_k)
    K: Array  # (..., m, d_k)
    V: Array  # (..., m, d_v)
    scores: Array  # (..., n, m)
    scaled: Array  # (..., n, m)
    masked: Array  # (..., n, m), -inf where a query may not attend
    weights: Array  # (..., n, m), each row sums to 1, or is 0 where it may attend to nothing
    output: Array  # (..., n, d_v)
    temperature: float = 1.0
    scaling: str = "sqrt"  # or "none" or "d_k", as in `scale`
    source: Any = None  # the Example it was computed from, if any, with its words and matrices

    @property
    def divisor(self) -> float:
        """The number that the scores were divided by: √d_k, unless temperature or scaling say otherwise."""
        return divisor(self.Q.shape[-1], self.temperature, self.scaling)

    def __iter__(self) -> Iterator[tuple[str, Array]]:
        return ((field.name, getattr(self, field.name)) for field in fields(self)[:8])

    def __repr__(self) -> str:
        return "Trace(" + ", ".join(f"{name} {shape(array)}" for name, array in self) + ")"


@checked(_validate.attend)
def attend(
    Q: Array,
    K: Array,
    V: Array,
    keep: Array | np.ndarray | None = None,
    temperature: float = 1.0,
    scaling: str = "sqrt",
) -> Trace[Array]:
    """Score, scale, mask, softmax, mix: compute the whole formula, and keep every step.

    Args:
        Q: (..., n, d_k)
        K: (..., m, d_k)
        V: (..., m, d_v)
        keep: bool, in a shape that broadcasts to (..., n, m); None masks nothing
        temperature: as in `scale`
        scaling: as in `scale`
    Returns:
        A Trace: scores, scaled, masked and weights (..., n, m), output (..., n, d_v)
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> Q, K = np.array([[2.0, 0.0]]), np.array([[0.0, 1.0], [0.0, -1.0]])
        >>> attend(Q, K, np.array([[2.0, 0.0], [-1.0, 2.0]])).output
        array([[0.5, 1. ]])
    """
    S = unchecked(scores)(Q, K)  # (..., n, m)
    scaled = unchecked(scale)(S, Q.shape[-1], temperature, scaling)
    check_finite("attend", "scores / (√d_k · temperature)", scaled)
    masked = scaled if keep is None else unchecked(apply_mask)(scaled, keep)
    weights = unchecked(softmax)(masked)
    output = check_finite("attend", "weights V", unchecked(mix)(weights, V))  # (..., n, d_v)
    return Trace(Q, K, V, S, scaled, masked, weights, output, temperature, scaling)


@checked(_validate.split_heads)
def split_heads(x: Array, h: int) -> Array:
    """Cut each row into h equal pieces, and give each head its own.

    Args:
        x: (..., n, h*d)
        h: how many heads
    Returns:
        (..., h, n, d)
    Raises:
        TypeError, ValueError: as this module says, and unless h divides the last size

    Example:
        >>> split_heads(np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), 2).tolist()
        [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]
    """
    return x.reshape(*x.shape[:-1], h, x.shape[-1] // h).swapaxes(-2, -3)


@checked(_validate.merge_heads)
def merge_heads(x: Array) -> Array:
    """Put the pieces of all heads side by side again, as `split_heads` found them.

    Args:
        x: (..., h, n, d)
    Returns:
        (..., n, h*d)
    Raises:
        TypeError, ValueError: as this module says

    Example:
        >>> merge_heads(np.array([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])).tolist()
        [[1, 2, 3, 4], [5, 6, 7, 8]]
    """
    x = x.swapaxes(-2, -3)  # (..., n, h, d)
    return x.reshape(*x.shape[:-2], -1)
