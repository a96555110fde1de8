"""post_norm_block: the block of the first Transformer, which norms each sum."""

from classroom.exercises.catalog import block
from classroom.exercises.exercise import Exercise, Mistake

REFERENCE = {
    "heard": lambda s: s.attention(s.x),
    "first_sum": lambda s: s.x + s.heard,
    "middle": lambda s: s.norm_1(s.first_sum),
    "thought": lambda s: s.feed_forward(s.middle),
    "second_sum": lambda s: s.middle + s.thought,
    "output": lambda s: s.norm_2(s.second_sum),
}


MISTAKES = (
    Mistake(
        "pre_norm",
        heard=lambda s: s.attention(s.norm_1(s.x)),
        middle=lambda s: s.first_sum,
        thought=lambda s: s.feed_forward(s.norm_2(s.middle)),
        output=lambda s: s.second_sum,
    ),
    Mistake(
        "norm_before_the_sum",
        first_sum=lambda s: s.x + s.norm_1(s.heard),
        middle=lambda s: s.first_sum,
        second_sum=lambda s: s.middle + s.norm_2(s.thought),
        output=lambda s: s.second_sum,
    ),
    Mistake(
        "x_alone_is_normed",
        middle=lambda s: s.norm_1(s.x) + s.heard,
        output=lambda s: s.norm_2(s.middle) + s.thought,
    ),
    Mistake(
        "sublayers_with_norms_swapped",
        heard=lambda s: s.feed_forward(s.x),
        middle=lambda s: s.norm_2(s.first_sum),
        thought=lambda s: s.attention(s.middle),
        output=lambda s: s.norm_1(s.second_sum),
    ),
    Mistake("only_the_last_norm", middle=lambda s: s.first_sum),
    Mistake("only_the_first_norm", output=lambda s: s.second_sum),
    Mistake("norm_1_for_both", output=lambda s: s.norm_1(s.second_sum)),
    Mistake("stops_after_attention", output=lambda s: s.middle),
    Mistake("first_half_pre_norm", heard=lambda s: s.attention(s.norm_1(s.x)), middle=lambda s: s.first_sum),
    Mistake(
        "normed_before_as_well",
        heard=lambda s: s.attention(s.norm_1(s.x)),
        thought=lambda s: s.feed_forward(s.norm_2(s.middle)),
    ),
    Mistake(
        "post_norms_swapped", middle=lambda s: s.norm_2(s.first_sum), output=lambda s: s.norm_1(s.second_sum)
    ),
    Mistake("nothing_goes_around", first_sum=lambda s: s.heard, second_sum=lambda s: s.thought),
    Mistake("nothing_around_feed_forward", second_sum=lambda s: s.thought),
    Mistake("sum_before_norm_goes_around", second_sum=lambda s: s.first_sum + s.thought),
    Mistake("first_x_around_both", second_sum=lambda s: s.x + s.thought),
)


def post_norm_block_of(x, norm_1, attention, norm_2, feed_forward):
    """Return attention, then feed-forward, x added to each, and each sum normed: (..., n, d_model)."""
    x = norm_1(x + attention(x))
    return norm_2(x + feed_forward(x))


EXERCISE = Exercise(
    name="post_norm_block",
    doc="Check f(x, norm_1, attention, norm_2, feed_forward): a post-norm block; all but x are functions.",
    arguments=block.ARGUMENTS,
    inputs=block.inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=post_norm_block_of,
)
