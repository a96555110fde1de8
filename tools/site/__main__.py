"""Build the static site: python tasks.py site [--to FOLDER]."""

import argparse
import sys
from pathlib import Path

from tools.site.build import PROJECT, build


def main(arguments):
    """Build the site; returns 0 if all is well."""
    parser = argparse.ArgumentParser(prog="tasks.py site", description=__doc__)
    parser.add_argument("--to", type=Path, default=PROJECT / "build" / "site", metavar="FOLDER")
    folder = parser.parse_args(arguments).to
    build(folder)
    print(f"The site is in {folder}: open index.html there.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
