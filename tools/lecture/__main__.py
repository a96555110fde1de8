"""The command: python -m tools.lecture NN LANGUAGE."""

import argparse
import sys
from pathlib import Path

import tools.lecture
from tools.build import NOTEBOOKS, chosen
from tools.lecture.hall import run_and_write
from tools.lecture.notes import page
from tools.lesson_source import LANGUAGES, LessonError, read_lesson, write

FOLDER = Path("build", "lecture")


def main(arguments, notebooks=NOTEBOOKS, folder=FOLDER):
    """Write notebook and notes and print their paths; return 0 if all is well."""
    parser = argparse.ArgumentParser(
        prog="tasks.py lecture",
        description=tools.lecture.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("lesson", metavar="NN", help="the lesson's number")
    parser.add_argument("language", choices=list(LANGUAGES))
    given = parser.parse_args(arguments)
    [path] = chosen(notebooks / "src", [given.lesson], parser)
    try:
        lesson = read_lesson(path)
        notebook = run_and_write(lesson, given.language, folder)
        notes = notebook.with_suffix(".html")
        write(notes, page(lesson, given.language))
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1
    print(notebook.as_posix(), notes.as_posix(), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
