"""block: attention, then feed-forward, each on what is normed, each added to what goes around it."""

import numpy as np

from attnlib.attention import attend
from attnlib.block import layer_norm
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import layer_of, whole


def part(code, function):
    """Return the function of x with its code as its name."""
    function.__name__ = code
    return function


# Small parts of a block, to be followed by hand.
SMALL = {
    "norm_1": part("lambda x: 2 * x", lambda x: 2 * x),
    "attention": part(
        "lambda x: 2 * x.sum(-2, keepdims=True) - x", lambda x: 2 * x.sum(-2, keepdims=True) - x
    ),
    "norm_2": part("lambda x: 3 - x", lambda x: 3 - x),
    "feed_forward": part("lambda x: x * x", lambda x: x * x),
}

# The real parts of a block.
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
    yield {"layer": "sentence", "x": 1 + 2 * rng.normal(size=(70, 12)), **REAL}
    yield {"layer": "large", "x": 1000 * whole(rng, 2, 3), **SMALL}


REFERENCE = {
    "asked": lambda s: s.norm_1(s.x),
    "heard": lambda s: s.attention(s.asked),
    "middle": lambda s: s.x + s.heard,
    "normed": lambda s: s.norm_2(s.middle),
    "thought": lambda s: s.feed_forward(s.normed),
    "output": lambda s: s.middle + s.thought,
}

MISTAKES = (
    Mistake("no_residual", middle=lambda s: s.heard, output=lambda s: s.thought),
    Mistake("no_residual_around_attention", middle=lambda s: s.heard),
    Mistake("no_residual_around_feed_forward", output=lambda s: s.thought),
    Mistake("first_x_added_again", output=lambda s: s.x + s.thought),
    Mistake("normed_goes_around", middle=lambda s: s.asked + s.heard, output=lambda s: s.normed + s.thought),
    Mistake("normed_goes_around_attention", middle=lambda s: s.asked + s.heard),
    Mistake("normed_goes_around_feed_forward", output=lambda s: s.normed + s.thought),
    Mistake("no_norms", asked=lambda s: s.x, normed=lambda s: s.middle),
    Mistake("no_norm_2", normed=lambda s: s.middle),
    Mistake("norm_1_twice", normed=lambda s: s.norm_1(s.middle)),
    Mistake(
        "feed_forward_first", heard=lambda s: s.feed_forward(s.asked), thought=lambda s: s.attention(s.normed)
    ),
    Mistake(
        "norm_after_sublayer",
        asked=lambda s: s.x,
        middle=lambda s: s.x + s.norm_1(s.heard),
        normed=lambda s: s.middle,
        output=lambda s: s.middle + s.norm_2(s.thought),
    ),
    Mistake("side_by_side", normed=lambda s: s.norm_2(s.x)),
    Mistake("halves_added", normed=lambda s: s.norm_2(s.x), output=lambda s: s.heard + s.thought),
    Mistake(
        "normed_before_and_after_sublayer",
        middle=lambda s: s.x + s.norm_1(s.heard),
        output=lambda s: s.middle + s.norm_2(s.thought),
    ),
    Mistake("attention_twice", thought=lambda s: s.attention(s.normed)),
    Mistake(
        "sublayers_swapped",
        asked=lambda s: s.norm_2(s.x),
        heard=lambda s: s.feed_forward(s.asked),
        normed=lambda s: s.norm_1(s.middle),
        thought=lambda s: s.attention(s.normed),
    ),
    Mistake("taken_away", middle=lambda s: s.x - s.heard, output=lambda s: s.middle - s.thought),
    Mistake("multiplied_by_x", middle=lambda s: s.x * s.heard, output=lambda s: s.middle * s.thought),
    Mistake("norm_1_after_the_sum", asked=lambda s: s.x, middle=lambda s: s.norm_1(s.x + s.heard)),
    Mistake("attention_lost", middle=lambda s: s.x),
    Mistake("feed_forward_missing", output=lambda s: s.middle),
)

POST_NORM = Mistake(
    "post_norm",
    asked=lambda s: s.x,
    middle=lambda s: s.norm_1(s.x + s.heard),
    normed=lambda s: s.middle,
    output=lambda s: s.norm_2(s.middle + s.thought),
)


def pre_norm_block(x, norm_1, attention, norm_2, feed_forward):
    """Return attention, then feed-forward, each of what is normed, and x added to each: (..., n, d_model)."""
    x = x + attention(norm_1(x))
    return x + feed_forward(norm_2(x))


ARGUMENTS = named("x", "norm_1", "attention", "norm_2", "feed_forward")

EXERCISE = Exercise(
    name="block",
    doc="Check f(x, norm_1, attention, norm_2, feed_forward): a pre-norm block; all but x are functions.",
    arguments=ARGUMENTS,
    inputs=inputs,
    reference=REFERENCE,
    mistakes=(*MISTAKES, POST_NORM),
    solve=pre_norm_block,
)
