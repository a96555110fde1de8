"""weighted_sum: each value times its weight, added up. For many readers the first function of the series."""

import numpy as np

from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32


def inputs(rng):
    """First small numbers that can be worked out on paper, then any."""
    weights, values = rng.permutation([0.6, 0.3, 0.1]), rng.permutation(np.arange(1.0, 7)).reshape(3, 2)
    yield {"weights": weights, "values": values}
    for m, d_v in (2, 3), (4, 4), (6, 3):
        yield {"weights": rng.dirichlet(np.ones(m)), "values": 2 * rng.normal(size=(m, d_v))}
    yield float32({"weights": rng.dirichlet(np.ones(5)), "values": rng.normal(size=(5, 2))})


STEPS = {
    "shares": lambda s: s.weights,  # nothing; here stands what some do to the weights
    "products": lambda s: s.shares[:, None] * s.values,
    "output": lambda s: s.products.sum(0),
}

MISTAKES = (
    Mistake(
        "values_added",
        {"shares": lambda s: np.ones(len(s.weights))},
        (
            "Each value counts in full so far, whatever its weight.",
            "现在每个值都按整份算进来了，还没有用到权重。",
        ),
        (
            "If a word has the weight 0.1, how much of its value comes in?",
            "权重是 0.1 的词，它的值该算进来多少？",
        ),
    ),
    Mistake(
        "mean_of_values",
        {"shares": lambda s: np.full(len(s.weights), 1 / len(s.weights))},
        (
            "This is the plain mean: every value counts the same, whatever its weight.",
            "这是普通的平均：不管权重大小，每个值都算得一样多。",
        ),
        ("Which value should count most?", "哪个值应该算得最多？"),
    ),
    Mistake(
        "divided_by_count",
        {"output": lambda s: s.products.mean(0)},
        (
            "At the end you still divide by the number of words; that is one step too many.",
            "最后又除以了词的个数，多了这一步。",
        ),
        (
            "The weights already add up to 1. What is left to divide?",
            "权重加起来已经是 1 了，还需要再除吗？",
        ),
    ),
    Mistake(
        "only_the_largest",
        {"shares": lambda s: (s.weights == s.weights.max()).astype(float)},
        (
            "You took the value with the largest weight, whole, and nothing of the others.",
            "你取了权重最大的那个值，整个拿来，别的值一点也没有取。",
        ),
        ("What do the words with smaller weights give?", "权重小一些的词，该给多少？"),
    ),
    Mistake(
        "largest_times_its_weight",
        {"shares": lambda s: np.where(s.weights == s.weights.max(), s.weights, 0)},
        (
            "One value times its weight is there, that of the largest; the others are not added yet.",
            "权重最大的那个值已经乘上权重了，其余的还没有加进来。",
        ),
        ("How many values are there, and how many products?", "一共有几个值？应该有几个乘积？"),
    ),
    Mistake(
        "weights_reversed",
        {"shares": lambda s: s.weights[::-1]},
        (
            "The weights run backwards: the first value gets the last weight.",
            "权重的顺序反了：第一个值配上了最后一个权重。",
        ),
        ("Which weight belongs to values[0]?", "values[0] 应该配哪一个权重？"),
    ),
    Mistake(
        "weights_shifted",
        {"shares": lambda s: np.roll(s.weights, 1)},
        (
            "Each value gets the weight of the word before it.",
            "每个值配上的，是前一个词的权重。",
        ),
        (
            "In Python, what is weights[i - 1] if i is 0?",
            "在 Python 里，i 等于 0 时，weights[i - 1] 是哪一个？",
        ),
    ),
    Mistake(
        "softmax_again",
        {"shares": lambda s: np.exp(s.weights) / np.exp(s.weights).sum()},
        (
            "You make weights of the weights once more, with exp. They were weights already.",
            "你又对权重取了一次 exp，再归一化。其实它们本来就是权重了。",
        ),
        ("What do the weights that you are given add up to?", "传进来的权重，加起来是多少？"),
    ),
    Mistake(
        "weights_squared",
        {"shares": lambda s: s.weights**2},
        ("Each value is multiplied by its weight twice.", "每个值都乘了两次权重。"),
        ("What do these products add up to if every value is 1?", "如果每个值都是 1，这些乘积加起来是多少？"),
    ),
    Mistake(
        "weights_added",
        {"products": lambda s: s.shares[:, None] + s.values},
        (
            "Each weight is added to its value, where it should be multiplied with it.",
            "权重是加到值上的，应该是乘。",
        ),
        ("With the weight 0, what should be left of a value?", "权重是 0 的时候，这个值应该剩下多少？"),
    ),
    Mistake(
        "weights_times_columns",
        {"products": lambda s: s.shares * s.values},
        (
            "NumPy pairs the weights with the columns of values; there is one weight for each row.",
            "NumPy 把权重和 values 的列配成了对；其实一个权重对应的是一行。",
        ),
        (
            "What is weights[0] * values[0]? Could you go through the rows like this, one by one?",
            "weights[0] * values[0] 是什么？能不能这样一行一行地算？",
        ),
    ),
    Mistake(
        "columns_weighted",
        {"output": lambda s: s.values @ s.shares},
        (
            "The product is the other way round: the weights meet the columns of values, not its rows.",
            "乘的顺序反了：权重碰上的是 values 的列，不是行。",
        ),
        (
            "There are m weights. Does values have m rows, or m columns?",
            "权重有 m 个。values 是有 m 行，还是有 m 列？",
        ),
    ),
    Mistake(
        "summed_along_rows",
        {"output": lambda s: s.products.sum(1)},
        (
            "After multiplying, the numbers within each row are added: that leaves one number for each word.",
            "乘完以后，加在一起的是每一行里的数：每个词只剩一个数。",
        ),
        (
            "The result should be as long as one value. Which way do you have to add?",
            "结果应该和一个值一样长。该横着加，还是竖着加？",
        ),
    ),
    Mistake(
        "summed_to_one_number",
        {"output": lambda s: s.products.sum()},
        (
            "After multiplying, all the numbers are added up to a single one.",
            "乘完以后，所有的数全加成了一个数。",
        ),
        (
            "The result should be as long as one value. Which numbers belong together?",
            "结果应该和一个值一样长。哪些数该加在一起？",
        ),
    ),
    Mistake(
        "not_added",
        {"output": lambda s: s.products},
        (
            "Half is done: there is a row for each word. The rows are not added up yet.",
            "已经做好一半了：每个词有了一行数，只是这些行还没有加起来。",
        ),
        ("How do several rows become one?", "怎样把几行变成一行？"),
    ),
    Mistake(
        "outer_product",
        {"output": lambda s: np.outer(s.shares, s.values)},
        (
            "This is the outer product: every weight times every number of every value.",
            "这是外积：每个权重都乘了每个值里的每个数。",
        ),
        ("By which one weight should values[0] be multiplied?", "values[0] 只该乘哪一个权重？"),
    ),
    Mistake(
        "first_only",
        {"output": lambda s: s.products[0]},
        (
            "Only the first product comes back; the others are not added.",
            "返回的只有第一个乘积，后面的没有加进来。",
        ),
        ("Is `return` inside the loop, or after it?", "return 写在循环里面，还是循环之后？"),
    ),
    Mistake(
        "last_only",
        {"output": lambda s: s.products[-1]},
        (
            "Only the last product comes back; the ones before are forgotten.",
            "返回的只有最后一个乘积，前面的都丢掉了。",
        ),
        (
            "Does each turn of the loop add to the total, or replace it?",
            "每一次循环，是加到总和上，还是把总和换掉？",
        ),
    ),
    Mistake(
        "last_left_out",
        {"output": lambda s: s.products[:-1].sum(0)},
        ("The last word is left out.", "最后一个词漏掉了。"),
        ("At which number does range(…) stop?", "range(…) 到哪个数为止？"),
    ),
    Mistake(
        "first_left_out",
        {"output": lambda s: s.products[1:].sum(0)},
        ("The first word is left out.", "第一个词漏掉了。"),
        ("At which number does Python begin to count?", "Python 从几开始数？"),
    ),
)


