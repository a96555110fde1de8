"""A site of a few pages, built once for a file of tests; and how KaTeX is looked for."""

import pytest

from tools.site.build import build
from tools.site.formulas import Formulas


def built(folder, names):
    """Build these pages into a folder, and return it."""
    need_katex()
    build(folder, names)
    return folder


def need_katex():
    """Where npm cannot be reached, tests that need KaTeX are skipped, and say so."""
    try:
        Formulas({("x", False)})
    except RuntimeError as error:
        pytest.skip(f"KaTeX cannot be had from npm: {error}")
