"""The picture beside an explorer, for those who have no browser."""

import numpy as np
import pytest

from attnlib.explorer import Explorer
from tests.helpers.explorers import random_example

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


CHANGES = {
    "Q": {"W_Q": np.eye(6, 3)},
    "V": {"W_V": np.eye(6, 2)},
    "scores": {"W_K": np.eye(6, 3)},
    "scaled": {"temperature": 0.05},
    "masked": {"keep": np.eye(4, dtype=bool)},
    "weights": {"temperature": 0.05},
    "output": {"W_V": np.eye(6, 2)},
}


@pytest.mark.parametrize(("step", "change"), CHANGES.items(), ids=CHANGES)
def test_before_the_answer_neither_words_nor_picture_depend_on_it(step, change):
    one, other = (Explorer("first_look", predict=(step, 1, 1), **more) for more in ({}, change))
    before, unlike = one.picture(), other.picture()
    assert (before.alt, before.png) == (unlike.alt, unlike.png)
    assert one._question["text"] in repr(one)
    assert one._repr_mimebundle_()[0]["text/plain"] == before.alt
    one.prediction = other.prediction = 0
    assert one.picture().png != other.picture().png
    assert one.picture().png != before.png


@pytest.mark.parametrize(
    ("steps", "matrix"),
    [
        (("X", "W_Q"), "X, 4 × 6"),
        (("X", "W_Q", "Q"), "Q, 4 × 3"),
        (("X", "scores"), "scores, 4 × 4"),
        (("Q", "K", "scores", "scaled"), "scaled scores, 4 × 4"),
        (("scores", "weights"), "attention weights, 4 × 4"),
    ],
)
def test_a_picture_shows_no_step_that_the_explorer_does_not(steps, matrix):
    assert repr(Explorer("first_look", steps=steps)).startswith(matrix)


def test_before_the_answer_a_picture_shows_the_last_step_that_is_shown():
    explorer = Explorer("first_look", steps=("X", "scores"), predict=("scores", 1, 1))
    assert "X, 4 × 6" in repr(explorer)
    assert "scores, 4 × 4" not in repr(explorer)


def test_a_picture_of_heads_and_one_of_many_tokens(rng):
    assert "each head, 2 × 3 × 5" in repr(Explorer(random_example(rng)))
    assert "10 × 10" in repr(Explorer("basic_with_output_projection"))
