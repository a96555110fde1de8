"""The parts of a Transformer around attention: positions, normalisation, feed-forward, the residual path.

Conventions and errors are those of `attnlib.attention`: vectors are rows, everything works on (..., n, d),
numpy arrays or torch tensors, one kind a call.
"""

from collections.abc import Callable

import numpy as np

from attnlib import _validate
from attnlib._validate import Array, check_finite, checked
from attnlib.attention import project


@checked(_validate.layer_norm)
def layer_norm(x: Array, gain: Array | float = 1.0, bias: Array | float = 0.0, eps: float = 1e-5) -> Array:
    """Move each row to mean 0 and stretch it to variance 1; then multiply by gain and add bias.

    The variance is the biased one, which divides by d (Ba et al. 2016, section 3.1).

    Args:
        x: (..., d)
        gain: (d,), or one number
        bias: (d,), or one number
        eps: a positive number that keeps a row of equal numbers from dividing by 0
    Returns:
        (..., d)
    Raises:
        TypeError, ValueError: as `attnlib.attention` says

    Example:
        >>> layer_norm(np.array([[1.0, 3.0], [5.0, 5.0]])).round(3)
        array([[-1.,  1.],
               [ 0.,  0.]])
    """
    centred = x - (x * 1.0).mean(-1, keepdims=True)  # (..., d); torch takes no mean of whole numbers
    variance = check_finite("layer_norm", "variance", (centred**2).mean(-1, keepdims=True))  # (..., 1)
    return centred / (variance + eps) ** 0.5 * gain + bias


@checked(_validate.positional_encoding)
def positional_encoding(n: int, d_model: int) -> np.ndarray:
    """Give each position a row of sines and cosines, slower and slower from left to right.

    Column 2i is sin(position / 10000^(2i/d_model)), column 2i+1 the cosine of the same angle; an odd
    d_model ends on a sine (Vaswani et al. 2017, section 3.5).

    Args:
        n: how many positions
        d_model: how many columns
    Returns:
        (n, d_model), always numpy float64
    Raises:
        TypeError, ValueError: unless both are whole numbers from 1

    Example:
        >>> positional_encoding(2, 4).round(2)
        array([[0.  , 1.  , 0.  , 1.  ],
               [0.84, 0.54, 0.01, 1.  ]])
    """
    position = np.arange(n)[:, None]  # (n, 1)
    column = np.arange(d_model)
    angle = position / 10000 ** (column // 2 * 2 / d_model)  # (n, d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))


@checked(_validate.feed_forward)
def feed_forward(x: Array, W_1: Array, b_1: Array | None, W_2: Array, b_2: Array | None) -> Array:
    """Transform each row on its own: project it, set negative numbers to 0 (ReLU), project it back.

    Vaswani et al. 2017, section 3.3.

    Args:
        x: (..., n, d_model)
        W_1: (d_model, d_ff)
        b_1: (d_ff,), or None
        W_2: (d_ff, d_model)
        b_2: (d_model,), or None
    Returns:
        (..., n, d_model)
    Raises:
        TypeError, ValueError: as `attnlib.attention` says

    Example:
        >>> W_1, W_2 = np.array([[1, -1], [0, 0]]), np.array([[3, 4], [9, 9]])
        >>> feed_forward(np.array([[2, 0]]), W_1, None, W_2, None)
        array([[6, 8]])
    """
    hidden = project(x, W_1, b_1).clip(min=0)  # (..., n, d_ff)
    return project(hidden, W_2, b_2)  # (..., n, d_model)


@checked(_validate.pre_norm)
def pre_norm(x: Array, norm: Callable[[Array], Array], sublayer: Callable[[Array], Array]) -> Array:
    """Return x + sublayer(norm(x)): x itself takes the residual path and is never normed.

    Xiong et al. 2020, section 3.2.

    Args:
        x: (..., n, d)
        norm: a function that keeps the shape of x, `layer_norm` for example
        sublayer: a function that keeps the shape of x: attention, or `feed_forward`
    Returns:
        (..., n, d)
    Raises:
        TypeError, ValueError: as `attnlib.attention` says, and where the sublayer changes the shape

    Example:
        >>> pre_norm(np.ones((1, 2)), norm=lambda x: x / 2, sublayer=lambda x: x * 2)
        array([[2., 2.]])
    """
    return _add("pre_norm", x, sublayer(norm(x)))


@checked(_validate.post_norm)
def post_norm(x: Array, norm: Callable[[Array], Array], sublayer: Callable[[Array], Array]) -> Array:
    """Return norm(x + sublayer(x)), as in the first Transformer.

    Vaswani et al. 2017, section 3.1.

    Args:
        x: (..., n, d)
        norm: a function that keeps the shape of x, `layer_norm` for example
        sublayer: a function that keeps the shape of x: attention, or `feed_forward`
    Returns:
        (..., n, d)
    Raises:
        TypeError, ValueError: as `attnlib.attention` says, and where the sublayer changes the shape

    Example:
        >>> post_norm(np.ones((1, 2)), norm=lambda x: x / 2, sublayer=lambda x: x * 1)
        array([[1., 1.]])
    """
    return norm(_add("post_norm", x, sublayer(x)))


def _add(caller: str, x: Array, change: Array) -> Array:
    """Return x + change; refuse a change of another shape, which would broadcast over x unnoticed."""
    _validate.sum_of_equals(caller, x, change)
    return x + change
