"""A question on paper and in a notebook that has not been run: as plain text and as HTML."""

from attnlib.draw.numbers import short
from attnlib.i18n import in_force
from attnlib.widgets.questions._markup import html, plain
from attnlib.widgets.questions._read import Question
from attnlib.widgets.questions._texts import text

LETTERS = "abcdefgh"


def question_as_text(question: Question) -> str:
    """Return the question and its choices as plain text."""
    lines = [plain(in_force(question.question))]
    if question.kind == "choices":
        return "\n".join([*lines, *_lettered(question)])
    lines.append(text(f"by_{question.kind}"))
    if question.kind == "order":
        lines += _lettered(question)
    if question.kind == "cell":
        lines += ["\t".join(row) for row in _rows(question)]
    return "\n".join(lines)


def _lettered(question):
    return [f"({LETTERS[k]}) {plain(in_force(one))}" for k, one in enumerate(question.choices)]


def answer_as_text(question: Question) -> str:
    """Return the right answer as plain text: "(c) all", "50", "(5, 5)", "cat → fish", items in order."""
    answer, lettered = question.answer, _lettered(question)
    if question.kind == "choices":
        return lettered[answer]
    if question.kind == "order":
        return " → ".join(plain(in_force(question.choices[k])) for k in answer)
    if question.kind == "shape":
        return f"({', '.join(map(str, answer))}{',' * (len(answer) == 1)})"
    if question.kind == "cell":
        rows, cols, _ = question.table()
        row, col = rows[answer[0]], cols[answer[1]]
        return f"{row} → {col}" if question.across else text("cell_label", row=row, col=col)
    return short(float(answer), 12) + question.unit


def question_as_html(question: Question) -> str:
    """Return HTML for a cell that has not been run: the question, and a note that running it helps."""
    inside = ""
    if question.kind in ("choices", "order"):
        lines = [f"({LETTERS[k]}) {html(in_force(one))}" for k, one in enumerate(question.choices)]
        inside = "<br>".join(lines)
    if question.kind == "cell":
        rows = [[html(cell) for cell in row] for row in _rows(question)]
        head = "".join(f"<th>{cell}</th>" for cell in rows[0])
        body = "".join(
            f"<tr><th>{row[0]}</th>{''.join(f'<td>{x}</td>' for x in row[1:])}</tr>" for row in rows[1:]
        )
        inside = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    kind = "" if question.kind == "choices" else f"{text(f'by_{question.kind}')}<br>"
    return (
        f"<div><p><strong>{html(in_force(question.question))}</strong></p><p>{kind}{inside}</p>"
        f"<p><small>{text('alive')}</small></p></div>"
    )


def _rows(question):
    """Return the table of a question of kind "cell", names and numbers, row by row."""
    rows, cols, numbers = question.table()
    numbers = numbers or [["·"] * len(cols)] * len(rows)
    return [["", *cols], *([name, *row] for name, row in zip(rows, numbers, strict=True))]
