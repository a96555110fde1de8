"""online_attention: keys and values come in pieces, and the table of all scores is never there."""

import math

import numpy as np

from attnlib._validate import namespace
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, large_qkv, qkv, whole_qkv


def inputs(rng):
    """The last piece is a short one, but for one input; and there are two pieces or more."""
    yield whole_qkv(rng, ()) | {"size": 2}
    yield qkv(rng, (), 4, 5, 3, 2) | {"size": 2}
    yield qkv(rng, (), 3, 7, 2, 4) | {"size": 3}
    yield qkv(rng, (), 5, 6, 4, 3) | {"size": 2}
    yield whole_qkv(rng, (2,)) | {"size": 1}
    yield qkv(rng, (2,), 3, 8, 7, 4) | {"size": 3}
    yield qkv(rng, (2, 3), 5, 4, 2, 6) | {"size": 3}
    large = large_qkv(rng, 7, 5, 4, 2)
    order = np.argsort(large["K"].sum(-1))
    yield large | {"K": large["K"][order], "size": 2}  # the largest scores come last
    yield large | {"K": large["K"][order[::-1]], "size": 2}  # and first
    yield float32(qkv(rng, (), 4, 5, 6, 3)) | {"size": 2}


def in_pieces(s):
    """Go through the keys and carry three things along: the largest score, the total, the sum of values."""
    top, total, output = np.full_like(s.Q[..., :1], -np.inf), 0.0, 0.0
    for start in s.starts:
        piece = slice(start, start + s.size)
        S = s.scored(s.K[..., piece, :])
        new = s.larger(top, S)
        shrink, e = s.shrink(top, new), s.exps(S, new)
        total = s.added(total, shrink, e)
        output = s.mixed(output, shrink, e, s.V[..., piece, :], total)
        top = new
    return s.divided(output, total)


def of_each_piece(s):
    """What attention to each piece alone gives."""
    for start in s.starts:
        S = s.scored(s.K[..., start : start + s.size, :])
        e = np.exp(S - S.max(-1, keepdims=True))
        yield e / e.sum(-1, keepdims=True) @ s.V[..., start : start + s.size, :]


# Some of these are functions, since they are carried out once for each piece.
STEPS = {
    "starts": lambda s: range(0, s.K.shape[-2], s.size),
    "scored": lambda s: lambda K: s.Q @ K.mT / s.d_k**0.5,
    "larger": lambda s: lambda top, S: np.maximum(top, S.max(-1, keepdims=True)),
    "shrink": lambda s: lambda top, new: np.exp(top - new),
    "exps": lambda s: lambda S, new: np.exp(S - new),
    "added": lambda s: lambda total, shrink, e: total * shrink + e.sum(-1, keepdims=True),
    "mixed": lambda s: lambda output, shrink, e, V, total: output * shrink + e @ V,
    "divided": lambda s: lambda output, total: output / total,
    "output": in_pieces,
}

SHRINK = (
    "The old sums were made with the old largest score. By what do they have to be multiplied?",
    "旧的和是按旧的最大值算的。现在要乘上什么？",
)
BEFORE = (
    "What has been found in the pieces before?",
    "前面几块里算出来的，到哪里去了？",
)

