"""What an explorer asks: which rows and columns, when a puzzle is solved, and what cannot be asked."""

import numpy as np
import pytest

from attnlib.examples import load_example
from attnlib.i18n import use_language
from attnlib.widgets.explorer import Explorer
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
        ({"par": 2}, ValueError, "par counts the changes that a goal takes, but par=2 has no goal"),
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


def written(W, *entries):
    W = np.array(W)
    for at, x in entries:
        W[at] = x
    return W


def test_within_par_is_solved_with_few_changes_of_the_example_and_numbers_in_range():
    explorer = Explorer("first_look", goal=("scores", 2, 1, ">", 5), edit="W_K", par=2, entries=(-3, 3))
    start = explorer.W_K
    for entries, is_solved, is_within in [
        ([], False, False),
        ([((3, 1), 3)], True, True),
        ([((3, 1), 9)], True, False),
        ([((3, 1), 2.9)], True, True),
        ([((3, 1), 3), ((0, 0), -3)], True, True),
        ([((3, 1), 3), ((0, 0), -4)], True, False),
        ([((3, 1), 3), ((0, 0), 1), ((0, 1), 1)], True, False),
        ([((0, 0), 1)], False, False),
    ]:
        explorer.W_K = written(start, *entries)
        assert (explorer.solved, explorer.within_par) == (is_solved, is_within), entries
    explorer.W_K = written(start, ((3, 1), 3))
    explorer.temperature = 3.0  # which the reader cannot have changed
    assert explorer.within_par
    free = Explorer("first_look", goal=("scores", 2, 1, ">", 5), edit="W_K")
    free.W_K = explorer.W_K
    assert free.solved
    assert not free.within_par


def test_a_mask_temperature_and_heads_are_counted_and_have_no_range(rng):
    explorer = Explorer("first_look", goal=("weights", 0, 3, ">", 0.7), edit=("keep", "scaling"), par=2)
    explorer.keep = written(np.ones((4, 4), bool), ((0, 0), False), ((0, 1), False))
    assert explorer.within_par
    explorer.scaling = "none"
    assert explorer.solved
    assert not explorer.within_par
    two = random_example(rng)
    x = float(two.merge_output(two.trace())[0, 0])
    goal = ("merged", 0, 0, "<" if x > 0 else ">", x / 2)
    explorer = Explorer(two, goal=goal, edit=("heads_on", "temperature"), par=1)
    explorer.heads_on = [False, True]
    assert explorer.within_par
    explorer.temperature = 2.0
    assert explorer.solved
    assert not explorer.within_par


def test_changes_are_those_of_the_sentence_that_is_shown():
    explorer = Explorer("first_look", goal=("weights", 0, 0, "<", 2), edit="X", par=1, sentence=1)
    assert explorer.within_par
    explorer.X = written(explorer.X, ((0, 0), 2), ((1, 1), 2))
    assert not explorer.within_par


def test_a_puzzle_is_made_anew_with_its_par():
    goal = ("weights", 2, 1, ">", 0.5)
    for asked in ({}, {"par": 2}, {"entries": (0, 1)}, {"par": 1, "entries": (-9, 9)}):
        made = Explorer("first_look", goal=goal, edit="X", **asked)
        again = eval(f'Explorer("first_look"{made._fixed["recipe"]["options"]})', {"Explorer": Explorer})
        assert [again._fixed[key] for key in ("par", "entries")] == [
            made._fixed[k] for k in ("par", "entries")
        ]
        assert again._fixed["recipe"] == made._fixed["recipe"]
