"""causal_mask: a word may look at itself and at what stands before it."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake


def inputs(rng):
    yield from ({"layer": "sentence", "n": n} for n in (3, 1, 4, 7))


STEPS = {"keep": lambda s: np.tri(s.n, dtype=bool)}

MISTAKES = (
    Mistake(
        "future",
        {"keep": lambda s: np.tri(s.n, dtype=bool).T},
        ("Each word may look at itself and at those after it.", "每个词能看自己和后面的词。"),
        ("What may the first word of a sentence see?", "句子的第一个词能看到什么？"),
    ),
    Mistake(
        "not_itself",
        {"keep": lambda s: np.tri(s.n, k=-1, dtype=bool)},
        ("No word may look at itself.", "每个词都看不到自己。"),
        ("What is left for the first word to look at?", "第一个词还能看什么？"),
    ),
    Mistake(
        "one_too_far",
        {"keep": lambda s: np.tri(s.n, k=1, dtype=bool)},
        ("Each word also sees the one after it.", "每个词还能看到后面的一个词。"),
        ("What would a word that is to be guessed see?", "要猜的那个词，会不会已经被看到？"),
    ),
    Mistake(
        "all_may_look",
        {"keep": lambda s: np.ones((s.n, s.n), bool)},
        ("Every word may look everywhere.", "每个词都能看到所有的词。"),
        ("What may the first word of a sentence see?", "句子的第一个词能看到什么？"),
    ),
    Mistake(
        "hides_where_true",
        {"keep": lambda s: ~np.tri(s.n, dtype=bool)},
        ("True stands where a word may not look.", "不许看的地方写成了 True。"),
        ("What does True mean in `keep`?", "`keep` 里的 True 是什么意思？"),
    ),
)

EXERCISE = Exercise(
    name="causal_mask",
    doc="Check f(n) -> bool (n, n), True where a query may look: at itself and what stands before it.",
    arguments={"n": "n"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Row i is the word that looks, column j the one looked at. A word sees itself and what is "
            "before it.",
            "第 i 行是“看”的词，第 j 列是被看的词。一个词只能看到自己和前面的词。",
        ),
        (
            "So True stands where j is not larger than i: on the diagonal and below.",
            "所以 j 不大于 i 的地方是 True：对角线和对角线以下。",
        ),
        (
            "np.arange(n) compared with itself, once as a column ([:, None]) and once as a row, gives a "
            "table.",
            "把 np.arange(n) 一次当列（[:, None]）、一次当行，比较大小，就得到一张表。",
        ),
    ),
    solution="""\
def my_causal_mask(n):
    place = np.arange(n)
    return place[None, :] <= place[:, None]""",
    why=(
        "place[:, None] is the row's number, place[None, :] the column's, and True stands where the "
        "column is not after the row. np.tri(n, dtype=bool) makes the same table.",
        "place[:, None] 是行号，place[None, :] 是列号；列不在行的后面，就是 True。"
        "np.tri(n, dtype=bool) 得到同样的表。",
    ),
    reference=attention.causal_mask,
)
