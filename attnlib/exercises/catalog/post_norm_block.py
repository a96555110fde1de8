"""post_norm_block: the block of the first Transformer, which norms each sum."""

from dataclasses import replace

from attnlib.exercises.catalog import block
from attnlib.exercises.exercise import Exercise, Mistake

STEPS = {
    "heard": lambda s: s.attention(s.x),
    "first_sum": lambda s: s.x + s.heard,
    "middle": lambda s: s.norm_1(s.first_sum),
    "thought": lambda s: s.feed_forward(s.middle),
    "second_sum": lambda s: s.middle + s.thought,
    "output": lambda s: s.norm_2(s.second_sum),
}


def same_as(id, own, steps):
    """The mistake of a pre-norm block with that id, in the words used there, as it is made here."""
    [mistake] = (mistake for mistake in block.MISTAKES if mistake.id == id)
    return replace(mistake, id=own, steps=steps)


MISTAKES = (
    Mistake(
        "pre_norm",
        {
            "heard": lambda s: s.attention(s.norm_1(s.x)),
            "middle": lambda s: s.first_sum,
            "thought": lambda s: s.feed_forward(s.norm_2(s.middle)),
            "output": lambda s: s.second_sum,
        },
        (
            "The norms stand before the sublayers: that is the pre-norm block.",
            "归一化放在了子层之前：这是前归一化的块。",
        ),
        (
            "Of what is the norm taken in the first Transformer?",
            "在最初的 Transformer 里，归一化用在什么上面？",
        ),
    ),
    Mistake(
        "norm_before_the_sum",
        {
            "first_sum": lambda s: s.x + s.norm_1(s.heard),
            "middle": lambda s: s.first_sum,
            "second_sum": lambda s: s.middle + s.norm_2(s.thought),
            "output": lambda s: s.second_sum,
        },
        (
            "The norm is taken of what the sublayer gives, not of the sum.",
            "归一化用在了子层的结果上，不是用在和上。",
        ),
        ("Is every row of your result of one size?", "你的结果里，每一行的大小都一样吗？"),
    ),
    same_as("no_norm_1", "only_the_last_norm", {"middle": lambda s: s.first_sum}),
    same_as("no_norm_2", "only_the_first_norm", {"output": lambda s: s.second_sum}),
    same_as(
        "norms_swapped",
        "post_norms_swapped",
        {"middle": lambda s: s.norm_2(s.first_sum), "output": lambda s: s.norm_1(s.second_sum)},
    ),
    same_as(
        "no_residual",
        "nothing_goes_around",
        {"first_sum": lambda s: s.heard, "second_sum": lambda s: s.thought},
    ),
    same_as("no_residual_around_attention", "nothing_around_attention", {"first_sum": lambda s: s.heard}),
    same_as(
        "no_residual_around_feed_forward", "nothing_around_feed_forward", {"second_sum": lambda s: s.thought}
    ),
    Mistake(
        "sum_before_norm_goes_around",
        {"second_sum": lambda s: s.first_sum + s.thought},
        (
            "Around the feed-forward goes the sum before its norm.",
            "绕过前馈网络的，是归一化之前的和。",
        ),
        ("What is x, once norm_1 is done?", "做完 norm_1，x 是什么？"),
    ),
    same_as("first_x_added_again", "first_x_around_both", {"second_sum": lambda s: s.x + s.thought}),
    same_as(
        "feed_forward_first",
        "thinks_before_it_hears",
        {"heard": lambda s: s.feed_forward(s.x), "thought": lambda s: s.attention(s.middle)},
    ),
)


def post_norm_block_of(x, norm_1, attention, norm_2, feed_forward):
    """Attention, then feed-forward; x goes around each, and each sum is normed."""
    x = norm_1(x + attention(x))
    return norm_2(x + feed_forward(x))


EXERCISE = Exercise(
    name="post_norm_block",
    doc="Check f(x, norm_1, attention, norm_2, feed_forward): a post-norm block; all but x are functions.",
    arguments=block.ARGUMENTS,
    inputs=block.inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "The same four parts as before. Each norm moves from before its sublayer to after the sum.",
            "还是那四个部分。每个归一化从子层之前，搬到相加之后。",
        ),
        (
            "The sublayer gets x as it is; the norm gets x plus what came out.",
            "子层直接用 x；归一化用的是 x 加上子层的结果。",
        ),
        (
            "norm_1 is taken of the whole sum, with attention(x) in it. The second line has the same form.",
            "norm_1 用在整个和上，attention(x) 就在这个和里。第二行是同样的形式。",
        ),
    ),
    solution="""\
def my_post_norm_block(x, norm_1, attention, norm_2, feed_forward):
    x = norm_1(x + attention(x))
    return norm_2(x + feed_forward(x))""",
    why=(
        "Here everything goes through the norm, x too: no row ever grows, and nothing reaches the last "
        "floor untouched.",
        "这里所有的数都要经过归一化，x 也不例外：行不会越长越大，可也没有什么能原样到达最后一层。",
    ),
    reference=post_norm_block_of,
)
