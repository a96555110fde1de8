"""split_heads: each row cut into h pieces, one for each head."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import layer_of


def inputs(rng):
    lead: tuple
    for lead in (), (2,):  # numbers in order: their way can be followed
        x = 1.0 + np.arange(np.prod((*lead, 3, 4))).reshape(*lead, 3, 4)
        yield {"layer": layer_of(lead), "x": x, "h": 2}
    for lead, n, h, d in ((), 4, 3, 2), ((), 3, 3, 3), ((2,), 5, 2, 4), ((2, 3), 3, 4, 2):
        yield {"layer": layer_of(lead), "x": rng.normal(size=(*lead, n, h * d)), "h": h}


def split(x, h):
    """attention.split_heads without its look at every number: a check goes this way thousands of times."""
    return x.reshape(*x.shape[:-1], h, x.shape[-1] // h).swapaxes(-2, -3)


STEPS = {"heads": lambda s: split(s.x, s.h)}

MISTAKES = (
    Mistake(
        "view_without_transpose",
        {"heads": lambda s: s.x.reshape(*s.x.shape[:-2], s.h, s.x.shape[-2], s.x.shape[-1] // s.h)},
        (
            "reshape alone goes to (h, n, d): a head then gets pieces of other words.",
            "只用 reshape 变成 (h, n, d)：一个头里混进了别的词的数。",
        ),
        ("Which numbers of word 0 does head 0 get?", "第 0 个头应该得到第 0 个词的哪几个数？"),
    ),
    Mistake(
        "axes_not_swapped",
        {"heads": lambda s: s.x.reshape(*s.x.shape[:-1], s.h, s.x.shape[-1] // s.h)},
        (
            "The shape is (n, h, d): the words still come before the heads.",
            "形状是 (n, h, d)：词的轴还在头的轴前面。",
        ),
        ("Over which axis should attention compare words?", "注意力要在哪一个轴上比较词？"),
    ),
    Mistake(
        "every_hth_column",
        {"heads": lambda s: np.moveaxis(s.x.reshape(*s.x.shape[:-1], s.x.shape[-1] // s.h, s.h), -1, -3)},
        (
            "A head gets every h-th column, not columns side by side.",
            "每个头隔 h 列取一列，而不是取相邻的几列。",
        ),
        ("Which columns of x belong to head 0?", "x 的哪几列属于第 0 个头？"),
    ),
)

EXERCISE = Exercise(
    name="split_heads",
    doc="Check f(x, h): (..., n, h*d) -> (..., h, n, d).",
    arguments={"x": "x", "h": "h"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Each word's row is cut into h pieces of equal length, and head 0 gets the first piece of "
            "every word.",
            "把每个词的那一行切成 h 段，每段一样长；第 0 个头拿到每个词的第一段。",
        ),
        (
            "Cutting a row is reshape to (…, n, h, d). Which two axes change places then?",
            "切开一行，就是 reshape 成 (…, n, h, d)。接下来要交换哪两个轴？",
        ),
        (
            "x.reshape(*x.shape[:-1], h, …) and then swapaxes: heads come before words.",
            "先 x.reshape(*x.shape[:-1], h, …)，再用 swapaxes：头的轴放到词的轴前面。",
        ),
    ),
    solution="""\
def my_split_heads(x, h):
    pieces = x.reshape(*x.shape[:-1], h, x.shape[-1] // h)
    return pieces.swapaxes(-2, -3)""",
    why=(
        "reshape only cuts rows, it moves no number: (…, n, h, d). The words then have to come after "
        "the heads, since attention works on the last two axes: (…, h, n, d).",
        "reshape 只是把每一行切开，没有移动任何数：(…, n, h, d)。注意力用的是最后两个轴，"
        "所以还要把词的轴换到头的后面：(…, h, n, d)。",
    ),
    reference=attention.split_heads,
)
