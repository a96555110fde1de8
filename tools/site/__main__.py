"""Build the static site: python tasks.py site [NN ...] [--to FOLDER]; with numbers, a course of these."""

import argparse
import sys
from pathlib import Path

from tools.build import NOTEBOOKS, chosen
from tools.site.build import PROJECT, build


def main(arguments):
    """Build the site; returns 0 if all is well."""
    parser = argparse.ArgumentParser(prog="tasks.py site", description=__doc__)
    parser.add_argument("--to", type=Path, default=PROJECT / "build" / "site", metavar="FOLDER")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="the lessons of a course; none for all")
    options = parser.parse_args(arguments)
    course = [path.stem for path in chosen(NOTEBOOKS / "src", options.numbers, parser)]
    build(options.to, course=tuple(course) if options.numbers else ())
    print(f"The site is in {options.to}: open index.html there.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
