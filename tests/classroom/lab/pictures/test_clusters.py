"""A clustered map: similar rows beside each other."""

import re

import numpy as np
import pytest
from matplotlib import pyplot

from attnlib.languages import use_language
from classroom import clusters

RNG = np.random.default_rng(0)


def test_similar_rows_stand_beside_each_other():
    kinds = np.eye(3)[[0, 1, 2, 0, 1, 2]] * 0.9
    A = kinds + 0.01 * RNG.random((6, 3))
    pict = clusters(A, [f"head {k}" for k in range(6)], ["previous", "next", "first"], title="weights")
    ax = next(ax for ax in pict.figure.axes if ax.get_title())
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert sorted(names) == [f"head {k}" for k in range(6)]
    for k in range(3):  # those that were made alike are neighbours
        assert abs(names.index(f"head {k}") - names.index(f"head {k + 3}")) == 1
    drawn = ax.collections[0].get_array().reshape(6, 3)
    np.testing.assert_array_equal(drawn, A[[int(name[5:]) for name in names]])
    assert re.findall("“(.*?)”", pict.alt) == names
    assert pyplot.get_fignums() == []  # it would be shown a second time
    assert pict.png[:4] == b"\x89PNG"


def test_a_clustered_map_of_many_rows_fits_on_a_screen():
    assert clusters(RNG.random((144, 3))).size[1] < 600


def test_nothing_of_a_clustered_map_is_cut_off():
    names = ["a long name " * 2, "b", "c"]
    pict = clusters([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]], names, ["x", "y"])
    figure = pict.figure
    figure.canvas.draw()
    across, down = figure.bbox.size
    for ax in figure.axes:
        for label in [*ax.get_xticklabels(), *ax.get_yticklabels(), ax.title]:
            if label.get_text():
                box = label.get_window_extent()
                assert box.x0 >= -1, label
                assert box.x1 <= across + 1, label
                assert box.y0 >= -1, label
                assert box.y1 <= down + 1, label


def test_chinese_names_are_drawn_without_a_warning(recwarn):
    use_language("zh")
    assert clusters(np.eye(3), ["我", "爱", "中国"]).png
    assert not recwarn.list


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: clusters([[1.0, 0.0]]), "two rows or more"),
        (lambda: clusters(np.eye(2), kind="hot"), "kind needs to be"),
        (lambda: clusters(np.eye(2), ["a"]), "rows needs 2 labels, one for each row, but has 1"),
    ],
)
def test_bad_arguments_are_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
