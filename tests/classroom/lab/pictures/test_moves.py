"""One word in several sentences: the arrows end where attention moves it."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.text import Annotation

from attnlib import load_example
from attnlib.languages import use_language
from classroom import moves


def test_the_arrows_lead_from_the_value_to_the_outputs():
    pict = moves(load_example("apple"), "apple")
    arrows = [text for text in pict.figure.findobj(Annotation) if text.arrow_patch]
    eat, phone = load_example("apple").sentences
    np.testing.assert_allclose([arrow.xyann for arrow in arrows], [(1, 1), (1, 1)])
    np.testing.assert_allclose(
        [arrow.xy for arrow in arrows], [eat.trace().output[1], phone.trace().output[0]]
    )
    names = {text.get_text() for text in pict.figure.findobj(Annotation)} - {""}
    assert names == {"apple", "eat", "phone", "eat apple", "apple phone"}
    assert [pict.figure.axes[0].get_xlabel(), pict.figure.axes[0].get_ylabel()] == ["food", "tech"]


def test_the_description_says_where_the_word_goes_and_who_pulled():
    said = moves(load_example("apple"), "apple").alt
    for part in ("“apple” alone: food 1.00, tech 1.00", "“eat apple” food 1.97, tech 0.03", "by “phone”"):
        assert part in said
    use_language("zh")
    said = moves(load_example("apple"), "苹果").alt
    for part in ("“吃 苹果”", "食物 1.97、科技 0.03", "“吃”", "0.97"):
        assert part in said


def test_sentences_that_move_the_word_to_one_place_are_named_below_each_other():
    picture = moves(load_example("chase"), "chases")  # whose places have not been added
    names = [text.get_text() for text in picture.figure.findobj(Annotation)]
    assert names.count("cat chases fish\nfish chases cat") == 1
    assert not {"cat chases fish", "fish chases cat"} & {*names}


def test_names_of_places_nearly_the_same_do_not_overlap():
    apple = load_example("apple")
    picture = moves(replace(apple, W_K=apple.W_Q), "apple")  # it comes out at (1.01, 0.99) and (0.99, 1.01)
    picture.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in picture.figure.findobj(Annotation) if text.get_text()]
    assert len(boxes) == 4
    assert not any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[:k])


def test_no_name_crosses_the_axis_at_the_left():
    for word, lang in ("apple", "en"), ("苹果", "zh"):
        use_language(lang)
        figure = moves(load_example("apple"), word).figure
        figure.draw_without_rendering()
        left = figure.axes[0].get_window_extent().x0
        names = [text for text in figure.findobj(Annotation) if text.get_text()]
        assert all(name.get_window_extent().x0 > left for name in names)


def test_bad_arguments_are_refused():
    apple = load_example("apple")
    with pytest.raises(ValueError, match="moves: row needs to be one of .* 'phone' is there 0 times"):
        moves(apple, "phone")
    with pytest.raises(ValueError, match="values of two numbers"):
        moves(replace(apple, W_V=np.ones((4, 3))), "apple")


def test_the_name_of_the_word_stands_where_no_arrow_goes():
    for example, word, side in (("apple", "apple", 1), ("chase", "chases", -1)):
        found = moves(load_example(example), word).figure.findobj(Annotation)
        [name] = [text for text in found if text.get_text() == word]
        assert np.sign(name.xyann[1]) == side
