"""Points and paths in the plane."""

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom.lab.pictures import points
from classroom.lab.pictures._points import _box, _overlap
from tests.helpers.pictures import words


def test_a_point_stands_in_its_place_with_its_name():
    pict = points({"cat": (0.2, 0.3), "fish": (0.4, 0.1)}, xlabel="food", ylabel="tech")
    ends = [line.get_xydata().tolist() for line in pict.figure.axes[0].lines[2::3]]
    assert ends == [[[0.2, 0.3]], [[0.4, 0.1]]]
    assert {"cat", "fish", "food", "tech"} <= set(words(pict))
    assert pict.alt == "Across: food; upwards: tech. cat at (0.2, 0.3); fish at (0.4, 0.1)."
    use_language("zh")
    assert "“cat”在 (0.2, 0.3)" in points({"cat": (0.2, 0.3)}).alt


def test_a_path_begins_with_an_open_circle_and_ends_at_its_name():
    path = np.array([[0, 0], [1, 2], [3, 1.0]])
    pict = points({"apple": path})
    line, start, end = pict.figure.axes[0].lines
    assert line.get_xydata().tolist() == path.tolist()
    assert start.get_markerfacecolor() == "white"
    assert (start.get_xydata().tolist(), end.get_xydata().tolist()) == ([[0, 0]], [[3, 1]])
    assert "apple goes from (0, 0) to (3, 1)" in pict.alt


def test_names_of_near_points_do_not_lie_on_each_other():
    pict = points({f"word {k}": (0.5 + k / 1000, 0.5) for k in range(4)} | {"far": (0, 0), "off": (1, 1)})
    pict.figure.canvas.draw()
    boxes = [text.get_window_extent().extents for text in pict.figure.axes[0].texts[:4]]
    for k, box in enumerate(boxes):
        assert not any(_overlap(box, other) > 20 for other in boxes[:k])


def test_a_name_at_the_edge_does_not_lie_on_the_axis():
    pict = points({"in": (0, 0.02), "the": (0, 0), "near": (0.04, 0), "far": (0.3, 0.5)})
    pict.figure.canvas.draw()
    ax = pict.figure.axes[0]
    assert all(text.get_window_extent().x0 > ax.get_window_extent().x0 for text in ax.texts)


def test_a_name_as_long_as_a_short_sentence_is_not_cut():
    name = "cat chases dog: dog"
    assert name in words(points({name: (0.7, 0.3)}))


def test_boxes_overlap_by_the_area_that_they_share():
    assert _overlap(_box(0, 0, 10, "left"), _box(5, 6, 10, "left")) == 5 * 6
    assert _overlap(_box(0, 0, 10, "left"), _box(20, 0, 10, "right")) == 0
    assert _box(0, 0, 10, "center")[0] == -5


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match=r"cat needs finite numbers \(2,\) or \(k, 2\), but is \(1, 3\)"):
        points({"cat": (1, 2, 3)})
    with pytest.raises(ValueError, match="at most 5 paths"):
        points({str(k): np.eye(2) for k in range(6)})
    with pytest.raises(ValueError, match="at least"):
        points({})


def test_only_some_of_many_points_are_described():
    assert points({str(k): (k, k) for k in range(15)}).alt.endswith("; and 3 more.")
