"""attention: scores, scaled, weights, output, without a mask.

Its steps and mistakes are those of scores, scale, softmax and mix; masked_attention, multi_head and
self_attention take them from here.
"""

from attnlib.attention import attend
from attnlib.exercises.catalog import mix, scale, scores, softmax
from attnlib.exercises.exercise import Exercise, Mistake, all_but
from attnlib.exercises.random_inputs import queries_keys_values

STEPS = scores.STEPS | scale.STEPS | {"masked": lambda s: s.scaled} | softmax.WITHOUT_A_MASK | mix.STEPS

OTHER_VALUES = (
    Mistake(
        "values_are_keys",
        {"output": lambda s: s.kept @ s.K},
        ("The weights mix the keys, not the values.", "权重混合的是键，不是值。"),
        ("What is a word found by, and what does it pass on?", "词靠什么被找到？传出去的又是什么？"),
    ),
    Mistake(
        "values_are_queries",
        {"output": lambda s: s.kept @ s.Q},
        ("The weights mix the queries, not the values.", "权重混合的是查询，不是值。"),
        ("What does a word pass on?", "词传出去的是什么？"),
    ),
    Mistake(
        "values_are_x",
        {"v": lambda s: s.X},
        ("The values are the rows of X: W_V is not used.", "值用的是 X 的各行，没有用到 W_V。"),
        ("Who decides what of a word is passed on?", "一个词传出去什么，由谁决定？"),
    ),
    Mistake(
        "output_is_x",
        {"output": lambda s: s.kept @ s.X},
        ("The weights mix the rows of X: the values are not used.", "权重混合的是 X 的各行，没有用到值。"),
        ("Who decides what of a word is passed on?", "一个词传出去什么，由谁决定？"),
    ),
    Mistake(
        "weights_returned",
        {"output": lambda s: s.kept},
        ("These are the weights: the values have not been mixed yet.", "这是权重：还没有混合值。"),
        ("What does a word do with its weights?", "一个词有了权重，下一步做什么？"),
    ),
)

# What can go wrong in an attention, step by step; no exercise has all of them.
MISTAKES = (*scores.MISTAKES, *scale.MISTAKES, *softmax.MISTAKES, *OTHER_VALUES, *mix.MISTAKES)
OF_X = "root_d_model", "values_are_x", "output_is_x"  # where Q, K and V are projections of X


def attend_to_all(Q, K, V):
    """softmax(Q Kᵀ / √d_k) V: (..., n, d_v)."""
    return attend(Q, K, V).output


EXERCISE = Exercise(
    name="attention",
    doc="Check f(Q, K, V) -> output (..., n, d_v), or (output, weights): the whole formula without a mask.",
    arguments={"Q": "Q", "K": "K", "V": "V"},
    inputs=queries_keys_values,
    steps=STEPS,
    mistakes=all_but(MISTAKES, *OF_X, *softmax.OF_AN_EMPTY_ROW),
    may_return_weights=True,
    hints=(
        (
            "The steps are those of the pipeline: scores, scaled, weights, output.",
            "按流程一步一步来：分数、缩放、权重、输出。",
        ),
        (
            "d_k is how many numbers a query has: Q.shape[-1]. The softmax is over the last axis, a row "
            "for each query.",
            "d_k 是一个查询里数的个数：Q.shape[-1]。softmax 沿最后一个轴做，一个查询一行。",
        ),
        (
            "Write the product of Q and K.mT, divided; then the softmax of its rows, then the product "
            "with V: four lines, each taking what the one before made.",
            "先写 Q 和 K.mT 的乘积，除以该除的数；再对每一行做 softmax；最后乘 V。"
            "一共四行，每行都用上一行的结果。",
        ),
    ),
    solution="""\
def my_attention(Q, K, V):
    S = Q @ K.mT / Q.shape[-1] ** 0.5
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V""",
    why=(
        "Scores say how well each query fits each key, softmax makes shares of them, and the shares mix "
        "the values. Everything works on the last two axes, so a batch or heads in front change nothing.",
        "分数说明每个查询和每个键有多匹配，softmax 把分数变成比例，再按比例混合各个值。"
        "每一步都只用最后两个轴，所以前面有 batch 或者头也不影响。",
    ),
    reference=attend_to_all,
)
