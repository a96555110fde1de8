"""Offer `mine`: mine.scores is the reader's own function if it is saved and right, otherwise attnlib's."""

import difflib
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from attnlib import _optional
from attnlib._my_lessons import my_lessons
from attnlib.exercises import run_check
from attnlib.exercises.answer_file import answer_in
from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.errors import words_of
from attnlib.exercises.render import html, listed
from attnlib.exercises.save_answer import FILE, read, run, words_and_line
from attnlib.i18n import text_from

text = text_from("my_functions")

_SEED = 0  # of the check that says whether a saved function is still right


class Mine:
    """The functions of all exercises, by name; shown, it says whose each one is.

    `mine.scores` is the reader's own function, if my-lessons/my_attention.py holds one that is still right,
    otherwise attnlib's, so that a lesson runs in either case. An unknown name raises AttributeError.

    Example:
        >>> from attnlib import mine
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
        return "\n".join([text("title"), *lines, *_why()])

    def _repr_html_(self) -> str:
        return html("note", text("title"), _why(), table=_table())


def readers_function(name):
    """Return the reader's function for an exercise, if it may be used, and a sentence that says whose is."""
    program = _program()
    part = program.parts.get(name)
    if part is None:
        return SimpleNamespace(function=None, says=text("ours"))
    if EXERCISES[name].is_module and not _optional.has_torch():
        return SimpleNamespace(function=None, says=text("no_torch"))
    function = getattr(program.module, part.name, None)
    if name in program.judged:
        raise RecursionError(f"{part.name} uses mine.{name}, which would be itself")
    if name not in program.right:
        program.judged.add(name)
        try:
            program.right[name] = run_check.verdict_of(EXERCISES[name], function, _SEED).state == "right"
        finally:
            program.judged.discard(name)
    if program.right[name]:
        return SimpleNamespace(function=function, says=text("yours", name=part.name))
    return SimpleNamespace(function=None, says=text("not_right", name=part.name))


def _program():
    """Return my_attention.py as it stands now, run once, and again when it has changed."""
    folder = my_lessons()
    try:
        return _loaded(read(folder / FILE) if folder else "", folder and folder / FILE)
    except (OSError, ValueError) as error:  # it cannot be read
        return SimpleNamespace(parts={}, error=words_of(error))


@lru_cache(1)
def _loaded(program, path):
    try:
        parts = {name: part for name in EXERCISES if (part := answer_in(program, name))}
        module, error = run(program, path) if parts else (None, None)
    except (SyntaxError, ValueError, RecursionError) as wrong:
        parts, module, error = {}, None, wrong
    if error is not None:
        return SimpleNamespace(parts={}, error=words_and_line(error, path))
    return SimpleNamespace(parts=parts, module=module, right={}, judged=set(), error="")


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


def _why():
    error = _program().error
    return [text("broken", error=error)] if error else []


def no_such_function(owner, name):
    """Return what to say where `owner` is asked for a function that no exercise has."""
    near = difflib.get_close_matches(name.lower(), EXERCISES, n=3, cutoff=0.5)
    more = text("near", names=listed(near)) if near else text("there_are", names=listed(EXERCISES))
    return text("unknown", owner=owner, name=name, more=more)


mine = Mine()
