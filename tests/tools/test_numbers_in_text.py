"""A wrong number in a text is found, in both languages, whether a program shows it or a proof computes it."""

from dataclasses import replace

import pytest

from tests.helpers.small_lesson import LESSON as SMALL_LESSON
from tests.helpers.small_lesson import line_with, written
from tools import build
from tools.figures import figures, results
from tools.lesson_source import LANGUAGES, NOTEBOOKS, read_lesson
from tools.notebook_checks import stored
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


SOURCE = NOTEBOOKS / "src" / "11_cost.py"
LESSON = read_lesson(SOURCE)
PROOFS = file_of(LESSON).read_text("utf-8")


@pytest.fixture(scope="module")
def notebooks():
    return {lang: stored(LESSON, lang) for lang in LANGUAGES}


def test_the_numbers_of_a_lesson_are_proven(notebooks):
    assert number_problems(LESSON, notebooks) == []


# Each: what of the texts is replaced, by what, the cell that is named, and what is said of it.
WRONG_TEXTS = {
    "shown": ("are 13 % of", "are 14 % of", "calculator-read", "no program beside it shows 14 %"),
    "shown, Chinese": (
        "词对只占 13 %",
        "词对只占 14 %",
        "calculator-read",
        "no program beside it shows 14 %",
    ),
    "computed": ("$1 + e^{-1} = 1.3679$", "$1 + e^{-1} = 1.3678$", "online", "shows 1.3678"),
    "computed, Chinese": (
        "缓存占 7.52 GB",
        "缓存占 7.53 GB",
        "calculator-read",
        "个词元：缓存占 7.53 GB，",
    ),
    "in a table": ("| 48 |", "| 49 |", "count", "no program beside it shows 49"),
    "English alone": ("room for 29", "room for 64", "own-answer", "the other language does not have 64"),
    "Chinese alone": ("放得下 29 层", "放得下 64 层", "own-answer", "the other language does not have 64"),
}


@pytest.mark.parametrize("mistake", WRONG_TEXTS)
def test_a_changed_digit_of_a_text_is_named_with_its_line_and_words(notebooks, mistake):
    old, new, id, said = WRONG_TEXTS[mistake]
    cells = [replace(cell, text=cell.text.replace(old, new)) for cell in LESSON.cells]
    problems = number_problems(replace(LESSON, cells=cells), notebooks)
    at = f"{SOURCE.name}:{line_with(old, SOURCE.read_text('utf-8'))}: cell {id}:"
    assert any(at in problem and said in problem for problem in problems), problems


# Each: what of the proofs is replaced, by what, and all that is said.
WRONG_PROOFS = {
    "another number": ('"2**8"', '"2**9"', ["[calculator] 256 should be 512, which 2**9 gives."]),
    "no number": ('"2**8"', '"two"', ["[calculator] 256 is not proven by two (NameError("]),
    "unknown kind": (
        '"2**8"',
        '{ sorce = "a book" }',
        ["[calculator] 256 is not proven by a book (SyntaxError("],
    ),
    "left over": (
        '"256" = "2**8"',
        '"256" = "2**8"\n"255" = "2**8 - 1"',
        ["[calculator] no text has 255 any more"],
    ),
    "missing": ('"256" = "2**8"', "", ["no program beside it shows 256"] * 2),
    "of a language": ('one_language = ["75,000"]', "", ["the other language does not have 75,000"]),
    "setup": ("from attnlib import cost", "from attnlib import costs", ["setup does not run (ImportError("]),
    "no TOML": ("[calculator]", "[calculator", ["Expected ']' at the end of a table"]),
}


@pytest.mark.parametrize("mistake", WRONG_PROOFS)
def test_a_proof_that_fails_is_named(notebooks, tmp_path, mistake):
    old, new, said = WRONG_PROOFS[mistake]
    assert old in PROOFS
    (tmp_path / "numbers").mkdir()
    (tmp_path / "numbers" / "11_cost.toml").write_text(PROOFS.replace(old, new), "utf-8")
    problems = number_problems(replace(LESSON, path=tmp_path / "src" / SOURCE.name), notebooks)
    assert len(problems) == len(said)
    for problem, part in zip(problems, said, strict=True):
        assert "11_cost.toml" in problem
        assert part in problem


def test_a_build_names_a_number_that_is_not_proven(tmp_path, capsys):
    written(tmp_path, SMALL_LESSON.replace("# | 1 | 2 |", "# | 1 | 2.5 |"))
    assert build.main(["01"], tmp_path) == 1
    said = capsys.readouterr().err
    assert "no program beside it shows 2.5. Let one show it, or prove it in" in said
    assert "numbers/01_small.toml under [title]" in said


def test_every_file_of_proofs_has_a_lesson():
    names = {path.stem for path in (NOTEBOOKS / "numbers").glob("*.toml")}
    assert names <= {path.stem for path in SOURCE.parent.glob("*.py")}
