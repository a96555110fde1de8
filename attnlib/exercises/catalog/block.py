"""block: attention, then feed-forward, each on what is normed, each added to what goes around it."""

import numpy as np

from attnlib.attention import attend
from attnlib.block import layer_norm
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import layer_of, whole


def part(code, function):
    """A function of x whose name is what it does."""
    function.__name__ = code
    return function


# Small ones, to be followed by hand: the words of a sentence exchange what they have, and so on.
SMALL = {
    "norm_1": part("lambda x: x + 1", lambda x: x + 1),
    "attention": part(
        "lambda x: 2 * x.sum(-2, keepdims=True) - x", lambda x: 2 * x.sum(-2, keepdims=True) - x
    ),
    "norm_2": part("lambda x: 3 - x", lambda x: 3 - x),
    "feed_forward": part("lambda x: x * x", lambda x: x * x),
}

# And such as a block really has.
REAL = {
    "norm_1": part("lambda x: layer_norm(x, 2.0, 0.5)", lambda x: layer_norm(x, 2.0, 0.5)),
    "attention": part("lambda x: attend(x, x, x).output", lambda x: attend(x, x, x).output),
    "norm_2": part("lambda x: layer_norm(x, 1.5, -1.0)", lambda x: layer_norm(x, 1.5, -1.0)),
    "feed_forward": part("lambda x: x.clip(min=0) - 0.3", lambda x: x.clip(min=0) - 0.3),
}


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        yield {"layer": layer_of(lead), "x": whole(rng, *lead, 2, 3), **SMALL}
    for shape in (4, 5), (6, 6), (2, 3, 7), (2, 3, 4, 5):
        yield {"layer": layer_of(shape[:-2]), "x": 1 + 2 * rng.normal(size=shape), **REAL}
    yield {"layer": "float32", "x": rng.normal(size=(4, 5)).astype(np.float32), **REAL}


STEPS = {
    "asked": lambda s: s.norm_1(s.x),
    "heard": lambda s: s.attention(s.asked),
    "middle": lambda s: s.x + s.heard,
    "normed": lambda s: s.norm_2(s.middle),
    "thought": lambda s: s.feed_forward(s.normed),
    "output": lambda s: s.middle + s.thought,
}

AROUND = (
    "What reaches the next floor unchanged, if both sublayers give 0?",
    "假如两个子层都得 0，有什么能原样到达下一层？",
)

