"""Every mistake that the checks of a built notebook name, made once in a small lesson's notebook."""

import copy

import pytest
from nbformat.v4 import new_code_cell, new_output

from tests.helpers.small_lesson import written
from tools import build, check
from tools.lesson_source import read_lesson
from tools.notebook_checks import differences, notebook_problems, other_numbers, stored


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
    silent: "cell widget: in English, it shows nothing, and neither does the code before, show.",
}


@pytest.mark.parametrize("spoil", NOTEBOOK_MISTAKES)
def test_a_mistake_in_a_notebook_is_named(lesson, notebook, spoil):
    assert notebook_problems(lesson, "en", notebook) == []
    spoil(notebook)
    assert any(NOTEBOOK_MISTAKES[spoil] in problem for problem in notebook_problems(lesson, "en", notebook))


def test_what_a_picture_needs_is_not_named(lesson, notebook):
    html = '<img alt="weights" src="data:image/png;base64,iVBO/tmp/0x123456789">'
    shows(notebook.cells[2], image_png="iVBO/tmp/", text_plain="weights", text_html=html)
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


# When it is executed again, all that nbval compares is compared, and the order of outputs.


def other_text(cells):
    cells["show"].outputs[0].text = "3 = 2\n"


def other_error(cells):
    cells["fails"].outputs[0].evalue = "mean requires at least two data points"


def output_lost(cells):
    cells["show"].outputs.clear()


def output_added(cells):
    cells["show"].outputs.append(new_output("stream", name="stdout", text="more\n"))


def other_stream(cells):
    cells["show"].outputs[0].name = "stderr"


def other_plain(cells):
    cells["widget"].outputs[0].data["text/plain"] = "T: 2"


def other_words_of_a_picture(cells):
    cells["widget"].outputs[0].data["text/html"] = '<img alt="b" src="data:image/png;base64,AA==">'


def other_latex(cells):
    cells["widget"].outputs[0].data["text/latex"] = "$x$"


def nothing(cells):
    pass


def other_bytes_of_a_picture(cells):
    cells["widget"].outputs[0].data["image/png"] = "AAAA"


def other_frames(cells):
    cells["fails"].outputs[0].traceback.append("as another version of IPython shows it")


SPOILT = [other_text, other_error, output_lost, output_added, other_stream, other_plain, other_latex]
SPOILT += [other_words_of_a_picture]
ALIKE = [nothing, other_bytes_of_a_picture, other_frames]


@pytest.mark.parametrize("spoil", SPOILT + ALIKE)
def test_a_cell_that_shows_something_else_is_named(lesson, notebook, spoil):
    again = copy.deepcopy(notebook)
    cells = {cell.id: cell for cell in notebook.cells}
    spoil(cells)
    found = differences(lesson, "en", notebook, again)
    assert len(found) == (spoil in SPOILT)
    assert all("it shows something else than is stored: " in problem for problem in found)


def test_bytes_of_a_picture_in_html_may_differ_and_its_words_may_not(lesson, notebook):
    html = '<img alt="{}" src="data:image/png;base64,{}">'
    again, other = copy.deepcopy(notebook), copy.deepcopy(notebook)
    for book, words, data in ((notebook, "a", "AAAA"), (again, "a", "BBBB"), (other, "b", "AAAA")):
        shows(book.cells[2], text_html=html.format(words, data))
    assert differences(lesson, "en", notebook, again) == []
    [problem] = differences(lesson, "en", notebook, other)
    assert problem.startswith(f"{lesson.at(lesson.code[1])} in English, it shows something else")


def test_of_a_cell_that_varies_only_the_kinds_of_outputs_are_compared(lesson, notebook):
    again = copy.deepcopy(notebook)
    for book in (notebook, again):
        book.cells[2].metadata["tags"] = ["varies"]
    other_text({cell.id: cell for cell in again.cells})
    assert differences(lesson, "en", notebook, again) == []
    output_lost({cell.id: cell for cell in again.cells})
    assert len(differences(lesson, "en", notebook, again)) == 1


def test_a_lesson_is_executed_to_be_proved(lesson):
    path = lesson.built("zh")
    before = path.read_text("utf-8")
    path.write_text(before.replace("2 = 2", "2 is 2"), "utf-8")
    [problem] = check.problems(lesson.path)
    assert f"{lesson.path}:30: cell show: in Chinese, it shows something else than is stored" in problem
    path.write_text(before, "utf-8")


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
