"""What readers type is read, on whatever keyboard."""

import pytest

from tests.helpers.javascript import run

NUMBERS = {
    "0.5": [
        "0.5", ".5", "0,5", ",5", "０．５", "０，５", "0。5", "1/2", "½", "１／２", "2/4",
        "50%", "50 %", "５０％", "50,0%", " 0.5 ", "=0.5", "≈ 0.5", "+0.5", "5e-1", "0.50", "1⁄2", "0.5。",
        "0.5.", "~0.5", "～0.5", "约 0.5", "(0.5)", "（０．５）", "0,500",
    ],
    "-2": ["-2", "−2", "–2", "—2", "－2", "﹣2", "‐2", "-2.0", "−２", "-4/2", "- 2", "− 2", "(-2)",
        "－ 4/2", "( − 2 )"],
    "1.5": ["1.5", "1½", "1 ½", "1 1/2", "3/2", "１．５", "150%"],
    "-1.5": ["-1½", "−1 1/2", "-3/2", "- 1½", "- 3/2"],
    "-0.75": ["−¾", "-¾", "- ¾", "- 0.75", "- 3/4", "(-0.75)", "-75%"],
    "0.25": ["¼", "1/4", "25%"],
    "0.07": ["7%", "0,07", "7/100"],
    "1000": ["1000", "１０００", "1e3", "1 000", "1'000", "1 千", "1 thousand"],
    "1440000": ["1,440,000", "1 440 000", "1.440.000", "144万", "１４４ 万", "1.44e6", "1.44 million",
        "１，４４０，０００"],
    "0": ["0", "-0", "0%", "0/3"],
}  # fmt: skip
NO_NUMBERS = [
    "",
    " ",
    "a",
    "1,000",
    "1.2.3",
    "1,2,3",
    "2²",
    "1/0",
    "1/2/3",
    "%",
    "--2",
    "1 2",
    "½½",
    "NaN",
    "Infinity",
    "1,2,345",
    "12 34",
    "- -2",
    "万",
    "()",
]

SHAPES = {
    (4, 6): [
        "(4, 6)", "(4,6)", "4,6", "4 6", "4x6", "4X6", "4×6", "4 × 6", "4*6", "4，6", "（4，6）",
        "（４，６）", "４ ６", "４×６", "[4, 6]", "4、6", "4;6", " ( 4 , 6 ) ", "４ｘ６", "(4, 6,)", "4　6",
        "4 · 6", "4·6", "4 by 6", "4 乘 6", "(4, 6).", "（4，6）。",
    ],
    (5,): ["5", "(5,)", "(5)", "[5]", "（5，）"],
    (2, 3, 4): ["(2, 3, 4)", "2x3x4", "2 3 4", "2，3，4"],
}  # fmt: skip
NO_SHAPES = ["", "()", "a", "4 to 6", "by 6", "4.5, 6", "-4, 6", "4,,6", "4x", "x6", "(4, n)"]

LETTERS = {1: ["b", "B", "(b)", "（b）", "b)", "B)", "ｂ", "Ｂ", "（Ｂ）", "b.", "b、", " b ", "[b]"]}
NO_LETTERS = ["", "bb", "1", "d", "é", "(", "ab"]


def read(function, texts, *more):
    """What a function of reading.js makes of each of these texts."""
    code = f"return values[0].map((text) => module.{function}(text, ...values[1]));"
    return run("questions/reading", code, [texts, more])


def test_numbers():
    for number, texts in NUMBERS.items():
        assert dict(zip(texts, read("readNumber", texts), strict=True)) == dict.fromkeys(texts, float(number))


def test_what_is_no_number_or_could_be_two_is_not_guessed_at():
    assert dict(zip(NO_NUMBERS, read("readNumber", NO_NUMBERS), strict=True)) == dict.fromkeys(NO_NUMBERS)


def test_a_comma_means_a_thousand_where_a_large_number_is_asked_for():
    texts = ["523,776", "1,024", "５２３，７７６", "523776", "0,5", "1.024"]
    assert read("readNumber", texts, "", True) == [523776, 1024, 523776, 523776, 0.5, 1.024]


def test_where_percent_is_the_unit_its_sign_may_be_left_out():
    assert read("readNumber", ["50", "50%", "５０ ％", "0.5"], "%") == [50, 50, 50, 0.5]


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape):
    texts = SHAPES[shape]
    assert dict(zip(texts, read("readShape", texts), strict=True)) == dict.fromkeys(texts, list(shape))


def test_what_is_no_shape():
    assert dict(zip(NO_SHAPES, read("readShape", NO_SHAPES), strict=True)) == dict.fromkeys(NO_SHAPES)


def test_letters():
    assert dict(zip(LETTERS[1], read("readLetter", LETTERS[1], 3), strict=True)) == dict.fromkeys(
        LETTERS[1], 1
    )
    assert dict(zip(NO_LETTERS, read("readLetter", NO_LETTERS, 3), strict=True)) == dict.fromkeys(NO_LETTERS)
