"""The lessons themselves: each source, what is built from it, each section alone. nbval runs them."""

import re

import nbformat
import pytest

from tools import build, check
from tools.duration import minutes
from tools.lesson_source import LANGUAGES, read_lesson
from tools.source_checks import IN_ALL, IN_EXERCISES

SOURCES = sorted((build.NOTEBOOKS / "src").glob("*.py"))
if not SOURCES:
    pytest.skip("there is no lesson in notebooks/src yet", allow_module_level=True)


def needs(source):
    """The mark of a lesson of which a cell needs the model of lesson 12: it cannot be run without."""
    marks = {'"model"': pytest.mark.model, '"writer"': pytest.mark.writer}
    return [mark for tag, mark in marks.items() if tag in source.read_text("utf-8")]


TO_RUN = [pytest.param(source, marks=needs(source)) for source in SOURCES]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_lesson_has_no_problems_as_it_is_stored(source):
    assert check.problems(source) == []


def test_every_notebook_has_a_source():
    assert build.orphans(build.NOTEBOOKS) == []


A_BREAK = r"^\*\*(Time for a break\.|歇一歇。)\*\*"


@pytest.mark.parametrize(
    "source", [path for path in SOURCES if path.stem[0].isdigit()], ids=lambda path: path.stem
)
def test_a_lesson_says_its_minutes_and_a_long_one_where_to_take_a_break(source):
    for lang in LANGUAGES:
        cells = nbformat.read(build.NOTEBOOKS / lang / f"{source.stem}.ipynb", as_version=4).cells
        texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
        found = IN_ALL.search(texts[0])  # which minutes it has to say, the build knows
        assert found, f"{source.stem} says no minutes below its title"
        assert IN_EXERCISES.search(texts[0]) or not minutes(read_lesson(source))[1]
        a_break = any(re.search(A_BREAK, text, re.MULTILINE) for text in texts)
        assert int(found[1] or found[2]) <= (50 if a_break else 45)


def sections(lesson):
    """The programs of each section, by its heading; the first are those before any heading."""
    found = {"": []}
    programs = found[""]
    for cell in lesson.cells:
        if cell.kind == "code":
            programs.append(cell)
        elif cell.lang == "en" and (heading := re.search(r"^## .*$", cell.text, re.MULTILINE)):
            programs = found[heading[0]] = []
    return found


# The appendices of 08 and 09 go on with the rotation and the block of their lessons, and all sections of 13
# and of 14 with one model.
ONE_STORY = {"08_order", "09_block", "13_it_writes", "14_two_towers"}


@pytest.mark.slow
@pytest.mark.parametrize("source", TO_RUN, ids=lambda source: source.stem)
def test_each_section_runs_after_the_setup_cell_alone_and_each_cell_twice(
    source, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)  # nothing depends on the folder
    found = sections(read_lesson(source))
    setup, *rest = found.pop("")
    names: dict = {"display": print}
    for heading, programs in [("", rest), *found.items()]:
        names = names if source.stem in ONE_STORY else {"display": print}
        exec(setup.text, names)
        for cell in programs:
            for time in ("first", "second"):
                try:
                    exec(cell.text, names)
                except Exception as error:
                    pytest.fail(
                        f"{source.stem}, {heading or 'the beginning'}: {cell.id} the {time} time: {error!r}"
                    )
