"""A picture is described in words, in both languages: its size, where rows look, its extremes, its mask."""

import numpy as np
import pytest

from attnlib.attention import apply_mask, causal_mask
from attnlib.draw.plots import heads, heatmap, pipeline
from attnlib.languages import use_language
from classroom.lab.pictures import between
from tests.helpers.pictures import RNG, weights


def missing(picture, *parts):
    """Return those of the parts that the description lacks."""
    return [part for part in parts if part not in picture.alt]


def test_weights_are_described_by_their_size_and_where_each_row_looks(look):
    A = look.trace().weights
    picture = heatmap(A, look.tokens, look.tokens, title="weights")
    assert not missing(
        picture, "4 × 4", "“small” looks most at “cat” 0.76", "“fish” looks most at “cat” 0.80"
    )
    use_language("zh")
    picture = heatmap(A, look.tokens, look.tokens, title="weights")
    assert not missing(picture, "注意力权重", "“小”最关注“猫”，权重 0.76", "“鱼”最关注“猫”，权重 0.80")


def test_signed_numbers_are_described_by_their_extremes_and_the_mask(look):
    scores = apply_mask(look.trace().scores, causal_mask(4))
    picture = heatmap(scores, look.tokens, look.tokens, kind="signed", title="scores")
    extremes = "smallest −4 in row “chases”, column “chases”", "largest 4 in row “fish”, column “cat”"
    assert not missing(picture, "4 × 4", *extremes, "6 of 16 cells are masked")
    use_language("zh")
    picture = heatmap(scores, kind="signed", title="masked")
    assert not missing(picture, "最小值 −4 在第 2 行第 2 列", "最大值 4 在第 3 行第 1 列", "16 格中有 6 格")


def test_rows_that_do_not_sum_to_one_are_named():
    picture = heatmap([[0.3, 0.8], [0, 0]])
    assert not missing(picture, "row 1 looks nowhere", "not sum to 1: 1 (row 0 Σ 1.10 ≠ 1)")


def test_what_is_masked_is_not_described():
    keep = np.array([[True, False, True], [False, False, False]])
    picture = heatmap([[0.2, 0.7, 0.1], [0.1, 0.8, 0.1]], cols=list("abc"), keep=keep)
    assert not missing(picture, "row 0 looks most at “a” 0.20", "row 1 looks nowhere", "4 of 6")


@pytest.mark.parametrize(
    "draw",
    [
        lambda: heatmap(weights(512)),
        lambda: heads(weights(64)[None].repeat(50, 0)),
        lambda: between(RNG.normal(size=(50, 2)), [[0, 0]]),
    ],
)
def test_a_large_picture_is_described_in_a_few_sentences(draw):
    assert 20 < len(draw().alt) < 1000


def test_the_pipeline_names_its_steps_and_the_extremes_of_the_lit_one(look):
    picture = pipeline(look.trace(), look.tokens, highlight="output")
    assert not missing(picture, "Q 4 × 3", "weights 4 × 4", "output 4 × 2", "Lit: output", "“cat” 0.76")
    assert not missing(picture, "smallest −0.97 in row “cat”", "largest 1.94 in row “cat”")


def test_each_head_is_described_by_its_largest_weight():
    A = np.array([[[0.9, 0.1], [0.5, 0.5]], [[0.2, 0.8], [1, 0]]])
    picture = heads(A, ["a", "b"])
    assert not missing(picture, "head 1: “a” looks most at “a” 0.90", "head 2: “b” looks most at “a” 1.00")


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "en",
            ["“a” looks equally at all 4, 0.25 each", "“b” looks equally at “a”, “b”, 0.50 each"]
            + ["“c” looks most at “a” 0.50", "“d” looks equally at “a”, “b”, 0.50 each"],
        ),
        (
            "zh",
            ["“a”同样关注全部 4 个，权重各 0.25", "“b”同样关注“a”、“b”，权重各 0.50"]
            + ["“c”最关注“a”，权重 0.50", "“d”同样关注“a”、“b”，权重各 0.50"],
        ),
    ],
)
def test_weights_that_are_equal_to_four_decimals_are_called_equal(language, parts):
    use_language(language)
    A = np.array([[0.25] * 4, [0.5, 0.5, 0, 0], [0.5, 0.4999, 0.0001, 0], [0.50001, 0.49999, 0, 0]])
    assert not missing(heatmap(A, list("abcd"), list("abcd")), *parts)
