"""decoder_block: self-attention, cross-attention, feed-forward, each on what is normed, each added to x."""

import numpy as np

from attnlib.attention import attend
from attnlib.block import layer_norm
from classroom.exercises.catalog.block import part
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import layer_of, whole

# Small parts of a block, to be followed by hand.
SMALL = {
    "norm_1": part("lambda x: 2 * x", lambda x: 2 * x),
    "self_attention": part(
        "lambda y: 2 * y.sum(-2, keepdims=True) - y", lambda y: 2 * y.sum(-2, keepdims=True) - y
    ),
    "norm_2": part("lambda x: 3 - x", lambda x: 3 - x),
    "cross_attention": part(
        "lambda y, context: y * context.sum(-2, keepdims=True)",
        lambda y, context: y * context.sum(-2, keepdims=True),
    ),
    "norm_3": part("lambda x: x / 2 + 1", lambda x: x / 2 + 1),
    "feed_forward": part("lambda y: y * y", lambda y: y * y),
}

# The real parts of a block. The context may be wider than x: its first columns are keys, its last values.
REAL = {
    "norm_1": part("lambda x: layer_norm(x, 2.0, 0.5)", lambda x: layer_norm(x, 2.0, 0.5)),
    "self_attention": part("lambda y: attend(y, y, y).output", lambda y: attend(y, y, y).output),
    "norm_2": part("lambda x: layer_norm(x, 1.5, -1.0)", lambda x: layer_norm(x, 1.5, -1.0)),
    "cross_attention": part(
        "lambda y, context: attend(y, context[..., :d], context[..., -d:]).output",
        lambda y, context: attend(y, context[..., : y.shape[-1]], context[..., -y.shape[-1] :]).output,
    ),
    "norm_3": part("lambda x: layer_norm(x, 0.7, 0.2)", lambda x: layer_norm(x, 0.7, 0.2)),
    "feed_forward": part("lambda y: y.clip(min=0) - 0.3", lambda y: y.clip(min=0) - 0.3),
}


def inputs(rng):
    """Yield a text and a context; where both have the same sizes, what is swapped does not raise."""
    lead: tuple
    for lead in (), (2,):
        x, context = whole(rng, *lead, 2, 3), whole(rng, *lead, 2, 3)
        yield {"layer": layer_of(lead), "x": x, "context": context, **SMALL}
    for lead, n, m, d_model, d_c in (
        ((), 4, 6, 5, 5),
        ((), 5, 5, 6, 6),
        ((), 3, 4, 4, 7),
        ((2,), 4, 4, 5, 5),
        ((2,), 3, 5, 7, 7),
        ((2, 3), 4, 3, 5, 6),
    ):
        yield {"layer": layer_of(lead)} | _texts(rng, (*lead, n, d_model), (*lead, m, d_c)) | REAL
    given = _texts(rng, (4, 5), (3, 5))
    yield {"layer": "float32", **{name: x.astype(np.float32) for name, x in given.items()}, **REAL}
    yield {"layer": "sentence"} | _texts(rng, (40, 12), (50, 12)) | REAL
    yield {"layer": "large", "x": 1000 * whole(rng, 2, 3), "context": 100 * whole(rng, 2, 3), **SMALL}


def _texts(rng, x, context):
    """Return a text and a context of these shapes."""
    return {"x": 1 + 2 * rng.normal(size=x), "context": 2 * rng.normal(size=context) - 0.5}


REFERENCE = {
    "asked": lambda s: s.norm_1(s.x),
    "heard": lambda s: s.self_attention(s.asked),
    "middle": lambda s: s.x + s.heard,
    "looking": lambda s: s.norm_2(s.middle),
    "read": lambda s: s.cross_attention(s.looking, s.context),
    "upper": lambda s: s.middle + s.read,
    "normed": lambda s: s.norm_3(s.upper),
    "thought": lambda s: s.feed_forward(s.normed),
    "output": lambda s: s.upper + s.thought,
}

OF_CROSS_ATTENTION = (
    Mistake("cross_arguments_swapped", read=lambda s: s.cross_attention(s.context, s.looking)),
    Mistake("context_normed", read=lambda s: s.cross_attention(s.looking, s.norm_2(s.context))),
    Mistake("context_normed_alone", read=lambda s: s.cross_attention(s.middle, s.norm_2(s.context))),
    Mistake("context_goes_around", upper=lambda s: s.context + s.read),
    Mistake("context_added_too", upper=lambda s: s.middle + s.context + s.read),
    Mistake("x_looks_back_at_itself", read=lambda s: s.cross_attention(s.looking, s.looking)),
    Mistake("x_unnormed_is_the_context", read=lambda s: s.cross_attention(s.looking, s.middle)),
    Mistake("first_x_looks", looking=lambda s: s.norm_2(s.x)),
    Mistake("asks_as_before", looking=lambda s: s.asked),
    Mistake("no_cross_attention", upper=lambda s: s.middle),
    Mistake("block_of_an_encoder", upper=lambda s: s.middle, normed=lambda s: s.norm_2(s.upper)),
    Mistake("self_attention_twice", read=lambda s: s.self_attention(s.looking)),
)

