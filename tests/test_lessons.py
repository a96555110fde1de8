"""The lessons themselves: every source and every notebook built from it, and each section of it run alone."""

import re

import nbformat
import pytest

from tools import build
from tools.lesson_source import read_lesson

SOURCES = sorted((build.NOTEBOOKS / "src").glob("*.py"))
if not SOURCES:
    pytest.skip("there is no lesson in notebooks/src yet", allow_module_level=True)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_lesson_and_its_notebooks_have_no_problems(source):
    assert build.check(source) == []


def test_every_notebook_has_a_source():
    assert build.orphans(build.NOTEBOOKS) == []


SAID = {
    "en": (r"About (\d+) minutes", r"\((\d+) min\)", "README.md"),
    "zh": (r"大约 (\d+) 分钟", r"（(\d+) 分钟）", "README.zh-CN.md"),
}


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize(
    "source", [path for path in SOURCES if path.stem[0].isdigit()], ids=lambda path: path.stem
)
def test_the_minutes_of_a_lesson_add_up_and_are_those_of_the_readme(source, lang):
    total, section, readme = SAID[lang]
    cells = nbformat.read(build.NOTEBOOKS / lang / f"{source.stem}.ipynb", as_version=4).cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    minutes = int(re.search(total, texts[0])[1])
    headings = re.findall(r"^## .*$", "\n".join(texts), re.MULTILINE)
    assert sum(int(re.search(section, heading)[1]) for heading in headings) == minutes <= 45
    table = (build.NOTEBOOKS.parent / readme).read_text("utf-8")
    assert re.search(rf"^\| {source.stem[:2]} \|.*\| (\d+) \|$", table, re.MULTILINE)[1] == str(minutes)


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


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_each_section_runs_after_the_setup_cell_alone_and_each_cell_twice(
    source, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)  # nothing depends on the folder
    found = sections(read_lesson(source))
    setup, *rest = found.pop("")
    for heading, programs in [("", rest), *found.items()]:
        names = {}
        exec(setup.text, names)
        for cell in programs:
            for time in ("first", "second"):
                try:
                    exec(cell.text, names)
                except Exception as error:
                    pytest.fail(
                        f"{source.stem}, {heading or 'the beginning'}: {cell.id} the {time} time: {error!r}"
                    )