def weigh_and_add(weights, values):
    """The values added up, each times its weight: (d_v,)."""
    return weights @ values


EXERCISE = Exercise(
    name="weighted_sum",
    doc="Check f(weights, values): weights (m,), which sum to one, values (m, d_v) -> (d_v,), or a list.",
    arguments={"weights": "weights", "values": "values"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    may_be_a_list=True,
    hints=(
        (
            "Do it on paper first: multiply each value by its weight, then add the results.",
            "先在纸上算一遍：每个值乘上自己的权重，再把结果加起来。",
        ),
        (
            "A loop does it: begin with total = 0, go through the words one by one, and add something to "
            "total for each. An array times a number multiplies all its numbers.",
            "用循环就行：从 total = 0 开始，一个词一个词地看，每次往 total 上加一点东西。"
            "数组乘一个数，就是里面的每个数都乘。",
        ),
        (
            "zip(weights, values) gives each weight together with its value. Add their "
            "product to total, and return total after the loop.",
            "用 zip(weights, values)，循环每次能同时拿到一个权重和它的值。把它们的乘积加到 total 上，"
            "循环结束以后再 return total。",
        ),
    ),
    solution="""\
def my_weighted_sum(weights, values):
    total = 0
    for w, v in zip(weights, values):
        total = total + w * v
    return total""",
    why=(
        "w is one number and v one row, so w * v is that row made larger or smaller; added up, they give "
        "one row as long as a value. weights @ values does the same in one step.",
        "w 是一个数，v 是一行，w * v 就是把这一行放大或缩小；全加起来，得到的一行和一个值一样长。"
        "weights @ values 一步就能做完同样的事。",
    ),
    reference=weigh_and_add,
)
