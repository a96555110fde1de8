"""masked_attention: attention where a query may not look everywhere."""

import numpy as np

from attnlib.attention import attend
from attnlib.exercises.catalog import attention, mix, scale, scores, softmax
from attnlib.exercises.exercise import Exercise, Mistake, all_but
from attnlib.exercises.random_inputs import large_qkv, qkv, queries_keys_values, whole_qkv


def inputs(rng):
    for given in queries_keys_values(rng):
        n, m = given["Q"].shape[-2], given["K"].shape[-2]
        keep = rng.random((n, m)) < 0.6
        largest = (given["Q"].sum(-2) @ given["K"].mT).argmax() % m if given["layer"] == "large" else 0
        keep[:, largest] = True  # no row is empty, or loses its only large score
        keep[0] = np.arange(m) != (largest + 1) % m  # the small ones, too, hide something
        keep[rng.integers(1, n)] = True  # no column is empty
        yield given | {"keep": keep}
    square = qkv(rng, (2,), 5, 5, 3, 2)
    yield square | {"keep": np.tri(5, dtype=bool)}
    padded = qkv(rng, (2,), 3, 5, 4, 2)
    yield padded | {"keep": np.arange(5) < np.array([3, 5])[:, None, None]}  # (2, 1, 5)
    each = qkv(rng, (2,), 3, 4, 5, 2)
    yield each | {"keep": (rng.random((2, 3, 4)) < 0.5) | (np.arange(4) == 1)}
    small = whole_qkv(rng, ())
    yield small | {"layer": "empty", "keep": np.array([[True, False, True], [False] * 3])}
    empty = qkv(rng, (), 4, 5, 3, 2)
    keep = rng.random((4, 5)) < 0.7
    keep[1] = True
    keep[2] = False
    yield empty | {"layer": "empty", "keep": keep}
    # After a softmax without a mask nothing is left for the others. So extreme that an equivalent of the
    # formula may fail: this only tells which mistake it is, where the other inputs leave that open.
    top_hidden = large_qkv(rng, 3, 4, 5, 2)
    top = top_hidden["K"].sum(-1).argmax()
    yield top_hidden | {"layer": "tells", "keep": np.tile(np.arange(4) != top, (3, 1))}


MASK = {
    "shown": lambda s: s.keep,
    "masked": lambda s: np.where(s.shown, s.scaled, -np.inf),
}
STEPS = scores.STEPS | scale.STEPS | MASK | softmax.STEPS | mix.STEPS

