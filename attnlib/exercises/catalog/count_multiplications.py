"""count_multiplications: what multi-head attention costs, counted before it runs."""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake


def inputs(rng):
    yield {"n": 3, "d_model": 4, "h": 2}
    for n, h, d_k in rng.permuted([[5, 2, 7], [11, 4, 3], [7, 1, 6], [2, 5, 4], [10, 3, 8]], axis=0):
        yield {"n": int(n), "d_model": int(h * d_k), "h": int(h)}


STEPS = {
    "projections": lambda s: 3 * s.n * s.d_model * s.d_model,
    "scores": lambda s: s.n * s.n * s.d_model,  # of each head n · n · d_k
    "sums": lambda s: s.n * s.n * s.d_model,
    "W_O": lambda s: s.n * s.d_model * s.d_model,
    "multiplications": lambda s: np.array(s.projections + s.scores + s.sums + s.W_O),
}

MISTAKES = (
    Mistake(
        "numbers_of_the_matrices",
        {"projections": lambda s: 3 * s.d_model**2, "W_O": lambda s: s.d_model**2},
        (
            "Each number of W_Q, W_K, W_V and W_O is used once in your count, as if there were one word.",
            "照你的算法，W_Q、W_K、W_V、W_O 里的每个数只用一次，好像只有一个词。",
        ),
        ("How often is a number of W_Q used, for n words?", "n 个词时，W_Q 里的一个数要用几次？"),
    ),
    Mistake(
        "additions_too",
        {
            "multiplications": lambda s: np.array(2 * (s.projections + s.scores + s.sums + s.W_O)),
        },
        (
            "This is twice as much: additions are counted, too, as in FLOPs.",
            "这是两倍：把加法也算进去了，FLOPs 就是这样算的。",
        ),
        ("How many multiplications are there in a dot product of d numbers?", "d 个数的点积有几次乘法？"),
    ),
    Mistake(
        "a_score_is_one_multiplication",
        {"scores": lambda s: s.n * s.n, "sums": lambda s: s.n * s.n},
        (
            "In your count each pair of words costs one multiplication for its score and one for its value.",
            "照你的算法，每一对词算分数只乘一次，乘值也只乘一次。",
        ),
        ("How many numbers has a query, and how many a value?", "一个查询有几个数？一个值呢？"),
    ),
    Mistake(
        "each_word_sees_one",
        {"scores": lambda s: s.n * s.d_model, "sums": lambda s: s.n * s.d_model},
        (
            "In your count scores and weighted sums grow with n: each word looks at one word only.",
            "照你的算法，分数和加权求和只随 n 增长：每个词只看一个词。",
        ),
        ("How many pairs do n words make?", "n 个词有多少对？"),
    ),
    Mistake(
        "one_product_of_tables_missing",
        {"sums": lambda s: 0},
        (
            "One of the two products with n · n numbers is missing: Q Kᵀ, or weights times V.",
            "两个含 n · n 的乘积少算了一个：Q Kᵀ，或者权重乘 V。",
        ),
        (
            "Where does the table of scores come from, and what is done with the table of weights?",
            "分数那张表是怎么来的？权重那张表又拿去做什么？",
        ),
    ),
    Mistake(
        "projections_alone",
        {"scores": lambda s: 0, "sums": lambda s: 0},
        ("Only the four projections are counted.", "只算了四次投影。"),
        ("What happens between the projections and W_O?", "投影之后、乘 W_O 之前，还做了什么？"),
    ),
    Mistake(
        "pairs_alone",
        {
            "projections": lambda s: 0,
            "W_O": lambda s: 0,
            "scores": lambda s: s.n * s.n * s.d_model,  # right, so that nobody leaves out both: that is 0
        },
        ("The projections are not in your count.", "没有算投影。"),
        ("What do W_Q, W_K, W_V and W_O cost?", "乘 W_Q、W_K、W_V、W_O 各要多少次？"),
    ),
    Mistake(
        "a_projection_missing",
        {"W_O": lambda s: 0},
        (
            "One of the four projections is missing: W_Q, W_K, W_V or W_O.",
            "四次投影少算了一次：W_Q、W_K、W_V、W_O 当中的一个。",
        ),
        ("Which of the four did you not count?", "四个矩阵里，哪一个没有算？"),
    ),
    Mistake(
        "two_projections_missing",
        {"projections": lambda s: s.n * s.d_model**2},
        ("Two of the four projections are missing.", "四次投影少算了两次。"),
        ("Which of the four did you not count?", "四个矩阵里，哪两个没有算？"),
    ),
    Mistake(
        "each_head_is_wide",
        {
            "scores": lambda s: s.h * s.n * s.n * s.d_model,
            "sums": lambda s: s.h * s.n * s.n * s.d_model,
        },
        (
            "In your count the queries and values of each head have d_model numbers.",
            "照你的算法，每个头的查询和值都有 d_model 个数。",
        ),
        ("How many numbers has a query of one head?", "一个头的查询有几个数？"),
    ),
    Mistake(
        "each_head_projects_all",
        {"projections": lambda s: 3 * s.h * s.n * s.d_model**2},
        (
            "In your count each head has a W_Q, W_K and W_V of d_model columns.",
            "照你的算法，每个头的 W_Q、W_K、W_V 都有 d_model 列。",
        ),
        ("How many columns has W_Q for all heads together?", "所有的头合起来，W_Q 有几列？"),
    ),
    Mistake(
        "pairs_of_one_head",
        {
            "scores": lambda s: s.n * s.n * (s.d_model // s.h),
            "sums": lambda s: s.n * s.n * (s.d_model // s.h),
        },
        ("Scores and weighted sums are those of one head.", "分数和加权求和只算了一个头的。"),
        ("How many tables of n · n are there?", "n · n 的表一共有几张？"),
    ),
    Mistake(
        "half_of_the_table",
        {
            "scores": lambda s: s.n * (s.n + 1) // 2 * s.d_model,
            "sums": lambda s: s.n * (s.n + 1) // 2 * s.d_model,
        },
        (
            "Only pairs up to the diagonal are counted, as a causal mask leaves them.",
            "只算了对角线和它下面的词对，那是加了因果掩码之后剩下的。",
        ),
        ("Which numbers does the product Q Kᵀ compute?", "Q Kᵀ 这个乘法会算出哪些数？"),
    ),
    Mistake(
        "n_and_d_exchanged",
        {
            "projections": lambda s: 3 * s.n * s.n * s.d_model,
            "W_O": lambda s: s.n * s.n * s.d_model,
            "scores": lambda s: s.n * s.d_model**2,
            "sums": lambda s: s.n * s.d_model**2,
        },
        (
            "n and d_model have changed places: the projections grow with n² in your count.",
            "n 和 d_model 弄反了：照你的算法，投影随 n² 增长。",
        ),
        ("(n, d) times (d, d): how many multiplications?", "(n, d) 乘 (d, d)，要多少次乘法？"),
    ),
    Mistake(
        "divisions_counted",
        {"scores": lambda s: s.n * s.n * s.d_model + s.h * s.n * s.n},
        (
            "You count one more for each score: its division by √d_k. Asked for are the matrix products.",
            "每个分数多算了一次：除以 √d_k。这里只数矩阵乘法里的。",
        ),
        ("Is a division part of a matrix product?", "除法算不算矩阵乘法的一部分？"),
    ),
)


def count_by_products(n, d_model, h):
    """Four projections of n rows, and two products with the tables of all heads."""
    return 4 * n * d_model**2 + 2 * n * n * d_model


EXERCISE = Exercise(
    name="count_multiplications",
    doc="Check f(n, d_model, h) -> how many multiplications h heads make of n words, in all matrix products.",
    arguments={"n": "n", "d_model": "d_model", "h": "h"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "A product (a, b) @ (b, c) takes a · b · c multiplications. List all products of the attention.",
            "(a, b) @ (b, c) 要做 a · b · c 次乘法。先把注意力里所有的矩阵乘法列出来。",
        ),
        (
            "Four times (n, d_model) @ (d_model, d_model). And for each of the h heads, with "
            "d_k = d_model / h: (n, d_k) @ (d_k, n), and (n, n) @ (n, d_k).",
            "(n, d_model) @ (d_model, d_model) 四次；另外 h 个头，每个头 d_k = d_model / h："
            "(n, d_k) @ (d_k, n) 一次，(n, n) @ (n, d_k) 一次。",
        ),
        (
            "4 · n · d_model² and 2 · h · n² · d_k. What is h · d_k?",
            "4 · n · d_model²，再加 2 · h · n² · d_k。h · d_k 等于多少？",
        ),
    ),
    solution="""\
def my_count_multiplications(n, d_model, h):
    d_k = d_model // h
    projections = 4 * n * d_model * d_model
    return projections + 2 * h * n * n * d_k""",
    why=(
        "h · d_k is d_model, so heads cost nothing more: 4 n d² + 2 n² d. Twice the words make the first "
        "part twice as large, and the second four times.",
        "h · d_k 就是 d_model，所以分几个头都一样：4 n d² + 2 n² d。"
        "词数翻倍，前一项变成两倍，后一项变成四倍。",
    ),
    reference=count_by_products,
)