MISTAKES = (
    Mistake(
        "no_residual",
        {"middle": lambda s: s.heard, "output": lambda s: s.thought},
        ("Nothing goes around: x is not added to what comes out.", "没有残差连接：算出的结果没有和 x 相加。"),
        AROUND,
    ),
    Mistake(
        "no_residual_around_attention",
        {"middle": lambda s: s.heard},
        ("Nothing goes around the attention.", "注意力那里没有残差连接。"),
        AROUND,
    ),
    Mistake(
        "no_residual_around_feed_forward",
        {"output": lambda s: s.thought},
        ("Nothing goes around the feed-forward.", "前馈网络那里没有残差连接。"),
        AROUND,
    ),
    Mistake(
        "first_x_added_again",
        {"output": lambda s: s.x + s.thought},
        (
            "The second sum adds the x that came in, not the one that attention has changed.",
            "第二次相加，用的是最初的 x，而不是注意力改变以后的那个。",
        ),
        ("Where does what attention has found get lost?", "注意力找到的东西，在哪一步丢掉了？"),
    ),
    Mistake(
        "normed_goes_around",
        {"middle": lambda s: s.asked + s.heard, "output": lambda s: s.normed + s.thought},
        ("What goes around is the normed x, not x itself.", "绕过去的是归一化以后的 x，不是 x 本身。"),
        AROUND,
    ),
    Mistake(
        "no_norms",
        {"asked": lambda s: s.x, "normed": lambda s: s.middle},
        ("Neither of the two norms is used.", "两个归一化都没有用到。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "no_norm_1",
        {"asked": lambda s: s.x},
        ("norm_1 is not used.", "没有用到 norm_1。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "no_norm_2",
        {"normed": lambda s: s.middle},
        ("norm_2 is not used.", "没有用到 norm_2。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "norms_swapped",
        {"asked": lambda s: s.norm_2(s.x), "normed": lambda s: s.norm_1(s.middle)},
        ("norm_1 and norm_2 have changed places.", "norm_1 和 norm_2 的位置反了。"),
        ("Which of the two belongs to the attention?", "哪一个是和注意力配对的？"),
    ),
    Mistake(
        "norm_1_twice",
        {"normed": lambda s: s.norm_1(s.middle)},
        ("norm_1 is used twice, norm_2 never.", "norm_1 用了两次，norm_2 没有用。"),
        ("Which of the inputs does your result not depend on?", "哪个输入改了，你的结果却不变？"),
    ),
    Mistake(
        "feed_forward_first",
        {
            "heard": lambda s: s.feed_forward(s.asked),
            "thought": lambda s: s.attention(s.normed),
        },
        ("The feed-forward comes before the attention.", "前馈网络放在了注意力前面。"),
        ("Which comes first: to hear, or to think about it?", "是先听，还是先想？"),
    ),
    Mistake(
        "norm_after_sublayer",
        {
            "asked": lambda s: s.x,
            "middle": lambda s: s.x + s.norm_1(s.heard),
            "normed": lambda s: s.middle,
            "output": lambda s: s.middle + s.norm_2(s.thought),
        },
        (
            "A norm stands after its sublayer, before the sum.",
            "归一化放在了子层之后、相加之前。",
        ),
        ("What do attention and feed-forward get to see then?", "这样，注意力和前馈网络看到的是什么？"),
    ),
    Mistake(
        "side_by_side",
        {"normed": lambda s: s.norm_2(s.x)},
        (
            "The feed-forward starts from the x that came in, and does not see what attention has found.",
            "前馈网络用的是最初的 x，看不到注意力找到的东西。",
        ),
        (
            "On what should a word think: on what it heard, or on what it was?",
            "词要想的，是听到的，还是原来的？",
        ),
    ),
)

POST_NORM = Mistake(
    "post_norm",
    {
        "asked": lambda s: s.x,
        "middle": lambda s: s.norm_1(s.x + s.heard),
        "normed": lambda s: s.middle,
        "output": lambda s: s.norm_2(s.middle + s.thought),
    },
    (
        "The norms stand after the sums: that is a post-norm block.",
        "归一化放在了相加之后：这是后归一化的块。",
    ),
    ("Does x then get to the next floor untouched?", "这样，x 还能原样到达下一层吗？"),
)


def pre_norm_block(x, norm_1, attention, norm_2, feed_forward):
    """Attention, then feed-forward; each is given what is normed, and x goes around it untouched."""
    x = x + attention(norm_1(x))
    return x + feed_forward(norm_2(x))


ARGUMENTS = {name: name for name in ("x", "norm_1", "attention", "norm_2", "feed_forward")}

EXERCISE = Exercise(
    name="block",
    doc="Check f(x, norm_1, attention, norm_2, feed_forward): a pre-norm block; all but x are functions.",
    arguments=ARGUMENTS,
    inputs=inputs,
    steps=STEPS,
    mistakes=(*MISTAKES, POST_NORM),
    hints=(
        (
            "Twice the same: norm, sublayer, and what comes out is added to what went around.",
            "同样的事做两次：归一化，过子层，再和绕过来的相加。",
        ),
        (
            "The first time the sublayer is attention, the second time feed_forward, and it starts from the "
            "new x.",
            "第一次的子层是 attention，第二次是 feed_forward；第二次用的是新的 x。",
        ),
        (
            "attention(norm_1(x)) is what is added to x. The second line has the same form.",
            "加到 x 上的是 attention(norm_1(x))。第二行是同样的形式，换成另外两个函数。",
        ),
    ),
    solution="""\
def my_block(x, norm_1, attention, norm_2, feed_forward):
    x = x + attention(norm_1(x))
    return x + feed_forward(norm_2(x))""",
    why=(
        "x itself is only ever added to: so what a word was can still be found on the last floor, and each "
        "sublayer gets rows of one size.",
        "x 本身只做加法：所以到了最后一层，词原来的样子还在；而每个子层得到的，总是大小整齐的行。",
    ),
    reference=pre_norm_block,
)
