"""attention_test: is a program attention? The reader writes the test that training is not."""

import numpy as np

from attnlib._validate import namespace
from attnlib.attention import attend, mix, scale, scores
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.wrong_attention import SUSPECTS

# What is put to the test: attention, written in two ways, the seven suspects, and two more.


def right(Q, K, V):
    return attend(Q, K, V).output


def divided_at_the_end(Q, K, V):
    exps = namespace(Q).exp(scale(scores(Q, K), Q.shape[-1]))
    return exps @ V / exps.sum(-1)[..., None]


def plain_mean(Q, K, V):
    return V * 0 + V.mean(-2)[..., None, :]


def softmax_over_everything(Q, K, V):
    S = scale(scores(Q, K), Q.shape[-1])
    exps = namespace(S).exp(S - S.max())
    return mix(exps / exps.sum(), V)


def inputs(rng):
    for f in (right, SUSPECTS["softmax_over_columns"], divided_at_the_end, *SUSPECTS.values()):
        yield {"layer": "sentence", "attention": f}
    for f in plain_mean, softmax_over_everything:
        yield {"layer": "tells", "attention": f}


def verdict(attention, change=lambda Q, K, V: (Q, K, V), words=5, numbers=4):
    """Whether it gives what attention gives, on one sentence; `change` may make it an easier one."""
    Q, K, V = change(*np.random.default_rng(0).normal(size=(3, words, numbers)))
    return np.allclose(attention(Q, K, V), right(Q, K, V))


STEPS = {"verdict": lambda s: np.array(verdict(s.attention))}

BLIND = (
    "Which wrong program gives the right answer on your numbers?",
    "哪个错误的程序，在你这组数上碰巧也是对的？",
)


def blind(id, means, **how):
    """A test on numbers that some wrong programs pass."""
    return Mistake(id, {"verdict": lambda s: np.array(verdict(s.attention, **how))}, means, BLIND)


MISTAKES = (
    Mistake(
        "inverted",
        {"verdict": lambda s: ~np.array(verdict(s.attention))},
        ("It says True of what is wrong, and False of what is right.", "对的说成 False，错的说成 True。"),
        ("What should come out for `mine.attention`?", "换成 `mine.attention`，结果应该是什么？"),
    ),
    Mistake(
        "to_the_last_bit",
        {
            "verdict": lambda s: np.array(
                (lambda Q, K, V: np.array_equal(s.attention(Q, K, V), right(Q, K, V)))(
                    *np.random.default_rng(0).normal(size=(3, 5, 4))
                )
            )
        },
        (
            "It asks for equality to the last bit, and refuses a right program that rounds elsewhere.",
            "要求每一位都相等，于是把一个只是舍入不同的正确程序也判错了。",
        ),
        ("What did lesson 08 say of (0.1 + 0.2) + 0.3?", "第 08 课里，(0.1 + 0.2) + 0.3 是怎么回事？"),
    ),
    Mistake(
        "only_row_sums",
        {
            "verdict": lambda s: np.array(
                (lambda Q, K: np.allclose(s.attention(Q, K, np.ones((5, 4))), 1))(
                    *np.random.default_rng(0).normal(size=(2, 5, 4))
                )
            )
        },
        ("It only sees whether each row of weights sums to one.", "它只看每行权重加起来是不是 1。"),
        BLIND,
    ),
    blind(
        "all_the_same",
        ("Q, K and V are the same numbers.", "Q、K、V 用了同样的数。"),
        change=lambda Q, K, V: (Q, Q, Q),
    ),
    blind(
        "keys_as_values",
        ("K and V are the same numbers.", "K 和 V 用了同样的数。"),
        change=lambda Q, K, V: (Q, K, K),
    ),
    blind(
        "queries_as_keys",
        ("Q and K are the same numbers.", "Q 和 K 用了同样的数。"),
        change=lambda Q, K, V: (Q, Q, V),
    ),
    blind(
        "queries_as_values",
        ("Q and V are the same numbers.", "Q 和 V 用了同样的数。"),
        change=lambda Q, K, V: (Q, K, Q),
    ),
    blind(
        "scores_of_zero",
        ("All scores are 0, so all weights are alike.", "所有的分数都是 0，权重全都一样。"),
        change=lambda Q, K, V: (Q * 0, K, V),
    ),
    blind("one_number", ("d is 1, so √d is 1, too.", "d 是 1，√d 也是 1。"), numbers=1),
    blind("one_word", ("The sentence has one word.", "句子只有一个词。"), words=1),
)


def is_attention(attention):
    """Whether it gives what attention gives: of a function of Q, K and V, all of the shape (n, d)."""
    return verdict(attention)


EXERCISE = Exercise(
    name="attention_test",
    doc="Check test(attention): True if attention(Q, K, V), each (n, d), is attention, else False.",
    arguments={"attention": "attention"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Make three different tables of random numbers, and compare what comes out with what should.",
            "造三张不同的随机数表，把算出的结果和应有的结果相比。",
        ),
        (
            "What should come out, mine.attention(Q, K, V) says. Compare with np.allclose: right programs "
            "may round in different ways.",
            "应有的结果，由 mine.attention(Q, K, V) 给出。用 np.allclose 比较：正确的程序，舍入也可以不同。",
        ),
        (
            "Draw random Q, K and V from np.random.default_rng(0), and return np.allclose(…, …).",
            "用 np.random.default_rng(0) 随机取 Q、K、V，然后 return np.allclose(…, …)。",
        ),
    ),
    solution="""\
def my_attention_test(attention):
    Q, K, V = np.random.default_rng(0).normal(size=(3, 5, 4))
    return np.allclose(attention(Q, K, V), mine.attention(Q, K, V))""",
    why=(
        "One sentence of random numbers, three different tables, more than one word and more than one "
        "number: all seven suspects give themselves away, without any training.",
        "只用一句随机数：三张表各不相同，词不止一个，每行的数也不止一个。七个嫌疑犯全都现了形，一步也不用训练。",
    ),
    reference=is_attention,
)
