"""The exercises in the order of the lessons; the README says what the files of each hold."""

from importlib import import_module

_IN_ORDER = """
    weighted_sum embed project scale scores softmax mix attention self_attention
    padding_mask causal_mask masked_attention split_heads merge_heads multi_head count_parameters
    shuffle_test positional_encoding distance_bias layer_norm feed_forward block post_norm_block
    loss train attention_test count_multiplications grow_cache cached_attention online_attention
    next_token first_token previous_token
    next_probabilities write nucleus
    cross_attention decoder_block beam
"""

EXERCISES = {name: import_module(f"{__name__}.{name}").EXERCISE for name in _IN_ORDER.split()}
