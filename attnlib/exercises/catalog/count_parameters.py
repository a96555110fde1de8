"""count_parameters: how many numbers multi-head attention has to learn."""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake


def inputs(rng):
    yield {"d_model": 6, "h": 3}
    for h, d_k in rng.permuted([[2, 5], [4, 3], [1, 7], [5, 4], [3, 8]], axis=0):
        yield {"d_model": int(h * d_k), "h": int(h)}


STEPS = {
    "of_each": lambda s: s.d_model * s.d_model,  # W_Q, and just so W_K and W_V, for all heads
    "of_projections": lambda s: 3 * s.of_each,
    "of_W_O": lambda s: s.d_model * s.d_model,
    "of_biases": lambda s: s.d_model,
    "parameters": lambda s: np.array(s.of_projections + s.of_W_O + s.of_biases),
}

MISTAKES = (
    Mistake(
        "each_head_whole",
        {"of_each": lambda s: s.h * s.d_model * s.d_model},
        (
            "In your count each head has three matrices of d_model columns.",
            "照你的算法，每个头都有三个 d_model 列的矩阵。",
        ),
        ("How many columns does a query of one head have?", "一个头的查询有几个数？"),
    ),
    Mistake(
        "one_head_alone",
        {"of_each": lambda s: s.d_model * (s.d_model // s.h)},
        (
            "W_Q, W_K and W_V have d_model · d_k numbers each in your count: so many one head alone has, or "
            "heads that see only a slice of x.",
            "照你的算法，W_Q、W_K、W_V 各有 d_model · d_k 个数：这只是一个头的，"
            "或者是每个头只看 x 的一段时的。",
        ),
        (
            "How many rows and columns has the part of W_Q that belongs to one head? How many heads?",
            "W_Q 里属于一个头的那一块有几行几列？一共有几个头？",
        ),
    ),
    Mistake(
        "one_slice_for_all",
        {"of_each": lambda s: (s.d_model // s.h) ** 2},
        (
            "W_Q, W_K and W_V are (d_k, d_k) in your count, one for all heads.",
            "照你的算法，W_Q、W_K、W_V 的形状是 (d_k, d_k)，所有的头共用。",
        ),
        ("Does a head see all of a row of x, or a slice of it?", "一个头看到 x 的整行，还是其中一段？"),
    ),
    Mistake(
        "rows_plus_columns",
        {"of_each": lambda s: 2 * s.d_model},
        (
            "You add rows and columns of a matrix, where its numbers are rows times columns.",
            "你把矩阵的行数和列数相加了；数的个数是行数乘列数。",
        ),
        ("How many numbers does a matrix of 2 rows and 3 columns have?", "2 行 3 列的矩阵有几个数？"),
    ),
    Mistake(
        "a_matrix_missing",
        {"of_projections": lambda s: 2 * s.of_each},
        (
            "A matrix is missing in your count: one of W_Q, W_K, W_V and W_O.",
            "W_Q、W_K、W_V、W_O 当中，你少算了一个矩阵。",
        ),
        ("Which of the four did you not count?", "四个矩阵里，哪一个没有算？"),
    ),
    Mistake(
        "two_matrices_missing",
        {"of_projections": lambda s: s.of_each},
        (
            "Two matrices are missing in your count, of W_Q, W_K, W_V and W_O.",
            "W_Q、W_K、W_V、W_O 当中，你少算了两个矩阵。",
        ),
        ("Which of the four did you not count?", "四个矩阵里，哪两个没有算？"),
    ),
    Mistake(
        "output_projection_missing",
        {"of_W_O": lambda s: 0, "of_biases": lambda s: 0},
        ("W_O and b_O are not in your count.", "你没有算 W_O 和 b_O。"),
        ("What happens to the outputs when all heads are done?", "各个头算完以后，输出还要经过什么？"),
    ),
    Mistake(
        "W_O_of_one_head",
        {"of_W_O": lambda s: (s.d_model // s.h) * s.d_model},
        ("W_O has d_k rows in your count.", "照你的算法，W_O 有 d_k 行。"),
        (
            "How long is a row when all heads stand side by side?",
            "各个头拼接以后，一行有几个数？",
        ),
    ),
    Mistake(
        "W_O_for_each_head",
        {"of_W_O": lambda s: s.h * s.d_model * s.d_model},
        ("In your count each head has a whole W_O of its own.", "照你的算法，每个头都有自己的一整个 W_O。"),
        ("How long is a row when all heads stand side by side?", "各个头拼接以后，一行有几个数？"),
    ),
    Mistake(
        "no_biases",
        {"of_biases": lambda s: 0},
        ("The bias b_O is not in your count.", "你没有算偏置 b_O。"),
        ("What is added after the product with W_O?", "乘完 W_O 以后，还要加上什么？"),
    ),
    Mistake(
        "four_biases",
        {"of_biases": lambda s: 4 * s.d_model},
        (
            "You count a bias for W_Q, W_K and W_V, too: nn.MultiheadAttention has these, ours has not.",
            "W_Q、W_K、W_V 的偏置你也算了：nn.MultiheadAttention 有，我们的没有。",
        ),
        ("Which of the four matrices has a bias here?", "这里四个矩阵中，哪一个有偏置？"),
    ),
    Mistake(
        "bias_of_one_head",
        {"of_biases": lambda s: s.d_model // s.h},
        ("b_O has d_k numbers in your count.", "照你的算法，b_O 有 d_k 个数。"),
        ("How many columns does W_O have?", "W_O 有几列？"),
    ),
)


def count_by_sizes(d_model, h):
    """Three matrices for queries, keys and values of all heads, W_O as large as each, and its bias."""
    return 4 * d_model * d_model + d_model


EXERCISE = Exercise(
    name="count_parameters",
    doc="Check f(d_model, h) -> how many numbers: W_Q, W_K, W_V and W_O of h heads, and b_O.",
    arguments={"d_model": "d_model", "h": "h"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "One head first: its part of W_Q makes d_k = d_model / h numbers of d_model. How many numbers is "
            "that? Then all heads, then W_K and W_V.",
            "先看一个头：W_Q 里属于它的那一块，把 d_model 个数变成 d_k = d_model / h 个。这一块有几个数？"
            "再乘上头的个数，再加上 W_K 和 W_V。",
        ),
        (
            "Side by side, the heads have h · d_k = d_model numbers a word. W_O turns these into d_model "
            "numbers, and b_O adds as many.",
            "各个头拼接起来，每个词有 h · d_k = d_model 个数。W_O 再把它们变成 d_model 个数，"
            "b_O 也有这么多个。",
        ),
        (
            "3 · h · d_model · d_k for queries, keys and values. What is h · d_k? Then W_O and b_O.",
            "查询、键、值一共 3 · h · d_model · d_k 个。h · d_k 等于多少？再加上 W_O 和 b_O。",
        ),
    ),
    solution="""\
def my_count_parameters(d_model, h):
    d_k = d_model // h
    queries_keys_values = 3 * h * d_model * d_k
    return queries_keys_values + h * d_k * d_model + d_model""",
    why=(
        "h · d_k is d_model, so h cancels: 4 · d_model² + d_model, however many heads share the columns.",
        "h · d_k 就是 d_model，所以 h 消掉了：不管几个头来分这些列，都是 4 · d_model² + d_model。",
    ),
    reference=count_by_sizes,
)
