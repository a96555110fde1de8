"""Exercises that tell you which mistake you made.

    scores = check.scores(my_scores)

shows ✓ Right, ✗ Not yet with what went wrong, or ○ To do, and hands back my_scores if it is right, else
attnlib's own function, so that the lesson goes on. Your function is called with fresh random inputs, numpy
arrays (or torch tensors if it wants these); `seed=` repeats those of an earlier check. Nothing is raised,
whatever the function does, unless the environment says ATTNLIB_STRICT=1: then what is not right raises
NotYet, an AssertionError. ATTNLIB_SEED sets the seed of every check that names none.

Stuck? check.hint("scores"), then check.solution("scores"). check.progress() says what is
solved; check.forget() begins anew.
Q, K = check.inputs("scores") are those of the last card; check.last_error() is the last exception, in full.
"""

from attnlib.exercises.catalog.attention import attention
from attnlib.exercises.catalog.attention_test import attention_test
from attnlib.exercises.catalog.block import block
from attnlib.exercises.catalog.cached_attention import cached_attention
from attnlib.exercises.catalog.causal_mask import causal_mask
from attnlib.exercises.catalog.count_multiplications import count_multiplications
from attnlib.exercises.catalog.count_parameters import count_parameters
from attnlib.exercises.catalog.distance_bias import distance_bias
from attnlib.exercises.catalog.embed import embed
from attnlib.exercises.catalog.feed_forward import feed_forward
from attnlib.exercises.catalog.first_token import first_token
from attnlib.exercises.catalog.grow_cache import grow_cache
from attnlib.exercises.catalog.layer_norm import layer_norm
from attnlib.exercises.catalog.loss import loss
from attnlib.exercises.catalog.masked_attention import masked_attention
from attnlib.exercises.catalog.merge_heads import merge_heads
from attnlib.exercises.catalog.mix import mix
from attnlib.exercises.catalog.multi_head import multi_head
from attnlib.exercises.catalog.next_token import next_token
from attnlib.exercises.catalog.online_attention import online_attention
from attnlib.exercises.catalog.padding_mask import padding_mask
from attnlib.exercises.catalog.positional_encoding import positional_encoding
from attnlib.exercises.catalog.post_norm_block import post_norm_block
from attnlib.exercises.catalog.previous_token import previous_token
from attnlib.exercises.catalog.project import project
from attnlib.exercises.catalog.scale import scale
from attnlib.exercises.catalog.scores import scores
from attnlib.exercises.catalog.self_attention import self_attention
from attnlib.exercises.catalog.shuffle_test import shuffle_test
from attnlib.exercises.catalog.softmax import softmax
from attnlib.exercises.catalog.split_heads import split_heads
from attnlib.exercises.catalog.train import train
from attnlib.exercises.catalog.weighted_sum import weighted_sum
from attnlib.exercises.closed_questions import choice, number, shape
from attnlib.exercises.hints import hint, solution
from attnlib.exercises.render import NotYet
from attnlib.exercises.replay import inputs, last_error
from attnlib.exercises.show_progress import forget, progress

__all__ = [
    "weighted_sum",
    "embed",
    "project",
    "scores",
    "scale",
    "softmax",
    "mix",
    "attention",
    "causal_mask",
    "padding_mask",
    "masked_attention",
    "split_heads",
    "merge_heads",
    "multi_head",
    "count_parameters",
    "shuffle_test",
    "positional_encoding",
    "distance_bias",
    "layer_norm",
    "feed_forward",
    "block",
    "post_norm_block",
    "loss",
    "train",
    "attention_test",
    "count_multiplications",
    "grow_cache",
    "cached_attention",
    "online_attention",
    "previous_token",
    "next_token",
    "first_token",
    "self_attention",
    "number",
    "choice",
    "shape",
    "hint",
    "solution",
    "progress",
    "forget",
    "inputs",
    "last_error",
    "NotYet",
]


def __dir__():
    return __all__
