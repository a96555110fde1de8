"""Show what has been solved and answered in each lesson, or forget it."""

import json
from functools import lru_cache

from attnlib.languages import DATA, in_force, name_of, text_from
from classroom.exercises.render import mark, show
from classroom.my_lessons import NAME, PROGRESS, forget_all, my_lessons, remembered, write_progress

text = text_from(__file__, "show_progress")


def progress() -> None:
    """Show how much of each lesson is solved and answered.

    Example:
        >>> from classroom import check
        >>> check.progress()
        Your progress
        ...
    """
    folder = my_lessons()
    problem = write_progress(folder)
    table = _table(*remembered(folder).values(), everything=folder is not None)
    where = text("in_folder", path=f"{NAME}/{PROGRESS}") if folder else text("in_kernel")
    show("note", text("progress"), ["" if table else text("nothing"), problem or where], table=table)


def forget(confirm: bool = False) -> None:
    """Delete what is remembered as solved and answered; the answers in my_attention.py stay.

    Args:
        confirm: without True, nothing is deleted, and a line shows how to do it.

    Example:
        >>> from classroom import check
        >>> check.forget()
        Your progress
        Forget all that is solved and answered? Then run check.forget(confirm=True). my_attention.py stays.
    """
    if confirm is not True:
        show("note", text("progress"), [text("confirm")])
        return
    try:
        forget_all(my_lessons())
    except OSError:
        show("note", text("progress"), [text("not_forgotten", path=f"{NAME}/{PROGRESS}")])
        return
    show("note", text("progress"), [text("forgotten")])


@lru_cache(1)
def lessons():
    """Return for each lesson its title in both languages, its exercises and its questions."""
    return json.loads((DATA / "lessons.json").read_text(encoding="utf-8"))


def _table(*states, everything):
    """Return a row for each lesson that has anything to solve or to answer, or only for those begun."""
    rows = [
        (f"{number} {in_force(one['title'])}", one["exercises"], one["questions"])
        for number, one in lessons().items()
    ]
    elsewhere = {*states[0]}.difference(*(exercises for _, exercises, _ in rows))
    rows.append((text("others"), sorted(elsewhere), []))
    if everything:
        rows = [row for row in rows if row[1] or row[2]]
    else:
        rows = [row for row in rows if states[0].keys() & row[1] or states[1].keys() & row[2]]
    cells = [[title, _marked(e, states[0]), _count(q, states[1])] for title, e, q in rows]
    if everything:
        ids = [[id for row in rows for id in row[k]] for k in (1, 2)]
        cells.append([text("all"), *map(_count, ids, states)])
    return [[text("lesson"), text("exercises"), text("questions")], *cells] if cells else []


def _count(ids, states):
    right = sum(states.get(id) == "right" for id in ids)
    return text("of", k=right, total=len(ids)) if ids else "–"


def _marked(names, states):
    """Return how many are solved, and each with its mark: 2 of 3  ✓ mix  ✗ attention  ○ self_attention."""
    if not names:
        return "–"
    marks = [f"{mark(states.get(name, 'todo'))}\u00a0{name_of(name)}" for name in names]
    return "  ".join([_count(names, states), *marks])
