"""loss: how wrong the answers are, as one number: the cross-entropy."""

import numpy as np

from attnlib._validate import namespace
from attnlib.attention import softmax
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32


def inputs(rng):
    """First two answers with shares of halves and quarters; then as many answers as words, and others."""
    yield {"p": np.array([[0.5, 0.25, 0.25], [0.125, 0.25, 0.625]]), "wanted": np.array([0, 1])}
    for n, words in ((3, 4), (5, 5), (6, 4), (9, 3)):
        yield {"p": rng.dirichlet(np.ones(words), n), "wanted": rng.permuted(np.arange(n) % words)}
    yield float32({"p": rng.dirichlet(np.ones(4), 5), "wanted": rng.permuted(np.arange(5) % 4)})


STEPS = {
    "told": lambda s: s.p[np.arange(len(s.wanted)), s.wanted],
    "log": lambda s: np.log(s.told),
    "each": lambda s: -s.log,
    "loss": lambda s: s.each.mean(),
}

RIGHT_WORD = (
    "Which number of a row says how likely the right word was?",
    "一行里的哪个数，说的是正确的词有多大概率？",
)

MISTAKES = (
    Mistake(
        "no_minus",
        {"each": lambda s: s.log},
        ("It has the wrong sign: the better the answers, the larger it is.", "符号反了：答得越好，它越大。"),
        ("What is the logarithm of a number below 1?", "小于 1 的数，对数是正还是负？"),
    ),
    Mistake(
        "no_log",
        {"each": lambda s: -s.told},
        ("The logarithm is missing.", "没有取对数。"),
        (
            "An answer that was given no probability at all: how bad should that be?",
            "如果正确的词一点概率都没有得到，损失应该有多大？",
        ),
    ),
    Mistake(
        "one_minus_p",
        {"each": lambda s: 1 - s.told},
        ("This is 1 − p, without a logarithm.", "这是 1 − p，没有取对数。"),
        (
            "An answer that was given no probability at all: how bad should that be?",
            "如果正确的词一点概率都没有得到，损失应该有多大？",
        ),
    ),
    Mistake(
        "squared_error",
        {"each": lambda s: (1 - s.told) ** 2},
        ("This is a squared error, without a logarithm.", "这是平方误差，没有取对数。"),
        (
            "An answer that was given no probability at all: how bad should that be?",
            "如果正确的词一点概率都没有得到，损失应该有多大？",
        ),
    ),
    Mistake(
        "summed",
        {"loss": lambda s: s.each.sum()},
        ("The losses are added up; asked for is their mean.", "把各个损失加了起来；要的是平均。"),
        ("Should twice as many questions make a twice as large loss?", "题目多一倍，损失就该大一倍吗？"),
    ),
    Mistake(
        "not_averaged",
        {"loss": lambda s: s.each},
        (
            "There is one number for each answer; asked for is one for all.",
            "每个答案各有一个数；要的是总共一个数。",
        ),
        ("What will the training make small?", "训练要把什么变小？"),
    ),
    Mistake(
        "first_answer_only",
        {"loss": lambda s: s.each[0]},
        ("Only the first answer counts.", "只算了第一个答案。"),
        ("And the other rows?", "其余各行呢？"),
    ),
    Mistake(
        "log_of_the_mean",
        {"log": lambda s: np.log(s.told.mean())},
        ("The mean is taken before the logarithm.", "先求了平均，再取的对数。"),
        (
            "Two answers with p = 1 and p = 0: what is the loss of each, and what is their mean?",
            "两个答案，p = 1 和 p = 0：各自的损失是多少？平均呢？",
        ),
    ),
    Mistake(
        "all_words",
        {"told": lambda s: s.p},
        (
            "All probabilities of a row count, not only that of the right word.",
            "一行里所有的概率都算进去了，不只是正确的那个词。",
        ),
        RIGHT_WORD,
    ),
    Mistake(
        "largest_p",
        {"told": lambda s: s.p.max(-1)},
        (
            "This takes the largest probability of each row, right or wrong.",
            "取的是每行最大的概率，不管它对不对。",
        ),
        RIGHT_WORD,
    ),
    Mistake(
        "always_the_first_word",
        {"told": lambda s: s.p[:, 0]},
        ("This takes the first word of each row.", "取的总是每行的第一个词。"),
        RIGHT_WORD,
    ),
    Mistake(
        "log_2",
        {"log": lambda s: np.log2(s.told)},
        ("The logarithm has the base 2.", "对数的底用成了 2。"),
        ("Which base has np.log?", "np.log 的底是多少？"),
    ),
    Mistake(
        "log_10",
        {"log": lambda s: np.log10(s.told)},
        ("The logarithm has the base 10.", "对数的底用成了 10。"),
        ("Which base has np.log?", "np.log 的底是多少？"),
    ),
    Mistake(
        "softmax_of_probabilities",
        {"told": lambda s: softmax(s.p)[np.arange(len(s.wanted)), s.wanted]},
        ("There is one more softmax.", "多做了一次 softmax。"),
        ("What do the rows of p sum to already?", "p 的每一行，加起来已经是多少了？"),
    ),
    Mistake(
        "share_right",
        {"loss": lambda s: (s.p.argmax(-1) == s.wanted).mean()},
        ("This is the share of right answers.", "这是答对的比例。"),
        (
            "If a probability changes a little, does this number change, too?",
            "概率变了一点点，这个数会跟着变吗？",
        ),
    ),
)


def cross_entropy(p, wanted):
    """Minus the logarithm of what the right words were given, on average."""
    xp = namespace(p)
    return -xp.log(p[xp.arange(len(wanted)), wanted]).mean()


EXERCISE = Exercise(
    name="loss",
    doc="Check f(p, wanted): rows of probabilities (n, words) and the right words (n,) -> one number.",
    arguments={"p": "p", "wanted": "wanted"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "From each row take the probability of the right word alone. Then minus the logarithm, then the "
            "mean over all rows.",
            "每一行只取正确的那个词的概率，再取对数的相反数，最后对各行求平均。",
        ),
        (
            "p[rows, columns], with two lists of one length, takes one number for each row and its column.",
            "p[行号, 列号]，放进两个一样长的列表，每一对行号和列号就取出一个数。",
        ),
        (
            "np.log of these numbers, a minus in front, .mean() at the end.",
            "对这些数用 np.log，前面加负号，最后 .mean()。",
        ),
    ),
    solution="""\
def my_loss(p, wanted):
    told = p[np.arange(len(wanted)), wanted]
    return -np.log(told).mean()""",
    why=(
        "A right word that was given the probability 1 costs 0; the less it was given, the more it costs, "
        "without a limit. PyTorch's F.cross_entropy is the same, with the softmax in it.",
        "正确的词得到概率 1，损失就是 0；得到的越少，损失越大，没有上限。PyTorch 的 F.cross_entropy 就是它，"
        "只是连 softmax 也算在里面。",
    ),
    reference=cross_entropy,
)
