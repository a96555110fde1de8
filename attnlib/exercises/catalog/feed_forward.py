"""feed_forward: each row on its own: wider, nothing negative, back."""

from attnlib import block
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        yield {
            "layer": layer_of(lead),
            "x": whole(rng, *lead, 2, 2),
            "W_1": rng.permuted([[2.0, -1, 1], [-2, 1, 3]], axis=-1),
            "b_1": rng.permutation([-1.0, 1, 2]),
            "W_2": whole(rng, 3, 2),
            "b_2": rng.permutation([2.0, -3]),
        }
    for lead, n, d, d_ff in ((), 4, 3, 5), ((), 4, 4, 4), ((2,), 3, 2, 6), ((2, 3), 3, 3, 7):
        yield {"layer": layer_of(lead)} | _normal(rng, (*lead, n, d), d_ff)
    yield float32(_normal(rng, (5, 3), 4))


def _normal(rng, shape, d_ff):
    d = shape[-1]
    W_1, W_2 = rng.normal(size=(d, d_ff)), rng.normal(size=(d_ff, d))
    b_1, b_2 = rng.normal(size=d_ff), 1 + rng.random(d)
    return {"x": rng.normal(size=shape), "W_1": W_1, "b_1": b_1, "W_2": W_2, "b_2": b_2}


STEPS = {
    "wide": lambda s: s.x @ s.W_1 + s.b_1,
    "hidden": lambda s: s.wide.clip(min=0),
    "output": lambda s: s.hidden @ s.W_2 + s.b_2,
}

MISTAKES = (
    Mistake(
        "no_relu",
        {"hidden": lambda s: s.wide},
        ("Nothing is set to 0 between the two products.", "两次乘法之间，没有把负数变成 0。"),
        (
            "What is the product of two matrices, one after the other?",
            "先后乘两个矩阵，相当于乘几个矩阵？",
        ),
    ),
    Mistake(
        "relu_at_the_end",
        {"hidden": lambda s: s.wide, "output": lambda s: (s.hidden @ s.W_2 + s.b_2).clip(min=0)},
        (
            "What is negative is set to 0 at the end, not between the two products.",
            "把负数变成 0 放在了最后，而不是两次乘法之间。",
        ),
        ("Which numbers may the result never have then?", "这样一来，结果里永远不会出现什么样的数？"),
    ),
    Mistake(
        "relu_twice",
        {"output": lambda s: (s.hidden @ s.W_2 + s.b_2).clip(min=0)},
        ("What is negative is set to 0 at the end, too.", "最后又做了一次：把负数变成 0。"),
        ("Which numbers may the result never have then?", "这样一来，结果里永远不会出现什么样的数？"),
    ),
    Mistake(
        "relu_first",
        {"wide": lambda s: s.x.clip(min=0) @ s.W_1 + s.b_1, "hidden": lambda s: s.wide},
        ("ReLU is taken of x, before the first product.", "ReLU 用在了 x 上，还没有做第一次乘法。"),
        ("Which numbers does W_1 then never see?", "这样一来，W_1 永远看不到什么样的数？"),
    ),
    Mistake(
        "negative_kept",
        {"hidden": lambda s: s.wide.clip(max=0)},
        ("What is positive is set to 0, and what is negative is kept.", "把正数变成了 0，留下的是负数。"),
        ("What is max(0, 3), and what is max(0, −3)?", "max(0, 3) 是几？max(0, −3) 呢？"),
    ),
    Mistake(
        "absolute_value",
        {"hidden": lambda s: abs(s.wide)},
        ("What is negative is made positive, not 0.", "负数变成了正数，而不是 0。"),
        ("What is max(0, −3)?", "max(0, −3) 是几？"),
    ),
    Mistake(
        "bias_after_relu",
        {"wide": lambda s: s.x @ s.W_1, "hidden": lambda s: s.wide.clip(min=0) + s.b_1},
        ("b_1 is added after ReLU.", "b_1 加在了 ReLU 之后。"),
        (
            "With b_1 = −1, how large must a product be to get through ReLU?",
            "b_1 = −1 时，乘积要多大，才过得了 ReLU？",
        ),
    ),
    Mistake(
        "no_b_1",
        {"wide": lambda s: s.x @ s.W_1},
        ("b_1 is not used.", "没有用到 b_1。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "no_b_2",
        {"output": lambda s: s.hidden @ s.W_2},
        ("b_2 is not used.", "没有用到 b_2。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "residual_inside",
        {"output": lambda s: s.x + s.hidden @ s.W_2 + s.b_2},
        (
            "x is added to the result: the residual connection stands outside, in the block.",
            "结果里加上了 x：残差连接在外面，由块来做。",
        ),
        (
            "If W_2 and b_2 are 0, what should this function give?",
            "W_2 和 b_2 全是 0 时，这个函数应该得到什么？",
        ),
    ),
)

EXERCISE = Exercise(
    name="feed_forward",
    doc="Check f(x, W_1, b_1, W_2, b_2): (..., n, d) -> (..., n, d), by way of d_ff numbers a row.",
    arguments={"x": "x", "W_1": "W_1", "b_1": "b_1", "W_2": "W_2", "b_2": "b_2"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Project x by W_1 and b_1, set what is negative to 0, and project by W_2 and b_2.",
            "x 先用 W_1、b_1 投影，把负数变成 0，再用 W_2、b_2 投影。",
        ),
        (
            "A projection is @ and +, as in lesson 02. For the middle, look up np.maximum, or clip.",
            "投影就是 @ 和 +，见第 02 课。中间一步可以查一查 np.maximum，或者 clip。",
        ),
        (
            "First the wide rows, x @ W_1 + b_1. (…).clip(min=0) of them goes through one more projection.",
            "先算出变宽的行 x @ W_1 + b_1；对它做 (…).clip(min=0)，再投影一次。",
        ),
    ),
    solution="""\
def my_feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = (x @ W_1 + b_1).clip(min=0)
    return hidden @ W_2 + b_2""",
    why=(
        "Without ReLU the two products would be one matrix, W_1 @ W_2. Each row is treated on its own: "
        "no word sees another here.",
        "没有 ReLU，两次乘法就等于乘一个矩阵 W_1 @ W_2。每一行各算各的：在这里，词与词互相看不到。",
    ),
    reference=block.feed_forward,
)
