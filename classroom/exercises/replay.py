"""Replay a failed check: its inputs, to compute with, and the traceback of the last exception."""

import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from attnlib.languages import text_from
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.exercise import arguments_of, inputs_of
from classroom.exercises.render import show
from classroom.exercises.session import Reported, session

text = text_from(__file__, "replay")
_OURS = str(Path(__file__).parent)


def inputs(name: str, seed: int | None = None) -> Any:
    """Return the arguments that the last card of an exercise reported on.

    Args:
        name: the name of the exercise.
        seed: another seed than the card's, or any before the first check, gives its first input.

    Returns:
        Copies of the arguments of the learner's function, in a tuple if there are several.

    Raises:
        ValueError: there is no exercise of that name.

    Example:
        >>> from classroom import check
        >>> Q, K = check.inputs("scores", seed=765)
        >>> Q.shape, K.shape
        ((2, 4), (3, 4))
    """
    if name not in EXERCISES:
        raise ValueError(text("no_exercise", name=name))
    reported = session.reported.get(name)
    if reported is None or seed not in (None, reported.seed):
        reported = Reported(seed or 0, inputs_of(EXERCISES[name], seed or 0)[0])
    copied = reported.tensor or np.array
    given = arguments_of(EXERCISES[name], reported.given).values()
    arguments = [copied(x.copy()) if isinstance(x, np.ndarray) else x for x in given]
    return arguments[0] if len(arguments) == 1 else tuple(arguments)


def last_error() -> None:
    """Show the whole traceback of the last exception that a check has met; %debug then goes into it.

    Example:
        >>> from classroom import check
        >>> check.last_error()
        The last exception
        ...
    """
    error = session.error
    if error is None:
        show("note", text("last_error"), [text("no_error")])
        return
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None and tb.tb_frame.f_code.co_filename.startswith(_OURS):
        tb = tb.tb_next
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, tb
    sys.last_exc = error.with_traceback(tb)  # type: ignore[attr-defined]  # since Python 3.12
    show("note", text("last_error"), [], code="".join(traceback.format_exception(error)).rstrip())
