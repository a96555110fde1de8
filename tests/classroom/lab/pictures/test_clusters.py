"""A clustered map: similar rows beside each other."""

import numpy as np
import pytest
from matplotlib import pyplot

from attnlib.languages import use_language
from classroom import clusters

RNG = np.random.default_rng(0)


def heatmap_of(pict):
    """The axes of the map; the others hold the tree and the scale of colours."""
    return max(pict.figure.axes, key=lambda ax: len(ax.get_xticklabels()) and len(ax.texts))


def labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_similar_rows_stand_beside_each_other_and_are_named_by_group():
    kinds = np.eye(3)[[0, 1, 2, 0, 1, 2]] * 0.9
    A = kinds + 0.01 * RNG.random((6, 3))
    pict = clusters({"a": A}, [f"head {k}" for k in range(6)], ["previous", "next", "first"], groups=3)
    ax = heatmap_of(pict)
    pairs = labels(ax.yaxis)
    assert sorted(sorted(pair.split(", ")) for pair in pairs) == [
        [f"head {k}", f"head {k + 3}"] for k in range(3)
    ]
    drawn = ax.collections[0].get_array().reshape(6, 3)
    names = ", ".join(pairs).split(", ")
    np.testing.assert_array_equal(drawn, A[[int(name[5:]) for name in names]])
    assert all(f"{pair} (previous" in pict.alt for pair in pairs)
    assert len(ax.lines) == 2  # between the groups
    assert pyplot.get_fignums() == []  # it would be shown a second time
    assert pict.png[:4] == b"\x89PNG"


def test_only_the_first_table_decides_the_order():
    A, B = RNG.random((2, 30, 4))
    one, both = (heatmap_of(clusters(tables)) for tables in ({"a": A}, {"a": A, "b": B}))
    alone = one.collections[0].get_array().reshape(30, 4)
    beside = both.collections[0].get_array().reshape(30, 8)
    np.testing.assert_array_equal(beside[:, :4], alone)
    order = [np.flatnonzero((row == A).all(1))[0] for row in alone]
    np.testing.assert_array_equal(beside[:, 4:], B[order])
    assert [title.get_text() for title in both.texts] == ["a", "b"]


@pytest.mark.parametrize(("code", "counted"), [("en", "141 rows"), ("zh", "141 行")])
def test_a_large_group_is_counted_and_the_map_fits_on_a_screen(code, counted):
    use_language(code)
    A = np.repeat([[0.9, 0.0], [0.0, 0.9]], [141, 3], 0)
    pict = clusters({"en": A}, groups=2)
    named = "141, 142, 143" if code == "en" else "141、142、143"
    assert sorted(labels(heatmap_of(pict).yaxis)) == sorted([counted, named])
    assert pict.size[1] < 600


def test_names_of_small_groups_do_not_overlap_and_nothing_is_cut_off():
    A = np.full((144, 2), 0.1)
    A[0], A[1] = [0.9, 0], [0, 0.9]
    pict = clusters({"English": A, "Chinese": A}, [f"L1H{k}" for k in range(144)], ["<s>", "next"], groups=3)
    figure = pict.figure
    figure.canvas.draw()
    across, down = figure.bbox.size
    boxes = [label.get_window_extent() for label in heatmap_of(pict).get_yticklabels()]
    assert not any(a.overlaps(b) for a, b in zip(boxes, boxes[1:], strict=False))
    for ax in figure.axes:
        for label in [*ax.get_xticklabels(), *ax.get_yticklabels(), *ax.texts]:
            if label.get_text():
                box = label.get_window_extent()
                assert box.x0 >= -1, label
                assert box.x1 <= across + 1, label
                assert box.y0 >= -1, label
                assert box.y1 <= down + 1, label


def test_chinese_names_are_drawn_without_a_warning(recwarn):
    use_language("zh")
    assert clusters({"zh": np.eye(3)}, ["我", "爱", "中国"], groups=3).png
    assert not recwarn.list


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: clusters({"a": [[1.0, 0.0]]}), "a needs two rows or more of weights from 0 to 1"),
        (lambda: clusters({"a": [[1.0], [2.0]]}), "a needs two rows or more of weights from 0 to 1"),
        (lambda: clusters({}), "tables of one shape"),
        (lambda: clusters({"a": np.eye(2), "b": np.eye(3)}), "tables of one shape"),
        (lambda: clusters({"a": np.eye(2)}, groups=3), "groups needs to be from 1 to 2, but is 3"),
        (lambda: clusters({"a": np.eye(2)}, ["a"]), "rows needs 2 labels, one for each row, but has 1"),
    ],
)
def test_bad_arguments_are_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
