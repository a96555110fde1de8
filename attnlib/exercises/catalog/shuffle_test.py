"""shuffle_test: does a function care for the order of the words? The reader writes the experiment."""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, whole

# What is put to the test: two functions that do not look at the order, and two that do.


def doubled(X):
    return X * 2


def minus_mean(X):
    return X - X.mean(0)


def running_sum(X):
    return X.cumsum(0)


def running_product(X):
    return X.cumprod(0)


def inputs(rng):
    """Of the sizes one with as many columns as rows, so that both can be shuffled."""
    for f in running_sum, doubled:
        yield {"f": f, "X": whole(rng, 3, 2), "order": _shuffled(rng, 3)}
    for f, n, d in (
        (running_sum, 4, 4),
        (minus_mean, 6, 4),
        (running_product, 5, 3),
        (running_sum, 4, 6),
        (running_product, 4, 2),
    ):
        yield {"f": f, "X": rng.normal(size=(n, d)), "order": _shuffled(rng, n)}
    yield float32({"f": running_sum, "X": rng.normal(size=(5, 2)), "order": _shuffled(rng, 5)})


def _shuffled(rng, n):
    """A random order in which every word goes to the place of another, round in one circle."""
    words, order = rng.permutation(n), np.empty(n, dtype=int)
    order[words] = np.roll(words, 1)
    return order


STEPS = {
    "shuffled": lambda s: s.X[s.order],
    "after": lambda s: s.f(s.shuffled),
    "before": lambda s: s.f(s.X),
    "moved": lambda s: s.before[s.order],
    "difference": lambda s: s.after - s.moved,
    "size": lambda s: abs(s.difference),
    "largest": lambda s: s.size.max(),
}

