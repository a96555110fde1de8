"""Write the input on which an answer fails in lines that can be copied, with the result and the right one."""

import numpy as np

from attnlib.languages import text_from
from classroom.exercises.exercise import arguments_of

text = text_from(__file__, "failing_input")

_MOST = 64  # as many numbers as can be read at a glance


def failing_input(exercise, verdict):
    """Return the lines of inputs and result, and the line of the right result; none if that is too much."""
    if not verdict.expected or verdict.case >= len(verdict.inputs):
        return [], ""
    given = arguments_of(exercise, verdict.inputs[verdict.case])
    out, right = verdict.outcomes[verdict.case].value, verdict.expected[verdict.case]
    if sum(np.size(x) for x in (*given.values(), out, right) if x is not None) > _MOST:
        return [], ""
    lines = [f"{name} = {written(x)}" for name, x in given.items()]
    if out is not None:
        lines.append(text("yours", x=written(out)))
    return lines, text("ours", x=written(right))


def written(x):
    """Return an array in one line, as Python would read it: [[1, 0.5], [-inf, 2]]."""
    if callable(x):  # a function that is put to the test
        return x.__name__
    x = np.asarray(x)
    if x.ndim:
        return f"[{', '.join(map(written, x))}]"
    return str(x) if x.dtype.kind in "bUi" else f"{float(x):.4g}"
