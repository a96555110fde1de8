"""project: every row of X times W, plus b."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        X, W = whole(rng, *lead, 2, 3), whole(rng, 3, 2)
        yield {"layer": layer_of(lead), "X": X, "W": W, "b": whole(rng, 2) + 3}
    # Where the sizes are equal, what is wrong still fits: it is not a shape that tells.
    for lead, n, d_in, d_out in (
        ((), 4, 3, 5),
        ((), 3, 4, 4),
        ((), 4, 4, 4),
        ((2,), 5, 2, 3),
        ((2, 3), 4, 5, 2),
    ):
        X, W, b = rng.normal(size=(*lead, n, d_in)), rng.normal(size=(d_in, d_out)), rng.normal(size=d_out)
        yield {"layer": layer_of(lead), "X": X, "W": W, "b": b}
    yield float32({"X": rng.normal(size=(5, 6)), "W": rng.normal(size=(6, 2)), "b": rng.normal(size=2)})


STEPS = {
    "product": lambda s: s.X @ s.W,
    "projected": lambda s: s.product + s.b,
}

MISTAKES = (
    Mistake(
        "transposed_W",
        {"product": lambda s: s.X @ s.W.T},
        ("You multiply by the transpose of W.", "你乘的是 W 的转置。"),
        ("How many numbers does a row of X have, and a column of W?", "X 的一行有几个数？W 的一列呢？"),
    ),
    Mistake(
        "no_bias",
        {"projected": lambda s: s.product},
        ("The bias b is not in your result.", "结果里没有用到偏置 b。"),
        ("What would a row of zeros in X become?", "如果 X 的某一行全是 0，结果应该是什么？"),
    ),
    Mistake(
        "bias_subtracted",
        {"projected": lambda s: s.product - s.b},
        ("The bias is subtracted.", "偏置被减掉了。"),
        ("What would a row of zeros in X become?", "如果 X 的某一行全是 0，结果应该是什么？"),
    ),
    Mistake(
        "bias_before_W",
        {"product": lambda s: (s.X + s.b) @ s.W, "projected": lambda s: s.product},
        ("You add b to X, before the product with W.", "你先把 b 加到了 X 上，再乘 W。"),
        (
            "Which has as many numbers as b: a row of X, or a row of the result?",
            "b 的个数和 X 的一行相同，还是和结果的一行相同？",
        ),
    ),
    Mistake(
        "W_before_X",
        {"product": lambda s: s.W @ s.X},
        ("The product is the other way round: W @ X.", "乘的顺序反了：写成了 W @ X。"),
        (
            "Words are rows. Which of the two has a row for each word?",
            "一个词一行：X 和 W，哪一个是一个词一行？",
        ),
    ),
    Mistake(
        "number_by_number",
        {"product": lambda s: s.X * s.W},
        (
            "The star multiplies number by number; nothing is added up.",
            "乘号 * 只是把对应的数相乘，没有加起来。",
        ),
        ("Which sign is the product of matrices?", "矩阵乘法用哪个符号？"),
    ),
    Mistake(
        "bias_a_word",
        {"projected": lambda s: s.product + s.b[:, None]},
        (
            "Each row gets one number of b; it should be each column.",
            "b 的每个数加到了一行上；应该是加到一列上。",
        ),
        (
            "Does b have a number for each word, or for each column of W?",
            "b 是一个词一个数，还是 W 的一列一个数？",
        ),
    ),
    Mistake(
        "bias_multiplied",
        {"projected": lambda s: s.product * s.b},
        ("The bias multiplies; it should be added.", "偏置被乘上去了，应该是加。"),
        ("What would a row of zeros in X become?", "如果 X 的某一行全是 0，结果应该是什么？"),
    ),
    Mistake(
        "bias_for_the_first_word",
        {"projected": lambda s: s.product + s.b * (np.arange(s.X.shape[-2]) == 0)[:, None]},
        ("Only the first word gets the bias.", "只有第一个词加上了偏置。"),
        ("Which words go through the same W and b?", "哪些词用的是同一个 W 和同一个 b？"),
    ),
    Mistake(
        "first_bias_for_all",
        {"projected": lambda s: s.product + s.b[0]},
        ("Every column gets the first number of b.", "每一列加的都是 b 的第一个数。"),
        ("How many numbers does b have, and how many columns are there?", "b 有几个数？结果有几列？"),
    ),
)

EXERCISE = Exercise(
    name="project",
    doc="Check f(X, W, b): X (..., n, d_in), W (d_in, d_out), b (d_out,) -> (..., n, d_out).",
    arguments={"X": "X", "W": "W", "b": "b"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Every row of X becomes a new row. Each new number is one row of X times one column of W, "
            "plus one number of b.",
            "X 的每一行都变成新的一行：新的每个数，等于 X 的一行乘 W 的一列，再加上 b 里的一个数。",
        ),
        (
            "All rows at once are one matrix product. Does W have to be transposed, if it is (d_in, d_out)?",
            "所有的行可以用一次矩阵乘法算完。W 的形状是 (d_in, d_out)，还需要转置吗？",
        ),
        (
            "In Python the matrix product is @. Adding b of the shape (d_out,) adds it to every row.",
            "Python 里矩阵乘法写作 @。b 的形状是 (d_out,)，直接相加就会加到每一行上。",
        ),
    ),
    solution="""\
def my_project(X, W, b):
    return X @ W + b""",
    why=(
        "Row i of the result is row i of X times W, plus b. @ leaves leading axes such as the batch "
        "alone, and b is added to every row by broadcasting.",
        "结果的第 i 行，就是 X 的第 i 行乘 W 再加 b。@ 只算最后两个轴，前面的 batch 轴保持不变；"
        "b 通过广播加到每一行。",
    ),
    reference=attention.project,
)
