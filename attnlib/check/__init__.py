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

from attnlib.check.again import inputs, last_error
from attnlib.check.card import NotYet
from attnlib.check.closed_questions import choice, number, shape
from attnlib.check.exercises.attention import attention
from attnlib.check.exercises.attention_test import attention_test
from attnlib.check.exercises.block import block
from attnlib.check.exercises.cached_attention import cached_attention
from attnlib.check.exercises.causal_mask import causal_mask
from attnlib.check.exercises.count_multiplications import count_multiplications
from attnlib.check.exercises.count_parameters import count_parameters
from attnlib.check.exercises.distance_bias import distance_bias
from attnlib.check.exercises.embed import embed
from attnlib.check.exercises.feed_forward import feed_forward
from attnlib.check.exercises.first_token import first_token
from attnlib.check.exercises.grow_cache import grow_cache
from attnlib.check.exercises.layer_norm import layer_norm
from attnlib.check.exercises.loss import loss
from attnlib.check.exercises.masked_attention import masked_attention
from attnlib.check.exercises.merge_heads import merge_heads
from attnlib.check.exercises.mix import mix
from attnlib.check.exercises.multi_head import multi_head
from attnlib.check.exercises.next_token import next_token
from attnlib.check.exercises.online_attention import online_attention
from attnlib.check.exercises.padding_mask import padding_mask
from attnlib.check.exercises.positional_encoding import positional_encoding
from attnlib.check.exercises.post_norm_block import post_norm_block
from attnlib.check.exercises.previous_token import previous_token
from attnlib.check.exercises.project import project
from attnlib.check.exercises.scale import scale
from attnlib.check.exercises.scores import scores
from attnlib.check.exercises.self_attention import self_attention
from attnlib.check.exercises.shuffle_test import shuffle_test
from attnlib.check.exercises.softmax import softmax
from attnlib.check.exercises.split_heads import split_heads
from attnlib.check.exercises.train import train
from attnlib.check.exercises.weighted_sum import weighted_sum
from attnlib.check.hints import hint, solution
from attnlib.check.memory import forget, progress

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
