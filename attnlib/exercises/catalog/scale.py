"""scale: the scores divided by √d_k."""

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake, all_but
from attnlib.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    yield {"layer": "sentence", "scores": whole(rng, 2, 3), "d_k": 4}
    for lead, n, m, d_k in ((), 4, 5, 3), ((), 6, 6, 2), ((2,), 3, 5, 7), ((2, 3), 5, 4, 8):
        yield {"layer": layer_of(lead), "scores": 3 * rng.normal(size=(*lead, n, m)), "d_k": d_k}
    yield float32({"scores": 3 * rng.normal(size=(3, 4)), "d_k": 5})


STEPS = {"scaled": lambda s: s.scores / s.d_k**0.5}

MISTAKES = (
    Mistake(
        "no_scale",
        {"scaled": lambda s: s.scores},
        ("The scores are not scaled.", "分数没有缩放。"),
        (
            "What happens to the spread of a sum of d_k products when d_k grows?",
            "d_k 个乘积的和，随着 d_k 变大，分散程度会怎样？",
        ),
    ),
    Mistake(
        "d_k_without_root",
        {"scaled": lambda s: s.scores / s.d_k},
        ("The scores are divided by d_k itself.", "分数除以的是 d_k 本身。"),
        ("The variance grows with d_k. And the standard deviation?", "方差和 d_k 成正比，那么标准差呢？"),
    ),
    Mistake(
        "root_d_model",
        {"scaled": lambda s: s.scores / s.d_model**0.5},
        ("The scores are divided by √d_model.", "分数除以的是 √d_model。"),
        ("How many products does one score add up?", "一个分数是多少个乘积相加？"),
    ),
    Mistake(
        "root_n",
        {"scaled": lambda s: s.scores / s.scores.shape[-2] ** 0.5},
        ("The scores are divided by the root of the number of queries.", "分数除以了查询个数的平方根。"),
        (
            "Should a score change when another word joins the sentence?",
            "句子里多了一个词，原来的分数应该变吗？",
        ),
    ),
    Mistake(
        "root_m",
        {"scaled": lambda s: s.scores / s.scores.shape[-1] ** 0.5},
        ("The scores are divided by the root of the number of keys.", "分数除以了键的个数的平方根。"),
        (
            "Should a score change when another word joins the sentence?",
            "句子里多了一个词，原来的分数应该变吗？",
        ),
    ),
    Mistake(
        "multiplied",
        {"scaled": lambda s: s.scores * s.d_k**0.5},
        ("The scores are multiplied by √d_k.", "分数乘上了 √d_k。"),
        ("Should the spread become larger or smaller?", "分散程度应该变大还是变小？"),
    ),
    Mistake(
        "d_k_squared",
        {"scaled": lambda s: s.scores / s.d_k**2},
        ("The scores are divided by the square of d_k.", "分数除以的是 d_k 的平方。"),
        ("Which power of d_k has the standard deviation of a score?", "分数的标准差和 d_k 的几次方成正比？"),
    ),
    Mistake(
        "cube_root",
        {"scaled": lambda s: s.scores / s.d_k ** (1 / 3)},
        ("The scores are divided by the cube root of d_k.", "分数除以的是 d_k 的立方根。"),
        ("Which power of d_k has the standard deviation of a score?", "分数的标准差和 d_k 的几次方成正比？"),
    ),
    Mistake(
        "power_one_halved",
        {"scaled": lambda s: s.scores / s.d_k / 2},
        (
            "d_k ** 1 / 2 is half of d_k: the power comes before the division.",
            "d_k ** 1 / 2 是 d_k 的一半：先算乘方，后算除法。",
        ),
        ("Where would brackets help?", "括号应该加在哪里？"),
    ),
    Mistake(
        "root_d_v",
        {"scaled": lambda s: s.scores / s.V.shape[-1] ** 0.5},
        ("The scores are divided by √d_v, the size of a value.", "分数除以的是 √d_v，值的维度。"),
        ("How many products does one score add up?", "一个分数是多少个乘积相加？"),
    ),
    Mistake(
        "root_of_axis_1",
        {"scaled": lambda s: s.scores / s.Q.shape[1] ** 0.5},
        (
            "The divisor is the root of Q.shape[1]: with a batch that is the number of queries.",
            "除数用的是 Q.shape[1] 的平方根：一批句子时，它是查询的个数。",
        ),
        (
            "Which axis holds the numbers of one query, counted from the end?",
            "从后往前数，一个查询的各个数在哪个轴上？",
        ),
    ),
    Mistake(
        "root_of_axis_0",
        {"scaled": lambda s: s.scores / s.Q.shape[0] ** 0.5},
        (
            "The divisor is the root of Q.shape[0]: the number of queries, or of sentences in a batch.",
            "除数用的是 Q.shape[0] 的平方根：那是查询的个数，一批句子时是句子的个数。",
        ),
        (
            "Which axis holds the numbers of one query, counted from the end?",
            "从后往前数，一个查询的各个数在哪个轴上？",
        ),
    ),
    Mistake(
        "root_of_keys_axis_0",
        {"scaled": lambda s: s.scores / s.K.shape[0] ** 0.5},
        (
            "The divisor is the root of len(K): the number of keys, or of sentences in a batch.",
            "除数用的是 len(K) 的平方根：那是键的个数，一批句子时是句子的个数。",
        ),
        (
            "Which axis holds the numbers of one key, counted from the end?",
            "从后往前数，一个键的各个数在哪个轴上？",
        ),
    ),
    Mistake(
        "scaled_after_softmax",
        {"scaled": lambda s: s.scores, "kept": lambda s: s.weights / s.d_k**0.5},
        (
            "The weights are scaled, after the softmax, instead of the scores.",
            "缩放的是 softmax 之后的权重，不是分数。",
        ),
        ("What is the sum of a row of weights then?", "这样一来，一行权重的和是多少？"),
    ),
)


