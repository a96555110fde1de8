"""See whether an answer calls what it should replace: attnlib's own answer, or the one that is saved."""

import inspect
from pathlib import Path

import attnlib
from attnlib import _validate

_CATALOG = str(Path(__file__).with_name("catalog"))


def own_answers(exercise):
    """Return the functions of attnlib that answer an exercise, without what looks at their arguments."""
    if exercise.is_module:
        from attnlib.layers import SelfAttention  # torch takes more than a second

        return {SelfAttention.forward}
    answers = exercise.solve, getattr(attnlib, exercise.name, None), *exercise.solved_by
    return {inspect.unwrap(f) for f in answers if inspect.isfunction(f)}


def watch(exercise, f):
    """Return a function for sys.setprofile, and the list to which it adds each call of such an answer.

    The exercises' own functions may call what they like: mine.attention calls attend, as a part of another
    exercise. A saved answer may call itself, and its helpers.
    """
    codes = {id(answer.__code__) for answer in own_answers(exercise)}
    saved = f"my_lessons.{exercise.name}"
    is_saved = getattr(f, "__module__", None) == saved
    calls: list[str] = []

    def look(frame, event, _):
        if event != "call":
            return
        is_own = id(frame.f_code) in codes and not _caller(frame).startswith(_CATALOG)
        if is_own or (not is_saved and frame.f_globals.get("__name__") == saved):
            calls.append(frame.f_code.co_name)

    return look, calls


def _caller(frame):
    """Return the file of what called a function of attnlib."""
    frame = frame.f_back
    while frame is not None and frame.f_code.co_filename == _validate.__file__:
        frame = frame.f_back
    return frame.f_code.co_filename if frame else ""
