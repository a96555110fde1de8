"""multi_head: project, split into heads, attend in each, merge, project."""

import numpy as np

from attnlib import attention as library
from attnlib.exercises.catalog import attention, merge_heads, scale, softmax, split_heads
from attnlib.exercises.exercise import Exercise, Mistake, all_but
from attnlib.exercises.random_inputs import large_words, layer_of, whole


def inputs(rng):
    yield _whole_heads(rng, 2, 2, 1)
    yield _whole_heads(rng, 3, 2, 2)
    for lead, n, h, d, d_out in (
        ((), 5, 2, 3, 4),
        ((2,), 4, 3, 2, 5),
        ((2, 3), 3, 2, 4, 6),
        ((3,), 4, 4, 4, 16),
    ):
        yield {"layer": layer_of(lead)} | _heads_of(rng, 2 * rng.normal(size=(*lead, n, h * d)), h, d, d_out)
    large = _heads_of(rng, large_words(rng, 6, 10), 2, 5, 3)
    yield {"layer": "large"} | large | {"W_Q": abs(large["W_Q"]), "W_K": abs(large["W_K"])}


def _whole_heads(rng, n, h, d):
    """One sentence and projections of small whole numbers."""
    W = {f"W_{name}": rng.integers(-1, 2, (h * d, h * d)).astype(float) for name in "QKV"}
    X, W_O = whole(rng, n, h * d), whole(rng, h * d, 1)
    return {"layer": "sentence", "X": X, **W, "W_O": W_O, "h": h, "d_k": d, "d_model": h * d}


def _heads_of(rng, X, h, d, d_out):
    d_model = h * d
    W_Q, W_K, W_V = (1.2 * rng.normal(size=(d_model, d_model)) / d_model**0.5 for _ in range(3))
    W_O = rng.normal(size=(d_model, d_out))
    return {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O, "h": h, "d_k": d, "d_model": d_model}


STEPS = (
    {
        "q": lambda s: s.X @ s.W_Q,
        "k": lambda s: s.X @ s.W_K,
        "v": lambda s: s.X @ s.W_V,
        "Q": lambda s: split_heads.split(s.q, s.h),
        "K": lambda s: split_heads.split(s.k, s.h),
        "V": lambda s: split_heads.split(s.v, s.h),
    }
    | attention.STEPS
    | merge_heads.STEPS
    | {"projected": lambda s: s.merged @ s.W_O}
)


def first_head_for_all(x, h):
    return np.repeat(split_heads.split(x, h)[..., :1, :, :], h, -3)


