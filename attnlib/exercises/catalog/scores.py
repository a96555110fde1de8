"""scores: every query times every key."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import queries_keys_values

STEPS = {"scores": lambda s: s.Q @ s.K.mT}

MISTAKES = (
    Mistake(
        "q_and_k_swapped",
        {"scores": lambda s: s.K @ s.Q.mT},
        ("Queries and keys are swapped.", "查询和键的位置反了。"),
        (
            "Whose row is it: the word that looks, or the word that is looked at?",
            "每一行属于谁：看别人的词，还是被看的词？",
        ),
    ),
    Mistake(
        "queries_only",
        {"scores": lambda s: s.Q @ s.Q.mT},
        (
            "The scores are those of queries with queries; K is not used.",
            "分数是查询和查询的点积，没有用到 K。",
        ),
        ("What does a key say that a query does not?", "键里有什么是查询里没有的？"),
    ),
    Mistake(
        "keys_only",
        {"scores": lambda s: s.K @ s.K.mT},
        ("The scores are those of keys with keys; Q is not used.", "分数是键和键的点积，没有用到 Q。"),
        ("Who asks?", "是谁在提问？"),
    ),
    Mistake(
        "t_reverses_all_axes",
        {"scores": lambda s: s.Q @ s.K.T},
        (
            ".T reverses all axes: those of a sentence as they should be, not those of a batch.",
            ".T 会把所有的轴都倒过来：单个句子时正好，一批句子时就不行了。",
        ),
        (
            "Which two axes should change places, and which should stay?",
            "应该交换哪两个轴？哪些轴要留在原处？",
        ),
    ),
    Mistake(
        "first_axes_swapped",
        {"scores": lambda s: s.Q @ s.K.swapaxes(0, 1)},
        (
            "Axes 0 and 1 change places: with a batch, axis 0 is the sentence.",
            "交换的是第 0 和第 1 个轴：一批句子时，第 0 个轴是句子。",
        ),
        (
            "Which two axes of a batch should change places, counted from the end?",
            "从后往前数，一批句子的哪两个轴应该交换？",
        ),
    ),
    Mistake(
        "cosine",
        {
            "scores": lambda s: (
                (s.Q / np.linalg.norm(s.Q, axis=-1, keepdims=True))
                @ (s.K / np.linalg.norm(s.K, axis=-1, keepdims=True)).mT
            )
        },
        ("Every query and key is first brought to length 1.", "每个查询和键都先被变成了长度 1。"),
        (
            "What should a key do to its score when it becomes twice as long?",
            "键变成原来的两倍长，它的分数应该怎么变？",
        ),
    ),
    Mistake(
        "distances",
        {"scores": lambda s: -np.linalg.norm(s.Q[..., :, None, :] - s.K[..., None, :, :], axis=-1)},
        ("These are distances (with a minus), not dot products.", "这是（取负的）距离，不是点积。"),
        ("What is the dot product of a vector with itself?", "一个向量和它自己的点积是多少？"),
    ),
)

SCALED_ALREADY = Mistake(
    "scaled_already",
    {"scores": lambda s: s.Q @ s.K.mT / s.d_k**0.5},
    ("The scores are scaled already: that is the next step.", "分数已经缩放过了：那是下一步的事。"),
    (
        "What is asked for here: the dot products, or what comes after?",
        "这里要的是点积本身，还是点积之后的一步？",
    ),
)

_ASKS_FOR_SCORES = (
    "May a score be negative, and larger than 1?",
    "分数可以是负数吗？可以比 1 大吗？",
)

WEIGHTS_ALREADY = (
    Mistake(
        "weights_already",
        {"scores": lambda s: attention.softmax(s.Q @ s.K.mT / s.d_k**0.5)},
        (
            "These are weights: each row sums to 1. A softmax comes later.",
            "这已经是权重了：每一行加起来是 1。softmax 是后面的事。",
        ),
        _ASKS_FOR_SCORES,
    ),
    Mistake(
        "weights_without_a_scale",
        {"scores": lambda s: attention.softmax(s.Q @ s.K.mT)},
        (
            "A softmax has been taken, so each row sums to 1. It comes later, and after the scaling.",
            "已经做了 softmax，所以每一行加起来是 1。那是后面的事，还要先缩放。",
        ),
        _ASKS_FOR_SCORES,
    ),
)

EXERCISE = Exercise(
    name="scores",
    doc="Check f(Q, K): Q (..., n, d_k), K (..., m, d_k) -> (..., n, m), every query times every key.",
    arguments={"Q": "Q", "K": "K"},
    inputs=queries_keys_values,
    steps=STEPS,
    mistakes=(*MISTAKES, SCALED_ALREADY, *WEIGHTS_ALREADY),
    hints=(
        (
            "A score says how well one query fits one key. How did you measure that for two vectors?",
            "分数表示一个查询和一个键有多匹配。两个向量的匹配程度，是用什么来衡量的？",
        ),
        (
            "Row i belongs to query i, column j to key j. A matrix product takes rows on its left and "
            "columns on its right; the keys are rows.",
            "第 i 行对应第 i 个查询，第 j 列对应第 j 个键。矩阵乘法左边取行、右边取列，而键是一行一行的。",
        ),
        (
            "Transpose K in its last two axes only: .mT does that with a batch, too.",
            "只转置 K 的最后两个轴：.mT 就是这样，有 batch 时也一样。",
        ),
    ),
    solution="""\
def my_scores(Q, K):
    return Q @ K.mT""",
    why=(
        "scores[i, j] is the dot product of query i and key j, so the keys have to stand as columns. "
        ".mT swaps the last two axes; .T would turn all of them around, which breaks with a batch.",
        "scores[i, j] 是第 i 个查询和第 j 个键的点积，所以键要竖着放。.mT 只交换最后两个轴；"
        ".T 会把所有的轴倒过来，一批句子时就错了。",
    ),
    reference=attention.scores,
)