MISTAKES = (
    Mistake(
        "total_not_shrunk",
        {"added": lambda s: lambda total, shrink, e: total + e.sum(-1, keepdims=True)},
        (
            "When a larger score comes, the weighted sum is made smaller, but the total is not.",
            "遇到更大的分数时，加权和缩小了，总和没有缩小。",
        ),
        SHRINK,
    ),
    Mistake(
        "output_not_shrunk",
        {"mixed": lambda s: lambda output, shrink, e, V, total: output + e @ V},
        (
            "When a larger score comes, the total is made smaller, but the weighted sum is not.",
            "遇到更大的分数时，总和缩小了，加权和没有缩小。",
        ),
        SHRINK,
    ),
    Mistake(
        "nothing_shrunk",
        {"shrink": lambda s: lambda top, new: 1.0},
        (
            "When a larger score comes, nothing of what has been added up is made smaller.",
            "遇到更大的分数时，已经加起来的和都没有缩小。",
        ),
        SHRINK,
    ),
    Mistake(
        "largest_of_this_piece",
        {"larger": lambda s: lambda top, S: S.max(-1, keepdims=True)},
        (
            "The largest score is that of the piece alone. If an earlier one was much larger, exp overflows.",
            "最大值只取了这一块里的。要是前面有大得多的分数，exp 就会溢出。",
        ),
        ("Which is the largest score so far?", "到目前为止，最大的分数是哪个？"),
    ),
    Mistake(
        "largest_of_all_rows",
        {"larger": lambda s: lambda top, S: np.maximum(top, S.max())},
        (
            "One largest score is taken for all queries. Where the scores of a row are all much smaller, "
            "every exp becomes 0.",
            "所有的查询共用一个最大的分数。有的行分数都小得多，exp 就全变成 0 了。",
        ),
        ("Does each query have a largest score of its own?", "每个查询是不是都有自己的最大分数？"),
    ),
    Mistake(
        "no_largest_subtracted",
        {"larger": lambda s: lambda top, S: 0.0},
        (
            "exp is taken of the scores as they are: large ones overflow.",
            "直接对分数取 exp：分数一大就溢出。",
        ),
        ("What did softmax subtract before exp (lesson 04)?", "softmax 在取 exp 之前减了什么（第 04 课）？"),
    ),
    Mistake(
        "not_divided",
        {"divided": lambda s: lambda output, total: output},
        ("The weighted sum is not divided by the total.", "加权和没有除以总和。"),
        ("What do the weights of a row sum to?", "一行的权重加起来是多少？"),
    ),
    Mistake(
        "divided_in_every_piece",
        {
            "mixed": lambda s: lambda output, shrink, e, V, total: (output * shrink + e @ V) / total,
            "divided": lambda s: lambda output, total: output,
        },
        (
            "You divide after every piece; what is divided already is divided again.",
            "每一块之后都除了一次，已经除过的又除了一遍。",
        ),
        ("When is the total complete?", "总和要到什么时候才加完？"),
    ),
    Mistake(
        "mean_of_the_pieces",
        {"output": lambda s: np.mean([*of_each_piece(s)], axis=0)},
        (
            "Each piece gets a softmax of its own, and then the mean is taken: all pieces count the same.",
            "每一块各做一次 softmax，再取平均：每一块都一样重。",
        ),
        (
            "What if all the words that fit stand in one piece?",
            "如果匹配的词都在同一块里，会怎样？",
        ),
    ),
    Mistake(
        "sum_of_the_pieces",
        {"output": lambda s: sum(of_each_piece(s))},
        (
            "Each piece gets a softmax of its own, and the results are added: weights of a word sum to more "
            "than one.",
            "每一块各做一次 softmax，再加起来：一个词的权重之和超过了 1。",
        ),
        ("Over how many words does a softmax go?", "一次 softmax 应该对多少个词做？"),
    ),
    Mistake(
        "only_the_last_piece",
        {
            "added": lambda s: lambda total, shrink, e: e.sum(-1, keepdims=True),
            "mixed": lambda s: lambda output, shrink, e, V, total: e @ V,
        },
        ("Only the last piece is left at the end.", "最后只剩下最后一块的结果。"),
        BEFORE,
    ),
    Mistake(
        "total_of_this_piece",
        {"added": lambda s: lambda total, shrink, e: e.sum(-1, keepdims=True)},
        ("The total is that of the last piece alone.", "总和只是最后一块的。"),
        BEFORE,
    ),
    Mistake(
        "output_of_this_piece",
        {"mixed": lambda s: lambda output, shrink, e, V, total: e @ V},
        ("The weighted sum is that of the last piece alone.", "加权和只是最后一块的。"),
        BEFORE,
    ),
    Mistake(
        "short_piece_left_out",
        {"starts": lambda s: range(0, s.K.shape[-2] - s.size + 1, s.size)},
        (
            "The last piece is left out where it is shorter than the others.",
            "最后一块不满 size 个时，被漏掉了。",
        ),
        ("With 5 keys and size 2, how many pieces are there?", "5 个键，size 是 2，一共几块？"),
    ),
    Mistake(
        "first_piece_alone",
        {"starts": lambda s: range(0, 1, s.size)},
        ("Only the first piece is used.", "只用了第一块。"),
        ("Is `return` inside the loop?", "return 是不是写在循环里面了？"),
    ),
    Mistake(
        "words_counted",
        {"added": lambda s: lambda total, shrink, e: total * shrink + e.shape[-1]},
        (
            "The total counts words, where it should add up their exps.",
            "总和加的是词数，应该加各个词的 exp。",
        ),
        ("By what does softmax divide?", "softmax 除以的是什么？"),
    ),
    Mistake(
        "pieces_not_scaled",
        {"scored": lambda s: lambda K: s.Q @ K.mT},
        ("The scores are not divided by √d_k.", "分数没有除以 √d_k。"),
        ("What happens between scores and softmax?", "分数和 softmax 之间还有哪一步？"),
    ),
)


