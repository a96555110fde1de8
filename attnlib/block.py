"""What a Transformer puts around attention: order, normalisation, two more layers, a way around them.

Conventions and errors are those of `attnlib.attention`: vectors are rows, everything works on (..., n, d),
numpy arrays or torch tensors, one kind a call.
"""

import numpy as np

from attnlib import _validate
from attnlib._validate import check_finite, checked
from attnlib.attention import project


@checked(_validate.layer_norm)
def layer_norm(x, gain=1.0, bias=0.0, eps=1e-5):
    """Move each row to mean 0 and stretch it to variance 1; then times gain, plus bias.

    x (..., d), gain and bias (d,) or a number -> (..., d). The variance is the biased one: it divides by d.
    eps keeps a row of equal numbers from dividing by 0.                    Ba et al. 2016, section 3.1
    """
    centred = x - (x * 1.0).mean(-1, keepdims=True)  # (..., d); torch takes no mean of whole numbers
    variance = check_finite("layer_norm", "variance", (centred**2).mean(-1, keepdims=True))  # (..., 1)
    return centred / (variance + eps) ** 0.5 * gain + bias


@checked(_validate.positional_encoding)
def positional_encoding(n, d_model):
    """Give each position a row of sines and cosines, slower and slower from left to right.

    -> numpy float64 (n, d_model): column 2i is sin(position / 10000^(2i/d_model)), column 2i+1 the cosine
    of the same angle; an odd d_model ends on a sine.                   Vaswani et al. 2017, section 3.5
    """
    position = np.arange(n)[:, None]  # (n, 1)
    column = np.arange(d_model)
    angle = position / 10000 ** (column // 2 * 2 / d_model)  # (n, d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))


@checked(_validate.feed_forward)
def feed_forward(x, W_1, b_1, W_2, b_2):
    """Let each row think on its own: project it, set what is negative to 0 (ReLU), project it back.

    x (..., n, d_model), W_1 (d_model, d_ff), b_1 (d_ff,) or None, W_2 (d_ff, d_model), b_2 (d_model,) or
    None -> (..., n, d_model).                                          Vaswani et al. 2017, section 3.3
    """
    hidden = project(x, W_1, b_1).clip(min=0)  # (..., n, d_ff)
    return project(hidden, W_2, b_2)  # (..., n, d_model)


@checked(_validate.pre_norm)
def pre_norm(x, norm, sublayer):
    """Norm x, send it through the sublayer, and add what comes out to x, which itself goes around untouched.

    x (..., n, d); norm and sublayer are functions that keep its shape.    Xiong et al. 2020, section 3.2
    """
    return _add("pre_norm", x, sublayer(norm(x)))


@checked(_validate.post_norm)
def post_norm(x, norm, sublayer):
    """Send x through the sublayer, add what comes out to x, and norm the sum: as in the first Transformer.

    x (..., n, d); norm and sublayer are functions that keep its shape.  Vaswani et al. 2017, section 3.1
    """
    return norm(_add("post_norm", x, sublayer(x)))


def _add(caller, x, change):
    """x plus what the sublayer gave; numbers of another shape would spread over x without a word."""
    _validate.sum_of_equals(caller, x, change)
    return x + change
