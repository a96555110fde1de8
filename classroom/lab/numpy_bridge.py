"""Run the reader's functions, written for numpy arrays, on torch tensors, so that they learn.

    attention = on_tensors.attention         the reader's own, or attnlib's
    on_tensors                               shown, it says whose function each of those used so far is

The reader's functions get tensors of the class NumpyTensor, which answers numpy's calls: np.exp of one is
torch.exp, and so on. Where a function does something that torch cannot, or has another gradient than
attnlib's, attnlib's is used in its place.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch

from attnlib.languages import text_from
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.exercise import arguments_of, inputs_of
from classroom.exercises.my_functions import no_such_function, readers_function
from classroom.exercises.render import html, listed
from classroom.exercises.run_check import library_answer

text = text_from(__file__, "numpy_bridge")

# Functions that have another name in torch, or other arguments.
SAME: dict[str, Callable] = {
    "max": lambda x, axis=None, keepdims=False: torch.amax(x, _axes(x, axis), keepdims),
    "min": lambda x, axis=None, keepdims=False: torch.amin(x, _axes(x, axis), keepdims),
    "var": lambda x, axis=None, ddof=0, keepdims=False: torch.var(
        x, _axes(x, axis), correction=ddof, keepdim=keepdims
    ),
    "std": lambda x, axis=None, ddof=0, keepdims=False: torch.std(
        x, _axes(x, axis), correction=ddof, keepdim=keepdims
    ),
    "transpose": lambda x, axes=None: x.permute(*(axes or range(x.ndim)[::-1])),
    "expand_dims": lambda x, axis: x.unsqueeze(axis),
    "concatenate": lambda parts, axis=0: torch.cat([*parts], axis),
    "stack": lambda parts, axis=0: torch.stack([*parts], axis),
    "split": lambda x, parts, axis=0: torch.chunk(x, parts, axis),
    "take_along_axis": lambda x, at, axis: torch.take_along_dim(x, at, axis),
    "maximum": lambda a, b: torch.maximum(*_both(a, b)),
    "minimum": lambda a, b: torch.minimum(*_both(a, b)),
    "where": lambda keep, a, b: torch.where(keep, *_both(a, b)),
    "invert": torch.bitwise_not,
    "divide": torch.true_divide,
    "power": torch.pow,
    "mean": lambda x, axis=None, keepdims=False: torch.mean(x, _axes(x, axis), keepdims),
    "sum": lambda x, axis=None, keepdims=False: torch.sum(x, _axes(x, axis), keepdims),
}
SAME |= {"amax": SAME["max"], "amin": SAME["min"]}


class NumpyTensor(torch.Tensor):
    """Answer numpy's functions, and take the arguments that an array takes in max, var and so on."""

    def __array_ufunc__(self, ufunc, method, *given, **named):
        name, f = ufunc.__name__, SAME.get(ufunc.__name__) or getattr(torch, ufunc.__name__, None)
        if method != "__call__" or f is None or named:
            raise TypeError(f"np.{name}")
        return f(*map(tensor, given))

    def __array_function__(self, function, types, given, named):
        f = SAME.get(function.__name__) or getattr(torch, function.__name__, None)
        if not callable(f):
            raise TypeError(f"np.{function.__name__}")
        return f(*(tensor(x) for x in given), **named)

    def max(self, axis=None, keepdims=False, **torchs):
        return SAME["max"](self, axis, keepdims) if not torchs else super().max(**torchs)

    def min(self, axis=None, keepdims=False, **torchs):
        return SAME["min"](self, axis, keepdims) if not torchs else super().min(**torchs)

    def var(self, axis=None, ddof=0, keepdims=False):
        return SAME["var"](self, axis, ddof, keepdims)

    def std(self, axis=None, ddof=0, keepdims=False):
        return SAME["std"](self, axis, ddof, keepdims)

    def astype(self, dtype):
        return self

    def copy(self):
        return self.clone()


