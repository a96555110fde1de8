"""Lines and bands: the numbers are drawn, named and described, in both languages."""

import re

import numpy as np
import pytest
import torch
from matplotlib.colors import to_hex

from attnlib import bands, curves, use_language

X = [1, 2, 4, 8]


@pytest.fixture(params=["en", "zh"])
def both_languages(request):
    use_language(request.param)
    return request.param


def texts(picture):
    ax = picture.figure.axes[0]
    return [text.get_text() for text in ax.texts]


def test_every_line_is_drawn_and_named_at_its_end():
    picture = curves(X, {"a": [1, 2, 3, 4], "b": torch.ones(4)})
    first, second = picture.figure.axes[0].lines
    assert first.get_ydata().tolist() == [1, 2, 3, 4]
    assert second.get_xdata().tolist() == X
    assert sorted(texts(picture)) == ["a", "b"]
    assert [text.xy for text in picture.figure.axes[0].texts] == [(8, 1), (8, 4)]
    assert to_hex(first.get_color()) != to_hex(second.get_color())
    assert first.get_linestyle() != second.get_linestyle()


def test_names_of_lines_that_end_together_stand_apart():
    picture = curves(X, {name: [0, 0, 0, k / 1000] for k, name in enumerate("abcde")})
    picture.figure.canvas.draw()
    ax = picture.figure.axes[0]
    heights = sorted(text.get_window_extent().y0 for text in ax.texts)
    assert min(np.diff(heights)) >= 12 * picture.figure.dpi / 72


def test_texts_are_in_the_current_language(both_languages):
    picture = curves(X, {"no_scale": X}, xlabel="d_k", ylabel="variance")
    zh = both_languages == "zh"
    assert texts(picture) == ["不缩放" if zh else "no scale"]
    ax = picture.figure.axes[0]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("$d_k$", "方差" if zh else "variance")
    assert ("从 1 变到 8" if zh else "goes from 1 to 8") in picture.alt


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_scales(log):
    ax = curves(X, {"a": X}, log=log).figure.axes[0]
    assert [ax.get_xscale(), ax.get_yscale()] == ["log" if axis in log else "linear" for axis in "xy"]


def test_small_numbers_on_a_log_axis_are_not_rounded():
    ax = curves([0.125, 1, 512], {"a": [0.001, 2, 3]}, log="xy").figure.axes[0]
    assert [ax.xaxis.get_major_formatter()(x) for x in (0.125, 1, 512)] == ["0.125", "1", "512"]
    assert [ax.yaxis.get_major_formatter()(y) for y in (0.001, 1, 10)] == ["0.001", "1", "10"]


def test_an_axis_with_very_small_numbers_has_powers_of_ten_throughout():
    ax = curves([1, 2], {"a": [1e-7, 1]}, log="y").figure.axes[0]
    assert [ax.yaxis.get_major_formatter()(y) for y in (1e-7, 0.001, 1)] == ["10⁻⁷", "10⁻³", "10⁰"]


def test_a_whole_number_at_the_end_of_an_axis_is_described_in_full():
    said = curves([1 / 3, 1024], {"a": [1, 2]}).alt
    assert re.findall(r"[\d.]+\d", said)[:2] == ["0.333", "1024"]


def test_a_band_goes_from_the_smallest_to_the_largest_run_around_the_mean(both_languages):
    x, y = np.arange(1, 6), np.random.default_rng(0).normal(size=(10, 5))
    picture = bands(x, {"attention": y}, xlabel="steps", ylabel="share", log="x")
    ax = picture.figure.axes[0]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), y.mean(0))
    corners = ax.collections[0].get_paths()[0].vertices
    for k, at in enumerate(x):
        heights = corners[corners[:, 0] == at, 1]
        np.testing.assert_allclose([heights.min(), heights.max()], [y[:, k].min(), y[:, k].max()])
    zh = both_languages == "zh"
    assert ax.get_xlabel() == ("步数" if zh else "steps")
    assert ax.get_xscale() == "log"
    assert ("“注意力”（10 次运行的平均）" if zh else "attention, the mean of 10 runs") in picture.alt


def test_each_run_can_be_a_line_of_its_own():
    y = np.random.default_rng(0).normal(size=(10, 5))
    ax = bands(range(5), {"attention": y}, each=True).figure.axes[0]
    np.testing.assert_allclose([line.get_ydata() for line in ax.lines], y)
    assert not ax.collections


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda: curves(X, {"a": [1, 2]}), r"a needs the shape \(4,\), as x, but has \(2,\)"),
        (lambda: curves([X], {"a": X}), r"x needs the shape \(k,\), but has \(1, 4\)"),
        (lambda: curves(X, {"a": [1, 2, 3, np.inf]}), "a needs finite numbers"),
        (lambda: curves(X, {}), "a dict of 1 to 5 names"),
        (lambda: bands([0, 1], {"a": np.ones((2, 3))}), r"a needs the shape \(2,\), as x, but has \(3,\)"),
        (lambda: bands([0, 1], {"a": [[1.0, np.nan]]}), "a needs finite numbers"),
    ],
)
def test_bad_arguments_are_refused(given, said):
    with pytest.raises(ValueError, match=said):
        given()


def test_a_chart_that_is_drawn_again_with_other_numbers_keeps_its_width():
    assert len({curves(X, {"a": [0, 1, 2, top]}, ylabel="variance").size[0] for top in (3, 30, 3000)}) == 1


def test_dollars_are_no_formula():
    assert curves(X, {"$$": X}, xlabel="$x").png
