"""The picture beside an explorer, for those who have no browser."""

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom.explorer import SHOWN, Explorer
from tests.helpers.explorers import random_example
from tests.helpers.pictures import hatched, numbers, words

VIEW = "application/vnd.jupyter.widget-view+json"


def test_who_has_no_browser_sees_a_picture_and_its_words():
    explorer = Explorer("first_look")
    data, metadata = explorer._repr_mimebundle_()
    picture = explorer.picture()
    assert list(data)[0] == VIEW
    assert data[VIEW]["model_id"] == explorer.model_id
    assert (data["image/png"], data["text/html"]) == (picture.png, picture.html)
    assert data["text/plain"] == repr(explorer) == picture.alt
    assert metadata["image/png"] == dict(zip(("width", "height"), picture.size, strict=True))
    explorer.keep = np.eye(4, dtype=bool)
    assert explorer._repr_mimebundle_()[0]["text/plain"] != data["text/plain"]


def test_to_show_an_explorer_draws_one_picture(monkeypatch):
    drawn, picture = [], Explorer.picture
    monkeypatch.setattr(Explorer, "picture", lambda explorer: drawn.append(1) or picture(explorer))
    Explorer("first_look")._repr_mimebundle_()
    assert drawn == [1]


def matrices(pict):
    """The steps whose names stand in the picture, from left to right."""
    return [word for word in words(pict) if word in (*SHOWN, "scaled", "masked")]


MADE_FROM = {
    "Q": ["X", "W_Q"],
    "V": ["X", "W_V"],
    "scores": ["Q", "K"],
    "weights": ["scores"],
    "output": ["V", "weights"],
}


@pytest.mark.parametrize(("step", "sources"), MADE_FROM.items(), ids=MADE_FROM)
def test_before_the_answer_a_picture_shows_what_it_is_made_from_and_nothing_else(step, sources):
    explorer = Explorer("first_look", predict=(step, 1, 1))
    before = explorer.picture()
    assert matrices(before) == sources
    assert before.alt.startswith(explorer._question["text"])
    assert explorer._repr_mimebundle_()[0]["text/plain"] == before.alt
    explorer.prediction = 0
    assert {"Q", "K", "V", "scores", "scaled", "weights", "output"} == set(matrices(explorer.picture()))


@pytest.mark.parametrize("change", [{"temperature": 0.05}, {"keep": np.eye(4, dtype=bool)}])
def test_before_the_answer_neither_words_nor_picture_depend_on_it(change):
    one, other = (Explorer("first_look", predict=("weights", 1, 1), **more) for more in ({}, change))
    before, unlike = one.picture(), other.picture()
    assert (before.alt, before.png) == (unlike.alt, unlike.png)
    one.prediction = other.prediction = 0
    assert one.picture().png != other.picture().png


@pytest.mark.parametrize(
    "steps",
    [
        ("X", "W_Q"),
        ("X", "W_Q", "Q"),
        ("X", "scores"),
        ("Q", "K", "scores", "scaled"),
        ("scores", "weights"),
        ("V", "weights", "output"),
        ("W_V", "V", "weights", "output"),
    ],
)
def test_a_picture_shows_the_steps_that_the_explorer_does(steps):
    assert matrices(Explorer("first_look", steps=steps).picture()) == list(steps)


def test_where_no_source_is_shown_a_question_comes_with_what_stands_before_it():
    explorer = Explorer("first_look", steps=("X", "scores"), predict=("scores", 1, 1))
    assert matrices(explorer.picture()) == ["X"]


def test_what_is_masked_is_hatched_in_the_weights_and_has_no_number():
    shown = Explorer("first_look", steps=("masked", "weights"), keep=np.eye(4, dtype=bool))
    pict = shown.picture()
    assert [len(written) for written in numbers(pict)] == [4, 4]
    assert len(hatched(pict)) == 2


@pytest.mark.parametrize(("language", "joined"), [("en", "heads side by side"), ("zh", "各头拼接")])
def test_where_heads_are_edited_a_picture_shows_their_matrix_their_weights_and_their_outputs(
    language, joined
):
    use_language(language)
    pict = Explorer("who_chases_whom_two_heads", steps=("W_Q", "weights", "output")).picture()
    head = "head {}" if language == "en" else "第 {} 个头"
    assert [word for word in words(pict) if word in ("W_Q", head.format(1), head.format(2), joined)] == [
        "W_Q",
        head.format(1),
        head.format(2),
        joined,
    ]
    assert [len(written) for written in numbers(pict)] == [36, 9, 9, 12]
    assert numbers(pict)[3][4:8] == ["0.99", "0.01", "0.01", "0.99"]


def test_a_picture_of_heads_and_one_of_many_tokens(rng):
    assert "each head, 2 × 3 × 5" in repr(Explorer(random_example(rng)))
    assert "10 × 10" in repr(Explorer("basic_with_output_projection"))
