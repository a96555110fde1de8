"""previous_token: how much does a head look at the word before? A detector, for any number of heads.

next_token and first_token take their inputs from here, and the mistakes that can be made in all three.
"""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of


def inputs(rng):
    """Weights of one head, of several, of several blocks; the first can be worked out by hand."""
    yield {"weights": np.stack([rng.permutation(row) for row in ([1, 2, 7], [3, 5, 2], [6, 4, 0])]) / 10}
    for lead, n in ((), 5), ((3,), 4), ((2, 3), 6), ((4,), 4), ((5, 2), 7):
        yield {"layer": layer_of(lead), "weights": rng.dirichlet(np.full(n, 0.5), (*lead, n))}
    yield float32({"weights": rng.dirichlet(np.ones(6), (6,))})


STEPS = {
    "looks": lambda s: np.diagonal(s.weights, -1, -2, -1),  # of each token, from the second on, its weight
    "mean": lambda s: s.looks.mean(-1),
}


def rows(s):
    """How many tokens there are."""
    return s.weights.shape[-1]


AVERAGING = (
    Mistake(
        "tokens_not_averaged",
        {"mean": lambda s: s.looks},
        (
            "You give back the weight of each single token; asked for is one number for each head.",
            "你返回了每个词元各自的权重；要的是每个头一个数。",
        ),
        ("How do you make one number of many?", "怎样把许多数变成一个数？"),
    ),
    Mistake(
        "one_number_for_all",
        {"mean": lambda s: s.looks.mean()},
        (
            "All heads are thrown together: one number comes out, however many heads there are.",
            "所有的头混在一起平均了：不管有几个头，只出来一个数。",
        ),
        ("Along which axis do the tokens of one head lie?", "同一个头的各个词元，排在哪一个轴上？"),
    ),
    Mistake(
        "weights_summed",
        {"mean": lambda s: s.looks.sum(-1)},
        (
            "The weights are added up: the longer the sentence, the larger the number.",
            "权重是加起来的：句子越长，数越大。",
        ),
        ("Can a mean of weights be more than 1?", "权重的平均会大于 1 吗？"),
    ),
    Mistake(
        "divided_by_all",
        {"mean": lambda s: s.looks.sum(-1) / rows(s)},
        (
            "You divide by the number of all tokens, but one of them has not been counted.",
            "你除以了全部词元的个数，可是其中一个并没有算进来。",
        ),
        ("How many weights have you added up?", "你加起来的权重一共有几个？"),
    ),
    Mistake(
        "largest",
        {"mean": lambda s: s.looks.max(-1)},
        (
            "This is the largest weight: one token that looks there makes the head look like a detector.",
            "这是最大的权重：只要有一个词元看那里，这个头就显得很像。",
        ),
        ("And what do the other tokens do?", "其余的词元呢？"),
    ),
    Mistake(
        "middle_one",
        {"mean": lambda s: np.median(s.looks, -1)},
        ("This is the median, not the mean.", "这是中位数，不是平均数。"),
        ("How is a mean taken?", "平均数怎么算？"),
    ),
    Mistake(
        "mean_along_the_first_axis",
        {"mean": lambda s: s.looks.mean(0)},
        (
            "The mean is taken along the first axis, which holds the blocks or the heads.",
            "平均是沿着第一个轴取的，那是块或头的轴。",
        ),
        ("Along which axis do the tokens of one head lie?", "同一个头的各个词元，排在哪一个轴上？"),
    ),
)


def diagonal(s, k):
    """The k-th diagonal of every head."""
    return np.diagonal(s.weights, k, -2, -1)


def favourites(s, k):
    """Of each token that has a neighbour k places on, whether it looks there most."""
    place = np.arange(max(0, -k), rows(s) - max(0, k))
    return (s.weights.argmax(-1)[..., place] == place + k).astype(float)


ITSELF = Mistake(
    "itself",
    {"looks": lambda s: diagonal(s, 0)},
    (
        "This is the main diagonal: how much each token looks at itself.",
        "这是主对角线：每个词元看自己有多少。",
    ),
    (
        "In the row of the third token, in which column stands its neighbour?",
        "第三个词元那一行，它的邻居在第几列？",
    ),
)
BOTH_SIDES = Mistake(
    "both_sides",
    {"mean": lambda s: diagonal(s, 1).mean(-1) + diagonal(s, -1).mean(-1)},
    (
        "Both neighbours are counted, the one before and the one after.",
        "前后两个邻居都算进来了。",
    ),
    ("Which of the two diagonals is asked for?", "要的是哪一条对角线？"),
)

