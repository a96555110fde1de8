"""Every mistake that the checks of a lesson name, made once in a small lesson or in its notebook."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_output

from tests.helpers.small_lesson import LESSON, written
from tools import build, markdown
from tools.lesson_source import read_lesson
from tools.notebook_checks import notebook_problems
from tools.source_checks import source_problems

WORDS = "words for the reader in code"
# Each: what of the small lesson is replaced, by what, and what is then said.
SOURCE_MISTAKES = {
    "no twin": ('\n# %% [markdown] id="end" lang="zh"\n# ## 小结\n', "", "not followed by its Chinese twin"),
    "twin elsewhere": (
        '# %% [markdown] id="end" lang="zh"',
        '# %% id="y"\ny\n\n# %% [markdown] id="end" lang="zh"',
        "not followed",
    ),
    "Chinese alone": ('# %% [markdown] id="end" lang="en"\n# ## Recap\n', "", "no English twin before it"),
    "no id": ('# %% id="show"', "# %%", "cell number 4: it needs an id"),
    "ill-formed id": ('id="show"', 'id="Show it"', "it needs an id"),
    "id twice": ('id="show"', 'id="setup"', "another cell has this id"),
    "id of a text": ('id="show"', 'id="title"', "another cell has this id"),
    "no language": ('id="end" lang="en"', 'id="end"', 'text needs lang="en" or lang="zh"'),
    "language of code": ('id="show"', 'id="show" lang="en"', "code is the same in both languages"),
    "raw": ('# %% id="show"', '# %% [raw] id="show"', "neither code nor [markdown]"),
    "other tags": ('lang="zh" tags=["lecturer"]', 'lang="zh"', "other tags"),
    "no setup": ('use_language("en")', "pass", 'it needs the line use_language("en") once'),
    "two setups": ('print(f"', 'use_language("zh")\nprint(f"', 'it needs the line use_language("en") once'),
    "long setup": ("use_language = print\n", "use_language = print\nuse = 1\n", "the setup has 4 lines"),
    "formula": ("向量 $x$", "向量 $y$", "differ in their formulas: English ['x'], Chinese ['y']"),
    "formula twice": ("向量 $x$", "向量 $x$ 和 $x$", "differ in their formulas"),
    "link": ("[本课](01_small.ipynb)", "[本课](https://example.org)", "differ in their link targets"),
    "code named": ("用 `np.sum`", "用 `np.mean`", "differ in their pieces of code"),
    "heading": ("# ## 小结", "# ### 小结", "levels of headings: English [2], Chinese [3]"),
    "list": ("# * 二", "#   二", "list items (bullets, numbers): English (2, 0), Chinese (1, 0)"),
    "table row": ("# | 甲 | 乙 |\n# |---|---|\n# | 1 | 2 |", "# | 甲 | 乙 |\n# |---|---|", "table shapes"),
    "table column": ("# | 甲 | 乙 |", "# | 甲 | 乙 | 丙 |", "table shapes"),
    "folded": ("# ## 小结", "# ## 小结\n#\n# <details><summary>答</summary>二</details>", "folded parts"),
    "English string": ("view = ", 'say = "the sum of x"\nview = ', f'{WORDS}: "the sum of x"'),
    "Chinese string": ('"T: 1"', '"结果，如下"', WORDS),
    "long Chinese string": ('"T: 1"', '"我们现在看看"', WORDS),
    "word by a value": ("{len(x)} = 2", "there are {len(x)}", f'{WORDS}: "there are {{}}"'),
    "word after a value": ("{len(x)} = 2", "{len(x)} tokens", WORDS),
    "format": ('"T: 1"', '"{} tokens".format(2)', WORDS),
    "comment": ("# (2,)", "# one row a token", f'{WORDS}: "# one row a token"'),
    "Chinese comment": ("# (2,)", "# 每个词一行", WORDS),
    "docstring": ("view = ", 'def f():\n    """Add them up."""\nview = ', WORDS),
    "magic": ("import statistics\n", "import statistics\n%timeit x\n", "it is not plain Python"),
    "many lines": ("view = ", "a = 1\n" * 6 + "view = ", "9 lines of code; 8 is the most"),
    "long, no class": ('tags=["raises-exception"]', 'tags=["raises-exception", "long"]', "defines a class"),
    "much English": ("# ## Recap", "# ## Recap\n#\n# " + "word " * 110, "111 words of English prose; 110"),
    "much Chinese": ("# ## 小结", "# ## 小结\n#\n# " + "字" * 199, "201 characters of Chinese prose; 200"),
    "dead link": ("01_small.ipynb", "02_other.ipynb", "the link to 02_other.ipynb leads nowhere"),
    "dead file": ("01_small.ipynb", "../../README.md", "the link to ../../README.md leads nowhere"),
    "remote picture": ("[itself](01_small.ipynb)", "![it](https://example.org/a.png)", "from the network"),
    "silent picture": ("[itself](01_small.ipynb)", '<img src="../src/01_small.py">', "has no words"),
    "not Chinese": ("# ## 小结", "# ## Recap", "the Chinese text is not Chinese"),
    "Western comma": ("一个向量 $x$，", "一个,向量 $x$，", 'Western mark after a Chinese character: "个,"'),
    "Western stop": ("# 写给老师。", "# 写给老师.", "Western mark"),
    "bold link": ("见[本课](01_small.ipynb)", "见**[本课](01_small.ipynb)**", "asterisks of **[本课]"),
    "bold stop": ("# 写给老师。", "# **写给老师。**请看", "asterisks of **写给老师。** would show"),
    "broken phrase": (
        "一个向量",
        "一个\n# 向量",
        'which shows as a gap: "个 向"',
    ),
}


@pytest.mark.parametrize("mistake", SOURCE_MISTAKES)
def test_a_mistake_in_a_source_is_named(tmp_path, capsys, mistake):
    old, new, said = SOURCE_MISTAKES[mistake]
    assert old in LESSON
    written(tmp_path, LESSON.replace(old, new))
    assert build.main([], tmp_path) == 1
    problems = capsys.readouterr().err
    assert said in problems
    assert all(line.startswith("01_small") for line in problems.splitlines())
    assert not (tmp_path / "en").exists()


def test_half_the_cells_being_long_is_named(tmp_path):
    lines = "a = 1\n" * 5
    text = "".join(f'# %% id="c{i}"\n{lines}\n' for i in range(6))
    assert source_problems(read_lesson(written(tmp_path, LESSON + text))) == [
        "01_small: half its code cells have more than 4 lines."
    ]


CHINESE_ROWS = "# | 甲 | 乙 |\n# |---|---|\n# | 1 | 2 |\n"
ALLOWED = {
    "one word": [('"T: 1"', '"x ="')],
    "Chinese words as data": [('"T: 1"', '"我爱中国"')],
    "shape": [("# (2,)", "# (batch, heads, n, d_k)")],
    "formula": [("# (2,)", "# q · k → 爱")],
    "values": [("{len(x)} = 2", "softmax({len(x)}) = {x} {x} · {x} ms")],
    "code that is no formula": [("`np.sum`", "`np.sum` `$a` `$b`")],
    "code that is data": [("and `np.sum`", "and `np.sum` `爱`")],
    "a block of code": [
        (end, end + "\n#\n# ```\n# # $a$ [b](c)\n# ```") for end in ("# ## Recap", "# ## 小结")
    ],
    "other edition": [("[itself](", "[here](../zh/"), ("[本课](", "[这里](../en/")],
    "section": [("01_small.ipynb", "01_small.ipynb#Recap")],
    "address": [("01_small.ipynb", "https://example.org")],
    "folded": [
        ("# ## Recap\n", "# ## Recap\n# <details>" + "word " * 111 + "</details>\n"),
        ("# ## 小结\n", "# ## 小结\n# <details>" + "字" * 201 + "</details>\n"),
    ],
    "a full table": [(CHINESE_ROWS, CHINESE_ROWS.replace("乙", "乙" * 201))],
    "a long formula": [("$x$", "$" + "x " * 210 + "x$")],
    "eight lines": [("view = ", "a = 1\n" * 5 + "view = ")],
    "long class": [('# %% id="show"\n', '# %% id="show" tags=["long"]\nclass A:\n' + "    a = 1\n" * 8)],
}


@pytest.mark.parametrize("what", ALLOWED)
def test_what_is_allowed_is_not_named(tmp_path, what):
    text = LESSON
    for old, new in ALLOWED[what]:
        assert old in text
        text = text.replace(old, new)
    assert source_problems(read_lesson(written(tmp_path, text))) == []


@pytest.mark.parametrize(
    ("text", "lang", "length"),
    [
        ("## Two words", "en", 2),
        ("see [lesson 3](03_scores.ipynb), `x = 1` or $a + b$.", "en", 6),
        ("don't <b>x</b>\n\n| a | b |\n|---|---|\n", "en", 2),
        ("用 softmax，得到权重。", "zh", 6),
    ],
)
def test_only_prose_is_counted(text, lang, length):
    assert markdown.length(text, lang) == length


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """The small lesson, built."""
    source = written(tmp_path_factory.mktemp("notebooks"))
    build.build(source)
    return read_lesson(source)


@pytest.fixture
def notebook(lesson):
    """Its English notebook, to be spoilt."""
    return nbformat.read(lesson.path.parent.parent / "en" / "01_small.ipynb", as_version=4)


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
    text_edited: f"en/01_small: {SOURCE} (title). Run: make notebooks",
    code_edited: f"{SOURCE} (show)",
    cell_lost: f"{SOURCE} (show)",
    cell_added: f"{SOURCE} (mine)",
    cells_exchanged: f"{SOURCE} (their order)",
    id_changed: f"{SOURCE} (show, other)",
    tag_added: f"{SOURCE} (show)",
    version_added: "its metadata is not what the build writes",
    state_added: "it holds the state of widgets",
    too_big: "kB; 700 kB is the most",
    count_lost: "en/01_small, cell show: its execution count is None, not 2",
    count_wrong: "its execution count is 7, not 2",
    count_of_output_wrong: "its execution count is 2, 7, not 2",
    timed: "it holds the times of its execution",
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
    silent: "cells show and widget: two code cells in a row that show nothing",
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


def test_a_notebook_that_is_missing_or_has_no_source_is_named(tmp_path, capsys):
    written(tmp_path)
    (tmp_path / "zh").mkdir()
    (tmp_path / "zh" / "09_gone.ipynb").write_text("{}")
    assert build.main(["--check"], tmp_path) == 1
    said = capsys.readouterr().err
    assert "zh/09_gone: it has no source; remove it." in said
    assert "en/01_small: not built yet. Run: make notebooks" in said
