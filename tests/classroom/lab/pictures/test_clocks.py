"""A row of a positional encoding as clocks: each pair of numbers is a hand."""

import numpy as np
import pytest
import torch

from attnlib import positional_encoding, use_language
from classroom import clocks


def hands(picture):
    """Where the hand of each clock ends: the only thick line from the middle."""
    lines = [[line for line in ax.lines if line.get_linewidth() == 3] for ax in picture.figure.axes]
    return [[line.get_xdata()[1], line.get_ydata()[1]] for [line] in lines]


def test_each_hand_ends_at_its_sine_and_cosine():
    row = positional_encoding(6, 8)[5]
    np.testing.assert_array_equal(hands(clocks(row)), row.reshape(4, 2))
    np.testing.assert_array_equal(hands(clocks(torch.from_numpy(row))), row.reshape(4, 2))


def test_position_0_points_up_and_the_description_gives_the_angles():
    picture = clocks(positional_encoding(1, 4)[0])
    assert hands(picture) == [[0, 1], [0, 1]]
    assert repr(picture).endswith("turned from the top: 0°, 0°.")
    use_language("zh")
    assert repr(clocks([1, 0])) == "1 个钟面，各有一根指针，表示一对正弦和余弦；从正上方顺时针转过：90°。"


def test_each_clock_has_its_numbers_below():
    [ax] = clocks(positional_encoding(2, 2)[1]).figure.axes
    assert [text.get_text() for text in ax.texts] == ["hand 0", "0.84  0.54"]


@pytest.mark.parametrize("row", [[1, 0, 1], np.zeros(18), [np.nan, 0], np.zeros((2, 2))])
def test_a_row_that_is_not_made_of_pairs_is_refused(row):
    with pytest.raises(ValueError, match="clocks: row needs"):
        clocks(row)
