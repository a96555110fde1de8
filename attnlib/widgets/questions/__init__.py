"""Questions that answer back: `ask("layers")` shows one, which says why a wrong answer is wrong.

The questions stand in data/questions, where README.md says how to write one. _read.py reads them, js/ shows
and judges them, in the browser alone.
"""

import difflib
from decimal import Decimal
from typing import Any

import anywidget
import traitlets

from attnlib._my_lessons import remember
from attnlib.draw.stored import is_wanted
from attnlib.i18n import in_force, language, texts_of
from attnlib.widgets._browser import code, css, esm, page
from attnlib.widgets._registry import hold, reopen
from attnlib.widgets._stored_state import stored_state
from attnlib.widgets.questions._markup import plain
from attnlib.widgets.questions._printed import LETTERS, answer_as_text, question_as_html, question_as_text
from attnlib.widgets.questions._read import Question, all_questions
from attnlib.widgets.questions._texts import TEXTS, text
from attnlib.widgets.questions._then import drawn_in, to_then

_VIEW = "application/vnd.jupyter.widget-view+json"


def ask(id, then=None):
    """Show the question of that name, in data/questions; the last line of a cell shows what it returns.

    then is shown together with the explanation, when the answer is right: a Picture, a Figure, HTML, or
    whatever shows itself as HTML or PNG; or a list of them, side by side where there is room. Raises
    ValueError for a name that does not exist.
    """
    return Ask(_question(id), to_then(then), drawn_in(then) if is_wanted() else ())


def questions_of(lesson):
    """The questions of a lesson, such as "03", in the order of its file: Question after Question."""
    return [question for question in all_questions().values() if question.lesson == lesson]


def question_text(id):
    """The question of that name in plain text, with its choices, in the language in force."""
    return question_as_text(_question(id))


def answer_text(id):
    """The right answer to that question and why it is right, in plain text: for a printed page."""
    question = _question(id)
    return f"{text('the_answer', answer=answer_as_text(question))}\n{plain(in_force(question.explanation))}"


class Ask(anywidget.AnyWidget):
    """What `ask` returns: the question in the browser, and in Python what the reader has done with it.

    `answer` is the reader's last one, or None: the letter of a choice, a number, a shape, the values of all
    items in their order, or (row, column). `right` is None until there is one, then True or False;
    `tries` counts them. `shown` says that the reader had the answer shown: then it stays not right.
    """

    _esm = esm("question")
    _css = css("question")

    right = traitlets.Bool(None, allow_none=True).tag(sync=True)
    tries = traitlets.Int(0).tag(sync=True)
    shown = traitlets.Bool(False).tag(sync=True)
    large = traitlets.Bool(False).tag(sync=True)
    answer = traitlets.Any(None, allow_none=True)

    _code = code("question")
    _given = traitlets.Any(None, allow_none=True).tag(sync=True)  # the answer as the browser has it
    _note = traitlets.Unicode("").tag(sync=True)  # what is in the way of remembering it, in a sentence
    _fixed = traitlets.Dict().tag(sync=True)  # the question in the language in force, texts, then

    def __init__(self, question: Question, then=None, drawn=()):
        self._question, self._drawn = question, drawn
        super().__init__(_fixed=_told(question, then))
        hold(self)

    def save_html(self, path):
        """Write one page with the question in its present state; it needs no Python and asks for nothing."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(page(self, "question", text("title")))

    def close(self):
        """Let go of the browser. Shown once more, it is alive again."""
        if self.comm is None:
            return
        self.layout.close()
        super().close()
        self.__dict__.pop("_repr_mimebundle_")  # by which ipywidgets would have it never be shown again

    def __repr__(self):
        return question_as_text(self._question)

    def _repr_mimebundle_(self, **options):
        reopen(self)
        hold(self)
        view: Any = super()._repr_mimebundle_(**options)
        view = view[0] if isinstance(view, tuple) else view
        printed = {"text/html": question_as_html(self._question), "text/plain": repr(self)}
        return {_VIEW: view[_VIEW]} | printed | stored_state("question", self, self._drawn), {}

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


def _told(question, then):
    """All that the browser needs to know, as JSON has it."""
    rows, cols, numbers = question.table() if question.kind == "cell" else (None, None, None)
    return {
        "id": question.id,
        "kind": question.kind,
        "language": language(),
        "texts": texts_of(TEXTS),
        "question": in_force(question.question),
        "explanation": in_force(question.explanation),
        "hint": question.hint and in_force(question.hint),
        "otherwise": question.otherwise and in_force(question.otherwise),
        "choices": [in_force(one) for one in question.choices],
        "unit": question.unit,
        "rows": rows,
        "cols": cols,
        "numbers": numbers,
        "across": question.across,
        "right": _answer(question.answer),
        "answer_text": answer_as_text(question),
        "wrong": [_answer(answer) | {"text": in_force(says)} for answer, says in question.wrong],
        "then": then,
    }


def _answer(answer):
    """An answer as the browser has it, and how near a number has to come: as its last decimal says."""
    if not isinstance(answer, Decimal):
        return {"answer": answer, "within": 0}
    return {"answer": float(answer), "within": 0.5 * 10 ** float(answer.as_tuple().exponent)}


def _named(question, given):
    """What the browser gives, as Python calls it."""
    if given is None or question.kind == "number":
        return given
    if question.kind == "choices":
        return LETTERS[given]
    return [question.values[k] for k in given] if question.kind == "order" else tuple(given)
