"""Keep the kernel as it is while a learner's code runs: what the libraries do, and how deep calls may go."""

import contextlib
import sys

import numpy as np

DEEPEST = 1000  # calls, as Python begins; with a larger limit, calls through C may end the kernel before
_MODULES = "numpy", "numpy.linalg", "math", "torch", "torch.nn.functional"
_known: dict = {}  # each of these, and torch.Tensor, with what it held when it was first seen
_replaced: dict[str, bool] = {}


class Guard:
    """Let calls that go too deep raise RecursionError, whatever limit the code sets, and put all back."""

    def __enter__(self):
        _remember()
        self.printing = np.get_printoptions()
        self.limit, self.set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
        sys.setrecursionlimit = lambda limit: None
        with contextlib.suppress(RecursionError):  # there are more calls than that already
            self.set_limit(min(self.limit, DEEPEST))

    def __exit__(self, *_):
        sys.setrecursionlimit = self.set_limit
        self.set_limit(self.limit)
        _put_back()
        np.set_printoptions(**self.printing)


def replaced():
    """Return the names of what was put back in NumPy, math and torch since the last call, such as np.exp."""
    names = [*_replaced]
    _replaced.clear()
    return names


def _remember():
    owners = [sys.modules.get(name) for name in _MODULES]
    for owner in (*owners, getattr(sys.modules.get("torch"), "Tensor", None)):
        if owner is not None and owner not in _known:
            _known[owner] = {name: x for name, x in _held_by(owner).items() if _is_watched(owner, x, name)}


def _put_back():
    for owner, known in _known.items():
        now = _held_by(owner)
        for name in [name for name, x in known.items() if now.get(name) is not x]:
            if _is_by_the_library(owner, name, now.get(name)):
                known[name] = now[name]
                continue
            setattr(owner, name, known[name])
            _replaced[f"{owner.__name__.replace('numpy', 'np')}.{name}"] = True


def _is_by_the_library(owner, name, new):
    """Return whether a library has put its own in the place, as importing torch.optim does."""
    home = str(getattr(new, "__module__", "")).split(".")[0]
    return getattr(new, "__name__", "") == name and home == owner.__name__.split(".")[0] == "torch"


def _held_by(owner):
    """Return what a module holds, or a class with what it inherits, by name."""
    classes = getattr(owner, "__mro__", [owner])
    return {name: x for one in reversed(classes) for name, x in vars(one).items()}


def _is_watched(owner, x, name):
    """Leave out what libraries change themselves: private names, and classes such as torch.Storage."""
    return isinstance(owner, type) or not (name.startswith("_") or isinstance(x, type))


_remember()
