"""Find the first of the learner's own variables that differs from the steps of the formula.

The function runs once more, on an input where it fails, and each line's variables are compared as it goes.
"""

import inspect
import linecache
import sys
from dataclasses import dataclass
from textwrap import shorten

import numpy as np

from classroom.exercises import sandbox
from classroom.exercises.exercise import all_steps

_MANY = 200  # variables that are compared, at most


@dataclass(frozen=True)
class Made:
    """A variable as one line left it."""

    line: str
    name: str
    value: np.ndarray


def locate(exercise, f, failing, passing=(), tensor=None):
    """Return a right variable, its step, and the line from which on the mistake is; () if none is certain.

    It is certain if two failing inputs say the same; if the variable is that step on passing inputs, too; if
    the formula has three steps or more; and if all that the function made before is a step: a wrong variable
    that nobody knows may be the cause. A variable that holds the whole result is told in any case:
    (name, "", "").

    Args:
        exercise: the Exercise that f answers.
        f: the learner's function, or module.
        failing: some of the inputs on which it gives wrong numbers.
        passing: some of those on which it is right.
        tensor: what makes tensors of the arrays, if f is given tensors.
    """
    seen = {_located(exercise, f, given, tensor) for given in failing}
    found = seen.pop() if len(seen) == 1 and len(failing) > 1 else ()
    return found if found and all(_holds(exercise, f, given, tensor, *found[:2]) for given in passing) else ()


def _holds(exercise, f, given, tensor, name, step):
    """Return whether a variable is this step, or the whole result, at some time."""
    every = all_steps(exercise.reference, given)
    right = every[step] if step else [*every.values()][-1]
    made, _ = history(exercise, f, given, tensor)
    return any(one.name == name and _alike(one.value, right) for one in made)


def _located(exercise, f, given, tensor):
    """Return what one input says."""
    every = {name: np.asarray(value) for name, value in all_steps(exercise.reference, given).items()}
    result = [*every.values()][-1]
    inputs = [x for x in given.values() if isinstance(x, np.ndarray)]
    steps = {name: x for name, x in every.items() if x.ndim and not any(_alike(x, y) for y in inputs)}
    made, last_line = history(exercise, f, given, tensor)
    if result.ndim and not any(_alike(result, x) for x in inputs):
        whole = next((one.name for one in made if _alike(one.value, result)), "")
        if whole:
            return whole, "", ""
    is_step = [next((name for name in steps if _alike(one.value, steps[name])), "") for one in made]
    k = max((k for k, step in enumerate(is_step) if step), default=None)
    if k is None or len(steps) < 3:
        return ()
    order = list(every)
    name, step = made[k].name, is_step[k]
    known = [*inputs, *steps.values()]
    if any(not _is_known(one.value, known) for one in made[:k]) or name in order[order.index(step) + 1 :]:
        return ()
    after = [one.line for one in made[k + 1 :] if not _is_known(one.value, known)] or [last_line]
    return (name, step, after[0]) if after[0] != made[k].line else ()


def _is_known(value, known):
    """Return whether an array is an input or a step, perhaps transposed, or holds nothing but one number.

    Of a number: whether it is a size of theirs, or its root, as √d_k is, or one divided by these.
    """
    if not value.ndim:
        sizes = {size for x in known for size in x.shape if size}
        return any(np.isclose(value, size**power) for size in sizes for power in (1, 0.5, -0.5, -1))
    turned = value.mT if value.ndim > 1 else value
    one_number = bool((value == value.flat[:1]).all())
    return one_number or any(_alike(x, y) for x in (value, turned) for y in known)


def history(exercise, f, given, tensor):
    """Return the variables that f's lines made, in their order, and the last line that ran."""
    code = getattr(inspect.unwrap(getattr(f, "forward", f)), "__code__", None)
    made: list = []
    last = [""]

    def look(frame, at):
        for name, value in frame.f_locals.items():
            array = _array(value)
            if array is not None and not any(
                one.name == name and sandbox.same(one.value, array) for one in reversed(made)
            ):
                made.append(Made(at, name, array))

    def trace_lines(frame, event, _):
        if event == "line" and len(made) < _MANY:
            look(frame, last[0])
            last[0] = _line(frame)
        elif event == "return":
            look(frame, last[0])
        return trace_lines

    def trace_calls(frame, event, _):
        if frame.f_code is not code:
            return None
        look(frame, "")  # the arguments
        return trace_lines

    def traced(*arguments):
        before = sys.gettrace()
        sys.settrace(trace_calls)
        try:
            return f(*arguments)
        finally:
            sys.settrace(before)

    if code is not None:
        sandbox.run(exercise, traced, [given], tensor)
    return [one for one in made if one.line], last[0]


def _line(frame):
    return shorten(linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip(), 70, placeholder=" …")


def _array(value):
    try:
        array = sandbox.plain(value)
    except Exception:  # an object may raise anything when it is converted to an array
        return None
    return array if array.dtype.kind in "bf" and (array.ndim or array.dtype.kind == "f") else None


def _alike(a, b):
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and a.dtype.kind == b.dtype.kind and bool(np.allclose(a, b, 1e-4, 1e-5))
