"""The exercises, one file each, in the order of the lessons.

To add one: its file, its name in the two lists below, and its function in attnlib/check/__init__.py.
"""

from attnlib.check.exercises import (
    attention,
    attention_test,
    block,
    cached_attention,
    causal_mask,
    count_multiplications,
    count_parameters,
    distance_bias,
    feed_forward,
    first_token,
    grow_cache,
    layer_norm,
    loss,
    masked_attention,
    merge_heads,
    mix,
    multi_head,
    next_token,
    online_attention,
    padding_mask,
    positional_encoding,
    post_norm_block,
    previous_token,
    project,
    scale,
    scores,
    self_attention,
    shuffle_test,
    softmax,
    split_heads,
    train,
    weighted_sum,
)

EXERCISES = {
    module.EXERCISE.name: module.EXERCISE
    for module in (
        weighted_sum,
        project,
        scores,
        scale,
        softmax,
        mix,
        attention,
        self_attention,
        causal_mask,
        padding_mask,
        masked_attention,
        split_heads,
        merge_heads,
        multi_head,
        count_parameters,
        shuffle_test,
        positional_encoding,
        distance_bias,
        layer_norm,
        feed_forward,
        block,
        post_norm_block,
        loss,
        train,
        attention_test,
        count_multiplications,
        grow_cache,
        cached_attention,
        online_attention,
        previous_token,
        next_token,
        first_token,
    )
}

MISTAKES = {mistake.id: mistake for exercise in EXERCISES.values() for mistake in exercise.mistakes}
