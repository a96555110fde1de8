"""Check what a learner has written, and tell them which mistake they made.

`check.softmax(my_softmax)` shows ✓ Right, ✗ Not yet with what went wrong, or ○ To do. It hands back
my_softmax if that is right, otherwise attnlib's own function, so that the lesson goes on:

    >>> import numpy as np
    >>> from classroom import check
    >>> softmax = check.softmax(np.exp, seed=3)
    ✗ Not yet · softmax
    For S (2, 3), row 0 of the result sums to 75.68.
    Two things. exp is there, the division by the sum of the row is not. exp of a large score is beyond ...
    What is the sum of a row?
    ...
    >>> softmax
    <function softmax at ...>

Each function checks one exercise. It calls the learner's function with fresh random inputs, NumPy arrays (or
torch tensors, if it wants these); `seed` repeats those of an earlier check. Nothing is raised, whatever the
function does, unless the environment says ATTNLIB_STRICT=1: then NotYet, an AssertionError, is raised for
what is not right. ATTNLIB_SEED sets the seed of every check that names none.

check.hint("scores") helps, then check.solution("scores"). check.inputs("scores") gives the inputs of the last
card, check.last_error() the last exception in full. check.progress() shows what is solved and what is open,
check.forget() begins anew.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from classroom.exercises.catalog import EXERCISES
from classroom.exercises.hints import hint, solution
from classroom.exercises.render import NotYet
from classroom.exercises.replay import inputs, last_error
from classroom.exercises.run_check import check_answer
from classroom.exercises.show_progress import forget, progress

__all__ = [*EXERCISES, "hint", "solution", "progress", "forget", "inputs", "last_error", "NotYet"]


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the function that checks the exercise of this name."""
    if name not in EXERCISES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _check_of(name)


@cache
def _check_of(name):
    exercise = EXERCISES[name]

    def check(f, seed=None):
        return check_answer(exercise, f, seed, EXERCISES)

    check.__name__ = check.__qualname__ = name
    check.__doc__ = exercise.doc
    return check


def __dir__() -> list[str]:
    return __all__
