"""distance_bias: the farther away, the lower the score, so that of two equal words the nearer one wins."""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake


def inputs(rng):
    sizes = (3, 0.5), (5, 0.25), (4, 3.0), (7, 0.0625)
    yield from ({"layer": "sentence", "n": n, "slope": slope} for n, slope in sizes)


STEPS = {
    "place": lambda s: np.arange(s.n),
    "apart": lambda s: s.place[:, None] - s.place,
    "distance": lambda s: abs(s.apart),
    "bias": lambda s: -s.slope * s.distance,
    "shown": lambda s: s.bias,  # nothing; here stands what some do at the end
}

MISTAKES = (
    Mistake(
        "far_is_better",
        {"bias": lambda s: s.slope * s.distance},
        (
            "The sign is the other way round: words that are far away get more.",
            "正负号反了：离得远的词反而加分。",
        ),
        (
            "A higher score draws more attention. Which word should win?",
            "分数高，得到的关注就多。该让哪个词赢？",
        ),
    ),
    Mistake(
        "direction_kept",
        {"distance": lambda s: s.apart},
        (
            "On one side of a word the bias is positive: i − j has a sign, a distance has none.",
            "一个词有一侧的偏置是正的：i − j 有正负，距离没有。",
        ),
        (
            "How far is place 2 from place 5, and place 5 from place 2?",
            "位置 2 离位置 5 多远？位置 5 离位置 2 呢？",
        ),
    ),
    Mistake(
        "direction_reversed",
        {"distance": lambda s: -s.apart},
        (
            "On one side of a word the bias is positive: j − i has a sign, a distance has none.",
            "一个词有一侧的偏置是正的：j − i 有正负，距离没有。",
        ),
        (
            "How far is place 2 from place 5, and place 5 from place 2?",
            "位置 2 离位置 5 多远？位置 5 离位置 2 呢？",
        ),
    ),
    Mistake(
        "no_slope",
        {"bias": lambda s: -1.0 * s.distance},
        ("The slope is not used: every step away costs 1.", "没有用到 slope：每远一步都扣 1。"),
        ("With slope = 0.5, what do two steps cost?", "slope = 0.5 时，远两步扣多少？"),
    ),
    Mistake(
        "divided_by_slope",
        {"bias": lambda s: -s.distance / s.slope},
        ("The distance is divided by the slope.", "距离除以了 slope。"),
        ("Should a larger slope make a step cost more, or less?", "slope 越大，远一步该扣得多，还是少？"),
    ),
    Mistake(
        "distance_squared",
        {"distance": lambda s: s.apart**2},
        (
            "The distance is squared: three steps cost nine times as much as one.",
            "距离取了平方：远三步扣的是一步的九倍。",
        ),
        ("What should three steps cost, if one costs 0.5?", "远一步扣 0.5，远三步该扣多少？"),
    ),
    Mistake(
        "counted_from_one",
        {"distance": lambda s: abs(s.apart) + 1},
        (
            "Distances begin at 1: even a word itself is one step away from itself.",
            "距离从 1 算起了：连自己离自己都有一步。",
        ),
        ("What should the diagonal be?", "对角线上应该是多少？"),
    ),
    Mistake(
        "from_the_first_word",
        {"distance": lambda s: np.broadcast_to(s.place, (s.n, s.n))},
        (
            "Every row is the same: distances are counted from the first word, not from the one that looks.",
            "每一行都一样：距离是从第一个词量起的，不是从在看的那个词。",
        ),
        ("How far is the last word from itself?", "最后一个词离自己有多远？"),
    ),
    Mistake(
        "from_the_looking_word_only",
        {"distance": lambda s: np.broadcast_to(s.place[:, None], (s.n, s.n))},
        (
            "Within a row all numbers are the same, so that no word gains on another.",
            "同一行里所有的数都一样，谁也不比谁占便宜。",
        ),
        (
            "Which of two words is nearer depends on where both stand. Is j used?",
            "两个词谁更近，要看它们各自在哪里。用到 j 了吗？",
        ),
    ),
    Mistake(
        "only_before",
        {"shown": lambda s: np.tril(s.bias)},
        (
            "Only words that stand before lose something; those after cost nothing, however far away.",
            "只有前面的词扣了分；后面的词不管多远都不扣。",
        ),
        (
            "How far is place 2 from place 0, and place 0 from place 2?",
            "位置 2 离位置 0 多远？位置 0 离位置 2 呢？",
        ),
    ),
    Mistake(
        "future_hidden",
        {"shown": lambda s: np.where(s.apart < 0, -np.inf, s.bias)},
        (
            "What stands after a word is hidden altogether. That is the work of a mask.",
            "后面的词整个被遮住了；那是掩码的工作。",
        ),
        ("What should be added for the word right after?", "紧跟在后面的那个词，该加多少？"),
    ),
    Mistake(
        "already_exponential",
        {"shown": lambda s: np.exp(s.bias)},
        (
            "You have taken exp already. The bias is added to scores, and softmax comes after.",
            "已经取过 exp 了。偏置是加在分数上的，softmax 在后面才做。",
        ),
        ("What should be added to the score of a word for itself?", "一个词对自己的分数，该加多少？"),
    ),
    Mistake(
        "around_a_circle",
        {"distance": lambda s: np.minimum(abs(s.apart), s.n - abs(s.apart))},
        (
            "The sentence is bent into a circle: its last word is next to its first.",
            "句子被弯成了一个圈：最后一个词挨着第一个词。",
        ),
        ("How far is the last place from the first?", "最后一个位置离第一个位置有多远？"),
    ),
)


def minus_slope_times_distance(n, slope):
    """What is added to a score for each step between two places: (n, n).   Press et al. 2021"""
    place = np.arange(n)
    return -slope * abs(place[:, None] - place)


EXERCISE = Exercise(
    name="distance_bias",
    doc="Check f(n, slope) -> (n, n): what is added to the score of place i for place j, -slope · |i - j|.",
    arguments={"n": "n", "slope": "slope"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Row i, column j holds one number: minus the slope times how many steps lie between i and j.",
            "第 i 行第 j 列是一个数：负的 slope，乘上 i 和 j 之间隔着几步。",
        ),
        (
            "With place = np.arange(n), the column place[:, None] minus the row place is the table of i − j.",
            "place = np.arange(n)，竖过来是 place[:, None]；竖的减横的，就得到 i − j 的表。",
        ),
        (
            "A distance has no sign: take abs(...) of that table, then multiply by -slope.",
            "距离没有正负：对这张表取 abs(...)，再乘 -slope。",
        ),
    ),
    solution="""\
def my_distance_bias(n, slope):
    place = np.arange(n)
    return -slope * abs(place[:, None] - place)""",
    why=(
        "A column minus a row gives all differences i − j at once; abs makes distances of them. Equal words "
        "have equal scores, so what is taken away decides, and the nearer loses less.",
        "竖的减横的，一次得到所有的 i − j；取绝对值就是距离。相同的词分数相同，就看扣掉多少：近的扣得少。",
    ),
    reference=minus_slope_times_distance,
)
