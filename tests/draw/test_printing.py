"""show prints names in the current language and at most four decimals, without a minus before zero."""

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
def test_numbers_shapes_and_arrays_are_written_briefly(capsys, x, written):
    show(x=x)
    assert capsys.readouterr().out == f"x: {written}\n"


def test_names_are_translated_if_they_have_a_translation(capsys):
    use_language("zh")
    show({"√d_k": 2}, zeros=0.5)
    assert capsys.readouterr().out == "√d_k：2\n零的比例：0.5\n"
