"""Every mistake that the checks of a built notebook name, made once in a small lesson's notebook."""

import pytest
from nbformat.v4 import new_code_cell, new_output

from attnlib.draw.stored import DRAWN
from tests.helpers.small_lesson import written
from tools import build, check
from tools.lesson_source import read_lesson
from tools.notebook_checks import notebook_problems, other_numbers, stored


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """The small lesson, built."""
    source = written(tmp_path_factory.mktemp("notebooks"))
    build.build(source)
    return read_lesson(source)


@pytest.fixture
def notebook(lesson):
    """Its English notebook, to be spoilt."""
    return stored(lesson, "en")


def shows(cell, **data):
    """Give a cell one more output, by MIME type with _ for /."""
    data = {kind.replace("_", "/", 1): what for kind, what in data.items()}
    cell.outputs.append(new_output("display_data", data=data))


def text_edited(notebook):
    notebook.cells[0].source += " More."


def code_edited(notebook):
    notebook.cells[2].source += "\n"


def cell_lost(notebook):
    del notebook.cells[2]


def cell_added(notebook):
    notebook.cells.append(new_code_cell("1", id="mine", execution_count=5))


def cells_exchanged(notebook):
    notebook.cells[0], notebook.cells[-1] = notebook.cells[-1], notebook.cells[0]


def id_changed(notebook):
    notebook.cells[2].id = "other"


def tag_added(notebook):
    notebook.cells[2].metadata["tags"] = ["nbval-skip"]


def version_added(notebook):
    notebook.metadata.language_info["version"] = "3.12.1"


def state_added(notebook):
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}


def too_big(notebook):
    shows(notebook.cells[2], text_plain="1" * 700_000)


def count_lost(notebook):
    notebook.cells[2].execution_count = None


def count_wrong(notebook):
    notebook.cells[2].execution_count = 7


def count_of_output_wrong(notebook):
    notebook.cells[2].outputs.append(new_output("execute_result", execution_count=7))


def timed(notebook):
    notebook.cells[2].metadata["execution"] = {"iopub.execute_input": "2026-01-01T00:00:00Z"}


def error(notebook):
    notebook.cells[2].outputs.append(new_output("error", ename="E", evalue="e", traceback=[]))


def no_error(notebook):
    notebook.cells[4].outputs.clear()


def warned(notebook):
    notebook.cells[2].outputs.append(new_output("stream", name="stderr", text="old"))


def view(notebook):
    shows(notebook.cells[2], **{"application_vnd.jupyter.widget-view+json": {"model_id": "f0"}})


def home(notebook):
    notebook.cells[2].outputs[0].text = "read /home/someone/attnlib/plots.py"


def windows(notebook):
    notebook.cells[2].outputs[0].text = r"read C:\Users\someone\plots.py"


def frame(notebook):
    notebook.cells[4].outputs[0].traceback.append("File ~/attnlib/plots.py:12")


def address(notebook):
    shows(notebook.cells[2], text_plain="<function f at 0x7f12ab34cd56>")


def picture_without_alt(notebook):
    shows(notebook.cells[2], text_html='<img src="data:image/png;base64,iVBO" alt="">')


def picture_without_numbers(notebook):
    shows(notebook.cells[2], image_png="iVBO", text_html='<img src="data:image/png;base64,iVBO" alt="cat">')


def picture_alone(notebook):
    shows(notebook.cells[2], image_png="iVBO", text_plain="<Figure size 640x480 with 1 Axes>")


def silent(notebook):
    for cell in notebook.cells[2:4]:
        cell.outputs.clear()


