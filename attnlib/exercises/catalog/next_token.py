"""next_token: how much does a head look at the word after? The mirror of previous_token."""

import numpy as np

from attnlib.exercises.catalog.previous_token import (
    AVERAGING,
    BOTH_SIDES,
    ITSELF,
    diagonal,
    favourites,
    inputs,
    rows,
)
from attnlib.exercises.exercise import Exercise, Mistake

STEPS = {
    "looks": lambda s: np.diagonal(s.weights, 1, -2, -1),  # of each token but the last its weight
    "mean": lambda s: s.looks.mean(-1),
}

MISTAKES = (
    Mistake(
        "previous_instead",
        {"looks": lambda s: diagonal(s, -1)},
        (
            "This is the diagonal below the main one: how much each token looks at the one before it.",
            "这是主对角线下面的那一条：每个词元看前一个词元有多少。",
        ),
        (
            "Rows look, columns are looked at: in row 2, which column is the token after?",
            "行是看的，列是被看的：第 2 行里，后一个词元是第几列？",
        ),
    ),
    ITSELF,
    BOTH_SIDES,
    Mistake(
        "two_on",
        {"looks": lambda s: diagonal(s, 2)},
        ("This is two places on.", "这是往后数第二个词元。"),
        ("In row 2, which column is the token right after?", "第 2 行里，紧挨着的后一个词元是第几列？"),
    ),
    Mistake(
        "around_a_circle_forwards",
        {"mean": lambda s: (diagonal(s, 1).sum(-1) + s.weights[..., -1, 0]) / rows(s)},
        (
            "The last token has none after it, and yet it is counted: with the first.",
            "最后一个词元后面没有词元，却也算了进来：拿第一个词元充数。",
        ),
        ("Up to which row is there a token after?", "到哪一行为止，还有后一个词元？"),
    ),
    Mistake(
        "a_block_above",
        {"looks": lambda s: s.weights[..., :-1, 1:].reshape(*s.weights.shape[:-2], -1)},
        (
            "[:-1, 1:] cuts a whole square out of the table. Wanted is one number of each row.",
            "[:-1, 1:] 从表里切下了整整一块。要的是每一行里的一个数。",
        ),
        (
            "How many weights does your mean have, and how many rows are there?",
            "你平均了几个权重？一共有几行？",
        ),
    ),
    Mistake(
        "all_after",
        {"looks": lambda s: np.triu(s.weights, 1).sum(-1)[..., :-1]},
        ("All tokens after are counted, near and far.", "后面所有的词元都算进来了，不管远近。"),
        ("Which of them is the next one?", "其中哪一个是紧挨着的后一个？"),
    ),
    Mistake(
        "favourites_after_counted",
        {"looks": lambda s: favourites(s, 1)},
        (
            "You count how often it is the favourite. Whether it gets 0.3 or 1.0 then makes no difference.",
            "你数的是它有几次成为最受关注的词元。这样一来，得到 0.3 还是 1.0 就没有区别了。",
        ),
        ("What is the mean of the weights themselves?", "权重本身的平均是多少？"),
    ),
    *AVERAGING,
)


def weight_of_the_token_after(weights):
    """Of each head the mean weight that tokens give the one after: (..., n, n) -> (...)."""
    return np.diagonal(weights, 1, -2, -1).mean(-1)


EXERCISE = Exercise(
    name="next_token",
    doc="Check f(weights): (..., n, n) -> (...), each head's mean weight from a token to the one after it.",
    arguments={"weights": "weights"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "It is the mirror of the exercise before: the token after stands in column i + 1.",
            "这是上一题的镜像：后一个词元在第 i + 1 列。",
        ),
        (
            "The last token has none after it: i goes from 0 to n − 2, that is np.arange(n - 1).",
            "最后一个词元后面没有词元：i 从 0 到 n − 2，也就是 np.arange(n - 1)。",
        ),
        (
            "weights[..., i, i + 1] takes one number of each of these rows; then .mean(-1).",
            "weights[..., i, i + 1] 在这些行里各取一个数；再 .mean(-1)。",
        ),
    ),
    solution="""\
def my_next_token(weights):
    i = np.arange(weights.shape[-1] - 1)
    return weights[..., i, i + 1].mean(-1)""",
    why=(
        "The pairs are (0, 1), (1, 2), …: one step to the right of the main diagonal. The last row has no "
        "such number, so there are n − 1 of them.",
        "取出的是 (0, 1)、(1, 2)……在主对角线右边一步。最后一行没有这样的数，所以一共 n − 1 个。",
    ),
    reference=weight_of_the_token_after,
)
