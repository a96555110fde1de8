"""Call a learner's function without harm: on copies, for five seconds at most; errors are caught.

One thing cannot be stopped: a single call in C that holds Python, such as sum(range(10**9)). Nothing else
runs in the kernel meanwhile, not even what would say so; when it is done, the card says what to press.
"""

import contextlib
import ctypes
import inspect
import sys
import threading
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attnlib.exercises.errors import depth_of
from attnlib.exercises.exercise import arguments_of
from attnlib.exercises.unfinished import has_gap, has_more_than_a_gap, is_empty, raises_not_implemented

SECONDS = 5
GRACE = 3  # seconds more; if stopping takes longer, one call in C has held Python
_MOST_WORDS = 2000  # characters that it may print
_MORE_MEMORY = 2 << 30  # bytes beyond what is taken now, where the system can limit that


class TookTooLong(BaseException):
    """The function does not end. Not an Exception, since the learner's code may catch these."""


@dataclass(frozen=True)
class Outcome:
    """The outcome for one input: an array, or the exception that came instead."""

    value: Any = None
    error: BaseException | None = None
    changed: str = ""  # the argument that was changed in place
    kind: str = "array"  # or "list", "todo", "nothing", or the type of anything else
    detail: str = ""  # "gap" where a part is written and the rest is to do
    tensor: Callable | None = None  # what made tensors of the arrays, if it was given tensors


def outcomes_of(exercise, f, inputs):
    """Return the outcomes of f on NumPy arrays, or on tensors if it gets further with these."""
    outcomes = run(exercise, f, inputs)
    torch = sys.modules.get("torch")
    failed = _failed(outcomes)
    if torch is not None and failed and not isinstance(outcomes[-1].error, (TookTooLong, MemoryError)):
        tensors = run(exercise, f, inputs, torch.from_numpy)
        if (-_failed(tensors), _reached(f, tensors), _is_torch(f)) > (-failed, _reached(f, outcomes), False):
            return tensors
    return outcomes


def _reached(f, outcomes):
    """Return the line of f on which it first failed: of two runs, the later one says more."""
    return next((depth_of(f, out.error) for out in outcomes if out.error is not None), 0)


_OF_TORCH = {
    "torch", "F", "view", "size", "permute", "unsqueeze", "contiguous", "masked_fill", "dim", "keepdim",
}  # fmt: skip


