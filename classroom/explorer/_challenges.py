"""Predictions and puzzles: read the arguments `predict` and `goal`, and word what the reader is asked."""

import tomllib
from functools import lru_cache

from attnlib._validate import check_number
from attnlib.draw.explain import locate
from attnlib.draw.numbers import short
from attnlib.draw.steps import ACROSS, COMPUTED, title
from attnlib.languages import DATA, in_force
from classroom.explorer._state import NUMBERS
from classroom.explorer._texts import text

_AFTER_HEADS = ("merged", "projected")
_OF_GOALS = (*COMPUTED, *_AFTER_HEADS)
ENTRIES = (-2, 2)  # the whole numbers to solve a puzzle with, unless it says otherwise
SIGNS = "signs"  # in their place: a number may only change its sign


def to_prediction(predict, trace):
    """Return the question of predict=(step, row) or (step, row, col) as a dict, or None."""
    if predict is None:
        return None
    if not isinstance(predict, tuple) or len(predict) not in (2, 3) or predict[0] not in COMPUTED:
        raise ValueError(
            f"Explorer: predict needs to be (step, row) or (step, row, col), the step one of "
            f"{', '.join(COMPUTED)}, but is {predict!r}."
        )
    step, row, col = (*predict, None)[:3]
    if col is None and step not in ACROSS:
        raise ValueError(f"Explorer: predict=({step!r}, row) needs a step of scores or weights.")
    (i, row_name), (j, col_name) = locate("Explorer", trace, step, row, 0 if col is None else col)
    if col is None:
        key = "ask_weights" if step == "weights" else "ask_scores"
        return {"step": step, "row": i, "col": None, "text": text(f"{key}", row=row_name)}
    asked = text(f"ask_{_kind(step, col_name)}", step=title(step, short=True), row=row_name, col=col_name)
    return {"step": step, "row": i, "col": j, "text": asked}


def to_puzzle(goal, par, entries, hints, solution, edit, shown):
    """Return the puzzle that an explorer's arguments describe, as the browser gets it.

    Args:
        goal: As the explorer is given it. A string is the name of a puzzle in data/puzzles.toml, whose values
            stand in for arguments that are None.
        par, entries, hints, solution, edit: As the explorer is given them.
        shown: The matrices that a goal can speak of, by name.

    Returns:
        A dict of goals, par, entries, hints, solution (a list of {name, at, x}) and edit.
    """
    given = {"par": par, "entries": entries, "hints": hints, "solution": solution, "edit": edit}
    given = {name: value for name, value in given.items() if value is not None}
    if isinstance(goal, str):
        given = _stored_puzzle(goal) | given
        goal = given.pop("goal")
    goals = [] if goal is None else [goal] if isinstance(goal, tuple) else list(goal)
    for name in ("par", "entries", "hints", "solution"):
        if name in given and not goals:
            raise ValueError(f"Explorer: {name}={given[name]!r} belongs to a puzzle, which needs a goal.")
    return {
        "goals": [_to_goal(one, shown) for one in goals],
        "par": _to_par(given.get("par")),
        "entries": _to_entries(given.get("entries", ENTRIES)),
        "hints": [str(hint) for hint in given.get("hints", ())],
        "solution": _to_solution(given.get("solution", {})),
        "edit": given.get("edit"),
    }


def puzzle_names():
    """Return the names of all stored puzzles."""
    return list(_puzzles())


def _stored_puzzle(name):
    """Return the arguments of a puzzle in data/puzzles.toml, its hints in the language in force."""
    if name not in _puzzles():
        raise ValueError(f"Explorer: goal={name!r} is no puzzle; there are {', '.join(_puzzles())}.")
    stored = dict(_puzzles()[name])
    stored["goal"] = [tuple(goal) for goal in stored["goal"]]
    if "hints" in stored:
        stored["hints"] = [in_force(pair) for pair in stored["hints"]]
    return stored


@lru_cache(1)
def _puzzles():
    return tomllib.loads((DATA / "puzzles.toml").read_text(encoding="utf-8"))


def _to_goal(goal, shown):
    shaped = isinstance(goal, tuple) and len(goal) == 5 and goal[0] in _OF_GOALS and goal[3] in (">", "<")
    if not shaped:
        raise ValueError(
            f'Explorer: goal needs to be (step, row, col, ">" or "<", value), the step one of '
            f"{', '.join(_OF_GOALS)}, but is {goal!r}."
        )
    if not hasattr(shown, goal[0]):
        raise ValueError(f"Explorer: goal speaks of {goal[0]}, but this example has no W_O.")
    step, row, col, above, value = goal
    check_number("Explorer", value=value)
    (i, row_name), (j, col_name) = locate("Explorer", shown, step, row, col)
    kind = "weight" if step == "weights" else _kind(step, col_name)
    head = None
    if step == "merged" and kind == "number":  # "2 cat" is the column cat of the second head
        kind, (head, col_name) = step, col_name.split(" ", 1)
    key = kind + ("_above" if above == ">" else "_below")
    x = short(value, 6)
    called = text(f"step_{step}") if step in _AFTER_HEADS else title(step, short=True)
    asked = text(f"goal_{key}", step=called, row=row_name, col=col_name, x=x, k=head)
    return {"step": step, "row": i, "col": j, "above": above == ">", "value": float(value), "text": asked}


def _kind(step, col_name):
    """Return how to word a number: one of a pair of words, of a column with a name, or of one without."""
    return "pair" if step in ACROSS else "place" if col_name.isdecimal() else "number"


def _to_par(par):
    if par is not None and not (_is_whole(par) and par > 0):
        raise ValueError(f"Explorer: par needs to be a whole number from 1 on, but is {par!r}.")
    return par


def _to_entries(entries):
    if isinstance(entries, str) and entries == SIGNS:
        return entries
    ends: list = list(entries) if isinstance(entries, (tuple, list)) else []
    if len(ends) != 2 or not all(map(_is_whole, ends)) or not ends[0] < ends[1]:
        raise ValueError(
            f"Explorer: entries needs to be (low, high), two whole numbers, the lower one first, "
            f'or "{SIGNS}", but is {entries!r}.'
        )
    return ends


def _to_solution(solution):
    """Return the entries of {"W_Q": [(row, col, value)], …} as a list of {name, at, x}."""
    for name in solution:
        if name not in (*NUMBERS, "keep"):
            raise ValueError(f"Explorer: solution changes {', '.join(NUMBERS)} or keep, but not {name!r}.")
    return [
        {"name": name, "at": list(at), "x": bool(x) if name == "keep" else float(x)}
        for name, entries in solution.items()
        for *at, x in entries
    ]


def _is_whole(x):
    return isinstance(x, int) and not isinstance(x, bool)
