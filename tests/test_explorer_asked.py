"""The explorer in Python: link, load, predict, solve, the picture beside it, and what a browser is given."""

import json

import numpy as np
import pytest

from attnlib.attention import causal_mask
from attnlib.examples import load_example
from attnlib.explorer import Explorer
from attnlib.language import use_language
from attnlib.steps import SCALINGS
from tests.helpers.explorers import STATE, assert_same, assert_untouched, by_steps, held, random_example

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def rng():
    return np.random.default_rng(5)


# Together and again


def test_a_link_shares_what_is_asked_and_nothing_else():
    one, other = Explorer("first_look"), Explorer("first_look", temperature=2.0)
    one.link(other, "X", "keep")
    told = []
    for explorer in (one, other):
        explorer.observe(lambda change: told.append(change.name), list(STATE))
    one.X = one.X + 1
    other.keep = causal_mask(4)
    one.W_Q, other.temperature = one.W_Q + 1, 3.0
    assert np.array_equal(other.X, one.X)
    assert np.array_equal(one.keep, causal_mask(4))
    assert not np.array_equal(one.W_Q, other.W_Q)
    assert (one.temperature, other.temperature) == (1.0, 3.0)
    assert sorted(told) == ["W_Q", "X", "X", "keep", "keep", "temperature"]  # each is told once


def test_a_link_made_twice_tells_once_and_ends_with_either_explorer():
    one, other = Explorer("first_look"), Explorer("first_look")
    count = len(one._trait_notifiers["X"]["change"])
    one.link(other, "X")
    one.link(other, "X")
    assert len(one._trait_notifiers["X"]["change"]) == count + 1
    one.close()
    assert len(one._trait_notifiers["X"]["change"]) == len(other._trait_notifiers["X"]["change"]) == count
    other.X = other.X + 1
    assert not np.array_equal(one.X, other.X)


def test_a_link_without_names_shares_all_that_both_have():
    one, other = Explorer("first_look", temperature=0.5), Explorer("first_look")
    one.link(other)
    assert other.temperature == 0.5
    other.sentence = 2
    assert (one.sentence, one.example.tokens) == (2, other.example.tokens)
    assert np.array_equal(one.X, other.X)
    assert_same(one.trace, by_steps(other))


def test_a_state_can_be_kept_and_loaded(rng):
    explorer = Explorer("first_look", sentence=1)
    explorer.X, explorer.keep, explorer.temperature, explorer.scaling = (
        -explorer.X,
        causal_mask(4),
        0.3,
        "none",
    )
    state = json.loads(json.dumps(explorer.state))
    for other in (Explorer("first_look"), Explorer("first_look", sentence=2, keep=~causal_mask(4))):
        assert other.load(state) is other
        assert other.state == state
        assert_same(other.trace, by_steps(explorer))
    with_all = Explorer(random_example(rng))
    assert Explorer(random_example(rng)).load(with_all.state).state == with_all.state


def test_a_state_without_a_mask_takes_a_mask_away():
    explorer = Explorer("masked_narrow_head")
    explorer.keep = None
    assert Explorer("masked_narrow_head").load(explorer.state).keep is None


def test_a_state_that_does_not_fit_changes_nothing_not_even_the_sentence():
    explorer = Explorer("first_look")
    before = held(explorer)
    for bad in ({"temperature": -1}, {"X": [[1]]}, {"sentence": 5}):
        with pytest.raises(ValueError, match="needs to be"):
            explorer.load({"sentence": 1, "W_V": np.ones((6, 2)), **bad})
        assert_untouched(explorer, before)
    with pytest.raises(ValueError, match="load: head, trace is not of X"):
        explorer.load({"trace": 1, "head": 0})


# Asking


@pytest.mark.parametrize("language", ["en", "zh"])
def test_rows_and_columns_are_positions_or_tokens_of_either_language(language):
    use_language(language)
    for row, col in ((2, 3), ("chases", "fish"), ("追", "鱼"), ("追", 3)):
        explorer = Explorer("first_look", predict=("scores", row, col), goal=("weights", row, col, ">", 0.9))
        assert [explorer._question[key] for key in ("row", "col")] == [2, 3]
        assert [explorer._goals[0][key] for key in ("row", "col", "above", "value")] == [2, 3, True, 0.9]
        said = {"en": ("chases", "fish"), "zh": ("追", "鱼")}[language]
        for text in (explorer._question["text"], explorer._goals[0]["text"]):
            assert all(token in text for token in said)


