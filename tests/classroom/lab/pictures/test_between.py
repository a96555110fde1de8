"""Values and outputs in the plane."""

import numpy as np
import pytest

from attnlib.attention import mix
from attnlib.examples import load_example
from classroom.lab.pictures import between
from tests.helpers.pictures import RNG, words


def test_outputs_stay_between_the_values():
    look = load_example("first_look")
    V = look.trace().V
    pict = between(V, mix(RNG.dirichlet(np.ones(4), 300), V), look.tokens)
    assert pict.alt.startswith("300 outputs and 4 values in the plane: every output lies between the values.")
    assert "“cat” (−1.00, 2.00)" in pict.alt
    ax = pict.figure.axes[0]
    (hull,) = ax.patches
    assert {tuple(corner) for corner in hull.get_xy().tolist()} == {(2, 0), (-1, 2), (2, -1), (1, -1)}
    assert [len(c.get_offsets()) for c in ax.collections[:2]] == [300, 4]
    assert {"small", "cat", "chases", "fish"} <= set(words(pict))


@pytest.mark.parametrize(
    ("cols", "named"), [(None, ["first number", "second number"]), (["lively", "$1"], ["lively", "$1"])]
)
def test_the_axes_are_named_after_the_numbers_of_a_value(cols, named):
    ax = between([[0, 0], [1, 0]], [[0.5, 0]], cols=cols).figure.axes[0]
    assert [ax.get_xlabel(), ax.get_ylabel()] == named


def test_the_hull_has_corners_only():
    pict = between([[0, 0], [2, 0], [1, 0], [2, 2], [1, 1], [0, 2], [1, 2]], [[1, 1]])
    (hull,) = pict.figure.axes[0].patches
    assert hull.get_xy().tolist() == [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]


def test_outputs_outside_the_hull_are_counted():
    V = np.array([[0, 0], [1, 0], [0, 1], [0.2, 0.2]])
    pict = between(V, [[0.5, 0.5], [0.1, 0.1], [0.6, 0.6], [-0.01, 0.5]])
    assert "2 outputs lie outside the values" in pict.alt


@pytest.mark.parametrize(
    ("V", "outside"),
    [([[1, 1]], 3), ([[1, 1], [1, 1]], 3), ([[0, 0], [2, 2]], 2), ([[0, 0], [1, 1], [2, 2]], 2)],
)
def test_values_in_a_line_or_a_point(V, outside):
    pict = between(V, [[1, 1], [0.5, 0.5], [3, 3], [0, 1]])
    assert f"{outside} outputs lie outside" in pict.alt
    assert pict.png
