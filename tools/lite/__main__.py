"""The command: python -m tools.lite [--pyodide PLACE] [--without-pictures] [--to FOLDER]."""

import argparse
import os
import sys
from pathlib import Path

from tools.lite.build import build
from tools.lite.distribution import WHERE
from tools.site.build import RUN


def main(arguments):
    """Build it; returns 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyodide", default=os.environ.get("ATTNLIB_PYODIDE"), metavar="PLACE", help=WHERE)
    parser.add_argument("--to", type=Path, default=RUN, metavar="FOLDER")
    parser.add_argument("--without-pictures", action="store_true", help="do without matplotlib")
    options = parser.parse_args(arguments)
    if not options.pyodide:
        raise SystemExit(WHERE)
    build(Path(options.pyodide).resolve(), options.to.resolve(), pictures=not options.without_pictures)
    size = sum(path.stat().st_size for path in options.to.rglob("*") if path.is_file())
    print(f"JupyterLite is in {options.to} ({size / 1e6:.0f} MB); `python tasks.py site` takes it along.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
