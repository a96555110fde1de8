"""The lit cells are those that share a mean."""

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Polygon

from attnlib.draw.style import LINES
from attnlib.languages import use_language
from classroom.lab.pictures import cubes
from classroom.lab.pictures._cubes import _sharing


def lit(picture):
    cells = [patch for patch in picture.figure.axes[0].patches if isinstance(patch, Polygon)]
    return sum(to_hex(cell.get_facecolor()) == LINES[1] for cell in cells), len(cells)


@pytest.mark.parametrize(("axes", "count"), [(-1, 6), (2, 6), ((0, 1), 12), ((1, 2), 24), (0, 3)])
def test_the_lit_cells_share_a_mean(axes, count):
    cells = _sharing("a", axes, (3, 4, 6))
    assert cells.sum() == count
    x = np.random.default_rng(0).normal(size=(3, 4, 6))
    mean = np.broadcast_to(x.mean(axes, keepdims=True), x.shape)
    np.testing.assert_array_equal(cells, mean == mean[0, 1, 2])


def test_three_faces_are_drawn():
    faces = 4 * 6 + 3 * 6 + 3 * 4
    assert lit(cubes({"LayerNorm": -1})) == (6 + 1, faces)  # a row in front, and its end on the right
    assert lit(cubes({"BatchNorm": (0, 1)})) == (4 + 3, faces)  # a column in front, and on top to the back


def test_the_description_counts_the_cells_that_share_a_mean():
    pair = {"LayerNorm": -1, "BatchNorm": (0, 1)}
    assert repr(cubes(pair)) == (
        "A batch of 3 sentences of 4 words of 6 numbers. LayerNorm: 6 numbers share one mean; "
        "BatchNorm: 12 numbers share one mean."
    )
    use_language("zh")
    assert "LayerNorm：6 个数共用一个均值" in repr(cubes(pair))


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="cubes: needs a dict of names and axes"):
        cubes([])
    with pytest.raises(ValueError, match="LayerNorm needs axes from -3 to 2, but got .3."):
        cubes({"LayerNorm": 3})
    with pytest.raises(ValueError, match="shape needs to be three sizes"):
        cubes({"LayerNorm": -1}, shape=(3, 1, 6))
