"""What a picture says in words, in both languages."""

import numpy as np
import pytest

from attnlib.attention import apply_mask, causal_mask
from attnlib.draw.plots import between, heads, heatmap, pipeline
from attnlib.i18n import use_language
from tests.helpers.pictures import RNG, weights


def test_words_of_weights_in_both_languages(look):
    trace = look.trace()
    assert heatmap(trace.weights, look.tokens, look.tokens, title="weights").alt == (
        "attention weights, 4 × 4. “small” looks most at “cat” 0.76; “cat” looks most at “chases” 0.96; "
        "“chases” looks most at “fish” 0.83; “fish” looks most at “cat” 0.80."
    )
    use_language("zh")
    assert heatmap(trace.weights, look.tokens, look.tokens, title="weights").alt == (
        "注意力权重，4 行 4 列。“小”最关注“猫”，权重 0.76；“猫”最关注“追”，权重 0.96；"
        "“追”最关注“鱼”，权重 0.83；“鱼”最关注“猫”，权重 0.80。"
    )


def test_words_of_signed_numbers_in_both_languages(look):
    scores = apply_mask(look.trace().scores, causal_mask(4))
    assert heatmap(scores, look.tokens, look.tokens, kind="signed", title="scores").alt == (
        "scores, 4 × 4. smallest −4 in row “chases”, column “chases”; largest 4 in row “fish”, column “cat”. "
        "6 of 16 cells are masked."
    )
    use_language("zh")
    assert heatmap(scores, kind="signed", title="masked").alt == (
        "加掩码后的分数，4 行 4 列。最小值 −4 在第 2 行第 2 列；最大值 4 在第 3 行第 1 列。"
        "16 格中有 6 格被掩码遮住。"
    )


def test_words_say_what_is_wrong_with_weights():
    assert heatmap([[0.3, 0.8], [0, 0]]).alt == (
        "attention weights, 2 × 2. row 0 looks most at column 1 0.80; row 1 looks nowhere. "
        "Rows that do not sum to 1: 1 (row 0 Σ 1.10 ≠ 1)."
    )


def test_words_do_not_tell_what_is_hidden():
    keep = np.array([[True, False, True], [False, False, False]])
    assert heatmap([[0.2, 0.7, 0.1], [0.1, 0.8, 0.1]], cols=list("abc"), keep=keep).alt == (
        "attention weights, 2 × 3. row 0 looks most at “a” 0.20; row 1 looks nowhere. "
        "4 of 6 cells are masked."
    )


def test_words_stay_short():
    for pict in (
        heatmap(weights(512)),
        heads(weights(64)[None].repeat(50, 0)),
        between(RNG.normal(size=(50, 2)), [[0, 0]]),
    ):
        assert 20 < len(pict.alt) < 600


def test_words_of_the_pipeline(look):
    use_language("zh")
    assert pipeline(look.trace(), look.tokens, highlight="output").alt == (
        "自注意力的步骤：Q 4 × 3、K 4 × 3、V 4 × 2、注意力分数 4 × 4、缩放后的分数 4 × 4、注意力权重 4 × 4、"
        "输出 4 × 2。突出显示的是：输出。“小”最关注“猫”，权重 0.76；“猫”最关注“追”，权重 0.96；"
        "“追”最关注“鱼”，权重 0.83；“鱼”最关注“猫”，权重 0.80。"
        "输出：最小值 −0.97 在“猫”行第 1 列；最大值 1.94 在“猫”行第 0 列。"
    )


def test_words_of_heads():
    A = np.array([[[0.9, 0.1], [0.5, 0.5]], [[0.2, 0.8], [1, 0]]])
    assert heads(A, ["a", "b"]).alt == (
        "Attention weights of each head, 2 × 2 × 2. "
        "head 1: “a” looks most at “a” 0.90; head 2: “b” looks most at “a” 1.00."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["“a” looks equally at all 4, 0.25 each", "“b” looks equally at “a”, “b”, 0.50 each"]),
        ("zh", ["“a”同样关注全部 4 个，权重各 0.25", "“b”同样关注“a”、“b”，权重各 0.50"]),
    ],
)
def test_equal_weights_are_said_to_be_equal(language, said):
    use_language(language)
    A = np.array([[0.25] * 4, [0.5, 0.5, 0, 0], [0.5, 0.4999, 0.0001, 0], [0.50001, 0.49999, 0, 0]])
    names = list("abcd")
    alt = heatmap(A, names, names, kind="weights").alt
    # The third differs in the fourth decimal, and the last in the fifth alone.
    said += {
        "en": ["“c” looks most at “a” 0.50", "“d” looks equally at “a”, “b”, 0.50 each"],
        "zh": ["“c”最关注“a”，权重 0.50", "“d”同样关注“a”、“b”，权重各 0.50"],
    }[language]
    assert [one for one in said if one not in alt] == []