OF_AXES = "root_of_axis_1", "root_of_axis_0", "root_of_keys_axis_0"
OF_OTHERS = (
    "root_d_model",
    "scaled_after_softmax",
    "root_d_v",
    *OF_AXES,
)  # here is neither X, Q, K, V nor a softmax


def divide_by_root(S, d_k):
    """The scores divided by √d_k."""
    return attention.scale(S, d_k)


EXERCISE = Exercise(
    name="scale",
    doc="Check f(S, d_k): scores (..., n, m) and the size of a key -> (..., n, m).",
    arguments={"S": "scores", "d_k": "d_k"},
    inputs=inputs,
    steps=STEPS,
    mistakes=all_but(MISTAKES, *OF_OTHERS),
    hints=(
        (
            "A score is a sum of d_k products: the more there are, the more scores spread.",
            "一个分数是 d_k 个乘积的和：项数越多，分数就越分散。",
        ),
        (
            "The variance of such a sum grows like d_k. Scaling brings the standard deviation back to 1.",
            "这种和的方差与 d_k 成正比。缩放是为了让标准差回到 1。",
        ),
        (
            "The standard deviation is the root of the variance. d_k ** 0.5 is a root.",
            "标准差是方差的平方根；d_k ** 0.5 就是开平方。",
        ),
    ),
    solution="""\
def my_scale(S, d_k):
    return S / d_k**0.5""",
    why=(
        "If the numbers of q and k have variance 1, their dot product has variance d_k and standard "
        "deviation √d_k. Divided by that, scores spread the same for every d_k, and softmax does not "
        "saturate.",
        "如果 q 和 k 的各个数方差是 1，点积的方差就是 d_k，标准差是 √d_k。除以它以后，不管 d_k 多大，"
        "分数的分散程度都一样，softmax 就不会饱和。",
    ),
    reference=divide_by_root,
)
