"""Show what the reader can do now and what is open in each lesson, or forget it."""

import json
from functools import lru_cache
from pathlib import Path

from attnlib.languages import DATA, in_force, name_of, text_from, texts_of
from classroom.exercises.render import html, mark, show
from classroom.my_lessons import NAME, PROGRESS, forget_all, my_lessons, remembered, write_progress

text = text_from(__file__, "show_progress")


def progress(page: str | Path | None = None) -> None:
    """Show what you can do now, lesson by lesson, what is open, and which lesson is next.

    Args:
        page: a file, such as "progress.html", in which this is kept as a page, to be shown or printed

    Example:
        >>> from classroom import check
        >>> check.progress()
        Your progress
        ...
    """
    folder = my_lessons()
    problem = write_progress(folder)
    states = remembered(folder)
    table = _table(**states, everything=folder is not None)
    where = text("in_folder", path=f"{NAME}/{PROGRESS}") if folder else text("in_kernel")
    done = _counted(**states) if table else text("nothing")
    card = text("progress"), [done, problem or where]
    show("note", *card, table=table)
    if page is not None:
        begin = f"<!doctype html>\n<meta charset=utf-8><title>{card[0]}</title>\n"
        Path(page).write_text(begin + html("note", *card, table=_without_links(table)), "utf-8")


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


def _table(exercise, question, everything):
    """Return a row for each lesson begun; besides, if there is a folder, for the next one."""
    done = exercise.keys() | question.keys()
    begun = [number for number, one in lessons().items() if done & {*one["exercises"], *one["questions"]}]
    new = [number for number in lessons() if number not in begun]
    shown = sorted([*begun, *new[:1]] if everything else begun)
    cells = [_row(number, lessons()[number], exercise, question) for number in shown]
    return [[text("lesson"), text("can"), text("open")], *cells] if cells else []


def _without_links(table):
    """Return the same cells as plain texts: a page lies elsewhere than the lessons."""
    return [[cell if isinstance(cell, str) else cell[0] for cell in row] for row in table]


def _row(number, lesson, exercise, question):
    """Return a lesson with its link, what its exercises show that the reader can do, and what is open."""
    link = f"{number} {in_force(lesson['title'])}", f"{lesson['file']}.ipynb"
    states = {name: exercise.get(name, "todo") for name in lesson["exercises"]}
    left = [f"{mark(state)}\u00a0{name_of(name)}" for name, state in states.items() if state != "right"]
    can = "" if left or not states else texts_of(__file__, "show_progress").get(f"can_{number}", "")
    asked = sum(question.get(id) != "right" for id in lesson["questions"])
    return [link, can, " · ".join([*left, *([text("asked", k=asked)] if asked else [])]) or mark("right")]


def _counted(exercise, question):
    """Return how many of all exercises are solved, and how many of all questions answered."""
    exercises, questions = (
        [known.get(id) == "right" for one in lessons().values() for id in one[kind]]
        for kind, known in (("exercises", exercise), ("questions", question))
    )
    return text("of", e=sum(exercises), exercises=len(exercises), q=sum(questions), questions=len(questions))