def test_a_column_is_asked_for_by_a_name_of_either_language():
    for col in (2, "action", "动作"):
        explorer = Explorer("first_look", predict=("Q", "cat", col))
        assert explorer._question["col"] == 2
        assert explorer._question["text"] == "Predict first: what will Q[cat, action] be?"


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        ({"predict": ("attention", 0)}, ValueError, r"predict needs to be \(step, row\).*'attention', 0"),
        ({"predict": "weights"}, ValueError, "but is 'weights'"),
        ({"predict": ("output", 0)}, ValueError, r"'output', row\) needs a step of scores or weights"),
        ({"predict": ("weights", 4)}, ValueError, "row needs to be from 0 to 3, but is 4"),
        ({"predict": ("weights", "dog")}, ValueError, "row needs to be one of small, cat.*'dog'"),
        ({"predict": ("output", 0, "cat")}, ValueError, "col needs to be one of lively, strong, or"),
        ({"goal": ("weights", 0, 1, ">=", 0.5)}, ValueError, 'goal needs to be .step, row, col, ">" or "<"'),
        ({"goal": ("weights", 0, 1, ">")}, ValueError, "goal needs to be"),
        ({"goal": [("weights", 0, 1, ">", 0.5), 3]}, ValueError, "but is 3"),
        ({"goal": ("weights", 0, 4, ">", 0.5)}, ValueError, "col needs to be from 0 to 3, but is 4"),
        ({"goal": ("weights", 0, 1, ">", "half")}, TypeError, "value needs to be a number, but is 'half'"),
        ({"goal": ("weights", 0, 1, ">", np.nan)}, ValueError, "value needs to be finite"),
        ({"steps": ["P"]}, ValueError, "steps needs to be among X, context, W_Q.*but 'P' is not"),
        ({"edit": ["weights"]}, ValueError, "edit needs to be among.*but 'weights' is not"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(asked, error, says):
    with pytest.raises(error, match=says):
        Explorer("first_look", **asked)


def test_a_puzzle_is_solved_when_every_goal_is_met():
    goals = [("scores", "cat", "chases", ">", 5), ("output", 0, 1, "<", 0)]
    explorer = Explorer("first_look", goal=goals, scaling="none")
    solved = []
    for Q, V in ((1, 1), (-9, 1), (1, -9), (-9, -9), (9, 1), (9, -9)):
        start = load_example("first_look")
        explorer.W_Q, explorer.W_V = start.W_Q * Q, start.W_V * 0 + V
        met = explorer.trace.scores[1, 2] > 5, explorer.trace.output[0, 1] < 0
        solved.append((explorer.solved, all(met)))
    assert all(ours == theirs for ours, theirs in solved)
    assert {ours for ours, _ in solved} == {True, False}
    assert Explorer("first_look").solved is False


@pytest.mark.parametrize("above", ["<", ">"])
def test_a_number_that_equals_the_goal_does_not_meet_it(above):
    x = Explorer("first_look").trace.scores[0, 0]
    assert not Explorer("first_look", goal=("scores", 0, 0, above, float(x))).solved


def test_of_several_heads_the_one_that_is_shown_meets_the_goal(rng):
    explorer = Explorer(random_example(rng))
    scores = explorer.trace.scores[:, 0, 0]
    puzzle = Explorer(
        random_example(np.random.default_rng(5)), goal=("scores", 0, 0, ">", float(scores.mean()))
    )
    for head in (0, 1):
        puzzle.head = head
        assert puzzle.solved == (scores[head] == scores.max())


# Without a browser


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


@pytest.mark.parametrize("scaling", SCALINGS)
def test_an_explorer_of_a_trace_shows_what_the_trace_was_taken_from(scaling):
    explorer = Explorer("first_look", keep=causal_mask(4), temperature=2.5, scaling=scaling)
    explorer.W_Q = explorer.W_Q + 1
    again = Explorer(explorer.trace)
    assert again.state == explorer.state
    assert_same(again.trace, [array for _, array in explorer.trace])
    assert again.trace.divisor == explorer.trace.divisor


def test_a_picture_of_heads_and_one_of_many_tokens(rng):
    assert "each head, 2 × 3 × 5" in repr(Explorer(random_example(rng)))
    assert "10 × 10" in repr(Explorer("basic_with_output_projection"))
