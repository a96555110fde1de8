"""Let an answer that is right with torch's tensors take NumPy arrays, as the lessons have them."""

from functools import wraps

import numpy as np

from classroom.exercises.sandbox import plain


def for_arrays(f):
    """Return f so that arrays go in and come out; inside they are tensors. What is given tensors is f itself.

    A function among the arguments, such as a gradient, gets arrays, too.
    """

    @wraps(f)
    def with_arrays(*given, **named):
        if any(map(_is_tensor, (*given, *named.values()))):
            return f(*given, **named)
        return _between(f, _as_tensor, _as_array)(*given, **named)

    return with_arrays


def is_for_arrays(f):
    """Return whether f was made by for_arrays."""
    return getattr(f, "__code__", None) is for_arrays(len).__code__


def _between(f, before, after):
    """Return f with before(x) in place of each argument x, and after(result) in place of the result."""

    @wraps(f)
    def between(*given, **named):
        return after(f(*map(before, given), **{name: before(x) for name, x in named.items()}))

    return between


def _as_tensor(x):
    if isinstance(x, np.ndarray):
        import torch  # it takes more than a second

        return torch.from_numpy(x.copy())
    return _inside(x, _as_tensor, _as_array)


def _as_array(x):
    if _is_tensor(x):
        return plain(x)[()]  # a number if it has no axes
    return _inside(x, _as_array, _as_tensor)


def _inside(x, turn, back):
    if type(x) is tuple:
        return tuple(map(turn, x))
    return _between(x, back, turn) if callable(x) else x


def _is_tensor(x):
    return hasattr(x, "detach")
