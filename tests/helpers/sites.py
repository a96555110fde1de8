"""A site of a few pages, built once for a file of tests; and how KaTeX is looked for."""

import os

import pytest

from tools.site.build import build
from tools.site.formulas import Formulas


def built(folder, names):
    """Build these pages into a folder, and return it."""
    need_katex()
    build(folder, names)
    return folder


def need_katex():
    """Without KaTeX the tests are skipped, or fail in CI."""
    try:
        Formulas({("x", False)})
    except RuntimeError as error:
        give_up = pytest.fail if os.environ.get("ATTNLIB_BROWSER") == "required" else pytest.skip
        give_up(f"KaTeX cannot be had from npm: {error}")
