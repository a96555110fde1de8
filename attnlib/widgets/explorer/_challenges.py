"""What an explorer asks of the reader: to predict before the picture is shown, and to reach a goal."""

import operator

import numpy as np

from attnlib._validate import check_number
from attnlib.draw.explain import locate
from attnlib.draw.numbers import short
from attnlib.draw.steps import ACROSS, COMPUTED, title
from attnlib.widgets.explorer._state import NUMBERS
from attnlib.widgets.explorer._texts import text

_AFTER_HEADS = ("merged", "projected")
_OF_GOALS = (*COMPUTED, *_AFTER_HEADS)
ENTRIES = (-2, 2)  # whole numbers to solve a puzzle with, unless it says otherwise
_ABOVE = {">": operator.gt, "<": operator.lt}


def to_prediction(predict, trace):
    """The question of predict=(step, row) or (step, row, col), or None, as a dict."""
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


def to_goals(goal, shown):
    """The conditions of goal=(step, row, col, ">" or "<", value), or of a list of such, as dicts.

    shown has the matrices by name, those of a trace and what follows when all heads are done.
    """
    goals = [] if goal is None else [goal] if isinstance(goal, tuple) else list(goal)
    return [_to_goal(one, shown) for one in goals]


def _to_goal(goal, shown):
    shaped = isinstance(goal, tuple) and len(goal) == 5 and goal[0] in _OF_GOALS and goal[3] in _ABOVE
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
    key = kind + ("_above" if above == ">" else "_below")
    x = short(value, 6)
    called = text(f"step_{step}") if step in _AFTER_HEADS else title(step, short=True)
    asked = text(f"goal_{key}", step=called, row=row_name, col=col_name, x=x)
    return {"step": step, "row": i, "col": j, "above": above == ">", "value": float(value), "text": asked}


def _kind(step, col_name):
    """How a number is spoken of: as that of a pair of words, of a column with a name, or of one without."""
    return "pair" if step in ACROSS else "place" if col_name.isdecimal() else "number"


def to_par(par, entries, goals):
    """What is sent of par, how many changed entries solve a puzzle, and of entries, their (low, high)."""
    if par is not None and not goals:
        raise ValueError(f"Explorer: par counts the changes that a goal takes, but par={par!r} has no goal.")
    if par is not None and not (_is_whole(par) and par > 0):
        raise ValueError(f"Explorer: par needs to be a whole number from 1 on, but is {par!r}.")
    ends = list(entries) if isinstance(entries, (tuple, list)) else []
    if len(ends) != 2 or not all(map(_is_whole, ends)) or not ends[0] < ends[1]:
        raise ValueError(
            f"Explorer: entries needs to be (low, high), two whole numbers, the lower one first, "
            f"but is {entries!r}."
        )
    return {"par": par, "entries": ends}


def _is_whole(x):
    return isinstance(x, int) and not isinstance(x, bool)


def solved(goals, shown, head):
    """Whether every condition is met; of several heads, by the one that is shown."""

    def number(goal):
        A = getattr(shown, goal["step"])
        A = A[head] if A.ndim == 3 else A
        return A[goal["row"], goal["col"]]

    return all(
        (number(goal) > goal["value"]) == goal["above"] and number(goal) != goal["value"] for goal in goals
    )


def differences(now, start):
    """Of two states as dicts, what differs now: the numbers of matrices, and how many other things."""
    numbers, others = [], 0
    for name, before in start.items():
        after, before = np.broadcast_arrays(now[name], before)
        differs = after != before
        if name in NUMBERS:
            numbers += after[differs].tolist()
        else:
            others += int(differs.sum())
    return numbers, others
