"""Answers in sight of their questions: whoever sees one does not think any more.

Looked at is a built notebook as it is before anybody has run it: its texts, its code and its stored outputs.
What a picture shows in its pixels is not read.
"""

import ast
import re

from attnlib.languages import language, use_language
from classroom.questions import ask
from classroom.questions._read import all_questions
from tools.lesson_source import NOT_FOR_READERS, PROGRESS
from tools.markdown import Html

NEAR = 2  # so many texts, and so many programs, after a question may be on the same screen
_ASKS = re.compile(r"\bask\(\s*[\"'](\w+)[\"']")
_LETS_ANSWER = re.compile(r"\b(?:ask|check\.\w+)\(|\b(?:predict|goal)=")
_PIECE = re.compile(r"\d{1,3}(?:,\d{3})+|[\d.]*\d|[^\W\d]|[^\w\s]")
_NUMBER = re.compile(r"(?<![\w.])(?<!\d,)\d+(?:\.\d+)?(?![\w.]*\d)")


def spoilers(lang, notebook):
    """Return what gives an answer away, in pairs (cell, sentence about it)."""
    before = language()
    use_language(lang)
    try:
        cells = [cell for cell in notebook.cells if NOT_FOR_READERS not in cell.metadata.get("tags", [])]
        cells = [cell for cell in cells if cell.source != PROGRESS]
        return [*asked_in_vain(cells), *answered_near(cells), *computed(cells)]
    finally:
        use_language(before)


def asked_in_vain(cells):
    """Texts that end with a question, where the next cell does not let the reader answer it."""
    for cell, after in zip(cells, cells[1:], strict=False):
        last = cell.source.rstrip().split("\n")[-1]
        asks = (
            cell.cell_type == "markdown" and re.search(r"[?？][*_)）]*$", last) and not last.startswith("#")
        )
        if asks and not (after.cell_type == "code" and _LETS_ANSWER.search(after.source)):
            yield (
                cell,
                f"it ends with a question that the next cell, {after.id}, does not let anybody answer.",
            )


def answered_near(cells):
    """Cells that hold the answer of a question a little above them."""
    for at, cell in enumerate(cells):
        for question in questions_in(cell):
            for near in cells_after(cells, at):
                if given := [words for words in telling(question) if holds(near, words)]:
                    yield near, f'"{given[0]}" gives away what is asked in {cell.id}, a little above it.'


def questions_in(cell):
    """Return the questions that a cell asks."""
    named = _ASKS.findall(cell.source) if cell.cell_type == "code" else []
    return [all_questions()[id] for id in named if id in all_questions()]


def cells_after(cells, at):
    """Yield the cells that may be on one screen with this one, up to the next question."""
    left = {"markdown": NEAR, "code": NEAR, "raw": NEAR}
    for cell in cells[at + 1 :]:
        left[cell.cell_type] -= 1
        if questions_in(cell) or min(left.values()) < 0:
            return
        yield cell


def telling(question):
    """Return what only somebody who knows the answer writes: itself, and the numbers of its explanation.

    What may be there by chance is left out: "all", or a number of one digit in an explanation.
    """
    told = ask(question.id)._fixed
    answer, known = told["answer_text"], numbers(" ".join([told["question"], *told["choices"]]))
    if question.kind == "choices":
        answer = answer.partition(" ")[2]
        answer = answer if re.search(r"\d|\w\W+\w|[^\x00-\x7f]{4}", answer) else ""
    found = [number for number in numbers(told["explanation"]) if len(number) > 1 and number not in known]
    return [piece for piece in [answer, *found] if piece]


def holds(cell, words):
    """Return True if a cell shows these words; in a program a number of one digit must follow a =."""
    everywhere = cell.cell_type == "code" and len(words) == 1
    return ("=" if everywhere else "") + spaced(words) in seen(cell)


def numbers(text):
    return _NUMBER.findall(text)


def seen(cell):
    """Return all words that a cell shows; the numbers of headings do not count."""
    texts = [re.sub(r"(?m)^#+ \d+", "", cell.source)]
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts += [output.get("text", ""), data.get("text/plain", ""), Html(data.get("text/html", "")).text]
    return spaced(" ".join(texts))


def spaced(text):
    """Return a text with a space around each word and number, so that 4 is not found in 40 or 0.4."""
    return " ".join(["", *_PIECE.findall(text.casefold()), ""])


def computed(cells):
    """Programs that hold the line of Python which computes a question's answer, in whatever names."""
    asked = [(cell.id, question) for cell in cells for question in questions_in(cell)]
    truths = {ast.unparse(ast.parse(question.truth.strip(), mode="eval")): id for id, question in asked}
    names: dict[str, ast.expr] = {}
    for cell in cells:
        for part in parts(cell.source, names) if cell.cell_type == "code" else ():
            if part in truths:
                yield cell, f"{part} computes what is asked in {truths[part]}."


def parts(code, names):
    """Yield each call, item and so on in the code with names replaced by their values; note new names."""
    for statement in ast.parse(code).body:
        full = _Unnamed(names).visit(statement)
        for node in ast.walk(full):
            if isinstance(node, ast.Call | ast.Subscript | ast.Attribute | ast.BinOp | ast.ListComp):
                yield ast.unparse(node)
        match full:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                names[name] = value


class _Unnamed(ast.NodeTransformer):
    """Puts what a name stands for in its place, wherever it is read."""

    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        return self.names.get(node.id, node) if isinstance(node.ctx, ast.Load) else node
