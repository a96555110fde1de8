"""softmax: each row of scores becomes positive with sum one."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake, all_but
from attnlib.exercises.random_inputs import apart, float32, layer_of, whole


def inputs(rng):
    yield {"layer": "sentence", "masked": whole(rng, 2, 3)}
    yield {"layer": "batch", "masked": whole(rng, 2, 2, 3)}
    for lead, n, m in ((), 4, 5), ((), 6, 6), ((2,), 3, 5), ((2, 3), 5, 4), ((3,), 3, 3):
        level = 12 * (rng.permutation(n) - 1)[:, None]  # of one row all scores are negative
        yield {"layer": layer_of(lead), "masked": 2 * rng.normal(size=(*lead, n, m)) + level}
    yield {"layer": "large", "masked": np.array([[1000], [-1000]]) + whole(rng, 2, 3)}
    yield {"layer": "large", "masked": 1500 * apart(rng, 3, 1) + 300 * apart(rng, 4, 3).T}
    yield float32({"masked": 2 * rng.normal(size=(4, 3))})


def _torchs_axis(S):
    """The axis that torch.nn.functional.softmax takes when none is named."""
    return 0 if S.ndim in (0, 1, 3) else 1


STEPS = {
    "top": lambda s: s.masked.max(-1, keepdims=True),
    "shifted": lambda s: s.masked - np.where(s.top == -np.inf, 0, s.top),
    "exps": lambda s: np.exp(s.shifted),
    "total": lambda s: s.exps.sum(-1, keepdims=True),
    "weights": lambda s: s.exps / np.where(s.total == 0, 1, s.total),
}
WITHOUT_A_MASK = STEPS | {"weights": lambda s: s.exps / s.total}  # no row is empty

MISTAKES = (
    Mistake(
        "softmax_over_columns",
        {"top": lambda s: s.masked.max(-2, keepdims=True), "total": lambda s: s.exps.sum(-2, keepdims=True)},
        ("The softmax goes down the columns.", "softmax 是沿着列做的。"),
        (
            "Who shares out a weight of one: the word that looks, or the one looked at?",
            "把总和为 1 的权重分出去的是谁：看的词，还是被看的词？",
        ),
    ),
    Mistake(
        "sum_of_columns",
        {"total": lambda s: s.exps.sum(-2, keepdims=True)},
        (
            "Every exp is divided by the sum of its column.",
            "每个 exp 除以的是它所在列的和。",
        ),
        (
            "Who shares out a weight of one: the word that looks, or the one looked at?",
            "把总和为 1 的权重分出去的是谁：看的词，还是被看的词？",
        ),
    ),
    Mistake(
        "sum_of_everything",
        {"total": lambda s: s.exps.sum()},
        (
            "Every exp is divided by the sum of all of them, not by that of its row.",
            "每个 exp 除以的是全部 exp 的和，而不是它所在行的和。",
        ),
        ("How much does one word have to share out?", "每一个词手里有多少可以分？"),
    ),
    Mistake(
        "softmax_over_axis_0",
        {"top": lambda s: s.masked.max(0, keepdims=True), "total": lambda s: s.exps.sum(0, keepdims=True)},
        (
            "The softmax goes along axis 0: down the columns of a sentence, across the sentences of a batch.",
            "softmax 是沿第 0 个轴做的：单个句子时是沿着列，一批句子时跨过了不同的句子。",
        ),
        (
            "Which axis are the words that are looked at, counted from the end?",
            "从后往前数，被看的词在哪一个轴上？",
        ),
    ),
    Mistake(
        "softmax_over_axis_1",
        {"top": lambda s: s.masked.max(1, keepdims=True), "total": lambda s: s.exps.sum(1, keepdims=True)},
        (
            "The softmax goes along axis 1: with a batch or heads in front, that is another one.",
            "softmax 是沿第 1 个轴做的：前面有 batch 或者头的轴时，第 1 个轴就不是原来那个了。",
        ),
        (
            "Which axis are the words that are looked at, counted from the end?",
            "从后往前数，被看的词在哪一个轴上？",
        ),
    ),
    Mistake(
        "softmax_over_everything",
        {"top": lambda s: s.masked.max(), "total": lambda s: s.exps.sum()},
        (
            "The softmax is over all numbers together: all weights sum to one.",
            "softmax 是对全部的数一起做的：所有权重加起来才等于 1。",
        ),
        ("How much does one word have to share out?", "每一个词手里有多少可以分？"),
    ),
    Mistake(
        "softmax_over_matrix",
        {
            "top": lambda s: s.masked.max((-2, -1), keepdims=True),
            "total": lambda s: s.exps.sum((-2, -1), keepdims=True),
        },
        (
            "The softmax is over the whole table: all its weights sum to one.",
            "softmax 是对整张表做的：整张表加起来才等于 1。",
        ),
        ("How much does one word have to share out?", "每一个词手里有多少可以分？"),
    ),
    Mistake(
        "no_softmax",
        {"weights": lambda s: s.masked},
        ("There is no softmax: these are still scores.", "没有做 softmax：这些仍然是分数。"),
        ("Can a weight be negative? What is the sum of a row?", "权重可以是负数吗？一行的和是多少？"),
    ),
    Mistake(
        "divided_by_sum",
        {"weights": lambda s: s.masked / s.masked.sum(-1, keepdims=True)},
        ("The scores are divided by their sum, without exp.", "分数直接除以它们的和，没有取 exp。"),
        ("What if the scores of a row are 1 and −1?", "如果一行的分数是 1 和 −1，会怎样？"),
    ),
    Mistake(
        "exp_only",
        {"weights": lambda s: s.exps},
        ("exp is there, the division by the sum of the row is not.", "取了 exp，但没有除以这一行的和。"),
        ("What is the sum of a row?", "一行的和是多少？"),
    ),
    Mistake(
        "argmax",
        {"weights": lambda s: (s.masked == s.masked.max(-1, keepdims=True)).astype(float)},
        (
            "The largest of each row gets 1, the others 0: this is argmax.",
            "每行最大的得 1，其余都得 0：这是 argmax。",
        ),
        (
            "How does this change when the largest score changes a little?",
            "最大的分数改变一点点，结果会跟着变吗？",
        ),
    ),
    Mistake(
        "overflow",
        {"shifted": lambda s: s.masked},
        (
            "exp of a large score is too large for a number: it becomes ∞.",
            "分数很大时，exp 超出了数的范围，变成了 ∞。",
        ),
        (
            "What may be subtracted from every score of a row without changing its weights?",
            "一行的每个分数同时减去什么，权重不会变？",
        ),
    ),
    Mistake(
        "largest_of_all_subtracted",
        {"shifted": lambda s: s.masked - s.masked.max()},
        (
            "The largest number of all is subtracted: in a row far below it every exp becomes 0.",
            "减去的是全部数里最大的那个：远小于它的那些行，每个 exp 都成了 0。",
        ),
        (
            "What is the largest exp in such a row, and what should it be?",
            "在这样的一行里，最大的 exp 是多少？应该是多少？",
        ),
    ),
    Mistake(
        "nan_in_empty_row",
        {"weights": lambda s: s.exps / s.total},
        ("A row that may look nowhere becomes NaN.", "不能看任何词的那一行，变成了 NaN。"),
        (
            "What is 0 divided by 0, and what should this word take from the others?",
            "0 除以 0 得什么？这个词应该从别的词那里得到多少？",
        ),
    ),
    Mistake(
        "plain_softmax",
        {"shifted": lambda s: s.masked, "weights": lambda s: s.exps / s.total},
        (
            "The formula as it stands: exp becomes too large for large scores, and a row that may look "
            "nowhere is 0 divided by 0.",
            "照公式原样写：分数很大时 exp 会超出数的范围；不能看任何词的那一行，会变成 0 除以 0。",
        ),
        (
            "What may be subtracted from every score of a row without changing its weights? And what should "
            "a row have that may look nowhere?",
            "一行的每个分数同时减去什么，权重不会变？不能看任何词的那一行，权重应该是多少？",
        ),
    ),
    Mistake(
        "sigmoid",
        {"weights": lambda s: 1 / (1 + np.exp(-s.masked))},
        (
            "Every score goes through a sigmoid on its own: the scores of a row do not compete.",
            "每个分数各自做了 sigmoid：同一行的分数之间没有竞争。",
        ),
        ("What is the sum of a row?", "一行的和是多少？"),
    ),
    Mistake(
        "softmax_without_axis",
        {
            "top": lambda s: s.masked.max(_torchs_axis(s.masked), keepdims=True),
            "total": lambda s: s.exps.sum(_torchs_axis(s.masked), keepdims=True),
        },
        (
            "The axis is not said: torch then takes axis 1 of a sentence, but axis 0 of a batch.",
            "没有指定轴：torch 对单个句子用第 1 个轴，对一批句子却用第 0 个轴。",
        ),
        (
            "Which axis are the words that are looked at, counted from the end?",
            "从后往前数，被看的词在哪一个轴上？",
        ),
    ),
    Mistake(
        "softmax_squared",
        {"weights": lambda s: (s.exps / s.total) ** 2},
        ("The weights are squared.", "权重被平方了。"),
        ("What is the sum of a row?", "一行的和是多少？"),
    ),
    Mistake(
        "softmax_twice",
        {"weights": lambda s: np.exp(s.exps / s.total) / np.exp(s.exps / s.total).sum(-1, keepdims=True)},
        ("The softmax is done twice.", "softmax 做了两遍。"),
        (
            "What does a softmax make of numbers between 0 and 1?",
            "对 0 到 1 之间的数再做 softmax，会变成什么样？",
        ),
    ),
    Mistake(
        "softmin",
        {
            "top": lambda s: (-s.masked).max(-1, where=s.masked > -np.inf, initial=-np.inf, keepdims=True),
            "shifted": lambda s: np.where(
                s.masked > -np.inf, -s.masked - np.where(s.top == -np.inf, 0, s.top), -np.inf
            ),
        },
        (
            "The smallest score gets the largest weight: there is a minus too many.",
            "最小的分数得到了最大的权重：多了一个负号。",
        ),
        ("Which of two scores should win?", "两个分数里，哪一个应该占上风？"),
    ),
)

OF_AN_EMPTY_ROW = "nan_in_empty_row", "plain_softmax"  # where a mask may hide all

EXERCISE = Exercise(
    name="softmax",
    doc="Check f(S): (..., n, m) -> (..., n, m), positive, each row sums to one, however large the scores.",
    arguments={"S": "masked"},
    inputs=inputs,
    steps=WITHOUT_A_MASK,
    mistakes=all_but(MISTAKES, *OF_AN_EMPTY_ROW),
    rows_sum_to_one=True,
    hints=(
        (
            "Each row should become positive and sum to one, and a larger score should get a larger weight.",
            "每一行都要变成正数，并且加起来等于 1；分数越大，权重越大。",
        ),
        (
            "Take exp of every entry and divide by the sum of its row. To keep exp from overflowing, "
            "subtract the row's largest entry first.",
            "先对每个数取 exp，再除以它所在行的和。为了不让 exp 溢出，先减去这一行的最大值。",
        ),
        (
            "Three lines: the largest entry of each row, with axis=-1 and keepdims=True, so that it stays a "
            "column; then exp of what is left after subtracting it; then divide by its sum, taken alike.",
            "一共三行：先求每行的最大值，写 axis=-1 和 keepdims=True，让它保持成一列；减去它以后取 exp；"
            "再除以每行的和，求和时也同样写。",
        ),
    ),
    solution="""\
def my_softmax(S):
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)""",
    why=(
        "Subtracting the same number from a whole row cancels in the division. With the largest one "
        "subtracted, no exponent is above 0, so nothing overflows; and the largest power is 1, so the sum "
        "is never 0.",
        "一行同时减去同一个数，做除法时会约掉。减去最大值以后，指数都不超过 0，不会溢出；"
        "最大的那个幂正好是 1，所以和不会是 0。",
    ),
    reference=attention.softmax,
)
