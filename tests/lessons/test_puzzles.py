"""Every puzzle of the lessons is open at first, solved by what its solution changes, and its par is true."""

import ast
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from attnlib.widgets.explorer import _shown
from attnlib.widgets.explorer._challenges import solved
from tools import build
from tools.lesson_source import read_lesson

# lesson and cell -> the matrix that is edited (or the mask), and the entries that solve it
SOLUTIONS = {
    ("00_start", "puzzle-explorer"): ("X", {(1, 4): 1, (3, 4): 0}),
    ("01_embedding", "puzzle-explorer"): ("X", {(0, 0): 2, (0, 2): 0}),
    ("02_queries_keys_values", "puzzle-explorer"): ("W_Q", {(4, 2): 2}),
    ("03_scores", "puzzle-explorer"): ("W_K", {(3, 1): 3}),
    ("04_softmax", "puzzle-explorer"): ("W_Q", {(2, 1): 0, (2, 2): 0}),
    ("05_output", "puzzle-explorer"): ("W_V", {(0, 0): 0, (0, 1): 2}),
    ("06_masks", "puzzle-explorer"): ("keep", {(0, 0): False, (0, 1): False, (3, 1): False}),
    ("07_heads", "puzzle-explorer"): ("W_Q", {(4, 3): 0, (4, 5): 9}),
    ("08_order", "puzzle-explorer"): ("W_Q", {(4, 2): -3.37, (5, 1): 3.37}),
}


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


def test_every_puzzle_has_its_solution_here():
    assert puzzles().keys() == {*SOLUTIONS, IMPOSSIBLE}


def test_the_impossible_task_is_impossible_though_each_half_of_it_is_not():
    explorer = shown(*puzzles()[IMPOSSIBLE])
    halves, rng = np.zeros(2), np.random.default_rng(0)
    for _ in range(200):
        explorer.W_Q = rng.normal(scale=9, size=explorer.W_Q.shape)
        assert not explorer.solved
        halves += explorer.trace.weights[1, [0, 2]] > 0.6
    assert (halves > 10).all()


@pytest.mark.parametrize("place", SOLUTIONS, ids="-".join)
def test_a_puzzle_is_open_until_it_is_solved(place):
    name, entries = SOLUTIONS[place]
    explorer = shown(*puzzles()[place])
    assert not explorer.solved
    assert explorer._fixed["edit"] == (name,)  # the solution does what the reader may do
    W = np.ones((4, 4), dtype=bool) if name == "keep" else getattr(explorer, name).copy()
    for at, x in entries.items():
        W[at] = x
    setattr(explorer, name, W)
    assert explorer.solved
    assert explorer.within_par
    assert explorer._fixed["par"] == len(entries)


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
    keep = A if name == "keep" else explorer.keep
    example = explorer.example if name == "keep" else replace(explorer.example, **{name: A})
    return solved(explorer._goals, _shown(example, example.trace(keep=keep)), explorer.head)


@pytest.mark.parametrize("place", SOLUTIONS, ids="-".join)
def test_no_fewer_changes_than_par_are_enough(place):
    explorer = shown(*puzzles()[place])
    for k in range(1, explorer._fixed["par"]):
        assert not any(is_solution(explorer, *changed) for changed in sets_of_changes(explorer, k)), k
