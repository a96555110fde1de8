"""All maps on one screen."""

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom import atlas
from tests.helpers.pictures import words


def weights(blocks=2, heads=3, n=4):
    return np.random.default_rng(0).dirichlet(np.ones(n), (blocks, heads, n))


def test_every_map_stands_beside_its_block_and_below_its_head():
    A = np.zeros((2, 3, 4, 4))
    A[1, 2, 3, 0] = 1
    pict = atlas(A)
    [image, _] = pict.figure.axes[0].images  # the maps, and the colours' scale
    cells = image.get_array()
    assert cells.shape == (2 * 5, 3 * 5, 3)  # a gap of one cell
    light = np.argwhere((cells == cells[5 + 3, 10]).all(-1))
    assert light.tolist() == [[5 + 3, 10]]
    assert (cells[4] == 255).all()
    assert [text for text in words(pict) if text[0] in "LH"] == ["H0", "H1", "H2", "L0", "L1"]


def test_the_atlas_is_a_small_file_and_describes_itself():
    A = weights(12, 12, 20)
    A[..., 0] += 1
    pict = atlas(A / A.sum(-1, keepdims=True))
    assert len(pict.png) < 200_000
    assert "12 × 12 heads, 20 × 20 each; the first column gets 0.53 of a row on average" in pict.alt
    use_language("zh")
    assert "第一列平均得到一行的 0.53" in atlas(A / A.sum(-1, keepdims=True)).alt


def test_a_marked_head_has_a_frame():
    assert len(atlas(weights(), (1, 2)).figure.axes[0].patches) == 1
    assert len(atlas(weights(), [(0, 0), (1, 2)]).figure.axes[0].patches) == 2
    with pytest.raises(ValueError, match=r"there are 2 blocks of 3 heads, and no \(2, 0\)"):
        atlas(weights(), (2, 0))


def test_weights_of_one_block_are_refused():
    with pytest.raises(ValueError, match=r"needs the shape \(blocks, heads, n, m\)"):
        atlas(weights()[0])
