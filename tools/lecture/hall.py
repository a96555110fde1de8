"""The notebook that the hall sees: without notes, in large type, showing nothing before it is run."""

import ast
import copy
from os.path import relpath
from pathlib import Path

import nbformat

from classroom.optional import HAS, missing
from tools import markdown
from tools.execute import execute
from tools.lesson_source import PROGRESS, LessonError, notebook_of, write
from tools.source_checks import source_problems

WIDGETS = {"ask", "Explorer", "Explorer.of", "Microscope", "WritingDesk"}


def edition(lesson, lang, folder):
    """Return the hall's notebook of a lesson, for that folder, not yet executed; calls of widgets fold."""
    notebook = notebook_of(lesson, lang)
    notebook.cells = [cell for cell in notebook.cells if cell.source != PROGRESS]  # it is about one reader
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = with_links_from(folder, lesson, lang, cell.source)
        else:
            cell.source = large(cell.source)
            if cell.id == "setup" or ends_with_widget(cell.source):
                cell.metadata["jupyter"] = {"source_hidden": True}
    return notebook


def ends_with_widget(code):
    """Return True if the last thing that a program does is to show a question or an explorer."""
    match ast.parse(code).body[-1]:
        case ast.Expr(ast.Call(func=called)):
            return ast.unparse(called) in WIDGETS
    return False


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


def run_and_write(lesson, lang, folder):
    """Run the hall's notebook, and write it as it was before; return its path."""
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
