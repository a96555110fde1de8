"""layer_norm: each row brought to mean 0 and variance 1, then stretched and moved."""

import numpy as np

from attnlib import block
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        gain, bias = whole(rng, 3) + 3, whole(rng, 3)
        x = whole(rng, *lead, 2, 3)
        yield {"layer": layer_of(lead), "x": x, "gain": gain, "bias": bias, "eps": 1e-5 if lead else 1.0}
    for shape in (4, 5), (6, 6), (2, 3, 7), (2, 3, 4, 5):
        yield _normal(rng, 1 + 2 * rng.normal(size=shape), 1e-5) | {"layer": layer_of(shape[:-2])}
    yield _normal(rng, rng.normal(size=(4, 3)), 0.1)
    # Small numbers about 0, their variance below eps: farther from 0, float32 could not tell them apart.
    yield _normal(rng, 1e-2 * rng.normal(size=(3, 6)), 1e-3) | {"layer": "flat"}
    yield _normal(rng, np.array([[2.0, 2, 2], whole(rng, 3)]), 1e-5) | {"layer": "flat"}
    yield float32(_normal(rng, 1 + 2 * rng.normal(size=(4, 5)), 1e-5))


def _normal(rng, x, eps):
    gain, bias = rng.normal(size=(2, x.shape[-1]))
    return {"layer": "sentence", "x": x, "gain": gain, "bias": bias, "eps": eps}


STEPS = {
    "mean": lambda s: s.x.mean(-1, keepdims=True),
    "centred": lambda s: s.x - s.mean,
    "variance": lambda s: ((s.x - s.mean) ** 2).mean(-1, keepdims=True),
    "deviation": lambda s: (s.variance + s.eps) ** 0.5,
    "normed": lambda s: (s.x - s.mean) / s.deviation,
    "stretched": lambda s: s.normed * s.gain + s.bias,
}

MISTAKES = (
    Mistake(
        "unbiased_variance",
        {"variance": lambda s: ((s.x - s.mean) ** 2).sum(-1, keepdims=True) / (s.x.shape[-1] - 1)},
        ("The variance divides by d − 1.", "方差除以的是 d − 1。"),
        ("What is the variance of (1, −1)?", "(1, −1) 的方差是多少？"),
    ),
    Mistake(
        "eps_outside_root",
        {"deviation": lambda s: s.variance**0.5 + s.eps},
        ("eps is added after the root.", "eps 加在了开方之后。"),
        ("How large is √eps, compared with eps?", "√eps 和 eps 相比，哪个大？"),
    ),
    Mistake(
        "no_eps",
        {"deviation": lambda s: s.variance**0.5},
        ("eps is not used.", "没有用到 eps。"),
        ("What happens to a row of equal numbers?", "一行里的数全都相等时会怎样？"),
    ),
    Mistake(
        "divided_by_variance",
        {"deviation": lambda s: s.variance + s.eps},
        ("The division is by the variance, without the root.", "除以的是方差，没有开方。"),
        ("What is the variance of the result?", "这样得到的结果，方差是多少？"),
    ),
    Mistake(
        "over_words",
        {
            "mean": lambda s: s.x.mean(-2, keepdims=True),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(-2, keepdims=True),
        },
        ("Mean and variance are taken over the words, down a column.", "平均和方差是沿着列、对各个词求的。"),
        ("Should a word change when its neighbour changes?", "邻近的词变了，这个词应该跟着变吗？"),
    ),
    Mistake(
        "norm_over_axis_0",
        {
            "mean": lambda s: s.x.mean(0, keepdims=True),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(0, keepdims=True),
        },
        (
            "Mean and variance are taken along axis 0, across words or sentences.",
            "平均和方差是沿第 0 个轴求的，跨过了不同的词或者句子。",
        ),
        ("Should a word change when its neighbour changes?", "邻近的词变了，这个词应该跟着变吗？"),
    ),
    Mistake(
        "norm_over_axis_1",
        {
            "mean": lambda s: s.x.mean(1, keepdims=True),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(1, keepdims=True),
        },
        (
            "Mean and variance are taken along axis 1: with a batch, that is the words.",
            "平均和方差是沿第 1 个轴求的：一批句子时，那是词的轴。",
        ),
        (
            "Which axis holds the numbers of one word, counted from the end?",
            "从后往前数，一个词的各个数在哪一个轴上？",
        ),
    ),
    Mistake(
        "over_everything",
        {
            "mean": lambda s: s.x.mean(),
            "variance": lambda s: ((s.x - s.mean) ** 2).mean(),
        },
        ("Mean and variance are taken over all numbers together.", "平均和方差是对全部的数一起求的。"),
        ("Should a word change when its neighbour changes?", "邻近的词变了，这个词应该跟着变吗？"),
    ),
    Mistake(
        "not_centred",
        {"normed": lambda s: s.x / s.deviation},
        ("The mean is not subtracted.", "没有减去平均。"),
        ("What is the mean of a row of your result?", "结果中一行的平均是多少？"),
    ),
    Mistake(
        "root_mean_square",
        {"mean": lambda s: 0.0},
        (
            "The row is divided by its root mean square, without the mean taken away: that is RMSNorm.",
            "没有减去平均，除以的是均方根：这是 RMSNorm。",
        ),
        ("What is the mean of a row of your result?", "结果中一行的平均是多少？"),
    ),
    Mistake(
        "fixed_eps",
        {"deviation": lambda s: (s.variance + 1e-5) ** 0.5},
        ("eps is always 0.00001, whatever is given.", "不管传进来的 eps 是多少，用的总是 0.00001。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "no_gain",
        {"stretched": lambda s: s.normed + s.bias},
        ("gain is not used.", "没有用到 gain。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "no_bias_in_norm",
        {"stretched": lambda s: s.normed * s.gain},
        ("bias is not used.", "没有用到 bias。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "gain_and_bias_swapped",
        {"stretched": lambda s: s.normed * s.bias + s.gain},
        ("gain and bias have changed places.", "gain 和 bias 的位置反了。"),
        ("Which of the two stretches, and which moves?", "哪一个负责拉伸，哪一个负责平移？"),
    ),
)

EXERCISE = Exercise(
    name="layer_norm",
    doc="Check f(x, gain, bias, eps): (..., d) -> (..., d): mean 0, variance 1 in each row, then gain, bias.",
    arguments={"x": "x", "gain": "gain", "bias": "bias", "eps": "eps"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Every row on its own gets mean 0 and variance 1, and is then stretched by gain and moved "
            "by bias.",
            "每一行各自变成平均为 0、方差为 1，再乘 gain 拉伸，加 bias 平移。",
        ),
        (
            "The variance is the mean of the squared distances from the mean (it divides by d). eps "
            "belongs inside the root.",
            "方差是各数与平均之差的平方的平均（除以 d）。eps 要加在根号里面。",
        ),
        (
            "With keepdims=True the mean stays a column and can be subtracted; then divide by (variance "
            "+ eps) ** 0.5.",
            "用 keepdims=True，平均保持一列，可以直接相减；再除以 (variance + eps) ** 0.5。",
        ),
    ),
    solution="""\
def my_layer_norm(x, gain, bias, eps):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / (variance + eps) ** 0.5 * gain + bias""",
    why=(
        "Mean and variance are those of one word's row, so words do not mix. eps keeps a row of equal "
        "numbers from dividing by 0, and gain and bias let the model undo what it does not need.",
        "平均和方差都只在一个词的那一行里算，词与词不会混。eps 防止全相等的行除以 0；"
        "gain 和 bias 让模型可以把不需要的部分还原。",
    ),
    reference=block.layer_norm,
)
