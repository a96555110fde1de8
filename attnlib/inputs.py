"""What is refused, and in which words: each error says what was given, what was needed, and the shapes."""

import math
import sys
from numbers import Integral, Real

import numpy as np


def shape(x):
    return tuple(x.shape)


def namespace(step, name, x):
    """The module that x belongs to, numpy or torch."""
    torch = sys.modules.get("torch")  # a tensor can come in only if somebody has imported torch
    if torch is not None and isinstance(x, torch.Tensor):
        return torch
    if isinstance(x, np.ndarray):
        return np
    raise TypeError(
        f"{step}: {name} needs to be a numpy array or a torch tensor, but is of type {type(x).__name__}."
    )


def check(step, axes=2, minus_inf=False, **arrays):
    """Refuse what is not finite real numbers (or -inf, if allowed) of one kind; return numpy or torch.

    An array that is None is left out.
    """
    arrays = {name: x for name, x in arrays.items() if x is not None}
    kinds = {name: namespace(step, name, x) for name, x in arrays.items()}
    xp = next(iter(kinds.values()))
    if len(set(kinds.values())) > 1:
        given = ", ".join(f"{name} {shape(arrays[name])} is {kind.__name__}" for name, kind in kinds.items())
        raise TypeError(f"{step}: needs all numpy arrays or all torch tensors, but {given}.")
    if xp is not np and len({x.dtype for x in arrays.values()}) > 1:
        given = ", ".join(f"{name} {shape(x)} is {x.dtype}" for name, x in arrays.items())
        raise TypeError(f"{step}: needs tensors of one dtype, but {given}.")
    for name, x in arrays.items():
        if not _holds_reals(xp, x):
            raise TypeError(
                f"{step}: {name} needs to hold real numbers, but {name} {shape(x)} holds {x.dtype}."
            )
        if x.ndim < axes or 0 in x.shape:
            raise ValueError(f"{step}: {name} needs {axes} axes or more, none of size 0, but is {shape(x)}.")
        _check_finite(step, name, xp, x, minus_inf)
    return xp


def check_mask(step, name, keep, xp=None):
    """Refuse a mask that is not True and False, or not of the kind of the scores."""
    kind = namespace(step, name, keep)
    if xp is not None and kind is not xp:
        raise TypeError(
            f"{step}: needs all numpy arrays or all torch tensors, but S is {xp.__name__} "
            f"and {name} {shape(keep)} is {kind.__name__}."
        )
    if keep.dtype not in (bool, kind.bool):
        raise TypeError(
            f"{step}: {name} needs to hold True (may look) or False, but {name} {shape(keep)} "
            f"holds {keep.dtype}."
        )


def check_positive(step, **numbers):
    for name, number in numbers.items():
        if not isinstance(number, Real) or isinstance(number, bool):
            raise TypeError(f"{step}: {name} needs to be a number, but is {number!r}.")
        if not 0 < number < math.inf:
            raise ValueError(f"{step}: {name} needs to be positive and finite, but is {number!r}.")


def check_count(step, **numbers):
    for name, number in numbers.items():
        if not isinstance(number, Integral) or isinstance(number, bool):
            raise TypeError(f"{step}: {name} needs to be a whole number, but is {number!r}.")
        if number < 1:
            raise ValueError(f"{step}: {name} needs to be at least 1, but is {number!r}.")


def fit(step, need, fits, **arrays):
    """Raise ValueError unless the arrays fit, in the way that the step needs and in their leading axes."""
    given = " and ".join(f"{name} is {shape(x)}" for name, x in arrays.items())
    if not fits:
        raise ValueError(f"{step}: {need}, but {given}.")
    try:
        np.broadcast_shapes(*(shape(x)[:-2] for x in arrays.values()))
    except ValueError:
        raise ValueError(f"{step}: the leading axes (batch, heads) need to agree, but {given}.") from None


def _holds_reals(xp, x):
    if xp is np:
        return x.dtype.kind in "fiu"
    return x.dtype != xp.bool and not x.is_complex()


def _check_finite(step, name, xp, x, minus_inf):
    bad = ~xp.isfinite(x)
    if minus_inf:
        bad = bad & (x != -math.inf)
    if bad.any():
        where = tuple(np.argwhere(bad.tolist())[0].tolist())
        needs = "finite numbers (or -inf where masked)" if minus_inf else "finite numbers"
        raise ValueError(
            f"{step}: {name} needs {needs}, but {name} {shape(x)} has {float(x[where])} at {list(where)}."
        )