def _is_torch(f):
    """Return whether f is written for tensors, by the names and keywords that it uses."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    if code is None:
        return False
    keywords = {name for words in code.co_consts if isinstance(words, tuple) for name in words}
    return bool(_OF_TORCH & {*code.co_names, *(name for name in keywords if isinstance(name, str))})


def run(exercise, f, inputs, tensor=None):
    """Return an outcome for each input; fewer if it took too long, gave nothing, or has a `...`."""
    return within_seconds(lambda done: _call_on_all(exercise, f, inputs, done, tensor))[: len(inputs)]


def _failed(outcomes):
    return sum(outcome.error is not None for outcome in outcomes)


def _call_on_all(exercise, f, inputs, done, tensor):
    looked = False
    for given in inputs:
        arguments = {name: _handed(x, tensor) for name, x in arguments_of(exercise, given).items()}
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            outcome = _call(f, arguments, exercise.may_return_weights)
        if outcome.value is None and not looked:  # once is enough: reading the source is slow
            looked = True
            outcome = _to_do(f) if _is_unwritten(f, outcome) else outcome
        done.append(replace(outcome, tensor=tensor))
        if outcome.kind in ("todo", "nothing"):
            break


def _to_do(f):
    return Outcome(kind="todo", detail="gap" if has_more_than_a_gap(getattr(f, "forward", f)) else "")


def _is_unwritten(f, outcome):
    body = getattr(f, "forward", f)  # of a module
    if outcome.kind == "nothing":
        return is_empty(body) or has_gap(body)
    if outcome.error is not None:
        return raises_not_implemented(outcome.error) or "'ellipsis'" in str(outcome.error) or has_gap(body)
    return outcome.kind == "ellipsis"


def _handed(x, tensor):
    if not isinstance(x, np.ndarray):
        return x.copy() if isinstance(x, list) else x
    return tensor(x.copy()) if tensor else x.copy()


def _call(f, arguments, may_be_a_pair):
    before = {name: plain(x) for name, x in arguments.items()}
    try:
        result = f(*arguments.values())
    except TookTooLong:
        raise
    except BaseException as error:  # exit() and KeyboardInterrupt would end the thread silently, too
        return Outcome(error=error)
    changed = next((name for name, x in arguments.items() if not same(plain(x), before[name])), "")
    return _outcome(result[0] if may_be_a_pair and isinstance(result, tuple) and result else result, changed)


def _outcome(result, changed):
    """Return the outcome for a result: as an array, or its kind."""
    if result is None or result is Ellipsis:
        return Outcome(kind="nothing" if result is None else "ellipsis", changed=changed)
    try:
        value = plain(result)
    except Exception:  # an object may raise anything when it is converted to an array
        value = None
    if value is None or value.dtype.kind not in "biuf" or isinstance(result, tuple):
        return Outcome(kind=_kind(result), changed=changed)
    return Outcome(value=value, changed=changed, kind="list" if isinstance(result, list) else "array")


def _kind(result):
    """Return the kind of a result that is no array of numbers: tuple, ndarray (complex128), …"""
    dtype = str(getattr(result, "dtype", "")).removeprefix("torch.")
    name = "sparse " * bool(getattr(result, "is_sparse", False)) + type(result).__name__
    return f"{name} ({dtype})" if dtype else name


def plain(x):
    """Return a copy as a NumPy array, whatever it was."""
    if hasattr(x, "detach"):
        x = x.detach()
        x = (x.float() if str(x.dtype) == "torch.bfloat16" else x).numpy()  # numpy has no bfloat16
    return np.array(x)


def same(a, b):
    return a.shape == b.shape and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))


class _Cut:
    """Standard output that breaks off, and is silent from then on; with -1 from the beginning."""

    def __init__(self, output, most):
        self.output, self.left = output, most

    def write(self, words):
        if self.left >= 0:
            more = len(words) > self.left
            self.output.write(words[: self.left] + " …\n" * more)
            self.left = -1 if more else self.left - len(words)
        return len(words)

    def __getattr__(self, name):
        return getattr(self.output, name)


def within_seconds(work, most_words=_MOST_WORDS):
    """Return what work(done) has put into done, in a thread that is stopped when it takes too long."""
    with contextlib.redirect_stdout(_Cut(sys.stdout, most_words)):
        return _within_seconds(work)


def _within_seconds(work):
    done: list[Outcome] = []
    thread = threading.Thread(target=_work, args=(work, done), daemon=True)
    start = time.monotonic()
    with _memory_limit():
        try:
            thread.start()
        except RuntimeError:  # there are no threads where Python runs in a browser
            with _deadline():
                _work(work, done)
            return done
        try:
            thread.join(SECONDS)
            late = thread.is_alive()
        finally:  # Ctrl+C, too, should stop both
            _stop(thread)
    done = list(done)  # a thread that could not be stopped may add to its own
    if late and not (done and isinstance(done[-1].error, TookTooLong)):
        done.append(Outcome(error=TookTooLong()))
    taken, error = time.monotonic() - start, done[-1].error if done else None
    if late and error is not None and taken > SECONDS + GRACE:  # one call in C held Python, and all threads
        error.args = (round(taken),)
    return done


def _work(work, done):
    try:
        work(done)
    except BaseException as error:  # it took too long, or the result was too large to be copied
        done.append(Outcome(error=error))


@contextlib.contextmanager
def _deadline():
    """Interrupt, without threads, each line of Python that begins too late; a call in C goes on."""
    end = time.monotonic() + SECONDS

    def watched(frame, event, argument):
        if time.monotonic() > end:
            raise TookTooLong
        return watched

    before = sys.gettrace()
    sys.settrace(watched)
    try:
        yield
    finally:
        sys.settrace(before)


def _stop(thread):
    """Interrupt a thread. A call in C that never ends goes on, but so does the lesson."""
    with _silence_interruptions():
        for _ in range(10):  # a bare `except:` in a loop swallows one interruption, but hardly ten
            if not thread.is_alive():
                break
            stop = ctypes.py_object(TookTooLong)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), stop)
            thread.join(0.05)


@contextlib.contextmanager
def _silence_interruptions():
    """Ignore an interruption that meets Python's own tidying up; nobody needs to read about it."""
    hook = sys.unraisablehook
    sys.unraisablehook = lambda what: None if what.exc_type is TookTooLong else hook(what)
    try:
        yield
    finally:
        sys.unraisablehook = hook


@contextlib.contextmanager
def _memory_limit():
    """Let an allocation that would make the machine crawl fail instead; only Linux can do that."""
    if sys.platform != "linux":
        yield
        return
    import resource  # which Windows does not have

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(OSError, ValueError):
        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + _MORE_MEMORY, hard))
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
