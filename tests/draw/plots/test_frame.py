"""One frame of a film: maps of weights, and lines with a mark at its moment."""

import numpy as np
import pytest

from attnlib import frame, use_language
from tests.helpers.pictures import words

MAPS = {"weights": np.eye(3)[::-1], "layer_1": [[0.2, 0.3, 0.5]]}
LINES = {"share_right": [0.1, 0.4, 1.0]}


def test_the_mark_is_at_its_moment_and_the_past_is_drawn_strong():
    picture = frame(MAPS, [0, 10, 20], LINES, 1, xlabel="steps")
    chart = picture.figure.axes[1]
    faint, strong, mark = [line for line in chart.lines if line.get_linestyle() != "--"][1:4]
    assert list(faint.get_ydata()) == [0.1, 0.4, 1.0]
    assert list(strong.get_ydata()) == [0.1, 0.4]
    assert [*mark.get_xdata(), *mark.get_ydata()] == [10, 0.4]
    assert len(picture.figure.axes[0].images) == 2


def test_names_and_words_are_in_the_language_in_force():
    picture = frame(MAPS, [0, 10, 20], LINES, 2, cols="abc", xlabel="steps")
    assert {"attention weights", "layer 1", "a", "b", "c"} <= set(words(picture))
    assert repr(picture) == (
        "At steps 20: share of right answers 1. attention weights: “a” looks most at “c” 1.00; “b” looks "
        "most at “b” 1.00; “c” looks most at “a” 1.00. layer 1: row 0 looks most at “c” 0.50."
    )
    use_language("zh")
    assert repr(frame(MAPS, [0, 10, 20], LINES, 2, xlabel="steps")).startswith(
        "“步数”为 20 时：答对的比例 1。"
    )


@pytest.mark.parametrize(
    ("at", "lines", "said"),
    [
        (3, LINES, "at needs to be from 0 to 2, but is 3"),
        (0, {"a": [1, 2]}, "a needs the shape"),
        (0, {}, "needs a dict"),
    ],
)
def test_what_does_not_fit_is_refused(at, lines, said):
    with pytest.raises(ValueError, match=f"frame: {said}"):
        frame(MAPS, [0, 10, 20], lines, at)
