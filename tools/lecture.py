"""Write the lecturer's edition of a lesson: with notes, solutions and large type, ready to be shown.

python -m tools.lecture 05 zh      writes build/lecture/05_output.zh.ipynb and prints this name

Notes and solutions are folded, so that an audience sees them only when the lecturer opens them. All of it
has been run, but is written without what it shows: the audience predicts first, and Shift+Enter reveals.
Where PyTorch or a model is missing, cells that need it have not been run: they show their
recorded result, as in lessons.
"""

import argparse
import ast
import copy
import re
import sys
from os.path import relpath
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from attnlib._optional import HAS, missing
from tools import markdown
from tools.build import NOTEBOOKS, chosen
from tools.execute import execute
from tools.exercises import BEGIN, END, exercise_of, is_exercise
from tools.lesson_source import LANGUAGES, NOT_FOR_READERS, LessonError, notebook_of, read_lesson, write
from tools.source_checks import source_problems

FOLDER = Path("build", "lecture")
NOTE = {"en": "For the lecturer", "zh": "教师备注"}


def edition(lesson, lang, folder):
    """Return the lecturer's notebook of a lesson, for that folder, not yet executed."""
    exercises = {cell.id: exercise_of(lesson, cell) for cell in lesson.cells if is_exercise(cell)}
    notebook, cells = notebook_of(lesson, lang, notes=True), []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type == "markdown":
            cell.source = with_links_from(folder, lesson, lang, cell.source)
            if NOT_FOR_READERS in cell.metadata.get("tags", []):
                cell.source = f"<details><summary>{NOTE[lang]}</summary>\n\n{cell.source}\n\n</details>"
        else:
            cell.source = large(cell.source)
        if cell.id in exercises:
            cells.append(solution(cell, exercises[cell.id]))
    notebook.cells = cells
    return notebook


def solution(cell, exercise):
    """Return a folded cell with the solution of an exercise and its check."""
    marks = rf"(?m)^ *(?:{BEGIN}|{END})\n?"
    code = f"{re.sub(marks, '', exercise.solved).rstrip()}\n\n{exercise.check}"
    metadata = {"jupyter": {"source_hidden": True}, "tags": needs(cell)}
    return new_code_cell(code, id=f"{cell.id}-solution", metadata=metadata)


def large(code):
    """Return the code with every explorer in large type."""
    lines = code.split("\n")
    for row, col in sorted(ends_of_explorers(code), reverse=True):
        line = lines[row - 1].encode()  # ast counts bytes
        lines[row - 1] = (line[: col - 1] + b", large=True" + line[col - 1 :]).decode()
    return "\n".join(lines)


def ends_of_explorers(code):
    """Where each call of Explorer that says nothing of its size ends: the line, and the byte after it."""
    return [
        (call.end_lineno, call.end_col_offset)
        for call in ast.walk(ast.parse(code))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Explorer"
        if not any(keyword.arg == "large" for keyword in call.keywords)
    ]


def with_links_from(folder, lesson, lang, text):
    """Return a text whose links to other lessons are right from the lecture's folder."""
    home = lesson.built(lang).parent
    for target in set(markdown.local_links(text)):
        text = text.replace(f"]({target})", f"]({Path(relpath(home / target, folder)).as_posix()})")
    return text


def lecture(path, lang, folder):
    """Run the lecturer's edition, and write it as it was before; its path."""
    lesson = read_lesson(path)
    if problems := source_problems(lesson):
        raise LessonError(*problems)
    folder.mkdir(parents=True, exist_ok=True)
    notebook = edition(lesson, lang, folder)
    execute(lesson, {lang: what_runs_here(notebook)}, {lang: folder})
    there = folder / f"{lesson.name}.{lang}.ipynb"
    write(there, nbformat.writes(notebook) + "\n")
    return there


def what_runs_here(notebook):
    """Copy the notebook without cells that need PyTorch or the model where these are missing."""
    notebook = copy.deepcopy(notebook)
    notebook.cells = [cell for cell in notebook.cells if not missing(needs(cell))]
    return notebook


def needs(cell):
    """Return what a cell needs that may be missing, by its tags."""
    return [tag for tag in HAS if tag in cell.metadata.get("tags", [])]


def main(arguments, notebooks=NOTEBOOKS, folder=FOLDER):
    """Write the edition and print its path; return 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lesson", metavar="NN", help="the lesson's number")
    parser.add_argument("language", choices=list(LANGUAGES))
    given = parser.parse_args(arguments)
    [path] = chosen(notebooks / "src", [given.lesson], parser)
    try:
        print(lecture(path, given.language, folder).as_posix())
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
