"""show prints names in the current language and at most four decimals, without a minus before zero."""

from xml.etree import ElementTree

import numpy as np
import pytest

from attnlib import show, table, use_language


@pytest.mark.parametrize(
    ("x", "written"),
    [
        (1 / 3, "0.3333"),
        (2.50, "2.5"),
        (-0.00001, "0"),
        (7, "7"),
        (1024, "1024"),
        (1049088, "1,049,088"),
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
    show({"√d_k": 2}, accuracy=0.5)
    assert capsys.readouterr().out == "√d_k：2\n准确率：0.5\n"


def test_a_table_names_its_rows_and_columns_in_the_language_and_separates_thousands():
    use_language("zh")
    shown = table(layers=["accuracy", "<b>"], loss=[1 / 3, 12345])
    assert repr(shown).splitlines() == ["层数       损失", "准确率  0.3333", "<b>  12,345"]
    assert "<td>12,345</td>" in shown._repr_html_()
    assert "&lt;b&gt;" in shown._repr_html_()


def test_words_begin_at_the_left_as_numbers_end_at_the_right():
    shown = table(name=["a", "b"], words=["eat, food", "吃"], shape=["error", (2, 3)], loss=[np.nan, np.nan])
    tree = ElementTree.fromstring(shown._repr_html_())
    at_left = [["style" in cell.attrib for cell in row] for row in tree.iter("tr")]
    assert at_left == [[True, True, False, False]] * 3


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="floors 2, loss 1"):
        table(floors=[1, 2], loss=[1])
