"""The lessons themselves: every source and every notebook built from it, without executing."""

import build
import pytest

SOURCES = sorted((build.NOTEBOOKS / "src").glob("*.py"))
if not SOURCES:
    pytest.skip("there is no lesson in notebooks/src yet", allow_module_level=True)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_lesson_and_its_notebooks_have_no_problems(source):
    assert build.check(source) == []


def test_every_notebook_has_a_source():
    assert build.orphans(build.NOTEBOOKS) == []
