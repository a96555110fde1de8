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

from collections.abc import Callable
from functools import cache
from typing import Any

from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.hints import hint, solution
from attnlib.exercises.render import NotYet
from attnlib.exercises.replay import inputs, last_error
from attnlib.exercises.run_check import check_answer
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
    "hint",
    "solution",
    "progress",
    "forget",
    "inputs",
    "last_error",
    "NotYet",
]


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the function that checks the exercise of this name."""
    if name not in EXERCISES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _check_of(name)


@cache
def _check_of(name):
    exercise = EXERCISES[name]

    def check(f, seed=None):
        return check_answer(exercise, f, seed, EXERCISES)

    check.__name__ = check.__qualname__ = name
    check.__doc__ = exercise.doc
    return check


def __dir__() -> list[str]:
    return __all__
