"""Call a learner's function without harm: on copies, for five seconds at most; errors are caught.

One thing cannot be stopped: a single call in C that holds Python, such as sum(range(10**9)). Nothing else
runs in the kernel meanwhile, not even what would say so; when it is done, the card says what to press.
Memory is not limited: an array that is far too large raises MemoryError, one that just fills it does not.
"""

import contextlib
import inspect
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attnlib.languages import text_from
from classroom.exercises import kernel_guard
from classroom.exercises.errors import depth_of, key_of
from classroom.exercises.exercise import arguments_of
from classroom.exercises.own_answer import watch
from classroom.exercises.unfinished import has_gap, has_more_than_a_gap, is_empty, raises_not_implemented

SECONDS = 5
GRACE = 3  # seconds more; if stopping takes longer, one call in C has held Python
_MOST_WORDS = 2000  # characters that it may print
_ERRSTATE = np.errstate.__exit__.__code__.co_filename
_PUT_BACK = __file__, kernel_guard.__file__, warnings.__file__, _ERRSTATE  # quick, and all is put back
text = text_from(__file__, "sandbox")


class TookTooLong(BaseException):
    """The function does not end. Not an Exception, since the learner's code may catch these."""


@dataclass(frozen=True)
class Outcome:
    """The outcome for one input: an array, or the exception that came instead."""

    value: Any = None
    error: BaseException | None = None
    changed: str = ""  # the argument that was changed in place
    kind: str = "array"  # or "tensor", "list", "todo", "nothing", or the type of anything else
    detail: str = ""  # "gap" where a part is written and the rest is to do
    second: Any = None  # what stands beside it in a pair, as an array if it can be one
    tensor: Callable | None = None  # what made tensors of the arrays, if it was given tensors
    leans: bool = False  # whether it has called what it should replace


def outcomes_of(exercise, f, inputs):
    """Return the outcomes of f on NumPy arrays, or on tensors if it gets further with these."""
    outcomes = run(exercise, f, inputs)
    torch = sys.modules.get("torch")
    failed = _failed(outcomes)
    if torch is not None and failed and not isinstance(outcomes[-1].error, (TookTooLong, MemoryError)):
        first = next(k for k, outcome in enumerate(outcomes) if outcome.error is not None)
        tensors = run(exercise, f, inputs[first : first + 1], torch.from_numpy)
        if _failed(tensors) and (_reached(f, tensors), _is_torch(f)) <= (_reached(f, outcomes), False):
            return outcomes  # no further: all the others would only take time
        tensors = run(exercise, f, inputs, torch.from_numpy)
        if (-_failed(tensors), _reached(f, tensors), _is_torch(f)) > (-failed, _reached(f, outcomes), False):
            return tensors
    return outcomes


def _reached(f, outcomes):
    """Return the line of f on which it first failed: of two runs, the later one says more."""
    return next((depth_of(f, out.error) for out in outcomes if out.error is not None), 0)


