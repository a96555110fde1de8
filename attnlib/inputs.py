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
    """Refuse what is not finite numbers (or -inf, if allowed) of one kind; return numpy or torch."""
    kinds = {name: namespace(step, name, x) for name, x in arrays.items()}
    xp = next(iter(kinds.values()))
    if len(set(kinds.values())) > 1:
        given = ", ".join(f"{name} {shape(arrays[name])} is {kind.__name__}" for name, kind in kinds.items())
        raise TypeError(f"{step}: needs all numpy arrays or all torch tensors, but {given}.")
    if xp is not np and len({x.dtype for x in arrays.values()}) > 1:
        given = ", ".join(f"{name} {shape(x)} is {x.dtype}" for name, x in arrays.items())
        raise TypeError(f"{step}: needs tensors of one dtype, but {given}.")
    for name, x in arrays.items():
        if not _holds_numbers(xp, x):
            raise TypeError(
                f"{step}: {name} needs to hold floats or int64 (smaller integers overflow unseen), "
                f"but {name} {shape(x)} holds {x.dtype}."
            )
        if x.ndim < axes or 0 in x.shape:
            raise ValueError(f"{step}: {name} needs {axes} axes or more, none of size 0, but is {shape(x)}.")
        _check_finite(step, name, xp, x, minus_inf)
    return xp


def finite(step, name, x):
    """Hand a result on, unless it has grown too large for its dtype: infinity would go on as a silent NaN."""
    _check_finite(step, name, namespace(step, name, x), x, minus_inf=False)
    return x


def check_mask(step, name, keep, S=None):
    """Refuse a mask that is not True and False, or that does not fit the scores S in kind or shape."""
    xp = namespace(step, name, keep)
    if S is not None and xp is not namespace(step, "S", S):
        raise TypeError(
            f"{step}: needs all numpy arrays or all torch tensors, but S {shape(S)} is "
            f"{namespace(step, 'S', S).__name__} and {name} {shape(keep)} is {xp.__name__}."
        )
    if keep.dtype not in (bool, xp.bool):
        raise TypeError(
            f"{step}: {name} needs to hold True (may look) or False, but {name} {shape(keep)} "
            f"holds {keep.dtype}."
        )
    if S is not None and not broadcasts(keep, shape(S)):
        raise ValueError(
            f"{step}: {name} needs the shape of S, or one that broadcasts to it, but S is {shape(S)} "
            f"and {name} is {shape(keep)}."
        )


def broadcasts(x, to):
    try:
        return np.broadcast_shapes(shape(x), to) == to
    except ValueError:
        return False


def check_number(step, **numbers):
    for name, number in numbers.items():
        if not isinstance(number, Real) or isinstance(number, bool):
            raise TypeError(f"{step}: {name} needs to be a number, but is {number!r}.")
        if not math.isfinite(number):
            raise ValueError(f"{step}: {name} needs to be finite, but is {number!r}.")


def check_positive(step, **numbers):
    check_number(step, **numbers)
    for name, number in numbers.items():
        if number <= 0:
            raise ValueError(f"{step}: {name} needs to be positive, but is {number!r}.")


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


def _holds_numbers(xp, x):
    return x.dtype == xp.int64 or (x.dtype.kind == "f" if xp is np else x.is_floating_point())


def _check_finite(step, name, xp, x, minus_inf):
    # NaN wins amin and amax and fails both comparisons: two quick passes and no array as large as x.
    if (minus_inf or xp.amin(x) > -math.inf) and xp.amax(x) < math.inf:
        return
    bad = ~xp.isfinite(x)
    if minus_inf:
        bad = bad & (x != -math.inf)
    where = tuple(np.argwhere(bad.tolist())[0].tolist())
    needs = "finite numbers (or -inf where masked)" if minus_inf else "finite numbers"
    raise ValueError(
        f"{step}: {name} needs {needs}, but {name} {shape(x)} has {x[where].item()} at {list(where)}."
    )
