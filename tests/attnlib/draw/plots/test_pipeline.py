"""The whole formula in one picture."""

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from attnlib.attention import attend, causal_mask
from attnlib.draw.plots import matrix, pipeline
from tests.helpers.pictures import RNG, colors, hatched, images, numbers, words


def titles(pict):
    return [
        text
        for text in words(pict)
        if text in {"Q", "K", "V", "scores", "scaled", "masked", "weights", "output"}
    ]


def test_the_steps_stand_in_the_order_of_the_formula(look):
    pict = pipeline(look.trace(), look.tokens)
    pict.figure.draw_without_rendering()
    place = {text.get_text(): text.get_window_extent().min for text in pict.figure.findobj(Text)}
    assert place["Q"][0] == place["K"][0] < place["scores"][0] < place["scaled"][0] < place["weights"][0]
    assert place["weights"][0] == place["V"][0] < place["output"][0]
    shapes = [image.get_array().shape[:2] for image in images(pict)]
    assert shapes == [(4, 3), (4, 3), (4, 2), (4, 4), (4, 4), (4, 4), (4, 2)]
    assert "÷ √3" in words(pict)
    assert "÷ √3·0.5" in words(pipeline(look.trace(temperature=0.5), look.tokens))


def test_the_pipelines_numbers_are_those_of_the_trace(look):
    trace = look.trace()
    shown = numbers(pipeline(trace, look.tokens))
    steps = [(name, array) for name, array in trace if name != "masked"]
    for (name, array), lines in zip(steps, shown, strict=True):
        kind = "weights" if name == "weights" else "signed"
        nothing = np.zeros(array.shape, bool)
        assert lines == [text for row in matrix.texts(array, nothing, kind) for text in row]


def test_masked_is_a_step_only_if_something_is_masked(look):
    assert "masked" not in titles(pipeline(look.trace()))
    assert "masked" in titles(pipeline(look.trace(), highlight="masked"))
    pict = pipeline(look.trace(keep=causal_mask(4)))
    assert "masked" in titles(pict)
    assert len(hatched(pict)) == 2  # masked, and the weights


def test_the_lit_step_alone_has_a_frame_and_colours_stay_what_they_say(look):
    trace = look.trace()
    plain, lit = pipeline(trace), pipeline(trace, highlight="weights")
    at = 5  # Q K V scores scaled weights
    frames = [len([p for p in ax.patches if isinstance(p, Rectangle)]) for ax in lit.figure.axes]
    assert frames == [0, 0, 0, 0, 0, 1, 0]
    assert not any(ax.patches for ax in plain.figure.axes)
    (frame,) = lit.figure.axes[at].patches
    left, right, bottom, top = images(lit)[at].get_extent()
    (x0, y0), (x1, y1) = frame.get_bbox().min, frame.get_bbox().max
    assert x0 < left < right < x1
    assert y0 < top < bottom < y1
    for which in range(7):
        assert (colors(lit, which) == colors(plain, which)).all()


def test_queries_and_keys_may_differ():
    trace = attend(RNG.normal(size=(2, 3)), RNG.normal(size=(4, 3)), RNG.normal(size=(4, 2)))
    shown = words(pipeline(trace, (["I", "eat"], ["小", "猫", "追", "鱼"])))
    assert shown.count("I") == 1
    assert shown.count("猫") == 5  # beside K and V, above scores, scaled and weights