NEXT_INSTEAD = Mistake(
    "next_instead",
    {"looks": lambda s: diagonal(s, 1)},
    (
        "This is the diagonal above the main one: how much each token looks at the one after it.",
        "这是主对角线上面的那一条：每个词元看后一个词元有多少。",
    ),
    (
        "Rows look, columns are looked at: in row 2, which column is the token before?",
        "行是看的，列是被看的：第 2 行里，前一个词元是第几列？",
    ),
)

MISTAKES = (
    NEXT_INSTEAD,
    ITSELF,
    BOTH_SIDES,
    Mistake(
        "two_back",
        {"looks": lambda s: diagonal(s, -2)},
        ("This is two places back.", "这是往前数第二个词元。"),
        ("In row 2, which column is the token right before?", "第 2 行里，紧挨着的前一个词元是第几列？"),
    ),
    Mistake(
        "around_a_circle_backwards",
        {"mean": lambda s: (diagonal(s, -1).sum(-1) + s.weights[..., 0, -1]) / rows(s)},
        (
            "The first token has none before it, and yet it is counted: index −1 is the last.",
            "第一个词元前面没有词元，却也算了进来：下标 −1 取到的是最后一个。",
        ),
        ("From which row on is there a token before?", "从哪一行开始，才有前一个词元？"),
    ),
    Mistake(
        "a_block_instead",
        {"looks": lambda s: s.weights[..., 1:, :-1].reshape(*s.weights.shape[:-2], -1)},
        (
            "[1:, :-1] cuts a whole square out of the table. Wanted is one number of each row.",
            "[1:, :-1] 从表里切下了整整一块。要的是每一行里的一个数。",
        ),
        (
            "How many weights does your mean have, and how many rows are there?",
            "你平均了几个权重？一共有几行？",
        ),
    ),
    Mistake(
        "all_before",
        {"looks": lambda s: np.tril(s.weights, -1).sum(-1)[..., 1:]},
        (
            "All tokens before are counted, near and far.",
            "前面所有的词元都算进来了，不管远近。",
        ),
        ("Which of them is the previous one?", "其中哪一个是紧挨着的前一个？"),
    ),
    Mistake(
        "favourites_counted",
        {"looks": lambda s: favourites(s, -1)},
        (
            "You count how often it is the favourite. Whether it gets 0.3 or 1.0 then makes no difference.",
            "你数的是它有几次成为最受关注的词元。这样一来，得到 0.3 还是 1.0 就没有区别了。",
        ),
        ("What is the mean of the weights themselves?", "权重本身的平均是多少？"),
    ),
    *AVERAGING,
)


def weight_of_the_token_before(weights):
    """Of each head the mean weight that tokens give the one before: (..., n, n) -> (...)."""
    return np.diagonal(weights, -1, -2, -1).mean(-1)


EXERCISE = Exercise(
    name="previous_token",
    doc="Check f(weights): (..., n, n) -> (...), each head's mean weight from a token to the one before it.",
    arguments={"weights": "weights"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Row i looks. The token before it stands in column i − 1. Take this number of each row, from row "
            "1 on, and then the mean.",
            "第 i 行在看，前一个词元在第 i − 1 列。从第 1 行开始，每一行取这一个数，再求平均。",
        ),
        (
            "With i = np.arange(1, n), weights[..., i, i - 1] takes weights[1, 0], weights[2, 1], … of all "
            "heads.",
            "令 i = np.arange(1, n)，weights[..., i, i - 1] 就取出所有头的 weights[1, 0]、weights[2, 1]……",
        ),
        (
            "n is weights.shape[-1]. The tokens then lie on the last axis: .mean(-1).",
            "n 就是 weights.shape[-1]。取出以后，词元在最后一个轴上：.mean(-1)。",
        ),
    ),
    solution="""\
def my_previous_token(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1].mean(-1)""",
    why=(
        "The two lists of positions are read in pairs: (1, 0), (2, 1), … Whatever axes stand before, blocks "
        "or heads, stay; the mean takes away the last one.",
        "两串下标是成对读的：(1, 0)、(2, 1)……前面的轴，块也好，头也好，都留着；求平均去掉的是最后一个轴。",
    ),
    reference=weight_of_the_token_before,
)