MISTAKES = (
    Mistake(
        "not_moved",
        {"difference": lambda s: s.after - s.before},
        (
            "You ask whether nothing changes at all. Words that have moved may take their outputs along.",
            "你问的是打乱以后是不是什么都没变。可是词换了地方，它的输出也可以跟着走。",
        ),
        (
            "Before the shuffle the cat had the second row of outputs. Which row has it now?",
            "打乱以前，猫的输出在第二行；现在在第几行？",
        ),
    ),
    Mistake(
        "input_not_shuffled",
        {"shuffled": lambda s: s.X, "difference": lambda s: s.after - s.moved},
        (
            "The outputs are shuffled, but the function never gets to see shuffled words.",
            "输出打乱了，可是交给函数的词一直没有打乱。",
        ),
        ("What does the function get, in each of its two calls?", "两次调用函数，交给它的各是什么？"),
    ),
    Mistake(
        "moved_back",
        {"difference": lambda s: s.after - s.before[np.argsort(s.order)]},
        (
            "The rows of the first output are moved back, not the way in which the words were moved.",
            "第一次的输出，各行是往回挪的，和词挪动的方向相反。",
        ),
        (
            "Row 0 of X[order] is the word order[0]. Which row of the first output belongs to it?",
            "X[order] 的第 0 行是第 order[0] 个词。第一次的输出里，哪一行是它的？",
        ),
    ),
    Mistake(
        "words_moved_back",
        {"shuffled": lambda s: s.X[np.argsort(s.order)]},
        (
            "The words go one way and the outputs the other: one of the two uses the inverse order.",
            "词往一个方向挪，输出往另一个方向挪：其中一个用了相反的顺序。",
        ),
        ("Which word stands in row 0 after the shuffle?", "打乱以后，第 0 行是哪个词？"),
    ),
    Mistake(
        "columns_shuffled",
        {"shuffled": lambda s: s.X[:, s.order]},
        (
            "The columns of X are shuffled: the features of each word, not the words.",
            "打乱的是 X 的列：是每个词的特征，不是词。",
        ),
        ("Is a word a row or a column of X?", "一个词是 X 的一行，还是一列？"),
    ),
    Mistake(
        "signs_kept",
        {"size": lambda s: s.difference},
        (
            "The largest difference is taken with its sign, so a large negative one is not seen.",
            "取最大的差时带着正负号，很大的负差就看不到了。",
        ),
        ("Which is farther from 0: −5 or 1?", "−5 和 1，哪个离 0 更远？"),
    ),
    Mistake(
        "mean_difference",
        {"largest": lambda s: s.size.mean()},
        (
            "This is the mean difference; one large one among many small ones gets lost in it.",
            "这是差的平均；许多小的里面混着一个大的，就被冲淡了。",
        ),
        ("Should a single wrong number be enough to show?", "只要有一个数不对，是不是就该看得出来？"),
    ),
    Mistake(
        "sum_of_differences",
        {"largest": lambda s: s.size.sum()},
        (
            "All differences are added up; the longer the sentence, the larger it gets.",
            "所有的差都加在一起了；句子越长，这个数就越大。",
        ),
        ("How do you take the largest of many numbers?", "怎样从许多数里取最大的一个？"),
    ),
    Mistake(
        "sum_before_size",
        {"difference": lambda s: (s.after - s.moved).sum()},
        (
            "The differences are added with their signs, and cancel each other.",
            "差带着正负号相加，互相抵消了。",
        ),
        ("What do 3 and −3 add up to?", "3 加 −3 等于多少？"),
    ),
    Mistake(
        "smallest_difference",
        {"largest": lambda s: s.size.min()},
        ("This is the smallest difference, not the largest.", "这是最小的差，不是最大的。"),
        (
            "If one number agrees and all others do not, what should your test say?",
            "如果只有一个数对得上，其余都对不上，你的测试该怎么说？",
        ),
    ),
    Mistake(
        "squared_difference",
        {"size": lambda s: s.difference**2},
        ("The differences are squared.", "差取了平方。"),
        ("A difference of 3: which number should come out?", "差是 3，结果应该是几？"),
    ),
    Mistake(
        "length_of_differences",
        {"size": lambda s: s.difference**2, "largest": lambda s: s.size.sum() ** 0.5},
        (
            "This is the length of all differences together, as np.linalg.norm gives it.",
            "这是把所有的差合起来算的长度（np.linalg.norm 给出的就是它）。",
        ),
        ("How do you take the largest of many numbers?", "怎样从许多数里取最大的一个？"),
    ),
    Mistake(
        "table_of_differences",
        {"largest": lambda s: s.size},
        (
            "You give back all the differences. What is asked for is one number, the largest.",
            "你返回了所有的差。要的是一个数：最大的那个。",
        ),
        ("How do you take the largest of many numbers?", "怎样从许多数里取最大的一个？"),
    ),
    Mistake(
        "first_row_only",
        {"largest": lambda s: s.size[0].max()},
        ("Only the first row is compared.", "只比较了第一行。"),
        ("And the words after it?", "后面的词呢？"),
    ),
)


def largest_difference(f, X, order):
    """How far f(X[order]) is from f(X)[order]: the largest absolute difference."""
    return abs(f(X[order]) - f(X)[order]).max()


EXERCISE = Exercise(
    name="shuffle_test",
    doc="Check test(f, X, order): the largest difference between f(X[order]) and f(X)[order], X (n, d).",
    arguments={"f": "f", "X": "X", "order": "order"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Call f twice: once with the words as they are, once with the words shuffled. Then let the first "
            "output make the same move as the words, and compare.",
            "把 f 调用两次：一次用原来的词，一次用打乱的词。再让第一次的输出也照样挪一遍，然后比较。",
        ),
        (
            "X[order] takes the rows of X in that order. It works just as well on an output.",
            "X[order] 按这个顺序取出 X 的各行。对输出也可以这样取。",
        ),
        (
            "abs(a - b).max() is the largest absolute difference of two arrays a and b.",
            "abs(a - b).max() 就是两个数组 a 和 b 的最大绝对差。",
        ),
    ),
    solution="""\
def my_shuffle_test(f, X, order):
    before = f(X)
    after = f(X[order])
    return abs(after - before[order]).max()""",
    why=(
        "If only the rows have moved, after and before[order] agree, up to rounding. If anything else has "
        "happened, they differ somewhere, and the largest difference shows it.",
        "如果只是各行换了地方，after 和 before[order] 就一样（舍入误差除外）；要是还发生了别的事，"
        "总有一处不同，最大的差就会显出来。",
    ),
    reference=largest_difference,
)
