"""Pictures of many values: quartiles, bands over runs, maps of rows that are alike."""

import re
import subprocess
import sys

import numpy as np
import pytest
from matplotlib import pyplot

from attnlib import bands, clusters, distributions
from attnlib.i18n import use_language

RNG = np.random.default_rng(0)


def test_quartiles_are_drawn_and_said():
    x = RNG.normal(size=801)
    pict = distributions({"measured": x, "d_k = 4": 3 + 2 * x}, xlabel="score")
    lines = [line.get_xdata()[0] for line in pict.figure.axes[0].lines]
    np.testing.assert_allclose(lines[:3], np.percentile(x, (25, 50, 75)))
    np.testing.assert_allclose(lines[3:], np.percentile(3 + 2 * x, (25, 50, 75)))
    assert [label.get_text() for label in pict.figure.axes[0].get_yticklabels()] == ["measured", "d_k = 4"]
    low, middle, high = (f"{q:.3g}".replace("-", "−") for q in np.percentile(x, (25, 50, 75)))
    assert f"measured: 801 numbers, half of them from {low} to {high}, the middle one {middle}" in pict.alt


def test_a_band_goes_from_the_smallest_to_the_largest_run_around_the_mean():
    x, y = np.arange(1, 6), RNG.normal(size=(10, 5))
    pict = bands(x, {"attention": y}, xlabel="steps", ylabel="share")
    ax = pict.figure.axes[0]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), y.mean(0))
    corners = ax.collections[0].get_paths()[0].vertices
    for k, at in enumerate(x):
        heights = corners[corners[:, 0] == at, 1]
        np.testing.assert_allclose([heights.min(), heights.max()], [y[:, k].min(), y[:, k].max()])
    assert [ax.get_xlabel(), ax.get_ylabel()] == ["steps", "share"]
    assert "attention, the mean of 10 runs, goes from" in pict.alt


def test_logarithmic_axes():
    ax = bands([1, 2, 4], {"a": np.ones((3, 3)) + RNG.random((3, 3))}, log="xy").figure.axes[0]
    assert [ax.get_xscale(), ax.get_yscale()] == ["log", "log"]


def test_rows_that_are_alike_stand_beside_each_other():
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


def test_in_chinese(recwarn):
    use_language("zh")
    assert "“注意力”（4 次运行的平均）从" in bands([0, 1], {"attention": np.ones((4, 2))}, xlabel="steps").alt
    assert distributions({"measured": RNG.normal(size=9)}, xlabel="score").alt.startswith(
        "“分数”是怎样分布的"
    )
    assert clusters(np.eye(3), ["我", "爱", "中国"]).png
    assert not recwarn.list


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: distributions({}), "needs a dict of 1 to 5 names"),
        (lambda: distributions({"a": [[1.0]]}), r"distributions: a needs the shape \(k,\), but has \(1, 1\)"),
        (
            lambda: bands([0, 1], {"a": np.ones((2, 3))}),
            r"bands: a needs the shape \(2,\), as x, but has \(3,\)",
        ),
        (lambda: bands([0, 1], {"a": [[1.0, np.nan]]}), "bands: a needs finite numbers"),
        (lambda: clusters([[1.0, 0.0]]), "two rows or more"),
        (lambda: clusters(np.eye(2), kind="hot"), "kind needs to be"),
        (lambda: clusters(np.eye(2), ["a"]), "rows needs 2 labels, one for each row, but has 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_seaborn_comes_only_when_it_draws():
    code = """
import sys, attnlib
attnlib.heatmap([[1.0]]), attnlib.curves([0, 1], {"a": [0, 1]}), attnlib.distributions
assert not {"seaborn", "pandas", "scipy"} & set(sys.modules)
attnlib.distributions({"a": [0.0, 1.0, 2.0]})
assert "seaborn" in sys.modules
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
