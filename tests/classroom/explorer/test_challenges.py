"""Predictions and puzzles: rows and columns by name, stored puzzles, and what cannot be asked."""

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom.explorer import Explorer
from tests.helpers.explorers import random_example

GOAL = {"goal": ("weights", 2, 1, ">", 0.5)}


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
        ({"par": 2}, ValueError, "par=2 belongs to a puzzle, which needs a goal"),
        ({"hints": ["?"]}, ValueError, "hints=.*needs a goal"),
        ({"goal": "pray"}, ValueError, "goal='pray' is no puzzle; there are prey, fruit"),
        (GOAL | {"solution": {"weights": [(0, 0, 1)]}}, ValueError, "solution changes X.*not 'weights'"),
        (GOAL | {"par": 0}, ValueError, "par needs to be a whole number from 1 on, but is 0"),
        (GOAL | {"par": 1.5}, ValueError, "par needs to be a whole number.*but is 1.5"),
        (GOAL | {"par": True}, ValueError, "par needs to be a whole number.*but is True"),
        (GOAL | {"entries": (2, -2)}, ValueError, r"entries needs to be \(low, high\).*but is \(2, -2\)"),
        (GOAL | {"entries": (0, 1.5)}, ValueError, r"two whole numbers.*but is \(0, 1.5\)"),
        (GOAL | {"entries": 3}, ValueError, "entries needs to be.*but is 3"),
        ({"steps": ["P"]}, ValueError, "steps needs to be among X, context, W_Q.*but 'P' is not"),
        ({"edit": ["weights"]}, ValueError, "edit needs to be among.*but 'weights' is not"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(asked, error, says):
    with pytest.raises(error, match=says):
        Explorer("first_look", **asked)


@pytest.mark.parametrize(
    ("example", "asked", "says"),
    [
        ("first_look", ("scores", 2, 1), "“追 → 猫”的注意力分数"),
        ("first_look", ("output", 3, 1), "在输出里，“鱼”的“强壮”"),
        ("first_look", ("Q", 2, 0), "在Q里，“追”的“施动者”"),
        ("hand_worked", ("output", 1, 2), "在输出里，“爱”那一行的第 2 个数（从 0 数起）"),
    ],
)
def test_in_chinese_a_step_is_called_by_its_chinese_name(example, asked, says):
    use_language("zh")
    question = Explorer(example, predict=asked)._fixed["question"]["text"]
    [goal] = Explorer(example, goal=(*asked, ">", 5))._fixed["goals"]
    assert says in question
    assert goal["text"].replace("让", "").startswith(says)


def test_a_goal_may_speak_of_all_heads_together(rng):
    example = random_example(rng, heads=2)
    for step in ("merged", "projected"):
        [goal] = Explorer(example, goal=(step, 0, 1, ">", 5))._goals
        assert (goal["step"], goal["row"], goal["col"]) == (step, 0, 1)
    with pytest.raises(ValueError, match="projected, but this example has no W_O"):
        Explorer("first_look", goal=("projected", 0, 0, ">", 1))


def test_a_puzzle_comes_by_its_name_with_hints_in_the_language_in_force():
    english = Explorer("first_look", goal="prey")
    use_language("zh")
    chinese = Explorer("first_look", goal="prey", par=3)
    assert english._fixed["edit"] == chinese._fixed["edit"] == ("X",)
    assert english._fixed["solution"] == chinese._fixed["solution"]
    assert (english._fixed["par"], chinese._fixed["par"]) == (2, 3)  # what is given in the call counts
    assert "food" in english._fixed["hints"][0]
    assert "食物" in chinese._fixed["hints"][0]