def attend_in_pieces(Q, K, V, size):
    """attention without its table: of each piece of keys only three things are kept.   Milakov et al. 2018"""
    xp = namespace(Q)
    top = Q[..., :1] * 0.0 - math.inf  # (..., n, 1)
    total = output = 0.0
    for start in range(0, K.shape[-2], size):
        piece = slice(start, start + size)
        S = Q @ K[..., piece, :].mT / Q.shape[-1] ** 0.5  # (..., n, size)
        new = xp.maximum(top, xp.amax(S, -1, keepdims=True))
        shrink, e = xp.exp(top - new), xp.exp(S - new)
        total = total * shrink + e.sum(-1, keepdims=True)
        output = output * shrink + e @ V[..., piece, :]
        top = new
    return output / total


EXERCISE = Exercise(
    name="online_attention",
    doc="Check f(Q, K, V, size) -> output (..., n, d_v): attention that takes `size` keys at a time.",
    arguments={"Q": "Q", "K": "K", "V": "V", "size": "size"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Carry three things from piece to piece: the largest score so far, the total of all exps so far, "
            "and the values added up, each times its exp.",
            "从一块到下一块，带着三样东西：到目前为止最大的分数，所有 exp 的总和，还有乘上 exp 的值的和。",
        ),
        (
            "If the largest score has grown from top to new, all exps so far are too large by the same "
            "factor: multiply total and output by np.exp(top - new). Then add what is new.",
            "最大的分数从 top 变成 new，以前的 exp 就都大了同样的倍数："
            "total 和 output 都乘 np.exp(top - new)，再加上这一块的。",
        ),
        (
            "np.maximum gives the larger of top and of each row's largest score, a column (n, 1). With "
            "e = np.exp(S - new), what is added to total is the sum of each row of e, and what is added to "
            "output is e @ (the values of the piece).",
            "top 和每一行最大的分数，用 np.maximum 取较大的，得到一列 (n, 1)。设 e = np.exp(S - new)："
            "加到 total 上的是 e 每一行的和，加到 output 上的是 e @（这一块的值）。",
        ),
    ),
    solution="""\
def my_online_attention(Q, K, V, size):
    top, total, output = -np.inf, 0, 0
    for k in range(0, K.shape[-2], size):
        S = Q @ K[..., k : k + size, :].mT / Q.shape[-1] ** 0.5
        new = np.maximum(top, S.max(-1, keepdims=True))
        shrink, e = np.exp(top - new), np.exp(S - new)
        total = total * shrink + e.sum(-1, keepdims=True)
        output = output * shrink + e @ V[..., k : k + size, :]
        top = new
    return output / total""",
    why=(
        "exp(s − new) = exp(s − top) · exp(top − new): so what was added up with the old largest score is "
        "made right by one factor, and no score needs to be looked at twice.",
        "exp(s − new) = exp(s − top) · exp(top − new)：按旧的最大值加起来的和，乘一个数就对了，"
        "哪个分数都不用再看第二遍。",
    ),
    reference=attend_in_pieces,
)
