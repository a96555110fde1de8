"""A question on paper and in a notebook that has not been run: as plain text and as HTML."""

from attnlib.draw.numbers import short
from attnlib.languages import in_force
from classroom.questions._markup import html, plain
from classroom.questions._read import Question
from classroom.questions._texts import text

LETTERS = "abcdefgh"


def question_as_text(question: Question) -> str:
    """Return the question and its choices as plain text."""
    asked = plain(in_force(question.question))
    return "\n".join([asked, *(_lettered(question) or [text(f"by_{question.kind}")])])


def _lettered(question):
    return [f"({LETTERS[k]}) {plain(in_force(one))}" for k, one in enumerate(question.choices)]


def answer_as_text(question: Question) -> str:
    """Return the right answer as plain text: "(c) all", "50", "(5, 5)"."""
    answer = question.answer
    if question.kind == "choices":
        return _lettered(question)[answer]
    if question.kind == "shape":
        return f"({', '.join(map(str, answer))}{',' * (len(answer) == 1)})"
    return short(float(answer), 12) + question.unit


def question_as_html(question: Question) -> str:
    """Return HTML for a cell that has not been run: the question, and a note that running it helps."""
    lines = [f"({LETTERS[k]}) {html(in_force(one))}" for k, one in enumerate(question.choices)]
    inside = "<br>".join(lines) if lines else f"{text(f'by_{question.kind}')}<br>"
    return (
        f"<div><p><strong>{html(in_force(question.question))}</strong></p><p>{inside}</p>"
        f"<p><small>{text('alive')}</small></p></div>"
    )
