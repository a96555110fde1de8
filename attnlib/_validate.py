"""Refuse bad arguments: each error says what was given, what was needed, and the shapes.

First come the requirements of each function of the formula, then the checks that they are made of. The first
argument of a check is the name of its caller, with which the message begins.
"""

import math
import sys
from collections.abc import Callable
from functools import wraps
from numbers import Integral, Real
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np

if TYPE_CHECKING:
    import torch

Array = TypeVar("Array", np.ndarray, "torch.Tensor")  # one kind a call, and the same kind comes back

SCALINGS = ("sqrt", "none", "d_k")  # divide the scores by √d_k, by nothing, or by d_k

P = ParamSpec("P")
R = TypeVar("R")


def checked(check: Callable) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a step so that it calls check with its arguments first, which may raise an error.

    If check returns a name for the result, a result with NaN or infinity is refused as well.
    """

    def decorate(step: Callable[P, R]) -> Callable[P, R]:
        @wraps(step)
        def checked_step(*args: P.args, **named: P.kwargs) -> R:
            result_name = check(*args, **named)
            result = step(*args, **named)
            return check_finite(step.__name__, result_name, result) if result_name else result

        return checked_step

    return decorate


def unchecked(step: Callable[P, R]) -> Callable[P, R]:
    """Return a step without its check, for a caller that has checked the arguments already."""
    return vars(step)["__wrapped__"]


# The arguments of each step


def project(X, W, b=None):
    check_arrays("project", axes=1, X=X, W=W)
    need = "W needs as many rows as X has columns"
    if W.ndim == 2 and W.shape[1] == X.shape[-1]:
        need += " (W.T would fit: torch.nn.Linear.weight is a transpose)"
    check_fit("project", need, W.ndim == 2 and W.shape[0] == X.shape[-1], X=X, W=W)
    if b is None:
        return "X W"
    check_arrays("project", axes=1, W=W, b=b)
    check_fit("project", "b needs one number for each column of W", shape(b) == (W.shape[1],), W=W, b=b)
    return "X W + b"


def scores(Q, K):
    check_arrays("scores", Q=Q, K=K)
    check_fit("scores", "Q and K need the same d_k (last size)", Q.shape[-1] == K.shape[-1], Q=Q, K=K)
    return "Q Kᵀ"


def scale(S, d_k, temperature=1.0, scaling="sqrt"):
    check_arrays("scale", axes=1, minus_inf=True, S=S)
    check_positive("scale", d_k=d_k, temperature=temperature)
    check_among("scale", "scaling", scaling, SCALINGS)


def causal_mask(n):
    check_count("causal_mask", n=n)


def padding_mask(is_token):
    check_mask("padding_mask", "is_token", is_token)
    check_fit("padding_mask", "is_token needs one entry for each key", is_token.ndim > 0, is_token=is_token)


def apply_mask(S, keep):
    check_arrays("apply_mask", axes=1, minus_inf=True, S=S)
    check_mask("apply_mask", "keep", keep)
    check_mask_fits("apply_mask", keep, "S", shape(S), S=S)


def softmax(S):
    check_arrays("softmax", axes=1, minus_inf=True, S=S)


def mix(weights, V):
    check_arrays("mix", axes=1, weights=weights, V=V)
    need = "weights need one column (last size) for each row of V"
    check_fit("mix", need, V.ndim > 1 and weights.shape[-1] == V.shape[-2], weights=weights, V=V)
    return "weights V"


def attend(Q, K, V, keep=None, temperature=1.0, scaling="sqrt"):
    check_arrays("attend", Q=Q, K=K, V=V)
    check_fit("attend", "Q and K need the same d_k (last size)", Q.shape[-1] == K.shape[-1], Q=Q, K=K)
    check_fit("attend", "K and V need the same number of rows m", K.shape[-2] == V.shape[-2], K=K, V=V)
    check_leading_axes("attend", Q=Q, K=K, V=V)
    check_positive("attend", temperature=temperature)
    check_among("attend", "scaling", scaling, SCALINGS)
    if keep is not None:
        lead = np.broadcast_shapes(shape(Q)[:-2], shape(K)[:-2])
        check_mask("attend", "keep", keep)
        check_mask_fits("attend", keep, "Q Kᵀ", (*lead, Q.shape[-2], K.shape[-2]), Q=Q)


def split_heads(x, h):
    check_arrays("split_heads", x=x)
    check_count("split_heads", h=h)
    if x.shape[-1] % h:
        raise ValueError(
            f"split_heads: the last size needs to be a multiple of h, but x is {shape(x)} and h is {h}."
        )


def merge_heads(x):
    check_arrays("merge_heads", axes=3, x=x)


# The arguments of each part of a block


def layer_norm(x, gain=1.0, bias=0.0, eps=1e-5):
    numbers = {name: a for name, a in (("gain", gain), ("bias", bias)) if isinstance(a, Real)}
    arrays = {name: a for name, a in (("gain", gain), ("bias", bias)) if name not in numbers}
    check_number("layer_norm", **numbers)
    check_positive("layer_norm", eps=eps)
    check_arrays("layer_norm", axes=1, x=x, **arrays)
    need = "gain and bias need one number for each column of x"
    check_fit("layer_norm", need, all(shape(a) == shape(x)[-1:] for a in arrays.values()), x=x, **arrays)


def positional_encoding(n, d_model):
    check_count("positional_encoding", n=n, d_model=d_model)


def feed_forward(x, W_1, b_1, W_2, b_2):
    check_arrays("feed_forward", axes=1, x=x, W_1=W_1, W_2=W_2)
    need = "W_2 needs as many rows as W_1 has columns"
    check_fit("feed_forward", need, W_1.shape[-1] == W_2.shape[0], W_1=W_1, W_2=W_2)


def pre_norm(x, norm, sublayer):
    check_arrays("pre_norm", axes=1, x=x)


def post_norm(x, norm, sublayer):
    check_arrays("post_norm", axes=1, x=x)


def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
    check_row("next_token_probabilities", logits=logits)
    check_number("next_token_probabilities", temperature=temperature)
    if temperature < 0:
        raise ValueError(
            f"next_token_probabilities: temperature needs to be 0 or more, but is {temperature!r}."
        )
    if top_k is not None:
        check_count("next_token_probabilities", top_k=top_k)
    if top_p is not None:
        check_positive("next_token_probabilities", top_p=top_p)


def draw_token(probabilities, rng):
    check_row("draw_token", probabilities=probabilities)
    low, high = probabilities.min(), probabilities.max()
    if low < 0 or high == 0:
        raise ValueError(
            "draw_token: probabilities needs no negative number, and not zeros alone, "
            f"but goes from {low:g} to {high:g}."
        )
    if not hasattr(rng, "exponential"):
        raise TypeError(f"draw_token: rng needs to be such as np.random.default_rng(0), but is {rng!r}.")


def sum_of_equals(caller, x, change):
    given = {"x": x, "what the sublayer gave": change}
    check_arrays(caller, axes=1, **given)
    check_fit(caller, "the sublayer needs to keep the shape of x", shape(x) == shape(change), **given)


# The checks


def shape(x):
    return tuple(x.shape)


def namespace(x):
    """Return the module that x belongs to, numpy or torch, or None if x is no array of either."""
    torch = sys.modules.get("torch")  # without it there are no tensors
    if torch is not None and isinstance(x, torch.Tensor):
        return torch
    return np if isinstance(x, np.ndarray) else None


def check_kind(caller, name, x):
    """Return the module that x belongs to; raise TypeError if it is no array of numpy or torch."""
    xp = namespace(x)
    if xp is None:
        raise TypeError(
            f"{caller}: {name} needs to be a numpy array or a torch tensor, "
            f"but is of type {type(x).__name__}."
        )
    return xp


def check_kinds(caller, **arrays):
    """Return the module that all these arrays belong to; raise TypeError if there is not one."""
    kinds = {name: check_kind(caller, name, x) for name, x in arrays.items()}
    if len(set(kinds.values())) > 1:
        given = ", ".join(f"{name} {shape(arrays[name])} is {kind.__name__}" for name, kind in kinds.items())
        raise TypeError(f"{caller}: needs all numpy arrays or all torch tensors, but {given}.")
    return next(iter(kinds.values()))


def check_arrays(caller, axes=2, minus_inf=False, **arrays):
    """Raise unless the arrays are of one kind and hold finite numbers (or -inf, if allowed)."""
    xp = check_kinds(caller, **arrays)
    if xp is not np and len({x.dtype for x in arrays.values()}) > 1 and not _makes_one_dtype(xp, arrays):
        given = ", ".join(f"{name} {shape(x)} is {x.dtype}" for name, x in arrays.items())
        raise TypeError(f"{caller}: needs tensors of one dtype, but {given}.")
    for name, x in arrays.items():
        if not _holds_numbers(xp, x):
            raise TypeError(
                f"{caller}: {name} needs to hold floats or int64 (smaller integers overflow unseen), "
                f"but {name} {shape(x)} holds {x.dtype}."
            )
        if x.ndim < axes or 0 in x.shape:
            raise ValueError(
                f"{caller}: {name} needs {axes} axes or more, none of size 0, but is {shape(x)}."
            )
        _check_finite(caller, name, xp, x, minus_inf)


def check_row(caller, **array):
    """Raise unless an array is of numpy, and has one number for each token."""
    [(name, x)] = array.items()
    if namespace(x) is not np:
        raise TypeError(f"{caller}: {name} needs to be a numpy array, but is of type {type(x).__name__}.")
    check_arrays(caller, axes=1, **array)
    if x.ndim != 1:
        raise ValueError(
            f"{caller}: {name} needs one axis, a number for each token of the vocabulary, "
            f"but is {shape(x)}: of many rows, take the last."
        )


def _makes_one_dtype(torch, arrays):
    """Return whether autocast is on, and the tensors are of its dtype, or float32, which it casts to that."""
    device = next(iter(arrays.values())).device.type
    cast = {torch.float32, torch.get_autocast_dtype(device)} if torch.is_autocast_enabled(device) else set()
    return {x.dtype for x in arrays.values()} <= cast


def check_finite(caller, name, x):
    """Return a result, unless it overflows its dtype: infinity would become a silent NaN later."""
    _check_finite(caller, name, check_kind(caller, name, x), x, minus_inf=False)
    return x


def check_mask(caller, name, keep):
    """Raise unless a mask holds bool."""
    xp = check_kind(caller, name, keep)
    if keep.dtype not in (bool, xp.bool):
        raise TypeError(
            f"{caller}: {name} needs to hold True (may look) or False, but {name} {shape(keep)} "
            f"holds {keep.dtype}."
        )


def check_mask_fits(caller, keep, scores, to, **array):
    """Raise unless a mask is numpy or of the kind of an array, and broadcasts to the shape of the scores."""
    if namespace(keep) is not np:
        check_kinds(caller, **array, keep=keep)
    if not broadcasts(keep, to):
        raise ValueError(
            f"{caller}: keep needs the shape of {scores}, or one that broadcasts to it, "
            f"but {scores} is {to} and keep is {shape(keep)}."
        )


def broadcasts(x, to):
    try:
        return np.broadcast_shapes(shape(x), to) == to
    except ValueError:
        return False


def check_number(caller, **numbers):
    for name, number in numbers.items():
        if not isinstance(number, Real) or isinstance(number, bool):
            raise TypeError(f"{caller}: {name} needs to be a number, but is {number!r}.")
        if not math.isfinite(number):
            raise ValueError(f"{caller}: {name} needs to be finite, but is {number!r}.")


def check_positive(caller, **numbers):
    check_number(caller, **numbers)
    for name, number in numbers.items():
        if number <= 0:
            raise ValueError(f"{caller}: {name} needs to be positive, but is {number!r}.")


def check_count(caller, **numbers):
    for name, number in numbers.items():
        if not isinstance(number, Integral) or isinstance(number, bool):
            raise TypeError(f"{caller}: {name} needs to be a whole number, but is {number!r}.")
        if number < 1:
            raise ValueError(f"{caller}: {name} needs to be at least 1, but is {number!r}.")


def check_among(caller, name, given, known):
    if given not in known:
        raise ValueError(f"{caller}: {name} needs to be one of {', '.join(known)}, but is {given!r}.")


def check_fit(caller, need, fits, **arrays):
    """Raise ValueError unless `fits` is true and the leading axes of the arrays broadcast."""
    if not fits:
        raise ValueError(f"{caller}: {need}, but {_shapes(arrays)}.")
    check_leading_axes(caller, **arrays)


def check_leading_axes(caller, **arrays):
    try:
        np.broadcast_shapes(*(shape(x)[:-2] for x in arrays.values()))
    except ValueError:
        raise ValueError(
            f"{caller}: the leading axes (batch, heads) need to agree, but {_shapes(arrays)}."
        ) from None


def _shapes(arrays):
    return " and ".join(f"{name} is {shape(x)}" for name, x in arrays.items())


def _holds_numbers(xp, x):
    return x.dtype == xp.int64 or (x.dtype.kind == "f" if xp is np else x.is_floating_point())


def _check_finite(caller, name, xp, x, minus_inf):
    try:
        if xp is not np and not minus_inf and math.isfinite(x.detach().sum()):
            return  # the quickest way, for training: a sum is finite only if all its numbers are
        # min and max of NaN are NaN, which fails both comparisons; neither needs an array as large as x.
        if (minus_inf or x.min() > -math.inf) and x.max() < math.inf:
            return
    except RuntimeError:  # on the device "meta" and under torch.vmap no number can be read
        return
    bad = ~xp.isfinite(x)
    if minus_inf:
        bad = bad & (x != -math.inf)
    where = tuple(np.argwhere(bad.tolist())[0].tolist())
    needs = "finite numbers (or -inf where masked)" if minus_inf else "finite numbers"
    raise ValueError(
        f"{caller}: {name} needs {needs}, but {name} {shape(x)} has {x[where].item()} at {list(where)}."
    )
