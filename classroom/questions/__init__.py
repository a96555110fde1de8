"""Questions that answer back: `ask("layers")` shows one, which says why a wrong answer is wrong.

The questions stand in data/questions, where README.md says how to write one. _read.py reads them. The browser
alone shows and judges them: js/.
"""

import difflib
import os
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import traitlets

from attnlib.draw.stored import is_storing
from attnlib.languages import in_force, language, texts_of
from classroom.my_lessons import my_lessons, remember, remembered
from classroom.questions._follow_up import follow_up_html, follow_up_numbers
from classroom.questions._markup import plain
from classroom.questions._printed import LETTERS, answer_as_text, question_as_html, question_as_text
from classroom.questions._read import Question, all_questions
from classroom.questions._texts import text
from classroom.web.browser import BundledWidget, code, page
from classroom.web.registry import hold, view
from classroom.web.stored_state import stored_state


def ask(id: str, then: Any = None) -> "Ask":
    """Return a question from data/questions as a widget; the last line of a cell shows it.

    Args:
        id: The name of the question, such as "layers".
        then: Something to show with the explanation, once the answer is right: a Picture, a Figure, HTML,
            or whatever shows itself as HTML or PNG; or a list of these, side by side where there is room.

    Returns:
        The widget. It prints as the question and has the reader's answer in `answer`, `right` and `tries`.

    Raises:
        ValueError: If there is no question of this name; it lists names that are near.
        TypeError: If `then` is nothing that can be shown.

    Example:
        >>> ask("layers").right is None  # not answered yet
        True
    """
    return Ask(_question(id), follow_up_html(then), follow_up_numbers(then) if is_storing() else ())


def questions_of(lesson: str) -> list[Question]:
    """Return the questions of a lesson, such as "03", in the order of its file.

    >>> questions_of("00")[0].id
    'apple_beside_eat'
    """
    return [question for question in all_questions().values() if question.lesson == lesson]


def question_text(id: str) -> str:
    """Return a question with its choices as plain text, in the language in force.

    >>> print(question_text("layers").splitlines()[1])
    Your answer is a number.
    """
    return question_as_text(_question(id))


def answer_text(id: str) -> str:
    """Return the right answer to a question and why it is right, as plain text for a printed page.

    >>> print(answer_text("layers").splitlines()[0])
    The answer: 50.
    """
    question = _question(id)
    return f"{text('the_answer', answer=answer_as_text(question))}\n{plain(in_force(question.explanation))}"


class Ask(BundledWidget):
    """A question in the browser; Python sees what the reader answers.

    Attributes:
        answer: The last answer, or None: the letter of a choice, a number or a shape.
        right: None before the first answer, then True or False.
        tries: How many answers there were.
        shown: True once the reader has asked for the right answer; `right` then stays False.
        large: True for large type.

    >>> question = ask("layers")
    >>> question.answer, question.right, question.tries
    (None, None, 0)
    """

    right = traitlets.Bool(None, allow_none=True).tag(sync=True)
    tries = traitlets.Int(0).tag(sync=True)
    shown = traitlets.Bool(False).tag(sync=True)
    large = traitlets.Bool(False).tag(sync=True)
    answer = traitlets.Any(None, allow_none=True)

    _code = code("questions")
    _given = traitlets.Any(None, allow_none=True).tag(sync=True)  # the answer as the browser has it
    _before = traitlets.Unicode(None, allow_none=True).tag(sync=True)  # what my-lessons knows: right or wrong
    _note = traitlets.Unicode("").tag(sync=True)  # why the answer could not be stored, in a sentence
    _fixed = traitlets.Dict().tag(sync=True)  # the question in the language in force, texts, then

    def __init__(self, question: Question, then: str | None = None, drawn: Sequence[dict] = ()):
        self._question, self._drawn = question, drawn
        super().__init__(_fixed=_for_browser(question, then), _before=_before(question.id))
        hold(self)

    def save_html(self, path: str | os.PathLike) -> None:
        """Write a page with the question as it now is; the page needs no Python and no network."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page(self, "questions", text("title")))

    def __repr__(self):
        return question_as_text(self._question)

    def _repr_mimebundle_(self, **options):
        printed = {"text/html": question_as_html(self._question), "text/plain": repr(self)}
        return view(self, self) | printed | stored_state("question", self, self._drawn), {}

    @traitlets.observe("_given")
    def _name_answer(self, change):
        self.answer = _named(self._question, change.new)

    @traitlets.observe("tries")
    def _remember(self, _):
        self._note = remember("question", self._question.id, "right" if self.right else "wrong")


def _question(id):
    found = all_questions()
    if id not in found:
        near = difflib.get_close_matches(str(id), found, n=5, cutoff=0.5)
        known = f"near it are {', '.join(near)}" if near else f"there are {', '.join(found)}"
        raise ValueError(f"ask: there is no question {id!r}; {known}.")
    return found[id]


def _before(id):
    """Return "right" or "wrong" for a question that was answered before, if there is a folder my-lessons."""
    folder = my_lessons()
    return remembered(folder)["question"].get(id) if folder else None


def _for_browser(question, then):
    """Return all that the browser needs to know, as JSON has it."""
    return {
        "id": question.id,
        "kind": question.kind,
        "language": language(),
        "texts": texts_of(__file__),
        "question": in_force(question.question),
        "explanation": in_force(question.explanation),
        "hint": question.hint and in_force(question.hint),
        "otherwise": question.otherwise and in_force(question.otherwise),
        "choices": [in_force(one) for one in question.choices],
        "unit": question.unit,
        "right": _answer(question.answer),
        "answer_text": answer_as_text(question),
        "wrong": [_answer(answer) | {"text": in_force(says)} for answer, says in question.wrong],
        "then": then,
    }


def _answer(answer):
    """Return an answer as the browser has it; a number may differ by half a unit of its last decimal."""
    if not isinstance(answer, Decimal):
        return {"answer": answer, "within": 0}
    return {"answer": float(answer), "within": 0.5 * 10 ** float(answer.as_tuple().exponent)}


def _named(question, given):
    """Return the browser's answer as Python names it."""
    if given is None or question.kind == "number":
        return given
    return LETTERS[given] if question.kind == "choices" else tuple(given)
