"""What a program prints: names in the language in force, at most four decimals, no minus before zero."""

import numpy as np
import pytest

from attnlib import show, use_language


@pytest.mark.parametrize(
    ("x", "written"),
    [
        (1 / 3, "0.3333"),
        (2.50, "2.5"),
        (-0.00001, "0"),
        (7, "7"),
        (True, "True"),
        ("apple", "apple"),
        (np.array([1 / 3, 2]), "[0.3333 2.    ]"),
        ((2, 3), "(2, 3)"),
        ((5,), "(5,)"),
        ((np.float64(0.5), np.int64(3)), "(0.5, 3)"),
    ],
)
def test_a_number_a_shape_or_an_array_is_written_short(capsys, x, written):
    show(x=x)
    assert capsys.readouterr().out == f"x: {written}\n"


def test_names_are_in_the_language_in_force_and_those_of_python_stay(capsys):
    use_language("zh")
    show({"√d_k": 2}, zeros=0.5)
    assert capsys.readouterr().out == "√d_k：2\n零的比例：0.5\n"
