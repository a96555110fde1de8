"""Violins: how samples are spread, each with its mean and standard deviation."""

import numpy as np
import pytest
from matplotlib import pyplot

from attnlib import use_language
from classroom import violins


def test_a_violin_is_thickest_where_most_numbers_are_and_ends_with_them():
    [violin] = violins({"a": [0, 0, 0, 10]}).figure.axes[0].collections
    at, height = violin.get_paths()[0].vertices.T
    assert (at.min(), at.max()) == (0, 10)
    assert at[np.abs(height).argmax()] < 2


def test_a_bar_in_a_violin_reaches_one_standard_deviation_to_either_side():
    first, second = violins({"a": [1, 1, 5, 5], "b": [2, 4]}).figure.axes[0].lines
    assert first.get_xdata().tolist() == [1, 5]
    assert second.get_xdata().tolist() == [2, 4]


@pytest.mark.parametrize("code", ["en", "zh"])
def test_violins_are_named_and_described_in_both_languages(code):
    use_language(code)
    pict = violins({"trained": [0, 1, 1, 2], "d_k = 4": [0, 1]}, xlabel="score")
    ax = pict.figure.axes[0]
    zh = code == "zh"
    trained = "训练以后" if zh else "trained"
    assert [label.get_text() for label in ax.get_yticklabels()] == [trained, "$d_k$ = 4"]
    assert [label.get_parse_math() for label in ax.get_yticklabels()] == [False, True]
    assert ax.get_xlabel() == ("分数" if zh else "score")
    assert (
        "4 个数，平均 1，标准差 0.707" if zh else "4 numbers, mean 1, standard deviation 0.707"
    ) in pict.alt
    assert pict.png[:4] == b"\x89PNG"
    assert pyplot.get_fignums() == []  # it would be shown a second time


def test_equal_numbers_make_a_violin_too():
    assert violins({"a": [3, 3]}).png


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda: violins([1, 2]), "a dict of 1 to 5 names"),
        (lambda: violins({"a": []}), r"a needs the shape \(k,\), but has \(0,\)"),
        (lambda: violins({"a": [1, np.nan]}), "a needs finite numbers"),
    ],
)
def test_bad_arguments_are_refused(given, said):
    with pytest.raises(ValueError, match=said):
        given()
