"""What is wrong with a built notebook: each function returns a list of problems, in words."""

import ast
import json
import re

import nbformat

from tools.lesson_source import LANGUAGES, notebook_of
from tools.markdown import IMAGE, attribute

MOST_BYTES = 700_000
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
RAISES, WARNS = "raises-exception", "stderr"  # the tags of cells that may end in an error, or write to stderr

_PATH = re.compile(r"(?:/home/|/root/|/Users/|/tmp/|/private/|/var/folders/|~/|\b[A-Z]:\\\w+\\)[^\s\"'<>]*")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_DATA = re.compile(r"data:[\w/+.-]+;base64,[\w+/=\s]+")  # bytes of a picture: any letters can stand there


def notebook_problems(lesson, lang, notebook):
    """All that can be said of a built notebook without executing it again."""
    where = f"{lang}/{lesson.name}"
    return [*drift(lesson, lang, notebook), *outputs(where, notebook), *silent_pairs(where, notebook)]


def drift(lesson, lang, notebook):
    """Whether the notebook is what its source gives, outputs aside."""

    def without_outputs(notebook):
        return [(cell.cell_type, cell.id, cell.source, dict(cell.metadata)) for cell in notebook.cells]

    expected, where = notebook_of(lesson, lang), f"{lang}/{lesson.name}"
    if notebook.metadata != expected.metadata:
        return [f"{where}: its metadata is not what the build writes. Run: make notebooks"]
    built, given = without_outputs(notebook), without_outputs(expected)
    if built == given:
        return []
    by_id = {cell[1]: cell for cell in built}
    changed = [cell[1] for cell in given if by_id.get(cell[1]) != cell]
    changed += [id for id in by_id if id not in {cell[1] for cell in given}]
    which = ", ".join(changed) or "their order"
    return [f"{where}: it is not what its source gives ({which}). Run: make notebooks"]


def outputs(where, notebook):
    """What stored outputs must not hold: it changes from run to run, or shows where they were made."""
    problems = []
    if (size := len(nbformat.writes(notebook).encode())) > MOST_BYTES:
        problems.append(f"{where}: {size // 1000} kB; {MOST_BYTES // 1000} kB is the most.")
    if "widgets" in notebook.metadata:
        problems.append(f"{where}: it holds the state of widgets.")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, start=1):
        problems += [f"{where}, cell {cell.id}: {problem}" for problem in in_cell(cell, number)]
    return problems


def in_cell(cell, number):
    """The problems of one code cell, which was the given one to be executed."""
    tags = cell.metadata.get("tags", [])
    counts = [
        cell.execution_count,
        *(out.execution_count for out in cell.outputs if "execution_count" in out),
    ]
    if set(counts) != {number}:
        yield f"its execution count is {', '.join(map(str, counts))}, not {number}."
    if "execution" in cell.metadata:
        yield "it holds the times of its execution."
    kinds = {out.output_type for out in cell.outputs}
    if "error" in kinds and RAISES not in tags:
        yield "it ends in an error."
    if RAISES in tags and "error" not in kinds:
        yield f'it has the tag "{RAISES}" and raises none.'
    for out in cell.outputs:
        if out.get("name") == "stderr" and WARNS not in tags:
            yield f"it writes to stderr: {out.text.strip()[:200]}"
        data = out.get("data", {})
        if WIDGET_VIEW in data:
            yield "it holds the view of a widget, which has no kernel."
        yield from leftovers({kind: what for kind, what in out.items() if kind != "data"})
        yield from leftovers({kind: what for kind, what in data.items() if not is_picture(kind)})
        yield from without_words(data)


def leftovers(texts):
    """Paths and addresses of the machine on which the notebook was built."""
    text = _DATA.sub("", json.dumps(texts, ensure_ascii=False).replace("\\\\", "\\").replace("\\n", "\n"))
    for what, pattern in (("a path of this machine", _PATH), ("the address of an object", _ADDRESS)):
        if found := pattern.search(text):
            yield f"its output holds {what}: {found[0]}"


def is_picture(kind):
    """Whether a MIME type is a picture's whose bytes are no text."""
    return kind.startswith("image/") and kind != "image/svg+xml"


def without_words(data):
    """Pictures that say nothing to who cannot see them."""
    for tag in IMAGE.findall(data.get("text/html", "")):
        if not attribute(tag, "alt").strip():
            yield "its HTML has a picture without alternative text."
    picture = any(kind.startswith("image/") for kind in data)
    if picture and "text/html" not in data and data.get("text/plain", "<").startswith("<"):
        yield "it shows a picture without words: show it through attnlib.plots."


def silent_pairs(where, notebook):
    """Code cells of which two in a row show nothing, so that their reader sees nothing happen."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and not may_be_silent(cell.source)]
    return [
        f"{where}, cells {first.id} and {second.id}: two code cells in a row that show nothing."
        for first, second in zip(code, code[1:], strict=False)
        if not first.outputs and not second.outputs
    ]


def may_be_silent(code):
    """Whether a cell is the setup, or does nothing but import or define."""
    defining = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
    set_up = any(f'use_language("{lang}")' in code for lang in LANGUAGES)
    return set_up or all(isinstance(statement, defining) for statement in ast.parse(code).body)
