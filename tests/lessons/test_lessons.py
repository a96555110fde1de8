"""The lessons themselves: each source, what is built from it, each section alone. nbval runs them."""

import re

import nbformat
import pytest

from tools import build, check
from tools.duration import minutes
from tools.lesson_source import read_lesson
from tools.site.build import TABLES

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


# In either language, since an edition may show a text that is not translated yet.
IN_ALL = r"About (?P<en>\d+) minutes|约 (?P<zh>\d+) 分钟"
IN_EXERCISES = r"and (?P<en>\d+) for the exercises?|练习另需 (?P<zh>\d+) 分钟"
A_BREAK = r"^\*\*(Time for a break\.|歇一歇。)\*\*"


def minutes_in(text, form):
    found = re.search(form, text)
    return int(found["en"] or found["zh"]) if found else 0


@pytest.mark.parametrize("lang", TABLES)
@pytest.mark.parametrize(
    "source", [path for path in SOURCES if path.stem[0].isdigit()], ids=lambda path: path.stem
)
def test_the_minutes_of_a_lesson_are_honest_and_those_of_the_table(source, lang):
    """A lesson of more than 45 minutes says where to take a break."""
    cells = nbformat.read(build.NOTEBOOKS / lang / f"{source.stem}.ipynb", as_version=4).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    said = minutes_in(texts[0], IN_ALL)
    assert (said, minutes_in(texts[0], IN_EXERCISES)) == minutes(read_lesson(source))
    assert said <= (50 if any(re.search(A_BREAK, text, re.MULTILINE) for text in texts) else 45)
    table = (build.NOTEBOOKS.parent / TABLES[lang]).read_text("utf-8")
    assert re.search(rf"^\| {source.stem[:2]} \|.*\| (\d+) \|$", table, re.MULTILINE)[1] == str(said)


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
