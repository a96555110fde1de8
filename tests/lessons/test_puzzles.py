"""Every stored puzzle is shown by one lesson, open at first, solved by its solution, and its par is true."""

import ast
import re
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from types import SimpleNamespace

import numpy as np
import pytest

from attnlib.widgets.explorer._challenges import _puzzles, puzzle_names
from tests.helpers.explorers import solved, write_solution
from tools import build
from tools.lesson_source import read_lesson


@cache
def puzzles():
    """The code cells that show an explorer with a goal: (lesson, id) -> the set-up cell and the cell."""
    found = {}
    for source in sorted((build.NOTEBOOKS / "src").glob("*.py")):
        lesson = read_lesson(source)
        for cell in lesson.code:
            if "goal=" in cell.text:
                found[lesson.name, cell.id] = lesson.code[0].text, cell.text
    return found


def shown(*cells):
    """What the last line of the last cell shows."""
    tree = ast.parse("\n".join(cells))
    last = ast.Expression(tree.body.pop().value)
    names = {}
    exec(compile(tree, "a lesson", "exec"), names)
    return eval(compile(last, "a lesson", "eval"), names)


# What lesson 07 is about: a row of weights sums to one.
IMPOSSIBLE = ("07_heads", "task-explorer")


def stored():
    """The cell of each stored puzzle, by its name."""
    named = [(re.search(r'goal="(\w+)"', cell), place) for place, (_, cell) in puzzles().items()]
    return {match[1]: place for match, place in named if match}


def explorer_of(name):
    return shown(*puzzles()[stored()[name]])


def test_every_stored_puzzle_is_shown_by_one_lesson():
    assert list(stored()) == puzzle_names()
    assert len(puzzles()) == len(stored()) + 1  # and one that has no solution


def test_the_impossible_task_is_impossible_though_each_half_of_it_is_not():
    explorer = shown(*puzzles()[IMPOSSIBLE])
    halves, rng = np.zeros(2), np.random.default_rng(0)
    for _ in range(200):
        explorer.W_Q = rng.normal(scale=9, size=explorer.W_Q.shape)
        assert not solved(explorer)
        halves += explorer.trace.weights[1, [0, 2]] > 0.6
    assert (halves > 10).all()


@pytest.mark.parametrize("name", puzzle_names())
def test_the_solution_solves_the_puzzle_within_par(name):
    explorer = explorer_of(name)
    assert not solved(explorer)
    moves, (low, high) = explorer._fixed["solution"], explorer._fixed["entries"]
    assert {move["name"] for move in moves} == set(explorer._fixed["edit"])  # what the reader may edit
    assert len(moves) == explorer._fixed["par"]
    for move in moves:
        assert move["name"] == "keep" or low <= move["x"] <= high
    write_solution(explorer)
    assert solved(explorer)


@pytest.mark.parametrize("name", puzzle_names())
def test_a_puzzle_has_two_hints_in_both_languages_that_say_no_number_of_its_solution(name):
    hints = _puzzles()[name]["hints"]
    assert [len(pair) for pair in hints] == [2, 2]
    written = {f"{abs(x):g}" for *_, x in sum(_puzzles()[name]["solution"].values(), [])}
    for english, chinese in hints:
        assert not re.search("[\u4e00-\u9fff]", english)
        assert re.search("[\u4e00-\u9fff]", chinese)
        assert not re.search(rf"= ?[−-]?({'|'.join(written)})\b", english + chinese)


def sets_of_changes(explorer, k):
    """Each way to change k entries, to whole numbers in range or in the mask, as a matrix."""
    [name] = explorer._fixed["edit"]
    low, high = explorer._fixed["entries"]
    start = np.ones(explorer.trace.weights.shape[-2:], bool) if name == "keep" else getattr(explorer, name)
    for places in combinations(np.ndindex(start.shape), k):
        numbers = [[not start[at]] if name == "keep" else range(low, high + 1) for at in places]
        for values in product(*numbers):
            A = np.array(start)
            for at, x in zip(places, values, strict=True):
                A[at] = x
            if (start != A).sum() == k:
                yield name, A


def is_solution(explorer, name, A):
    """Whether all goals are met with that matrix, or mask, in its place."""
    changed = replace(explorer.example, **{name: A})
    now = SimpleNamespace(
        example=changed, trace=changed.trace(), heads_on=None, head=explorer.head, _goals=explorer._goals
    )
    return solved(now)


@pytest.mark.parametrize("name", puzzle_names())
def test_no_fewer_changes_than_par_are_enough(name):
    explorer = explorer_of(name)
    for k in range(1, explorer._fixed["par"]):
        assert not any(is_solution(explorer, *changed) for changed in sets_of_changes(explorer, k)), k
