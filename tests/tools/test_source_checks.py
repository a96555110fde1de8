"""Every mistake in a source that the checks name, made once in a small lesson, and its line."""

import re

import pytest

from tests.helpers.often import often
from tests.helpers.small_lesson import EXERCISES, LESSON, line_with, written
from tools import build, check
from tools.build import NOTEBOOKS
from tools.lesson_source import LessonError, read_lesson, with_ids
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
    "ill-formed id": ('id="show"', 'id="Show it"', "small letters, digits and hyphens only"),
    "id twice": ('id="show"', 'id="setup"', "another cell has this id"),
    "no language": ('id="end" lang="en"', 'id="end"', 'text needs lang="en" or lang="zh"'),
    "language of code": ('id="show"', 'id="show" lang="en"', "code is the same in both languages"),
    "raw": ('# %% id="show"', '# %% [raw] id="show"', "neither code nor [markdown]"),
    "other tags": ('lang="zh" tags=["lecturer"]', 'lang="zh"', "other tags"),
    "no setup": ('use_language("en")', "pass", 'a lesson needs the line use_language("en") once'),
    "two setups": (
        'print(f"',
        'use_language("zh")\nprint(f"',
        'a lesson needs the line use_language("en") once',
    ),
    "long setup": (
        "use_language = print\n",
        "use_language = print\na = 1\nb = 2\nc = 3\n",
        "the setup has 6 lines",
    ),
    "formula": ("向量 $x$", "向量 $y$", "differ in their formulas: English ['x'], Chinese ['y']"),
    "formula twice": ("向量 $x$", "向量 $x$ 和 $x$", "differ in their formulas"),
    "link": ("[本课](01_small.ipynb)", "[本课](https://example.org)", "differ in their link targets"),
    "code named": ("用 `np.sum`", "用 `np.mean`", "differ in their pieces of code"),
    "heading": ("# ## 小结", "# ### 小结", "levels of headings: English [2], Chinese [3]"),
    "list": ("# * 二", "#   二", "list items (bullets, numbers): English (2, 0), Chinese (1, 0)"),
    "table row": ("# | 甲 | 乙 |\n# |---|---|\n# | 1 | 2 |", "# | 甲 | 乙 |\n# |---|---|", "table shapes"),
    "folded": ("# ## 小结", "# ## 小结\n#\n# <details><summary>答</summary>二</details>", "folded parts"),
    "English string": ("view = ", 'say = "the sum of x"\nview = ', f'{WORDS}: "the sum of x"'),
    "Chinese string": ('"T: 1"', '"结果，如下"', WORDS),
    "long Chinese string": ('"T: 1"', '"我们现在看看"', WORDS),
    "word by a value": ("{len(x)} = 2", "there are {len(x)}", f'{WORDS}: "there are {{}}"'),
    "word after a value": ("{len(x)} = 2", "{len(x)} tokens", WORDS),
    "format": ('"T: 1"', '"{} tokens".format(2)', WORDS),
    "comment": ("# (2,)", "# one row a token", f'{WORDS}: "# one row a token"'),
    "docstring": ("view = ", 'def f():\n    """Add them up."""\nview = ', WORDS),
    "magic": ("import statistics\n", "import statistics\n%timeit x\n", "it is not plain Python"),
    "many lines": ("view = ", "a = 1\n" * 6 + "view = ", "9 lines of code; 8 is the most"),
    "long, no class": ('tags=["raises-exception"]', 'tags=["raises-exception", "long"]', "defines a class"),
    "much English": ("# ## Recap", "# ## Recap\n#\n# " + "word " * 110, "111 words of English prose; 110"),
    "much Chinese": ("# ## 小结", "# ## 小结\n#\n# " + "字" * 199, "201 characters of Chinese prose; 200"),
    "dead link": ("01_small.ipynb", "02_other.ipynb", "the link to 02_other.ipynb leads nowhere"),
    "remote picture": ("[itself](01_small.ipynb)", "![it](https://example.org/a.png)", "from the network"),
    "silent picture": ("[itself](01_small.ipynb)", '<img src="../src/01_small.py">', "has no words"),
    "not Chinese": ("# ## 小结", "# ## Recap", "the Chinese text is not Chinese"),
    "Western comma": ("一个向量 $x$，", "一个,向量 $x$，", 'Western mark after a Chinese character: "个,"'),
    "bold link": (
        "见[本课](01_small.ipynb)",
        "见**[本课](01_small.ipynb)**",
        "asterisks of **本课** would show",
    ),
    "bold stop": ("# 写给老师。", "# **写给老师。**请看", "asterisks of **写给老师。** would show"),
    "marks in a fold's line": (
        "# 写给老师。",
        "# <details><summary>`x` 是什么？</summary>\n#\n# 数。\n#\n# </details>",
        "Markdown in <summary>`x` 是什么？ would show",
    ),
    "title": ("# # 01 · Small", "# # 1 · Small", 'English title must begin with "# 01 · ", as the file is'),
    "title alone": ("# # 01 · 小例子", "# # 01 ·", "the Chinese title must"),
    "minutes": (
        "# A vector",
        "# About 40 minutes. A vector",
        'cell title: "About 40 minutes": tools/duration.py counts 5.',
    ),
    "分钟": ("# 一个向量", "# 练习另需 10 分钟。一个向量", '"练习另需 10 分钟": tools/duration.py counts 0.'),
    "broken phrase": ("一个向量", "一个\n# 向量", 'which shows as a gap: "个 向"'),
}


