"""One frame of a film: maps of weights, and lines with a mark at its moment."""

import numpy as np
import pytest

from attnlib import use_language
from classroom import frame
from tests.helpers.pictures import words

MAPS = {"weights": np.eye(3)[::-1], "layer_1": [[0.2, 0.3, 0.5]]}
LINES = {"share_right": [0.1, 0.4, 1.0]}


def test_the_mark_is_at_its_moment_and_the_past_is_drawn_strong():
    picture = frame(MAPS, [0, 10, 20], LINES, 1, xlabel="steps")
    *maps, chart = picture.figure.axes
    faint, strong, mark = [line for line in chart.lines if line.get_linestyle() != "--"][1:4]
    assert list(faint.get_ydata()) == [0.1, 0.4, 1.0]
    assert list(strong.get_ydata()) == [0.1, 0.4]
    assert [*mark.get_xdata(), *mark.get_ydata()] == [10, 0.4]
    assert [len(ax.images) for ax in maps] == [1, 1]


def test_names_and_description_are_in_the_current_language():
    picture = frame(MAPS, [0, 10, 20], LINES, 2, cols="abc", xlabel="steps")
    assert {"attention weights", "layer 1", "a", "b", "c"} <= set(words(picture))
    for part in ("steps 20", "share of right answers 1", "“a” looks most at “c” 1.00", "layer 1: row 0"):
        assert part in picture.alt
    use_language("zh")
    picture = frame(MAPS, [0, 10, 20], LINES, 2, xlabel="steps")
    assert "步数" in picture.alt
    assert "答对的比例 1" in picture.alt


@pytest.mark.parametrize(
    ("at", "lines", "said"),
    [
        (3, LINES, "at needs to be from 0 to 2, but is 3"),
        (0, {"a": [1, 2]}, "a needs the shape"),
        (0, {}, "needs a dict"),
        (0, {"a": [0.5, 1.5, 1]}, "a needs numbers from 0 to 1, but has 1.5"),
        (0, {"a": [0.5, -0.5, 1]}, "a needs numbers from 0 to 1, but has −0.5"),
    ],
)
def test_lines_that_do_not_fit_are_refused(at, lines, said):
    with pytest.raises(ValueError, match=f"frame: {said}"):
        frame(MAPS, [0, 10, 20], lines, at)


def test_maps_of_different_widths_are_refused():
    with pytest.raises(
        ValueError, match=r"frame: maps need the same number of columns, but a is \(3, 3\) and b"
    ):
        frame({"a": np.eye(3), "b": np.eye(5)}, [0, 10, 20], LINES, 1)


def test_no_maps_are_refused():
    with pytest.raises(ValueError, match="frame: maps needs a map at least"):
        frame({}, [0, 10, 20], LINES, 1)
