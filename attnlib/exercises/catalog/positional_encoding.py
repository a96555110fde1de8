"""positional_encoding: a row of sines and cosines for every position."""

import numpy as np

from attnlib import block
from attnlib.exercises.exercise import Exercise, Mistake


def inputs(rng):
    sizes = (2, 4), (6, 8), (9, 4), (3, 10)
    yield from ({"layer": "sentence", "n": n, "d_model": d} for n, d in sizes)


STEPS = {
    "position": lambda s: np.arange(s.n)[:, None],
    "column": lambda s: np.arange(s.d_model),
    "exponent": lambda s: s.column // 2 * 2 / s.d_model,
    "angle": lambda s: s.position / 10000.0**s.exponent,
    "encoding": lambda s: np.where(s.column % 2 == 0, np.sin(s.angle), np.cos(s.angle)),
}

MISTAKES = (
    Mistake(
        "halves",
        {
            "exponent": lambda s: s.column % (s.d_model // 2) * 2 / s.d_model,
            "encoding": lambda s: np.where(s.column < s.d_model // 2, np.sin(s.angle), np.cos(s.angle)),
        },
        (
            "All sines come first, then all cosines; the paper alternates them.",
            "正弦全在前，余弦全在后；论文里两者是交替的。",
        ),
        ("What stands in columns 0 and 1?", "第 0 列和第 1 列是什么？"),
    ),
    Mistake(
        "cosine_first",
        {"encoding": lambda s: np.where(s.column % 2 == 0, np.cos(s.angle), np.sin(s.angle))},
        ("Sine and cosine have changed places.", "正弦和余弦的位置反了。"),
        ("What should position 0 have in column 0?", "位置 0 的第 0 列应该是多少？"),
    ),
    Mistake(
        "only_sines",
        {"encoding": lambda s: np.sin(s.angle)},
        ("There are only sines.", "只有正弦。"),
        (
            "Can you tell a position from the one on the other side of a crest?",
            "波峰两侧的位置，只看正弦分得出来吗？",
        ),
    ),
    Mistake(
        "pairs_not_shared",
        {"exponent": lambda s: s.column / s.d_model},
        (
            "Each column has an angle of its own; a sine and its cosine should share one.",
            "每一列的角都不同；一个正弦和它旁边的余弦本来应该用同一个角。",
        ),
        ("Which power of 10000 belongs to columns 2 and 3?", "第 2 列和第 3 列用的是 10000 的几次方？"),
    ),
    Mistake(
        "twice_the_exponent",
        {"exponent": lambda s: 2 * s.column / s.d_model},
        (
            "The exponent is twice the column's number; the paper counts pairs of columns.",
            "指数用了列号的两倍；论文里数的是成对的列。",
        ),
        ("How slow is the last column?", "最后一列变化得有多慢？"),
    ),
    Mistake(
        "even_column_doubled",
        {"exponent": lambda s: s.column // 2 * 4 / s.d_model},
        (
            "The exponent doubles the number of a column that is even already.",
            "列号已经是偶数了，指数里又乘了一次 2。",
        ),
        ("Which power of 10000 belongs to columns 2 and 3?", "第 2 列和第 3 列用的是 10000 的几次方？"),
    ),
    Mistake(
        "exponent_halved",
        {"exponent": lambda s: s.column // 2 / s.d_model},
        ("The 2 in the exponent is missing.", "指数里少了一个 2。"),
        ("How slow is the last pair of columns?", "最后一对列变化得有多慢？"),
    ),
    Mistake(
        "from_one",
        {"position": lambda s: np.arange(1, s.n + 1)[:, None]},
        ("The first position is 1, not 0.", "第一个位置是 1，不是 0。"),
        ("What is the sine of position 0?", "位置 0 的正弦是多少？"),
    ),
    Mistake(
        "degrees",
        {"angle": lambda s: np.deg2rad(s.position / 10000.0**s.exponent)},
        ("The angles are taken as degrees.", "角被当作“度”来算了。"),
        ("Does np.sin take degrees or radians?", "np.sin 的角用度还是弧度？"),
    ),
)

EXERCISE = Exercise(
    name="positional_encoding",
    doc="Check f(n, d_model) -> (n, d_model): sine and cosine in turn, from fast to slow.",
    arguments={"n": "n", "d_model": "d_model"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Columns come in pairs, a sine and a cosine of the same angle; from pair to pair the angle "
            "grows more slowly with the position.",
            "列是成对的：同一个角的正弦和余弦；越往右的一对，角随位置变化得越慢。",
        ),
        (
            "The angle of pair i is position / 10000^(2i/d_model). Columns 0 and 1 are pair 0, 2 and 3 "
            "are pair 1.",
            "第 i 对的角是 position / 10000^(2i/d_model)。第 0、1 列是第 0 对，第 2、3 列是第 1 对。",
        ),
        (
            "column // 2 * 2 is 2i. A column of positions ([:, None]) divided by a row gives the table "
            "of angles; np.where picks sine or cosine.",
            "column // 2 * 2 就是 2i。位置作为一列（[:, None]），除以一行，得到角的表；"
            "用 np.where 选正弦或余弦。",
        ),
    ),
    solution="""\
def my_positional_encoding(n, d_model):
    position = np.arange(n)[:, None]
    column = np.arange(d_model)
    angle = position / 10000 ** (column // 2 * 2 / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))""",
    why=(
        "Every position gets its own row, as clocks with hands of different speeds would show it. The "
        "sine and the cosine of one angle together say where on its circle a hand stands.",
        "每个位置都有自己的一行，好像几根转速不同的指针。同一个角的正弦和余弦合起来，才说清指针转到了哪里。",
    ),
    reference=block.positional_encoding,
)
