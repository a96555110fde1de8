"""The command: python -m tools.handout [NN] LANGUAGE."""

import argparse
import sys

import tools.handout
from tools.handout.pdf import FOLDER, book, lesson
from tools.site.build import LANGUAGES, PROJECT


def main(arguments):
    """Write one PDF and print its name; returns 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=tools.handout.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lesson", nargs="?", metavar="NN", help="the lesson's number; without, the book")
    parser.add_argument("language", choices=LANGUAGES)
    given = parser.parse_args(arguments)
    if given.lesson is None:
        print(book(given.language, FOLDER))
        return 0
    names = [path.stem for path in (PROJECT / "notebooks" / given.language).glob(f"{given.lesson}_*.ipynb")]
    if len(names) != 1:
        parser.error(f"There is no lesson {given.lesson}; a lesson is named by its number, such as 03.")
    print(lesson(names[0], given.language, FOLDER))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
