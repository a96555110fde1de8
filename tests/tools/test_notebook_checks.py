"""Every mistake that the checks of a built notebook name, made once in a small lesson's notebook."""

import pytest
from nbformat import v4

from attnlib.draw.stored import STORED_NUMBERS
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
    cell.outputs.append(v4.new_output("display_data", data=data))


SOURCE = "it is not what its source gives"
METADATA = "its metadata is not what the build writes"
HTML = "<img src='data:image/png;base64,iVBO' alt='{}'>"

# A line of Python that spoils the notebook, and what is then said.
MISTAKES = {
    "cells[0].source += ' More.'": f"/en/01_small.ipynb: {SOURCE} (title). Run: python tasks.py notebooks 01",
    "show.source += '\\n'": f"{SOURCE} (show)",
    "del cells[2]": f"{SOURCE} (show)",
    "cells.append(v4.new_code_cell('1', id='mine', execution_count=5))": f"{SOURCE} (mine)",
    "cells[0], cells[-1] = cells[-1], cells[0]": f"{SOURCE} (their order)",
    "show.id = 'other'": f"{SOURCE} (show, other)",
    "show.metadata.tags = ['nbval-skip']": f"{SOURCE} (show)",
    "show.metadata.execution = {'iopub.execute_input': '2026-01-01T00:00:00Z'}": f"{SOURCE} (show)",
    "notebook.metadata.language_info.version = '3.12.1'": METADATA,
    "notebook.metadata.widgets = {'application/vnd.jupyter.widget-state+json': {}}": METADATA,
    "shows(show, text_plain='1' * 900_000)": "kB; 900 kB is the most",
    "show.execution_count = None": "01_small.py:30: cell show: in English, its execution count is None",
    "show.execution_count = 7": "its execution count is 7, not 2",
    "show.outputs.append(v4.new_output('execute_result', execution_count=7))": "execution count is 2, 7, not",
    "show.outputs.append(v4.new_output('error', ename='E', evalue='e', traceback=[]))": "it ends in an error",
    "fails.outputs.clear()": 'it has the tag "raises-exception" and raises none',
    "show.outputs.append(v4.new_output('stream', name='stderr', text='old'))": "it writes to stderr: old",
    "shows(show, **{'application_vnd.jupyter.widget-view+json': {}})": "it holds the view of a widget",
    "show.outputs[0].text = 'read /home/someone/a.py'": "a path of this machine: /home/someone/a.py",
    r"show.outputs[0].text = r'read C:\Users\someone\a.py'": r"a path of this machine: C:\Users\someone\a.py",
    "fails.outputs[0].traceback.append('File ~/a.py:12')": "a path of this machine: ~/a.py:12",
    "shows(show, text_plain='<f at 0x7f12ab34cd56>')": "the address of an object: 0x7f12ab34cd56",
    "shows(show, text_html=HTML.format(''))": "its HTML has a picture without alternative text",
    "shows(show, image_png='iVBO', text_plain='<Figure>')": "it shows a picture without words",
    "shows(show, image_png='iVBO', text_html=HTML.format('cat'))": "whose numbers nbval cannot compare",
    "show.outputs, widget.outputs = [], []": "widget: in English, it shows nothing, and neither does",
}


@pytest.mark.parametrize("spoil", MISTAKES)
def test_a_mistake_in_a_notebook_is_named(lesson, notebook, spoil):
    assert notebook_problems(lesson, "en", notebook) == []
    cells = notebook.cells
    exec(spoil, globals(), {"notebook": notebook, "cells": cells} | {cell.id: cell for cell in cells})
    assert any(MISTAKES[spoil] in problem for problem in notebook_problems(lesson, "en", notebook))


def test_what_a_picture_needs_is_not_named(lesson, notebook):
    html = '<img alt="weights" src="data:image/png;base64,iVBO/tmp/0x123456789">'
    data = {"image_png": "iVBO/tmp/", "text_plain": "weights", "text_html": html}
    shows(notebook.cells[2], **data, **{STORED_NUMBERS.replace("/", "_", 1): "AAAA"})
    assert notebook_problems(lesson, "en", notebook) == []


def test_a_cell_may_be_silent_if_it_sets_up_or_defines(lesson, notebook):
    _, setup, show, widget, _, _ = notebook.cells
    setup.outputs, show.outputs = [], []
    assert notebook_problems(lesson, "en", notebook) == []
    widget.outputs, widget.source = [], "import math\ndef f():\n    return 1"
    assert not any("show nothing" in problem for problem in notebook_problems(lesson, "en", notebook))


def test_a_cell_may_warn_if_it_says_so(lesson, notebook):
    notebook.cells[2].outputs.append(v4.new_output("stream", name="stderr", text="old"))
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
