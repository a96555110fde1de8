"""The command: python -m tools.questions [--to FOLDER]."""

import argparse
import sys
from pathlib import Path

import tools.questions
from attnlib.languages import LANGUAGES
from tools.questions.items import items
from tools.questions.moodle import moodle
from tools.questions.qti import qti

FOLDER = Path("build", "questions")


def main(arguments):
    """Write both forms in both languages and print the files' names; returns 0."""
    parser = argparse.ArgumentParser(
        prog="tasks.py questions",
        description=tools.questions.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--exam", type=int, default=1, metavar="NUMBER", help="which exam, by its number")
    given = parser.parse_args(arguments)
    folder = given.to
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        found = items(lang, given.exam)
        for name, data in {"moodle.xml": moodle(found, lang), "qti.zip": qti(found, lang)}.items():
            path = folder / f"attnlib-{lang}.{name}"
            path.write_bytes(data)
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
