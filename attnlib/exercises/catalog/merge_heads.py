"""merge_heads: the pieces of all heads side by side again."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import layer_of


def inputs(rng):
    lead: tuple
    for lead in (), (2,):  # numbers in order: their way can be followed
        yield {
            "layer": layer_of(lead),
            "output": 1.0 + np.arange(np.prod((*lead, 2, 3, 2))).reshape(*lead, 2, 3, 2),
        }
    for lead, n, h, d in ((), 4, 3, 2), ((), 3, 3, 3), ((2,), 5, 2, 4), ((2, 3), 3, 4, 2):
        yield {"layer": layer_of(lead), "output": rng.normal(size=(*lead, h, n, d))}


# attention.merge_heads refuses NaN, which some mistakes in multi_head make
STEPS = {"merged": lambda s: np.concatenate(np.moveaxis(s.output, -3, 0), axis=-1)}

MERGED_WITHOUT_TRANSPOSE = Mistake(
    "merged_without_transpose",
    {"merged": lambda s: s.output.reshape(*s.output.shape[:-3], s.output.shape[-2], -1)},
    (
        "reshape alone mixes the words: heads and words have not changed places.",
        "只用 reshape 会把不同的词混在一起：头和词还没有交换位置。",
    ),
    ("Which numbers belong into the row of word 0?", "第 0 个词的那一行里应该有哪些数？"),
)
MISTAKES = (
    MERGED_WITHOUT_TRANSPOSE,
    Mistake(
        "heads_averaged",
        {"merged": lambda s: s.output.mean(-3)},
        ("The heads are averaged.", "各个头被平均了。"),
        ("Where do the differences between the heads go?", "各个头之间的差别到哪里去了？"),
    ),
    Mistake(
        "heads_added",
        {"merged": lambda s: s.output.sum(-3)},
        ("The heads are added.", "各个头被加在了一起。"),
        ("How many numbers should a row have afterwards?", "合并之后，一行应该有几个数？"),
    ),
    Mistake(
        "heads_interleaved",
        {
            "merged": lambda s: np.moveaxis(s.output, -3, -1).reshape(
                *s.output.shape[:-3], s.output.shape[-2], -1
            )
        },
        (
            "The numbers of the heads alternate, instead of standing side by side.",
            "各个头的数交错排列，而不是一个头接一个头。",
        ),
        (
            "What comes first in a row: all of head 0, or one number of each head?",
            "一行里先放第 0 个头的全部，还是每个头各放一个数？",
        ),
    ),
)

EXERCISE = Exercise(
    name="merge_heads",
    doc="Check f(x): (..., h, n, d) -> (..., n, h*d).",
    arguments={"x": "output"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "It is the way back: the pieces of one word, from all heads, become one row again.",
            "这是反过来走：同一个词在各个头里的几段，重新接成一行。",
        ),
        (
            "Before the pieces can be joined they have to stand side by side: words first, then heads.",
            "要接起来，先得让它们相邻：词的轴在前，头的轴在后。",
        ),
        (
            "swapaxes(-2, -3), and then reshape with −1 for the last size.",
            "先 swapaxes(-2, -3)，再 reshape，最后一个长度写 −1。",
        ),
    ),
    solution="""\
def my_merge_heads(x):
    pieces = x.swapaxes(-2, -3)
    return pieces.reshape(*pieces.shape[:-2], -1)""",
    why=(
        "After the swap the pieces of a word lie one behind the other, (…, n, h, d), and reshape joins "
        "them to (…, n, h·d). Without the swap it would join pieces of different words.",
        "交换之后，一个词的各段挨在一起，(…, n, h, d)，reshape 就能接成 (…, n, h·d)。不交换的话，"
        "接起来的是不同词的段。",
    ),
    reference=attention.merge_heads,
)
