"""cached_attention: one new word looks at all words whose keys and values have been kept."""

import numpy as np

from attnlib.attention import attend
from attnlib.exercises.catalog import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import apart, float32, layer_of, whole


def inputs(rng):
    """Of the sizes one where d_k = d_v and one where d_model = d_k, so that what is wrong fits."""
    lead: tuple
    for lead in (), (2,):
        yield given(rng, lead, 3, 4, 1, whole(rng, *lead, 1, 3), whole)
    for lead, m, d_k, d_v, d_model in (
        ((), 5, 3, 2, 4),
        ((), 4, 3, 3, 5),
        ((), 6, 5, 2, 5),
        ((), 5, 2, 6, 3),
        ((2,), 4, 3, 5, 4),
        ((2, 3), 5, 2, 3, 4),
    ):
        yield given(rng, lead, m, d_k, d_v, 1.5 * rng.normal(size=(*lead, 1, d_model)))
    large = given(rng, (), 5, 4, 2, np.ones((1, 3)))
    large["W_Q"] = 10 + rng.random((3, 4))
    large["cache"][:, :4] = 30 * apart(rng, 5, 4)
    yield large | {"layer": "large"}
    yield float32(given(rng, (), 4, 3, 5, rng.normal(size=(1, 6))))


def given(rng, lead, m, d_k, d_v, x, numbers=None):
    """The row of a word, W_Q, and a cache of m words, its own among them: the last."""
    numbers = numbers or (lambda rng, *shape: rng.normal(size=shape))
    cache = numbers(rng, *lead, m, d_k + d_v)
    return {"layer": layer_of(lead), "x": x, "W_Q": numbers(rng, x.shape[-1], d_k), "cache": cache}


STEPS = {
    "d_k": lambda s: s.W_Q.shape[-1],
    "Q": lambda s: s.x @ s.W_Q,
    "K": lambda s: s.cache[..., : s.d_k],
    "V": lambda s: s.cache[..., s.d_k :],
} | attention.STEPS

OF_ATTENTION = {
    "no_scale", "d_k_without_root", "multiplied", "softmax_over_columns", "no_softmax", "exp_only",
    "overflow", "values_are_keys", "weights_returned", "plain_mean",
}  # fmt: skip

MISTAKES = (
    *(mistake for mistake in attention.MISTAKES if mistake.id in OF_ATTENTION),
    Mistake(
        "values_before_keys",
        {
            "K": lambda s: s.cache[..., -s.d_k :],
            "V": lambda s: s.cache[..., : -s.d_k],
        },
        ("The cache is cut as if values stood before keys.", "切缓存的时候，当成值在前、键在后了。"),
        ("What stands in the first d_k columns?", "前 d_k 列放的是什么？"),
    ),
    Mistake(
        "whole_rows_added",
        {"V": lambda s: s.cache},
        (
            "The weights are given to whole rows of the cache, keys and values together.",
            "权重乘的是缓存的整行，键和值都在里面。",
        ),
        ("How many numbers has a value?", "一个值有几个数？"),
    ),
    Mistake(
        "sees_itself_alone",
        {
            "K": lambda s: s.cache[..., -1:, : s.d_k],
            "V": lambda s: s.cache[..., -1:, s.d_k :],
        },
        (
            "The word looks at itself alone: only the last row of the cache is used.",
            "这个词只看自己：只用了缓存的最后一行。",
        ),
        ("Whose rows are the others?", "其余各行是谁的？"),
    ),
    Mistake(
        "sees_the_first_alone",
        {
            "K": lambda s: s.cache[..., :1, : s.d_k],
            "V": lambda s: s.cache[..., :1, s.d_k :],
        },
        (
            "The word looks at the first word alone, as the first row of a causal mask has it.",
            "这个词只看第一个词，就像因果掩码的第一行那样。",
        ),
        ("Which row of a causal mask is that of the newest word?", "最新的词，在因果掩码的第几行？"),
    ),
    Mistake(
        "does_not_see_itself",
        {
            "K": lambda s: s.cache[..., :-1, : s.d_k],
            "V": lambda s: s.cache[..., :-1, s.d_k :],
        },
        ("The last row is left out: the word does not see itself.", "漏了最后一行：这个词看不到自己。"),
        ("Does a causal mask hide the diagonal?", "因果掩码会遮住对角线吗？"),
    ),
    Mistake(
        "does_not_see_the_first",
        {
            "K": lambda s: s.cache[..., 1:, : s.d_k],
            "V": lambda s: s.cache[..., 1:, s.d_k :],
        },
        ("The first row is left out.", "漏了第一行。"),
        ("Who stands in row 0?", "第 0 行是谁？"),
    ),
    Mistake(
        "x_asks",
        {"Q": lambda s: s.x},
        ("The row of X itself asks: W_Q is not used.", "直接拿 X 的那一行去问：没有用到 W_Q。"),
        ("What makes a query of a word?", "一个词的查询是怎么来的？"),
    ),
    Mistake(
        "root_of_the_width",
        {"scaled": lambda s: s.scores / s.cache.shape[-1] ** 0.5},
        (
            "Scores are divided by the root of the width of the cache, d_k + d_v.",
            "分数除以了缓存宽度 d_k + d_v 的平方根。",
        ),
        ("A score is a sum of how many products?", "一个分数是几个乘积的和？"),
    ),
)


def attend_from_cache(x, W_Q, cache):
    """One row of attention: the query of the newest word, and the keys and values that were kept."""
    d_k = W_Q.shape[-1]
    return attend(x @ W_Q, cache[..., :d_k], cache[..., d_k:]).output


EXERCISE = Exercise(
    name="cached_attention",
    doc="Check f(x, W_Q, cache) -> (..., 1, d_v): x (..., 1, d_model), cache (..., m, d_k + d_v) of m words.",
    arguments={name: name for name in ("x", "W_Q", "cache")},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    may_return_weights=True,
    hints=(
        (
            "This is your attention with a single query. Keys and values need not be computed: they are in "
            "the cache.",
            "这就是你的注意力，只是查询只有一个。键和值不用再算：都在缓存里。",
        ),
        (
            "The first d_k columns of the cache are the keys, the others the values. d_k is how many columns "
            "W_Q has.",
            "缓存的前 d_k 列是键，其余是值。d_k 就是 W_Q 的列数。",
        ),
        (
            "K = cache[..., :d_k]. V is what is left. Then mine.attention(Q, K, V), without any mask: what "
            "comes later is not there yet.",
            "K = cache[..., :d_k]，剩下的是 V。然后 mine.attention(Q, K, V)；"
            "不用掩码，后面的词还没有写出来。",
        ),
    ),
    solution="""\
def my_cached_attention(x, W_Q, cache):
    d_k = W_Q.shape[-1]
    return attend(x @ W_Q, cache[..., :d_k], cache[..., d_k:]).output""",
    why=(
        "The newest word may look at all words before it and at itself, which is all that the cache holds. "
        "So it needs no mask, and one row of scores instead of a table.",
        "最新的词可以看前面所有的词和自己，缓存里正好就是这些。所以不需要掩码，分数也只有一行，不是一张表。",
    ),
    reference=attend_from_cache,
)