MISTAKES = (
    *all_but(
        attention.MISTAKES,
        *("root_d_v", *scale.OF_AXES, "softmax_without_axis"),
        *("t_reverses_all_axes", "first_axes_swapped", "root_m", "output_is_x", "weights_returned"),
        *softmax.OF_AN_EMPTY_ROW,
    ),
    Mistake(
        "heads_without_transpose",
        {
            "Q": lambda s: s.q.reshape(*s.q.shape[:-2], s.h, s.q.shape[-2], s.d_k),
            "K": lambda s: s.k.reshape(*s.k.shape[:-2], s.h, s.k.shape[-2], s.d_k),
            "V": lambda s: s.v.reshape(*s.v.shape[:-2], s.h, s.v.shape[-2], s.d_k),
        },
        (
            "reshape alone goes to (h, n, d): a head then gets pieces of other words.",
            "只用 reshape 变成 (h, n, d)：一个头里混进了别的词的数。",
        ),
        ("Which numbers of word 0 does head 0 get?", "第 0 个头应该得到第 0 个词的哪几个数？"),
    ),
    merge_heads.MERGED_WITHOUT_TRANSPOSE,
    Mistake(
        "transposed_projections",
        {"q": lambda s: s.X @ s.W_Q.T, "k": lambda s: s.X @ s.W_K.T, "v": lambda s: s.X @ s.W_V.T},
        ("X is multiplied by the transposed projection matrices.", "X 乘的是投影矩阵的转置。"),
        (
            "Where does nn.Linear keep the transpose, and where do we?",
            "nn.Linear 保存的是转置，这里的 W 呢？",
        ),
    ),
    Mistake(
        "one_head",
        {
            "Q": lambda s: s.q,
            "K": lambda s: s.k,
            "V": lambda s: s.v,
            "scaled": lambda s: s.scores / s.d_model**0.5,
            "merged": lambda s: s.output,
        },
        ("There is only one head.", "只有一个头。"),
        ("What can two tables of weights say that one cannot?", "两张权重表能表达什么，是一张表达不了的？"),
    ),
    Mistake(
        "shared_projection",
        {
            "Q": lambda s: first_head_for_all(s.q, s.h),
            "K": lambda s: first_head_for_all(s.k, s.h),
            "V": lambda s: first_head_for_all(s.v, s.h),
        },
        (
            "All heads use the same columns of the projection matrices.",
            "所有的头用的是投影矩阵里相同的几列。",
        ),
        ("How do the heads' weights differ then?", "那么，各个头的权重有什么不同？"),
    ),
    Mistake(
        "mean_of_heads",
        {"output": lambda s: np.repeat((s.kept @ s.V).mean(-3, keepdims=True), s.h, -3)},
        ("The outputs of the heads are averaged.", "各个头的输出被平均了。"),
        ("Where do the differences between the heads go?", "各个头之间的差别到哪里去了？"),
    ),
    Mistake(
        "no_output_projection",
        {"projected": lambda s: s.merged},
        ("The heads stand side by side, but W_O is not used.", "各个头已经拼接好了，但没有用到 W_O。"),
        ("How does one head learn of what another has found?", "一个头找到的东西，怎样和别的头找到的结合？"),
    ),
)


def project_and_attend(X, W_Q, W_K, W_V, W_O, h):
    """Project, split into h heads, attend in each, merge, project: (..., n, d_out)."""
    Q, K, V = (library.split_heads(library.project(X, W), h) for W in (W_Q, W_K, W_V))
    return library.merge_heads(library.attend(Q, K, V).output) @ W_O


EXERCISE = Exercise(
    name="multi_head",
    doc="Check f(X, W_Q, W_K, W_V, W_O, h): (..., n, d_model) -> (..., n, d_out), h heads side by side.",
    arguments={"X": "X", "W_Q": "W_Q", "W_K": "W_K", "W_V": "W_V", "W_O": "W_O", "h": "h"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    may_return_weights=True,
    hints=(
        (
            "Project X three times, split each into heads, attend in every head at once, merge, project "
            "by W_O.",
            "X 投影三次，各自切成几个头，每个头同时做注意力，合并，最后乘 W_O。",
        ),
        (
            "Attention works on the last two axes, so heads are only one more axis in front. d_k is "
            "that of one head.",
            "注意力只用最后两个轴，头只是前面多出来的一个轴。这里的 d_k 是一个头的。",
        ),
        (
            "split_heads(X @ W_Q, h) and so on; attend; merge_heads(output) @ W_O. attnlib has these "
            "functions.",
            "split_heads(X @ W_Q, h) 等等；attend；merge_heads(output) @ W_O。这些函数 attnlib 里都有。",
        ),
    ),
    solution="""\
def my_multi_head(X, W_Q, W_K, W_V, W_O, h):
    Q, K, V = (split_heads(X @ W, h) for W in (W_Q, W_K, W_V))
    return merge_heads(attend(Q, K, V).output) @ W_O""",
    why=(
        "Each head sees all of X, through its own columns of the projection matrices. W_O then mixes "
        "what the heads have found: without it the heads would only stand side by side.",
        "每个头都看到整个 X，只是用的是投影矩阵里属于自己的几列。最后 W_O 把各个头找到的东西结合起来；"
        "没有它，各个头只是排在一起。",
    ),
    reference=project_and_attend,
)
