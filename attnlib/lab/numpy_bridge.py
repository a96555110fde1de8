"""The reader's functions, written for numpy arrays, on torch tensors: so that gradients pass through them.

    attention = twins.attention         the reader's own, or attnlib's
    twins                               whose each is that has been asked for

A Twin is a tensor that answers when numpy is asked: np.exp of one is torch.exp, and so on. A function that
does something which has no twin, or whose gradient is not that of attnlib's, is not used: attnlib's is.
"""

from functools import partial

import numpy as np
import torch

from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.exercise import arguments_of, inputs_of
from attnlib.exercises.my_functions import no_such_function, readers_function
from attnlib.exercises.render import html
from attnlib.exercises.run_check import reference_of
from attnlib.i18n import text_from

TEXTS = {
    "title": ("Who learns here", "在这里学习的函数是谁的"),
    "function": ("function", "函数"),
    "whose": ("whose", "谁的"),
    "no_twin": (
        "attnlib's, since no gradient passes through your {name} ({why})",
        "attnlib 的，因为梯度通不过你的 {name}（{why}）",
    ),
    "another": ("another gradient", "梯度不同"),
}
text = text_from(TEXTS)

# What numpy and torch call by different names, or do in different ways.
SAME = {
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


class Twin(torch.Tensor):
    """A tensor that does what an array would, for numpy's functions and in its methods max, var and so on."""

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


def tensor(x):
    """An array as a tensor, floats in the tensors' own precision; all else as it is."""
    if isinstance(x, np.ndarray | np.floating):
        x = torch.as_tensor(x)
        x = x.to(torch.get_default_dtype()) if x.is_floating_point() else x
    return x


def _axes(x, axis):
    return tuple(range(x.ndim)) if axis is None else axis


def _both(a, b):
    like = next((x.dtype for x in (a, b) if isinstance(x, torch.Tensor)), torch.get_default_dtype())
    return [x if isinstance(x, torch.Tensor) else torch.as_tensor(x, dtype=like) for x in (a, b)]


class Twins:
    """Like `mine`, for torch tensors."""

    def __init__(self):
        self._asked = {}  # by name: whose it is

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in EXERCISES:
            raise AttributeError(no_such_function("twins", name))
        own, ours = readers_function(name), reference_of(EXERCISES[name], None)
        why = _unlike(own.function, ours, EXERCISES[name]) if own.function else None
        self._asked[name] = text("no_twin", name=own.function.__name__, why=why) if why else own.says
        return _on_tensors(ours) if why or not own.function else _on_twins(own.function)

    def __dir__(self):
        return [*EXERCISES]

    def __repr__(self):
        return "\n".join([text("title"), *(" | ".join(row) for row in self._table())])

    def _repr_html_(self):
        return html("note", text("title"), [], table=self._table())

    def _table(self):
        return [[text("function"), text("whose")], *(list(row) for row in self._asked.items())]


def _on_tensors(f):
    """f, which takes tensors, for arrays among them, too."""
    return lambda *given: f(*map(tensor, given))


def _on_twins(f):
    """f for tensors: it gets twins, and what it returns is an ordinary tensor, the output alone."""

    def on_twins(*given):
        tensors = map(tensor, given)
        result = f(*(x.as_subclass(Twin) if isinstance(x, torch.Tensor) else x for x in tensors))
        result = result[0] if isinstance(result, tuple) else result
        return result.as_subclass(torch.Tensor)

    return on_twins


def _unlike(f, ours, exercise):
    """Why f may not learn, in a few words; None if it and its gradients are as attnlib's."""
    for given in inputs_of(exercise, 0):
        if given["layer"] in ("sentence", "batch"):
            try:
                own, right = (_outcome(g, exercise, given) for g in (_on_twins(f), ours))
                same = all(map(partial(torch.allclose, rtol=1e-3, atol=1e-4), own, right))
            except Exception as error:  # whatever a function does that was written for arrays
                return f"{type(error).__name__}: {error}".split("\n")[0][:80]
            if not same:
                return text("another")
    return None


def _outcome(f, exercise, given):
    """What f makes of an input, and the gradients of an uneven sum of that, one for each input of floats."""
    arguments = [tensor(x) for x in arguments_of(exercise, given).values()]
    floats = [x.clone().requires_grad_() for x in arguments if torch.is_tensor(x) and x.is_floating_point()]
    left = iter(floats)
    result = f(*(next(left) if torch.is_tensor(x) and x.is_floating_point() else x for x in arguments))
    uneven = torch.arange(1, result.numel() + 1) % 7
    return result, *torch.autograd.grad((result.flatten() * uneven).sum(), floats, allow_unused=False)


twins = Twins()