@pytest.mark.parametrize("mistake", SOURCE_MISTAKES)
def test_a_mistake_in_a_source_is_named(tmp_path, capsys, mistake):
    old, new, said = SOURCE_MISTAKES[mistake]
    assert old in LESSON
    source = written(tmp_path, LESSON.replace(old, new))
    assert build.main([], tmp_path) == 1
    problems = capsys.readouterr().err
    assert said in problems
    assert all(re.match(rf"{re.escape(str(source))}:\d+: ", line) for line in problems.splitlines())
    assert not (tmp_path / "en").exists()


def test_half_the_cells_being_long_is_named(tmp_path):
    lines = "a = 1\n" * 5
    text = "".join(f'# %% id="c{i}"\n{lines}\n' for i in range(6))
    source = written(tmp_path, LESSON + text)
    assert source_problems(read_lesson(source)) == [f"{source}: half its code cells have more than 4 lines."]


CHINESE_ROWS = "# | 甲 | 乙 |\n# |---|---|\n# | 1 | 2 |\n"
ALLOWED = {
    "true minutes": [
        ("# A vector", "# About 5 minutes, and 0 for the exercises. A vector"),
        ("# 一个向量", "# 约 5 分钟，练习另需 0 分钟。一个向量"),
    ],
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


# The line that is named: of the mistake itself where it is known, else the first of the cell.
LINES = {  # what is replaced, by what, and the line that is named (a piece of it)
    "a cell": ('# %% [markdown] id="end" lang="zh"\n# ## 小结\n', "", 'id="end" lang="en"'),
    "a link": ("[itself](01_small.ipynb)", "[itself](gone.ipynb)", "A vector"),
    "a later link": ("# * two", "# * [two](gone.ipynb)", "* [two]"),
    "a string": ('print(f"{len(x)} = 2")', 'print(f"{len(x)} tokens")', "print("),
    "a comment": ("# (2,)", "# one row a token", "one row a token"),
    "no Python": ("x = [", "\nx = [[", "x = [["),
    "a magic": ("import statistics\n", "%time x\n", "%time x"),
    "a picture": ("# * two", '# * <img src="../src/01_small.py">', "<img"),
    "bold": ("# * 二", "# * **二。**三", "**二。**三"),
    "a Western stop": ("# * 二", "# * 二.", "# * 二."),
    "a text": ("# * two", "* two", "* two"),
    "a merge": ("# * two", "<<<<<<< HEAD\n# * two", "<<<<<<<"),
    "a first line": ('id="end" lang="en"', 'id="end lang="en"', 'id="end lang="en"'),
    "a tag": ('tags=["raises-exception"]', "tags", 'id="fails"'),
    "a tag in a string": ('tags=["raises-exception"]', 'tags="raises-exception"', 'id="fails"'),
    "a key": ('id="end" lang="en"', 'id="end" land="en"', "land="),
    "two setups": ('print(f"', 'use_language("zh")\nprint(f"', 'use_language("zh")'),
    "todo": ('id="end" lang="en"', 'id="end" lang="en" todo="en"', 'todo="en"'),
    "todo without a language": ('id="end" lang="en"', 'id="end" lang="en" todo', '"en" todo'),
    "two todo": (
        'id="end" lang="en"\n# ## Recap\n\n# %% [markdown] id="end" lang="zh"',
        'id="end" lang="en" todo="zh"\n# ## Recap\n\n# %% [markdown] id="end" lang="zh" todo="en"',
        'lang="en" todo="zh"',
    ),
    "todo elsewhere": ("# ## Recap\n", '# ## Recap\n\n# %% id="y"\ny\n', 'id="end" lang="en"'),
    "code that is to do": ('id="show"', 'id="show" todo="zh"', 'todo="zh"'),
    "jupytext's other form": ("x = [", "# In[1]:\nx = [", 'id="show"'),
    "nothing": ("# %% [markdown]", "x\n# %% [markdown]", "x"),
}


@pytest.mark.parametrize("mistake", LINES)
def test_the_line_of_a_mistake_is_named(tmp_path, mistake):
    old, new, at = LINES[mistake]
    text = LESSON.replace(old, new, 1)
    assert text != LESSON
    source = written(tmp_path, text)
    line = line_with(at, text)
    lines = [re.match(rf"{re.escape(str(source))}:(\d+): ", problem) for problem in check.problems(source)]
    assert line in [int(found[1]) for found in lines]


def test_a_file_in_another_encoding_is_named(tmp_path):
    source = written(tmp_path)
    source.write_bytes(LESSON.replace("Small", "小").encode("gb18030"))
    assert check.problems(source) == [f"{source}:2: this is not UTF-8: save the file as UTF-8."]


def test_a_line_in_the_current_folder_has_the_name_that_one_types(tmp_path, monkeypatch):
    source = written(tmp_path, LESSON.replace("# (2,)", "# one row a token"))
    monkeypatch.chdir(tmp_path)
    assert check.problems(source)[0].startswith("src/01_small.py:31: cell show: words for the reader")


def test_words_in_code_have_places_to_go_to_that_exist(tmp_path):
    [problem] = check.problems(written(tmp_path, LESSON.replace("# (2,)", "# one row a token")))
    assert problem.endswith(
        "Put them into a text cell, or, if they name a line or an axis of a chart, into data/names.json."
    )
    assert (NOTEBOOKS.parent / "data" / "names.json").exists()


SPOIL = {
    "gone": lambda line: [],
    "twice": lambda line: [line, line],
    "cut": lambda line: [line[: len(line) // 2]],
    "a comment no more": lambda line: [line.removeprefix("#")],
    "in quotes": lambda line: [line.replace('"', '""')],
    "joined": lambda line: [line + '# %% "'],
}


@pytest.mark.parametrize("how", often(SPOIL, "twice", "cut"))
def test_whatever_is_done_to_a_line_ends_in_a_sentence_and_not_in_a_traceback(tmp_path, how):
    lines = EXERCISES.split("\n")
    for at in range(list(SPOIL).index(how) % 3, len(lines), 3):  # each line in two of these ways
        source = written(tmp_path, "\n".join([*lines[:at], *SPOIL[how](lines[at]), *lines[at + 1 :]]))
        try:
            found = source_problems(with_ids(read_lesson(source)))
        except LessonError as error:
            found = error.problems
        assert [problem for problem in found if not problem.startswith(f"{source}:")] == []