OF_THE_ORDER = (
    Mistake(
        "cross_before_self",
        heard=lambda s: s.cross_attention(s.asked, s.context),
        read=lambda s: s.self_attention(s.looking),
    ),
    Mistake(
        "cross_with_its_norm_before_self",
        asked=lambda s: s.norm_2(s.x),
        heard=lambda s: s.cross_attention(s.asked, s.context),
        looking=lambda s: s.norm_1(s.middle),
        read=lambda s: s.self_attention(s.looking),
    ),
    Mistake(
        "thinks_before_it_reads",
        read=lambda s: s.feed_forward(s.looking),
        thought=lambda s: s.cross_attention(s.normed, s.context),
    ),
    Mistake(
        "thinks_with_its_norm_before_it_reads",
        looking=lambda s: s.norm_3(s.middle),
        read=lambda s: s.feed_forward(s.looking),
        normed=lambda s: s.norm_2(s.upper),
        thought=lambda s: s.cross_attention(s.normed, s.context),
    ),
    Mistake("all_side_by_side", looking=lambda s: s.norm_2(s.x), normed=lambda s: s.norm_3(s.x)),
    Mistake("thinks_of_what_it_heard_alone", normed=lambda s: s.norm_3(s.middle)),
    Mistake("stops_before_feed_forward", output=lambda s: s.upper),
    Mistake("self_attention_lost", middle=lambda s: s.x),
)

OF_THE_NORMS = (
    Mistake("without_norm_1", asked=lambda s: s.x),
    Mistake("without_norm_2", looking=lambda s: s.middle),
    Mistake("without_norm_3", normed=lambda s: s.upper),
    Mistake("without_any_norm", asked=lambda s: s.x, looking=lambda s: s.middle, normed=lambda s: s.upper),
    Mistake("norm_1_three_times", looking=lambda s: s.norm_1(s.middle), normed=lambda s: s.norm_1(s.upper)),
    Mistake("norm_1_for_cross_attention", looking=lambda s: s.norm_1(s.middle)),
    Mistake("norm_2_for_feed_forward", normed=lambda s: s.norm_2(s.upper)),
    Mistake(
        "norms_2_and_3_exchanged", looking=lambda s: s.norm_3(s.middle), normed=lambda s: s.norm_2(s.upper)
    ),
    Mistake(
        "three_sums_normed",
        asked=lambda s: s.x,
        middle=lambda s: s.norm_1(s.x + s.heard),
        looking=lambda s: s.middle,
        upper=lambda s: s.norm_2(s.middle + s.read),
        normed=lambda s: s.upper,
        output=lambda s: s.norm_3(s.upper + s.thought),
    ),
    Mistake(
        "three_norms_after_their_sublayers",
        asked=lambda s: s.x,
        middle=lambda s: s.x + s.norm_1(s.heard),
        looking=lambda s: s.middle,
        upper=lambda s: s.middle + s.norm_2(s.read),
        normed=lambda s: s.upper,
        output=lambda s: s.upper + s.norm_3(s.thought),
    ),
)

OF_THE_RESIDUALS = (
    Mistake(
        "nothing_goes_around_any",
        middle=lambda s: s.heard,
        upper=lambda s: s.read,
        output=lambda s: s.thought,
    ),
    Mistake("nothing_around_self_attention", middle=lambda s: s.heard),
    Mistake("nothing_around_cross_attention", upper=lambda s: s.read),
    Mistake("nothing_around_the_feed_forward", output=lambda s: s.thought),
    Mistake("first_x_around_cross_attention", upper=lambda s: s.x + s.read),
    Mistake("first_x_around_the_feed_forward", output=lambda s: s.x + s.thought),
    Mistake("first_x_around_the_last_two", upper=lambda s: s.x + s.read, output=lambda s: s.x + s.thought),
    Mistake("middle_around_the_feed_forward", output=lambda s: s.middle + s.thought),
    Mistake(
        "three_normed_copies_go_around",
        middle=lambda s: s.asked + s.heard,
        upper=lambda s: s.looking + s.read,
        output=lambda s: s.normed + s.thought,
    ),
    Mistake("normed_goes_around_self_attention", middle=lambda s: s.asked + s.heard),
    Mistake("normed_goes_around_cross_attention", upper=lambda s: s.looking + s.read),
    Mistake("normed_goes_around_the_feed_forward", output=lambda s: s.normed + s.thought),
)


def pre_norm_decoder_block(x, context, norm_1, self_attention, norm_2, cross_attention, norm_3, feed_forward):
    """Return self-attention, cross-attention and feed-forward, x added to each: (..., n, d_model)."""
    x = x + self_attention(norm_1(x))
    x = x + cross_attention(norm_2(x), context)
    return x + feed_forward(norm_3(x))


EXERCISE = Exercise(
    name="decoder_block",
    doc="Check f(x, context, norm_1, self_attention, norm_2, cross_attention, norm_3, feed_forward).\n\n"
    "It is a pre-norm block of a decoder: (..., n, d_model) -> (..., n, d_model). All but x and context are\n"
    "functions; cross_attention takes what looks and then the context, the others take one array.",
    arguments=named(
        "x", "context", "norm_1", "self_attention", "norm_2", "cross_attention", "norm_3", "feed_forward"
    ),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=(*OF_CROSS_ATTENTION, *OF_THE_ORDER, *OF_THE_NORMS, *OF_THE_RESIDUALS),
    solve=pre_norm_decoder_block,
)
