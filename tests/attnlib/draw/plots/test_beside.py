"""Matrices beside each other."""

import numpy as np
import pytest

from attnlib.draw.plots.beside import beside
from attnlib.languages import use_language
from tests.helpers.pictures import colors, numbers, weights, words

TOKENS = ["small", "cat", "chases"]


def pair(**other):
    return {"Q": (np.eye(3, 2), TOKENS, ["doer", "food"]), **other}


def test_each_matrix_has_its_name_its_size_and_the_names_of_its_rows_and_columns():
    pict = beside(pair(weights=(weights(3), TOKENS, TOKENS)))
    assert {"Q", "3 × 2", "doer", "food", "weights", "3 × 3"} <= set(words(pict))
    assert words(pict).count("cat") == 3  # a row of both, and a column of the weights
    assert [len(written) for written in numbers(pict)] == [6, 9]
    assert pict.alt.startswith("Q, 3 × 2.")
    assert "attention weights, 3 × 3." in pict.alt


def test_queries_and_keys_are_coloured_on_one_scale():
    alone = beside(pair())
    with_keys = beside(pair(K=(9 * np.eye(3, 2), TOKENS, None)))
    assert (colors(alone)[0, 0] != colors(with_keys)[0, 0]).any()
    assert (colors(with_keys, 1)[0, 0] == colors(alone)[0, 0]).all()


def test_a_matrix_without_room_goes_into_the_next_line():
    one = beside(pair())
    many = beside({name: (np.eye(3, 12), TOKENS, None) for name in ("X", "Q", "K")})
    assert many.size[1] > 2 * one.size[1]
    assert many.size[0] <= 9.1 * 96


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_name_is_cut_off(language):
    use_language(language)
    names = ["一个很长的名字" if language == "zh" else "a rather long name"] * 2
    pict = beside({"scores": (np.eye(2), names, names), "output": (np.eye(2, 1), None, names[:1])})
    pict.figure.canvas.draw()
    width, height = pict.figure.bbox.size
    for text in pict.figure.axes[0].texts:
        box = text.get_window_extent()
        assert 0 <= box.x0 < box.x1 <= width, text.get_text()
        assert 0 <= box.y0 < box.y1 <= height, text.get_text()


def test_labels_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="rows needs 3 labels, one for each row, but has 2"):
        beside({"Q": (np.eye(3), ["a", "b"], None)})
