"""mix: the values added up, each times its weight."""

import numpy as np

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        weights = rng.permuted(np.tile([0.1, 0.3, 0.6], (*lead, 2, 1)), axis=-1)
        yield {"layer": layer_of(lead), "weights": weights, "V": whole(rng, *lead, 3, 2)}
    for lead, n, m, d_v in ((), 4, 5, 3), ((), 5, 5, 5), ((2,), 3, 5, 4), ((2, 3), 5, 4, 2):
        weights = rng.dirichlet(np.ones(m), (*lead, n))
        yield {"layer": layer_of(lead), "weights": weights, "V": rng.normal(size=(*lead, m, d_v))}
    yield float32({"weights": rng.dirichlet(np.ones(6), 4), "V": rng.normal(size=(6, 3))})


STEPS = {
    "kept": lambda s: s.weights,  # nothing; here stands what some do to the weights
    "output": lambda s: s.kept @ s.V,
}

MISTAKES = (
    Mistake(
        "weights_transposed",
        {"output": lambda s: s.kept.mT @ s.V},
        ("The weights are transposed before they meet the values.", "权重先转置了，才去乘值。"),
        (
            "Which index is added over: the one that looks, or the one looked at?",
            "求和时走过的下标，是看的词还是被看的词？",
        ),
    ),
    Mistake(
        "plain_mean",
        {
            "output": lambda s: np.broadcast_to(
                s.V.mean(-2, keepdims=True), (*s.kept.shape[:-1], s.V.shape[-1])
            )
        },
        (
            "Every output is the plain mean of the values: the weights are not used.",
            "每个输出都是值的普通平均：没有用到权重。",
        ),
        ("Should all words get the same output?", "所有词的输出应该一样吗？"),
    ),
)

EXERCISE = Exercise(
    name="mix",
    doc="Check f(weights, V): weights (..., n, m), V (..., m, d_v) -> (..., n, d_v).",
    arguments={"weights": "weights", "V": "V"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "A word's output is the sum of all value vectors, each times the weight it gets from that word.",
            "一个词的输出，就是所有值向量的加权和，权重是这个词分出去的。",
        ),
        (
            "Row i of the weights belongs to the word that looks; its columns are the rows of V.",
            "权重的第 i 行属于“看”的词；它的各列对应 V 的各行。",
        ),
        (
            "A sum over j of weights[i, j] times V[j] is what a matrix product does. Nothing is transposed.",
            "对 j 求 weights[i, j] 乘 V[j] 的和，正是矩阵乘法。什么都不用转置。",
        ),
    ),
    solution="""\
def my_mix(weights, V):
    return weights @ V""",
    why=(
        "The product's row i is weights[i, 0] · V[0] + weights[i, 1] · V[1] + …: a weighted sum of the "
        "values. Its sizes are (n, m) @ (m, d_v) = (n, d_v).",
        "乘积的第 i 行是 weights[i, 0] · V[0] + weights[i, 1] · V[1] + …，也就是值的加权和。"
        "形状是 (n, m) @ (m, d_v) = (n, d_v)。",
    ),
    reference=attention.mix,
)
