"""Offer `mine`: mine.scores is the reader's own function if it is saved and right, otherwise attnlib's."""

import difflib
from contextlib import suppress
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from attnlib.languages import text_from
from classroom import optional
from classroom.exercises import run_check
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.my_program import FOLDER, NO_UTF8, answer_in, make_room, read, write_program
from classroom.exercises.render import html, listed
from classroom.exercises.save_answer import load, words_and_line
from classroom.my_lessons import my_lessons

text = text_from(__file__, "my_functions")

_SEED = 0  # of the check that says whether a saved function is still right


class Mine:
    """The functions of all exercises, by name; shown, it says whose each one is.

    `mine.scores` is the reader's own function, if my-lessons/exercises/scores.py holds one that is still
    right, otherwise attnlib's, so that a lesson runs in either case. An unknown name raises AttributeError.

    Example:
        >>> from classroom import mine
        >>> mine.scores
        <function scores at ...>
        >>> mine
        mine: whose function is which
        function | whose
        weighted_sum, embed, project, ... | attnlib's
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in EXERCISES:
            raise AttributeError(no_such_function("mine", name))
        own = readers_function(name)
        return own.function if own.function is not None else _ours(name)

    def __dir__(self) -> list[str]:
        return [*EXERCISES]

    def __repr__(self) -> str:
        lines = [" | ".join(row) for row in _table()]
        return "\n".join([text("title"), *lines])

    def _repr_html_(self) -> str:
        return html("note", text("title"), [], table=_table())


def readers_function(name):
    """Return the reader's function for an exercise, if it may be used, and a sentence that says whose is."""
    folder, file, where = my_lessons(), "", f"{FOLDER}/{name}.py"
    with suppress(OSError):
        if folder:
            make_room(folder, EXERCISES)
            file = read(folder / where)
    if not file:
        return SimpleNamespace(function=None, says=text("ours"))
    if EXERCISES[name].is_module and not optional.has_torch():
        return SimpleNamespace(function=None, says=text("no_torch"))
    if NO_UTF8 in file:
        return SimpleNamespace(function=None, says=text("broken", file=where, error=text("no_utf8")))
    own = _loaded(folder, name, file)
    if own.error:
        return SimpleNamespace(function=None, says=text("broken", file=where, error=own.error))
    if own.is_judged:
        raise RecursionError(f"{own.name} uses mine.{name}, which would be itself")
    if own.is_right is None:
        own.is_judged = True
        try:
            verdict = run_check.verdict_of(EXERCISES[name], own.function, _SEED)
        finally:
            own.is_judged = False
        own.is_right = verdict.state == "right"
        own.function = run_check.handed_back(EXERCISES[name], own.function, verdict)
    if own.is_right:
        return SimpleNamespace(function=own.function, says=text("yours", name=own.name))
    return SimpleNamespace(function=None, says=text("not_right", file=where))


@lru_cache(len(EXERCISES))
def _loaded(folder, name, file):
    """Run a file once, and again when it has changed; then my_attention.py changes, too."""
    path = folder / FOLDER / f"{name}.py"
    with suppress(OSError):
        write_program(folder, EXERCISES)
    function, error = load(file, path)
    if error is not None:
        return SimpleNamespace(error=words_and_line(error, path))
    name = answer_in(file)
    return SimpleNamespace(function=function, name=name, error="", is_right=None, is_judged=False)


def _ours(name):
    """Return attnlib's own function, which does the same."""
    return run_check.library_answer(EXERCISES[name], None)


def _table():
    """Return the header, a row for each function of the reader's, and one for all the others."""
    says = {name: readers_function(name).says for name in EXERCISES}
    others = [name for name in says if says[name] == text("ours")]
    rows = [[name, says[name]] for name in says if name not in others]
    rows += [[listed(others), text("ours")]] if others else []
    return [[text("function"), text("whose")], *rows]


def no_such_function(owner, name):
    """Return what to say where `owner` is asked for a function that no exercise has."""
    near = difflib.get_close_matches(name.lower(), EXERCISES, n=3, cutoff=0.5)
    more = text("near", names=listed(near)) if near else text("there_are", names=listed(EXERCISES))
    return text("unknown", owner=owner, name=name, more=more)


mine = Mine()