def tensor(x: Any) -> Any:
    """Turn an array into a tensor, floats in torch's default precision, and leave anything else as it is.

    Example:
        >>> tensor(np.array([0.5, 1.5]))
        tensor([0.5000, 1.5000])
    """
    if isinstance(x, np.ndarray | np.floating):
        x = torch.as_tensor(x)
        x = x.to(torch.get_default_dtype()) if x.is_floating_point() else x
    return x


def _axes(x, axis):
    return tuple(range(x.ndim)) if axis is None else axis


def _both(a, b):
    like = next((x.dtype for x in (a, b) if isinstance(x, torch.Tensor)), torch.get_default_dtype())
    return [x if isinstance(x, torch.Tensor) else torch.as_tensor(x, dtype=like) for x in (a, b)]


class OnTensors:
    """Give the functions of all exercises by name, like `mine`, but for torch tensors and with gradients."""

    def __init__(self):
        self._used: dict[str, str] = {}  # name -> whose function it is
        self._made: dict[str, tuple] = {}  # name -> the reader's function, and what runs in its place

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in EXERCISES:
            raise AttributeError(no_such_function("on_tensors", name))
        own = readers_function(name)
        if name not in self._made or self._made[name][0] != (own.function, own.says):
            self._made[name] = (own.function, own.says), self._make(name, own)
        return self._made[name][1]

    def _make(self, name, own):
        ours = library_answer(EXERCISES[name], None)
        why = _unlike(own.function, ours, EXERCISES[name]) if own.function else None
        self._used[name] = text("no_gradient", name=own.function.__name__, why=why) if why else own.says
        return _arrays_too(ours) if why or not own.function else _on_numpy_tensors(own.function)

    def __dir__(self):
        return [*EXERCISES]

    def __repr__(self):
        return "\n".join([text("title"), *(" | ".join(row) for row in self._table())])

    def _repr_html_(self):
        return html("note", text("title"), [], table=self._table())

    def _table(self):
        whose: dict[str, list[str]] = {}
        for name, says in self._used.items():
            whose.setdefault(says, []).append(name)
        return [[text("function"), text("whose")], *([listed(names), says] for says, names in whose.items())]


def _arrays_too(f):
    """Return f, which takes tensors, so that it also takes arrays."""
    return lambda *given: f(*map(tensor, given))


def _on_numpy_tensors(f):
    """Return f for tensors: it gets NumpyTensors, and its output, without weights, is an ordinary tensor."""

    def run(*given):
        tensors = map(tensor, given)
        result = f(*(x.as_subclass(NumpyTensor) if isinstance(x, torch.Tensor) else x for x in tensors))
        result = result[0] if isinstance(result, tuple) else result
        return result.as_subclass(torch.Tensor)

    return run


def _unlike(f, ours, exercise):
    """Say in a few words why f may not learn; return None if it and its gradients equal attnlib's."""
    for given in inputs_of(exercise, 0):
        if given["layer"] in ("sentence", "batch"):
            try:
                own, right = (_outcome(g, exercise, given) for g in (_on_numpy_tensors(f), ours))
                same = all(map(partial(torch.allclose, rtol=1e-3, atol=1e-4), own, right))
            except Exception as error:  # a function that was written for arrays may do anything
                return f"{type(error).__name__}: {error}".split("\n")[0][:80]
            if not same:
                return text("other_gradient")
    return None


def _outcome(f, exercise, given):
    """Return f's output for an input, and the gradients of an uneven sum of it by each input of floats."""
    arguments = [tensor(x) for x in arguments_of(exercise, given).values()]
    floats = [x.clone().requires_grad_() for x in arguments if torch.is_tensor(x) and x.is_floating_point()]
    left = iter(floats)
    result = f(*(next(left) if torch.is_tensor(x) and x.is_floating_point() else x for x in arguments))
    uneven = torch.arange(1, result.numel() + 1) % 7
    return result, *torch.autograd.grad((result.flatten() * uneven).sum(), floats, allow_unused=False)


on_tensors = OnTensors()