MISTAKES = (
    *all_but(attention.MISTAKES, *attention.OF_X, "values_are_queries"),
    Mistake(
        "mask_after_softmax",
        {"masked": lambda s: s.scaled, "kept": lambda s: np.where(s.shown, s.weights, 0)},
        ("The mask comes after the softmax.", "掩码加在了 softmax 之后。"),
        ("What is the sum of a row of weights now?", "现在一行权重的和是多少？"),
    ),
    Mistake(
        "renormalised_after_mask",
        {
            "masked": lambda s: s.scaled,
            "kept": lambda s: s.weights * s.shown / (s.weights * s.shown).sum(-1, keepdims=True),
        },
        (
            "Masking after the softmax and dividing by the new sum is right, until a row may look nowhere.",
            "softmax 之后加掩码、再除以新的和，本来是对的；可是遇到不能看任何词的行就不行了。",
        ),
        ("What is the new sum of such a row?", "这样的一行，新的和是多少？"),
    ),
    Mistake(
        "mask_inverted",
        {"shown": lambda s: ~s.keep},
        ("What may be looked at is hidden, and the other way round.", "该看的被遮住了，该遮的反而能看。"),
        ("What does True mean in `keep`?", "`keep` 里的 True 是什么意思？"),
    ),
    Mistake(
        "mask_transposed",
        {"shown": lambda s: s.keep.mT},
        ("The mask is transposed.", "掩码被转置了。"),
        ("Which axis of the mask is the word that looks?", "掩码的哪一个轴对应“看”的词？"),
    ),
    Mistake(
        "masked_with_zero",
        {"masked": lambda s: np.where(s.shown, s.scaled, 0)},
        ("Hidden scores are set to 0.", "被遮住的分数设成了 0。"),
        ("What is exp(0)?", "exp(0) 等于多少？"),
    ),
    Mistake(
        "minus_100",
        {"masked": lambda s: np.where(s.shown, s.scaled, -100)},
        (
            "Hidden scores are set to −100; there are scores lower than that.",
            "被遮住的分数设成了 −100，可是有的分数比它还小。",
        ),
        ("Which number is below every score?", "哪个数比任何分数都小？"),
    ),
    Mistake(
        "mask_ignored",
        {"masked": lambda s: s.scaled},
        ("The mask is not used.", "没有用到掩码。"),
        ("Which weights should be exactly 0?", "哪些权重应该正好是 0？"),
    ),
    Mistake(
        "diagonal_hidden",
        {"shown": lambda s: s.keep & (np.eye(*s.scaled.shape[-2:]) == 0)},
        ("Besides the mask, the diagonal is hidden.", "除了掩码，对角线也被遮住了。"),
        ("May a word look at itself?", "一个词可以看自己吗？"),
    ),
    Mistake(
        "minus_1e9",
        {"masked": lambda s: np.where(s.shown, s.scaled, -1e9)},
        (
            "−1e9 instead of −∞ works until a row may look nowhere: then its weights are all equal.",
            "用 −1e9 代替 −∞，遇到不能看任何词的行就不行了：那一行的权重全都相等。",
        ),
        (
            "What should this word take from words that it may not see?",
            "不许看的词，应该从它们那里得到多少？",
        ),
    ),
    Mistake(
        "plus_minus_1e9",
        {"masked": lambda s: s.scaled + np.where(s.shown, 0.0, -1e9)},
        (
            "Adding −1e9 works until a row may look nowhere: then the hidden scores decide.",
            "加上 −1e9，遇到不能看任何词的行就不行了：那一行由被遮住的分数说了算。",
        ),
        (
            "What is left of a row when the same number is added to all of it?",
            "一行的分数都加上同一个数，权重会变吗？",
        ),
    ),
)


def mask_and_attend(Q, K, V, keep):
    """attention where a query looks only where keep is True: (..., n, d_v)."""
    return attend(Q, K, V, keep).output


EXERCISE = Exercise(
    name="masked_attention",
    doc="Check f(Q, K, V, keep) -> output (..., n, d_v); a row of keep (n, m) without True gives zeros.",
    arguments={"Q": "Q", "K": "K", "V": "V", "keep": "keep"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    may_return_weights=True,
    hints=(
        (
            "What may not be looked at should get the weight 0, and the other weights of the row should "
            "still sum to one.",
            "不许看的词，权重应该是 0；这一行其余的权重加起来仍然等于 1。",
        ),
        (
            "So hide before the softmax: which number has an exp of exactly 0?",
            "所以要在 softmax 之前遮住：哪个数取 exp 之后正好是 0？",
        ),
        (
            "np.where(keep, S, -np.inf), then softmax. A row of only −∞ needs care: its largest entry "
            "is −∞, and its sum is 0.",
            "np.where(keep, S, -np.inf)，再做 softmax。全是 −∞ 的行要小心：它的最大值是 −∞，和是 0。",
        ),
    ),
    solution="""\
def my_masked_attention(Q, K, V, keep):
    S = np.where(keep, Q @ K.mT / Q.shape[-1] ** 0.5, -np.inf)
    top = S.max(axis=-1, keepdims=True)
    e = np.exp(S - np.where(top == -np.inf, 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total) @ V""",
    why=(
        "exp(−∞) is exactly 0, so hidden words get no weight and the others share out all of it. A "
        "query that may look nowhere gets weights 0 and an output of zeros, not NaN.",
        "exp(−∞) 正好是 0，被遮住的词得不到权重，其余的词分掉全部。不能看任何词的查询，权重是 0，"
        "输出也是 0，不会出现 NaN。",
    ),
    reference=mask_and_attend,
)
