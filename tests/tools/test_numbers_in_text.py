"""A wrong number in a text is found, in both languages, whether a program shows it or a proof computes it."""

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tests.helpers.small_lesson import LESSON as SMALL_LESSON
from tests.helpers.small_lesson import line_with, written
from tools import build
from tools.figures import figures, results
from tools.lesson_source import LANGUAGES, NOTEBOOKS, read_lesson
from tools.numbers_in_text import file_of, number_problems

RESULTS = {
    "It has 1,049,088 parameters and takes 13 % of 0.25 s.": [1049088, 0.13, 0.25],
    r"$2 \cdot 512 \cdot 64 = 65{,}536$ and $50\,\%$": [512, 64, 65536, 50],
    "约 1750 亿个数，3,900 万次，一半是 50%。": [1750e8, 3900e4, 0.5],
    "175 billion numbers, −0.81 and 10^{-12}": [175e9, 0.81, 12],
    "Three of 8 words, step 10": [],
    "Lessons 10, 11 and 12, section 3.5, table 2.1, exercise 12; 25 min; 2017": [],
    "第 10 到 12 课，第 13 课第 6 节，3.5 节，表 12；25 分钟；2017 年": [],
    "About 40 minutes, and 30 for the exercises.": [],
    "约 40 分钟，练习另需 30 分钟。": [],
    "## 12 · A heading": [],
    "`range(64)`, $d_{16}$, GPT-2, Qwen2.5, float64": [16],
    "[← 12](12_real_text.ipynb) and [GPT-3, 2020](https://arxiv.org/abs/2005.14165)": [],
    "| NaN | 0.5 | [12](12_real_text.ipynb) |": [0.5],
}


@pytest.mark.parametrize("text", RESULTS)
def test_the_numbers_that_may_state_a_result_are_read(text):
    assert [figure.value for figure in results(text)] == pytest.approx(RESULTS[text])


@pytest.mark.parametrize(
    ("text", "value", "same"),
    [
        ("0.25", 0.2549, True),
        ("0.25", 0.2551, False),
        ("0.25", -0.25, True),
        ("13 %", 0.1342, True),
        ("13 %", 0.1356, False),
        ("39 million", 38_597_376, True),
        ("3900 万", 38_597_376, True),
        ("3860 万", 38_597_376, True),
        ("3870 万", 38_597_376, False),
        ("1,049,088", 1_049_089, False),
    ],
)
def test_a_number_is_compared_to_the_digits_that_are_written(text, value, same):
    assert figures(text)[0].is_rounded(value) is same


# A lesson that shows a share and a table, and states what it does not show, some of it in English alone.
TEXTS = """\
# %% [markdown] id="title" lang="en"
# # 11 · Small
#
# A book has 75,000 words. We count to 256.

# %% [markdown] id="title" lang="zh"
# # 11 · 小例子
#
# 数到 256。

# %% id="setup"
share, table = 12 / 90, [12, 48]

# %% id="print"
print(round(share, 4), table)

# %% [markdown] id="read" lang="en"
# That is 13 % of all, and $1 + e^{-1} = 1.3679$ of another.
#
# | rows |
# |--|
# | 48 |

# %% [markdown] id="read" lang="zh"
# 这占全部的 13 %，另一个是 1.3679。
#
# | 行 |
# |--|
# | 48 |
"""
PROOFS = """\
setup = "from math import e"

[title]
given = ["75,000"]
one_language = ["75,000"]
"256" = "2**8"

[read]
"1.3679" = "1 + 1 / e"
"""
SHOWN = {"setup": "", "print": "0.1333 [12, 48]"}


@pytest.fixture
def problems_of(tmp_path):
    """A function: the problems of the small lesson, with other texts or other proofs."""

    def problems(texts=TEXTS, proofs=PROOFS):
        lesson = read_lesson(written(tmp_path, texts, "11_small"))
        file_of(lesson).parent.mkdir(exist_ok=True)
        file_of(lesson).write_text(proofs, "utf-8")
        cells = [
            new_code_cell(cell.text, id=cell.id, outputs=[new_output("stream", text=SHOWN[cell.id])])
            for cell in lesson.code
        ]
        return number_problems(lesson, dict.fromkeys(LANGUAGES, new_notebook(cells=cells)))

    return problems


def test_numbers_that_are_shown_or_proven_are_no_problem(problems_of):
    assert problems_of() == []


# Each: what of the texts is replaced, by what, the cell that is named, and what is said of it.
WRONG_TEXTS = {
    "shown": ("is 13 % of", "is 14 % of", "read", "no program beside it shows 14 %"),
    "shown, Chinese": ("全部的 13 %", "全部的 14 %", "read", "这占全部的 14 %，另一个"),
    "computed": ("$1 + e^{-1} = 1.3679$", "$1 + e^{-1} = 1.3678$", "read", "shows 1.3678"),
    "in a table": ("# | 48 |", "# | 49 |", "read", "no program beside it shows 49"),
    "English alone": ("count to 256", "count to 255", "title", "the other language does not have 255"),
    "Chinese alone": ("数到 256", "数到 255", "title", "the other language does not have 255"),
}


@pytest.mark.parametrize("mistake", WRONG_TEXTS)
def test_a_changed_digit_of_a_text_is_named_with_its_line_and_words(problems_of, mistake):
    old, new, id, said = WRONG_TEXTS[mistake]
    problems = problems_of(TEXTS.replace(old, new, 1))
    at = f"11_small.py:{line_with(old, TEXTS)}: cell {id}:"
    assert any(at in problem and said in problem for problem in problems), problems


# Each: what of the proofs is replaced, by what, and all that is said.
WRONG_PROOFS = {
    "another number": ('"2**8"', '"2**9"', ["[title] 256 should be 512, which 2**9 gives."]),
    "no number": ('"2**8"', '"two"', ["[title] 256 is not proven by two (NameError("]),
    "unknown kind": ('"2**8"', '{ sorce = "a book" }', ["[title] 256 is not proven by a book (SyntaxError("]),
    "left over": (
        '"256" = "2**8"',
        '"256" = "2**8"\n"255" = "2**8 - 1"',
        ["[title] no text has 255 any more"],
    ),
    "missing": ('"256" = "2**8"', "", ["no program beside it shows 256"] * 2),
    "of a language": ('one_language = ["75,000"]', "", ["the other language does not have 75,000"]),
    "setup": ("from math import e", "from math import f", ["setup does not run (ImportError("]),
    "no TOML": ("[title]", "[title", ["Expected ']' at the end of a table"]),
}


@pytest.mark.parametrize("mistake", WRONG_PROOFS)
def test_a_proof_that_fails_is_named(problems_of, mistake):
    old, new, said = WRONG_PROOFS[mistake]
    assert old in PROOFS
    problems = problems_of(proofs=PROOFS.replace(old, new))
    assert len(problems) == len(said)
    for problem, part in zip(problems, said, strict=True):
        assert "11_small.toml" in problem
        assert part in problem


def test_a_build_names_a_number_that_is_not_proven(tmp_path, capsys):
    written(tmp_path, SMALL_LESSON.replace("# | 1 | 2 |", "# | 1 | 2.5 |"))
    assert build.main(["01"], tmp_path) == 1
    said = capsys.readouterr().err
    assert "no program beside it shows 2.5. Let one show it, or prove it in" in said
    assert "numbers/01_small.toml under [title]" in said


def test_every_file_of_proofs_has_a_lesson():
    names = {path.stem for path in (NOTEBOOKS / "numbers").glob("*.toml")}
    assert names <= {path.stem for path in (NOTEBOOKS / "src").glob("*.py")}
