"""What an explorer asks: which rows and columns, when a puzzle is solved, and what cannot be asked."""

import numpy as np
import pytest

from attnlib.examples import load_example
from attnlib.explorer import Explorer
from attnlib.language import use_language
from tests.helpers.explorers import random_example


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


def test_a_goal_may_speak_of_all_heads_together(rng):
    example = random_example(rng, heads=2)
    x = float(example.merge_output(example.trace())[0, 5])
    explorer = Explorer(example, goal=[("merged", 0, 5, "<", x / 2), ("merged", 0, 5, ">", -x)])
    assert x > 0
    assert not explorer.solved
    explorer.heads_on = [True, False]
    assert explorer.solved
    y = float(explorer.projected[2, 0])
    assert Explorer(example, goal=("projected", 2, 0, ">", y - 1), heads_on=[True, False]).solved
    with pytest.raises(ValueError, match="projected, but this example has no W_O"):
        Explorer("first_look", goal=("projected", 0, 0, ">", 1))
