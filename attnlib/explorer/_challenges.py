"""What an explorer asks of the reader: to predict before the picture is shown, and to reach a goal."""

import operator

from attnlib.arithmetic import locate
from attnlib.explorer._texts import text
from attnlib.steps import ACROSS, COMPUTED
from attnlib.theme import short
from attnlib.validate import check_number

_AFTER_HEADS = ("merged", "projected")
_OF_GOALS = (*COMPUTED, *_AFTER_HEADS)
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
    asked = text("ask_number", step=step, row=row_name, col=col_name)
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
    key = ("weight" if step == "weights" else "number") + ("_above" if above == ">" else "_below")
    x = short(value, 6)
    title = text(f"step_{step}") if step in _AFTER_HEADS else step
    asked = text(f"goal_{key}", step=title, row=row_name, col=col_name, x=x)
    return {"step": step, "row": i, "col": j, "above": above == ">", "value": float(value), "text": asked}


def solved(goals, shown, head):
    """Whether every condition is met; of several heads, by the one that is shown."""

    def number(goal):
        A = getattr(shown, goal["step"])
        A = A[head] if A.ndim == 3 else A
        return A[goal["row"], goal["col"]]

    return all(
        (number(goal) > goal["value"]) == goal["above"] and number(goal) != goal["value"] for goal in goals
    )
