"""What is wrong with a built notebook: each function returns a list of problems, in words."""

import ast
import json
import re

import nbformat

from attnlib.draw.stored import STORED_NUMBERS
from tools.compare_outputs import is_picture
from tools.kernel import WIDGET_VIEW
from tools.lesson_source import LANGUAGES, LessonError, notebook_of, shown
from tools.markdown import Html
from tools.spoilers import spoilers

MOST_BYTES = 900_000  # GitHub shows larger ones, but slowly
BUILD = "Run: python tasks.py notebooks"
RAISES, WARNS = "raises-exception", "stderr"  # the tags of cells that may end in an error, or write to stderr
OF_ITS_LANGUAGE = "of-its-language"  # the tag of cells whose sentences, and so numbers, are an edition's own

_PATH = re.compile(r"(?:/home/|/root/|/Users/|/tmp/|/private/|/var/folders/|~/|\b[A-Z]:\\\w+\\)[^\s\"'<>]*")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_DATA = re.compile(r"data:[\w/+.-]+;base64,[\w+/=\s]+")  # bytes of a picture: any letters can stand there


def stored(lesson, lang):
    """The built notebook in one language; LessonError, if there is none that can be read."""
    path = lesson.built(lang)
    if not path.exists():
        raise LessonError(f"{shown(path)}: not built yet. {BUILD} {lesson.number}")
    try:
        return nbformat.read(path, as_version=4)
    except (
        ValueError,
        nbformat.ValidationError,
        AttributeError,
    ):  # no JSON, as after a merge, or no notebook
        raise LessonError(f"{shown(path)}: it is no notebook any more. {BUILD} {lesson.number}") from None


def notebook_problems(lesson, lang, notebook):
    """All that can be said of a built notebook without executing it again."""
    return drift(lesson, lang, notebook) or [
        *outputs(lesson, lang, notebook),
        *silent_pairs(lesson, lang, notebook),
        *answers_in_sight(lesson, lang, notebook),
    ]


def drift(lesson, lang, notebook):
    """Whether the notebook is what its source gives, outputs aside."""

    def without_outputs(notebook):
        return [(cell.cell_type, cell.id, cell.source, dict(cell.metadata)) for cell in notebook.cells]

    expected, file, build = notebook_of(lesson, lang), shown(lesson.built(lang)), f"{BUILD} {lesson.number}"
    if notebook.metadata != expected.metadata:
        return [f"{file}: its metadata is not what the build writes. {build}"]
    built, given = without_outputs(notebook), without_outputs(expected)
    if built == given:
        return []
    by_id = {cell[1]: cell for cell in built}
    changed = [cell[1] for cell in given if by_id.get(cell[1]) != cell]
    changed += [id for id in by_id if id not in {cell[1] for cell in given}]
    which = ", ".join(changed) or "their order"
    return [f"{file}: it is not what its source gives ({which}). {build}"]


def other_numbers(lesson, notebooks):
    """The programs that show other numbers in one language than in another, where only words may differ."""
    problems, (first, *others) = [], notebooks
    for lang in others:
        for cell, twin in zip(programs(notebooks[first]), programs(notebooks[lang]), strict=True):
            own = OF_ITS_LANGUAGE in cell.metadata.get("tags", [])
            if not own and numbers(cell) != numbers(twin):
                problems.append(
                    f"{at_cell(lesson, lang, twin)} it shows other numbers than in {LANGUAGES[first]}. "
                    f"{BUILD} {lesson.number}"
                )
    return problems


def programs(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def numbers(cell):
    """The numbers that a program shows, in any order: words around them may ask for another."""
    outs = cell.get("outputs", [])
    texts = (out.get("text", "") + " " + out.get("data", {}).get("text/plain", "") for out in outs)
    return sorted(re.findall(r"\d+(?:\.\d+)?", " ".join(texts)))


def outputs(lesson, lang, notebook):
    """What stored outputs must not hold: it changes from run to run, or shows where they were made."""
    problems, file = [], shown(lesson.built(lang))
    if (size := len(nbformat.writes(notebook).encode())) > MOST_BYTES:
        problems.append(f"{file}: {size // 1000} kB; {MOST_BYTES // 1000} kB is the most.")
    for number, cell in enumerate(programs(notebook), start=1):
        problems += [f"{at_cell(lesson, lang, cell)} {problem}" for problem in in_cell(cell, number)]
    return problems


def at_cell(lesson, lang, cell):
    """Where in the source a cell of a built notebook comes from."""
    [home] = (other for other in lesson.cells if other.id == cell.id and other.lang in ("", lang))
    return f"{lesson.at(home)} in {LANGUAGES[lang]},"


def in_cell(cell, number):
    """The problems of one code cell, which was the given one to be executed."""
    tags = cell.metadata.get("tags", [])
    counts = [
        cell.execution_count,
        *(out.execution_count for out in cell.outputs if "execution_count" in out),
    ]
    if set(counts) != {number}:
        yield f"its execution count is {', '.join(map(str, counts))}, not {number}."
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


def without_words(data):
    """Pictures that say nothing to those who cannot see them."""
    for tag, attributes in Html(data.get("text/html", "")).tags:
        if tag == "img" and not attributes.get("alt", "").strip():
            yield "its HTML has a picture without alternative text."
    picture = any(kind.startswith("image/") for kind in data)
    if picture and "text/html" not in data and data.get("text/plain", "<").startswith("<"):
        yield "it shows a picture without words: show it through attnlib.draw.plots."
    if picture and STORED_NUMBERS not in data:
        yield "it shows a picture whose numbers nbval cannot compare: show it through attnlib.draw.plots."


def silent_pairs(lesson, lang, notebook):
    """Code cells of which two in a row show nothing, so that their reader sees nothing happen."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and not may_be_silent(cell.source)]
    return [
        f"{at_cell(lesson, lang, second)} it shows nothing, and neither does the code before, {first.id}."
        for first, second in zip(code, code[1:], strict=False)
        if not first.outputs and not second.outputs
    ]


def may_be_silent(code):
    """Whether a cell is the setup, or does nothing but import or define."""
    defining = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
    set_up = any(f'use_language("{lang}")' in code for lang in LANGUAGES)
    return set_up or all(isinstance(statement, defining) for statement in ast.parse(code).body)


def answers_in_sight(lesson, lang, notebook):
    """Cells from which a reader learns the answer before having thought of one."""
    return [f"{at_cell(lesson, lang, cell)} {problem}" for cell, problem in spoilers(lang, notebook)]
