"""The exam: forty questions over all lessons, drawn with a seed, which say nothing until they are handed in.

The questions stand in data/exam, where README.md says how to write one. _bank.py reads them, and _drawing.py
draws the exam with a seed. The browser draws the same, asks and judges: js/exam.
"""

import json
from typing import Any

import numpy as np
import traitlets

from attnlib.draw import style
from attnlib.languages import DATA, in_force, language, texts_of
from classroom.questions import _texts
from classroom.questions.exam._bank import ExamQuestion, exam_questions
from classroom.questions.exam._drawing import LENGTH
from classroom.web.browser import BundledWidget, code
from classroom.web.registry import hold, view
from classroom.web.stored_state import stored_state

SHADES = 41


def exam(seed: int | None = None) -> "Exam":
    """Return an exam as a widget; the last line of a cell shows it.

    Args:
        seed: The number of the exam, from 1 to 999999: it decides the questions and their numbers. The
            reader chooses one if it is None.

    Returns:
        The widget. When it is handed in, `right` lists the names of the questions that were answered right.

    Raises:
        ValueError: If the seed is no such number.

    Example:
        >>> exam(seed=7).handed_in
        False
    """
    if seed is not None and not (type(seed) is int and 1 <= seed <= 999_999):
        raise ValueError(f"exam: seed needs to be a whole number from 1 to 999999, but is {seed!r}.")
    return Exam(seed)


class Exam(BundledWidget):
    """An exam in the browser; Python sees what the reader answers.

    Attributes:
        seed: The number of the exam, or None before one is chosen.
        answers: By name of a question the place of a choice, a number, or sizes.
        handed_in: True once the reader has handed in.
        right: The names of the questions that were answered right, once it is handed in.
    """

    seed = traitlets.Int(None, allow_none=True).tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    handed_in = traitlets.Bool(False).tag(sync=True)
    right: Any = traitlets.List().tag(sync=True)

    _code = code("questions")
    _fixed = traitlets.Dict().tag(sync=True)  # the bank in the language in force, texts, lessons, colours

    def __init__(self, seed: int | None = None):
        super().__init__(seed=seed, _fixed=_for_browser())
        hold(self)

    def __repr__(self):
        return exam_texts()["alive"].format(count=LENGTH, all=len(exam_questions()))

    def _repr_mimebundle_(self, **options):
        printed = {"text/html": f"<p>{self!r}</p>", "text/plain": repr(self)}
        return view(self, self) | printed | stored_state("exam", self), {}


def exam_texts() -> dict[str, str]:
    """Return the texts of the exam and of the fields in which one answers, in the language in force."""
    return texts_of(_texts.__file__) | texts_of(__file__)


def _for_browser() -> dict[str, Any]:
    lessons = json.loads((DATA / "lessons.json").read_text(encoding="utf-8"))
    return {
        "language": language(),
        "texts": exam_texts(),
        "exam": [_asked(one) for one in exam_questions().values()],
        "lessons": {
            number: {
                "title": in_force(one["title"]),
                "file": one["file"],
                "sections": [in_force(title) for title in one["sections"]],
            }
            for number, one in lessons.items()
        },
        "shades": {kind: _shades(kind) for kind in style.LIGHT},
    }


def _asked(one: ExamQuestion) -> dict[str, Any]:
    picture = one.picture and one.picture | {
        side: in_force(one.picture[side]) for side in ("rows", "columns")
    }
    return {
        "id": one.id,
        "lesson": one.lesson,
        "section": one.section,
        "kind": one.kind,
        "question": in_force(one.question),
        "code": one.code,
        "picture": picture,
        "explanation": in_force(one.explanation),
        "choices": [in_force(choice) for choice in one.choices],
        "answer": one.answer,
        "wrong": [{"answer": answer, "text": in_force(says)} for answer, says in one.wrong],
        "draw": one.draw,
        "let": [[name, formula] for name, formula in one.let.items()],
        "where": one.where,
        "within": one.within,
        "decimals": one.decimals,
        "unit": one.unit,
    }


def _shades(kind):
    """Return colours from one end to the other: pairs of a paper and of a pen that can be read on it."""
    ends = []
    for stops in (style.LIGHT[kind], style.DARK[kind]):
        given = np.array([[int(one[k : k + 2], 16) for k in (0, 2, 4)] for one in stops.split()])
        at = np.linspace(0, len(given) - 1, SHADES)
        colors = np.stack([np.interp(at, range(len(given)), channel) for channel in given.T], -1)
        ends.append([(_hex(one), pen) for one, pen in zip(colors, style.ink(colors), strict=True)])
    return [
        [f"light-dark({light}, {dark})", f"light-dark({pen}, {dark_pen})"]
        for (light, pen), (dark, dark_pen) in zip(*ends, strict=True)
    ]


def _hex(color):
    return "#" + "".join(f"{round(channel):02x}" for channel in color)