_OF_TORCH = {
    "torch", "nn", "F", "view", "size", "permute", "unsqueeze", "contiguous", "masked_fill", "dim", "keepdim",
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
    look, calls = watch(exercise, f)
    for given in inputs:
        arguments = {name: _handed(x, tensor) for name, x in arguments_of(exercise, given).items()}
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            outcome = _call(exercise, f, arguments, look)
        if outcome.value is None and not looked:  # once is enough: reading the source is slow
            looked = True
            outcome = _to_do(f) if _is_unwritten(f, outcome) else outcome
        done.append(replace(outcome, tensor=tensor, leans=bool(calls)))
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


def _call(exercise, f, arguments, look):
    before = {name: plain(x) for name, x in arguments.items()}
    profiler = sys.getprofile()
    set_profile = sys.setprofile if callable(profiler or look) else lambda profiler: None  # cProfile stays
    try:
        set_profile(look)
        result = f(*arguments.values())
    except (TookTooLong, KeyboardInterrupt):
        raise
    except BaseException as error:  # exit(), too, would end the check
        return Outcome(error=_with_words(error))
    finally:
        set_profile(profiler)
    changed = next((name for name, x in arguments.items() if not same(plain(x), before[name])), "")
    if exercise.may_return_weights and isinstance(result, tuple) and result:
        return replace(_outcome(result[0], changed, exercise.may_be_a_list), second=_second(*result))
    return _outcome(result, changed, exercise.may_be_a_list)


def _second(first, second=None, *more):
    try:
        return None if second is None else plain(second)
    except Exception:  # an object may raise anything when it is converted to an array
        return second


def _with_words(error):
    """Return an exception, or the one that its own words raise."""
    try:
        str(error)
    except Exception as other:
        return other
    return error


def _outcome(result, changed, may_be_a_list):
    """Return the outcome for a result: as an array, or its kind."""
    if result is None or result is Ellipsis:
        return Outcome(kind="nothing" if result is None else "ellipsis", changed=changed)
    is_list = isinstance(result, Sequence)
    try:
        value = plain(result)
        if is_list and may_be_a_list and value.dtype == object:  # such as fractions
            value = value.astype(float)
    except Exception as error:  # an object may raise anything when it is converted to an array
        if key_of(error) == "device":
            return Outcome(error=error, changed=changed)
        value = None
    if value is None or value.dtype.kind not in "biuf" or (isinstance(result, tuple) and not may_be_a_list):
        return Outcome(kind=_kind(result), changed=changed)
    kind = "list" if is_list else "tensor" if hasattr(result, "detach") else "array"
    return Outcome(value=value, changed=changed, kind=kind)


def _kind(result):
    """Return the kind of a result that is no array of numbers: tuple, ndarray (complex128), …"""
    dtype = str(getattr(result, "dtype", "")).removeprefix("torch.")
    name = "sparse " * bool(getattr(result, "is_sparse", False)) + type(result).__name__
    return f"{name} ({dtype})" if dtype else name


def plain(x):
    """Return a copy as a NumPy array, whatever it was."""
    if hasattr(x, "detach"):
        x = x.detach().cpu()
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
    """Return the outcomes that work(done) adds to done; last comes the exception that ended it, if any."""
    done: list[Outcome] = []
    start, hook = time.monotonic(), sys.unraisablehook
    # An interruption may meet Python's own tidying up, where it is ignored; nobody needs to read about it.
    sys.unraisablehook = lambda what: None if what.exc_type is TookTooLong else hook(what)
    has_timer = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    call = _with_deadline if has_timer else _without_deadline
    try:
        with contextlib.redirect_stdout(_Cut(sys.stdout, most_words)), kernel_guard.Guard():
            error = call(work, done)
    finally:
        sys.unraisablehook = hook
    if error is not None:
        if isinstance(error, TookTooLong) and (taken := time.monotonic() - start) > SECONDS + GRACE:
            error.args = (round(taken),)
        done.append(Outcome(error=error))
    return done


def _with_deadline(work, done):
    """Call work(done) and return its exception; from the deadline on it is interrupted until it ends."""

    def stop(number, frame):
        if over:
            return
        if _is_importing(frame):  # else half a module stays; torch.optim, say, takes seconds once
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            return
        if signal.getitimer(signal.ITIMER_REAL)[0] == 0:  # the first time: `except:` in a loop may catch it
            signal.setitimer(signal.ITIMER_REAL, 0.1, 0.0001)
        if frame.f_code.co_filename not in _PUT_BACK:
            raise TookTooLong

    before, start = signal.getsignal(signal.SIGALRM), time.monotonic()
    left, again, over = 0.0, 0.0, False
    try:
        signal.signal(signal.SIGALRM, stop)
        left, again = signal.setitimer(signal.ITIMER_REAL, SECONDS)
        return _exception_of(work, done)
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
        if left:  # of a check around this one: the function uses `mine`, whose verdict may be said first
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - start), 0.5), again)


def _is_importing(frame):
    """Return whether a module is being imported."""
    while frame is not None and frame.f_code.co_filename != __file__:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def _without_deadline(work, done):
    """Call work(done) and return its exception; after some seconds say what stops it."""
    words = text("press_stop", seconds=SECONDS)
    say = threading.Timer(SECONDS, print, [words], {"file": sys.stderr})
    say.daemon = True
    with contextlib.suppress(RuntimeError):  # there are no threads where Python runs in a browser
        say.start()
    try:
        return _exception_of(work, done)
    finally:
        say.cancel()


def _exception_of(work, done):
    try:
        work(done)
    except KeyboardInterrupt:  # ■ stops the cell, too
        raise
    except BaseException as error:  # it took too long, or the result was too large to be copied
        return error
    return None