SOURCE = "it is not what its source gives"
NOTEBOOK_MISTAKES = {
    text_edited: f"/en/01_small.ipynb: {SOURCE} (title). Run: python tasks.py notebooks 01",
    code_edited: f"{SOURCE} (show)",
    cell_lost: f"{SOURCE} (show)",
    cell_added: f"{SOURCE} (mine)",
    cells_exchanged: f"{SOURCE} (their order)",
    id_changed: f"{SOURCE} (show, other)",
    tag_added: f"{SOURCE} (show)",
    version_added: "its metadata is not what the build writes",
    state_added: "its metadata is not what the build writes",
    too_big: "kB; 700 kB is the most",
    count_lost: "/src/01_small.py:30: cell show: in English, its execution count is None, not 2",
    count_wrong: "its execution count is 7, not 2",
    count_of_output_wrong: "its execution count is 2, 7, not 2",
    timed: f"{SOURCE} (show)",
    error: "it ends in an error",
    no_error: 'it has the tag "raises-exception" and raises none',
    warned: "it writes to stderr: old",
    view: "it holds the view of a widget",
    home: "a path of this machine: /home/someone/attnlib/plots.py",
    windows: r"a path of this machine: C:\Users\someone\plots.py",
    frame: "a path of this machine: ~/attnlib/plots.py:12",
    address: "the address of an object: 0x7f12ab34cd56",
    picture_without_alt: "its HTML has a picture without alternative text",
    picture_alone: "it shows a picture without words",
    picture_without_numbers: "it shows a picture whose numbers nbval cannot compare",
    silent: "cell widget: in English, it shows nothing, and neither does the code before, show.",
}


@pytest.mark.parametrize("spoil", NOTEBOOK_MISTAKES)
def test_a_mistake_in_a_notebook_is_named(lesson, notebook, spoil):
    assert notebook_problems(lesson, "en", notebook) == []
    spoil(notebook)
    assert any(NOTEBOOK_MISTAKES[spoil] in problem for problem in notebook_problems(lesson, "en", notebook))


def test_what_a_picture_needs_is_not_named(lesson, notebook):
    html = '<img alt="weights" src="data:image/png;base64,iVBO/tmp/0x123456789">'
    data = {"image_png": "iVBO/tmp/", "text_plain": "weights", "text_html": html}
    shows(notebook.cells[2], **data, **{DRAWN.replace("/", "_", 1): "AAAA"})
    assert notebook_problems(lesson, "en", notebook) == []


def test_a_cell_may_be_silent_if_it_sets_up_or_defines(lesson, notebook):
    _, setup, show, widget, _, _ = notebook.cells
    setup.outputs, show.outputs = [], []
    assert notebook_problems(lesson, "en", notebook) == []
    widget.outputs, widget.source = [], "import math\ndef f():\n    return 1"
    assert not any("show nothing" in problem for problem in notebook_problems(lesson, "en", notebook))


def test_a_cell_may_warn_if_it_says_so(lesson, notebook):
    warned(notebook)
    notebook.cells[2].metadata["tags"] = ["stderr"]
    assert not any("stderr" in problem for problem in notebook_problems(lesson, "en", notebook))


def test_both_editions_show_the_same_numbers_in_whatever_order(lesson, notebook):
    chinese = stored(lesson, "zh")
    cells = {cell.id: cell for cell in chinese.cells}
    notebook.cells[2].outputs[0].text, cells["show"].outputs[0].text = "2 of 3 words\n", "3 个词中的 2 个\n"
    both = {"en": notebook, "zh": chinese}
    assert other_numbers(lesson, both) == []
    cells["show"].outputs[0].text = "3 个词中的 1 个\n"
    [problem] = other_numbers(lesson, both)
    notebook.cells[2].metadata.tags = ["of-its-language"]
    assert other_numbers(lesson, both) == []
    assert problem.startswith(
        f"{lesson.at(lesson.code[1])} in Chinese, it shows other numbers than in English"
    )
    assert check.problems(lesson.path) == []
    path = lesson.built("zh")
    before = path.read_text("utf-8")
    path.write_text(before.replace("2 = 2", "3 = 2"), "utf-8")
    assert check.problems(lesson.path) == [problem]
    path.write_text(before, "utf-8")
