"""The weights of many heads."""

import re

import numpy as np
import pytest

from attnlib.draw.plots import heads
from attnlib.languages import use_language
from tests.helpers.pictures import images, weights, words


def test_each_head_is_a_heatmap_with_its_title():
    pict = heads(np.stack([weights(3, 4) for _ in range(5)]), (list("abc"), list("wxyz")))
    assert [text for text in words(pict) if text.startswith("head")] == [f"head {k}" for k in range(1, 6)]
    assert len(images(pict)) == 5
    assert words(pict).count("w") == 5
    assert words(pict).count("a") == 2  # once a row of four
    use_language("zh")
    assert "第 2 个头" in words(heads(np.stack([weights(3)] * 2)))


def test_heads_of_several_models_have_names_of_their_own():
    pict = heads(np.stack([weights(3)] * 2), names=["head_1", "one_wide_head"])
    assert {"head 1", "one wide head"} <= set(words(pict))
    assert "one wide head: row" in str(pict)
    needs = "heads: names needs 2 names, one for each head, but has 1."
    with pytest.raises(ValueError, match=re.escape(needs)):
        heads(np.stack([weights(3)] * 2), names=["head_1"])


def test_a_long_name_moves_the_next_head_on():
    names = ["a head that looks at the previous word", "b"]
    pict = heads(np.stack([weights(3)] * 2), names=names)
    pict.figure.draw_without_rendering()
    first, second = [text.get_window_extent() for ax in pict.figure.axes for text in ax.texts]
    assert first.x1 < second.x0


def test_tables_that_are_no_heads_are_not_called_heads():
    pict = heads(np.stack([weights(3)] * 2), names=["with_residual", "with_layer_norm"], kind="tables")
    assert pict.alt.startswith("2 tables of attention weights, each 3 × 3. with residual connection: row")
    with pytest.raises(ValueError, match='needs to be "heads" or "tables", but is \'head\''):
        heads(weights(3)[None], kind="head")
