"""What each lesson has: sections, exercises and questions, read in its source, for data/lessons.json."""

import ast
import contextlib
import json
import re
import tomllib
from pathlib import Path

from classroom.exercises.catalog import EXERCISES
from tools.lesson_source import (
    LANGUAGES,
    NOT_FOR_READERS,
    LessonError,
    cells_in,
    read_lesson,
    title_of,
    write,
)

FILE = "data/lessons.json"
STANDING = Path(__file__).with_name("lessons.toml")
_SECTION = re.compile(r"^## \d+ · (.+)$", re.M)


def contents(notebooks):
    """Return for each lesson's number its title, file and sections, its exercises and its questions."""
    lessons = [read_lesson(path) for path in sorted((notebooks / "src").glob("[0-9]*.py"))]
    return {lesson.number: contents_of(lesson) for lesson in lessons}


def contents_of(lesson):
    """Return the same for one lesson, without what only lecturers see."""
    found: dict[str, list] = {"exercises": [], "questions": []}
    for cell in lesson.code:
        if NOT_FOR_READERS not in cell.tags:
            for kind, id in asked(cell.text):
                if id not in found[kind]:
                    found[kind].append(id)
    return {
        "title": [short_title(lesson, lang) for lang in LANGUAGES],
        "file": lesson.name,
        "sections": sections(lesson),
        **found,
    }


def sections(lesson):
    """Return the titles of the numbered sections, each in both languages."""
    texts = ["\n".join(cell.text for cell in cells_in(lesson, lang) if cell.lang) for lang in LANGUAGES]
    return [list(pair) for pair in zip(*(_SECTION.findall(text) for text in texts), strict=True)]


def asked(code):
    """Yield what a cell has the reader do: check.NAME(...) and ask("NAME")."""
    try:
        calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    except SyntaxError:  # the checks of the source say so
        return
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        match call:
            case ast.Call(ast.Attribute(ast.Name("check"), name)) if name in EXERCISES:
                yield "exercises", name
            case ast.Call(ast.Name("ask"), [ast.Constant(str(id)), *_]):
                yield "questions", id


def short_title(lesson, lang):
    """03 · Scores: who fits whom? -> Scores"""
    title = title_of(lesson, lang).partition("·")[2].strip()
    return title.replace("：", ":").partition(":")[0].strip()


def standing_for(name):
    """Return what stands for a lesson, such as "03_scores", elsewhere: {"vote": …, "asks": […, …]}, or {}."""
    return tomllib.loads(STANDING.read_text("utf-8")).get(name, {})


def as_text(notebooks):
    return json.dumps(contents(notebooks), ensure_ascii=False, indent=1) + "\n"


def write_contents(notebooks):
    """Write it beside the other data, if these are there; of a bad source the build will say more."""
    file = notebooks.parent / FILE
    if file.parent.is_dir():
        with contextlib.suppress(LessonError):
            write(file, as_text(notebooks))
