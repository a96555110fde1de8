"""first_token: how much of its attention does a head leave with the first token?"""

from attnlib.exercises.catalog.previous_token import AVERAGING, inputs
from attnlib.exercises.exercise import Exercise, Mistake

STEPS = {
    "looks": lambda s: s.weights[..., 1:, 0],  # of each token, from the second on, its weight
    "mean": lambda s: s.looks.mean(-1),
}

MISTAKES = (
    Mistake(
        "itself_counted",
        {"looks": lambda s: s.weights[..., 0]},
        (
            "The first token itself is counted, too: what it keeps for itself is not given by others.",
            "第一个词元自己也算进来了：它留给自己的，不是别的词元给它的。",
        ),
        ("Which rows are those of the others?", "别的词元是哪几行？"),
    ),
    Mistake(
        "first_row",
        {"looks": lambda s: s.weights[..., 0, 1:]},
        (
            "This is the first row: what the first token gives to the others.",
            "这是第一行：第一个词元给别的词元的。",
        ),
        (
            "Rows look, columns are looked at. Who is to be looked at?",
            "行是看的，列是被看的。现在问的是谁被看？",
        ),
    ),
    Mistake(
        "whole_first_row",
        {"looks": lambda s: s.weights[..., 0, :]},
        (
            "This is the whole first row. It sums to one, so its mean tells only how many tokens there are.",
            "这是整个第一行。它的和是 1，平均起来只说明有几个词元。",
        ),
        (
            "Rows look, columns are looked at. Who is to be looked at?",
            "行是看的，列是被看的。现在问的是谁被看？",
        ),
    ),
    Mistake(
        "last_token",
        {"looks": lambda s: s.weights[..., :-1, -1]},
        ("This is the last token's column.", "这是最后一个词元的那一列。"),
        ("Which index has the first column?", "第一列的下标是几？"),
    ),
    Mistake(
        "column_one",
        {"looks": lambda s: s.weights[..., 1:, 1]},
        (
            "This is the second token's column: Python counts from 0.",
            "这是第二个词元的那一列：Python 从 0 数起。",
        ),
        ("Which index has the first column?", "第一列的下标是几？"),
    ),
    Mistake(
        "second_row_left_out",
        {"looks": lambda s: s.weights[..., 2:, 0]},
        (
            "The second token is left out, too; it is one of those that look.",
            "第二个词元也漏掉了；它也在看别人。",
        ),
        ("Which row is the first that belongs to another token?", "第一个属于别的词元的，是哪一行？"),
    ),
    Mistake(
        "last_row_left_out",
        {"looks": lambda s: s.weights[..., 1:-1, 0]},
        (
            "The last token is left out: 1:-1 ends one row too early.",
            "最后一个词元漏掉了：1:-1 早结束了一行。",
        ),
        ("How many tokens look at the first one?", "一共有几个词元在看第一个？"),
    ),
    Mistake(
        "favourites_first_counted",
        {"looks": lambda s: (s.weights.argmax(-1)[..., 1:] == 0).astype(float)},
        (
            "You count how often it is the favourite. Whether it gets 0.3 or 1.0 then makes no difference.",
            "你数的是它有几次成为最受关注的词元。这样一来，得到 0.3 还是 1.0 就没有区别了。",
        ),
        ("What is the mean of the weights themselves?", "权重本身的平均是多少？"),
    ),
    *AVERAGING,
)


def weight_of_the_first_token(weights):
    """Of each head the mean weight that all other tokens give the first: (..., n, n) -> (...)."""
    return weights[..., 1:, 0].mean(-1)


EXERCISE = Exercise(
    name="first_token",
    doc="Check f(weights): (..., n, n) -> (...), each head's mean weight from the other tokens to the first.",
    arguments={"weights": "weights"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "All other tokens are rows 1, 2, …; the first token is column 0.",
            "别的词元是第 1、2……行；第一个词元是第 0 列。",
        ),
        (
            "weights[..., 1:, 0] takes that column of every head, without its first number.",
            "weights[..., 1:, 0] 取出每个头的这一列，不要它的第一个数。",
        ),
        (
            "The tokens then lie on the last axis: .mean(-1).",
            "取出以后，词元在最后一个轴上：.mean(-1)。",
        ),
    ),
    solution="""\
def my_first_token(weights):
    return weights[..., 1:, 0].mean(-1)""",
    why=(
        "A column holds what all tokens give to one. Its first number is what the first token keeps, so it "
        "is left out.",
        "一列里是所有词元给同一个词元的权重。第一个数是第一个词元给自己的，所以不算。",
    ),
    reference=weight_of_the_first_token,
)
