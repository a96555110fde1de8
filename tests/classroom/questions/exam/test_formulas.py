"""Formulas of the exam: the browser works them out as Python does, and what is no formula is refused."""

import math

import pytest

from classroom.questions.exam._formulas import read_formula, value
from tests.helpers.javascript import run

NUMBERS = {"n": 5, "m": 3, "d": 16, "p": 0.25, "k": -7}
WORTH = {
    "n * m + d": 31,
    "n - m - 1": 1,
    "-k": 7,
    "2 ** m ** 2": 512,
    "d / n": 3.2,
    "k // 2": -4,
    "k % 4": 1,
    "sqrt(d)": 4,
    "exp(1) / (exp(1) + 1)": math.e / (math.e + 1),
    "log(d) / log(2)": 4,
    "max(n, m, d) - min(n, m) + abs(k)": 20,
    "round(2.5) + round(-2.5) + floor(-0.5)": 0,
    "n if n > m else m": 5,
    "n if n <= m else m": 3,
    "1 if m < n < d else 0": 1,
    "1 if n < m < d else 0": 0,
    "1 if n == 5 and not m == 4 else 0": 1,
    "1 if n == 4 or m >= 4 else 0": 0,
    "1 if p * 4 == 1 and p != 0.2 else 0": 1,
}


@pytest.mark.parametrize(("formula", "worth"), WORTH.items())
def test_a_formula_is_worth_what_its_arithmetic_says(formula, worth):
    assert value(read_formula(formula), NUMBERS) == pytest.approx(worth)


def test_the_browser_works_out_the_same():
    asked = [read_formula(formula) for formula in WORTH]
    found = run(
        "questions/exam/formula",
        "return values[0].map((one) => module.value(one, values[1]));",
        [asked, NUMBERS],
    )
    assert found == pytest.approx(list(WORTH.values()))


@pytest.mark.parametrize(
    "text", ["n *", "open('x')", "n.real", "[1, 2]", "'text'", "lambda: 1", "sqrt(x=4)", "n @ m", "True", 3]
)
def test_what_is_no_formula_is_refused(text):
    with pytest.raises(ValueError, match="is no formula; README.md says what formulas know"):
        read_formula(text)


def test_an_unknown_name_is_refused_with_those_that_there_are():
    with pytest.raises(ValueError, match="there is no number 'q'; there are n, m, d, p, k."):
        value(read_formula("n * q"), NUMBERS)
