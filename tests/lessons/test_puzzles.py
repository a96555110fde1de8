"""Every stored puzzle is shown by one lesson, open at first, solved by its solution, and its par is true."""

import ast
import re
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from attnlib.attention import attend, merge_heads, split_heads
from classroom.explorer._challenges import _puzzles, puzzle_names
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


def stored():
    """The cell of each stored puzzle, by its name."""
    named = [(re.search(r'goal="(\w+)"', cell), place) for place, (_, cell) in puzzles().items()]
    return {match[1]: place for match, place in named if match}


def explorer_of(name):
    return shown(*puzzles()[stored()[name]])


def test_every_stored_puzzle_is_shown_by_one_lesson():
    assert list(stored()) == puzzle_names()
    assert len(puzzles()) == len(stored())


@pytest.mark.parametrize("name", puzzle_names())
def test_the_solution_solves_the_puzzle_within_par(name):
    explorer = explorer_of(name)
    assert not solved(explorer)
    moves, allowed = explorer._fixed["solution"], explorer._fixed["entries"]
    assert {move["name"] for move in moves} == set(explorer._fixed["edit"])  # what the reader may edit
    assert len(moves) == explorer._fixed["par"]
    for move in moves:
        was, x = (
            None if move["name"] == "keep" else getattr(explorer, move["name"])[tuple(move["at"])],
            move["x"],
        )
        assert was is None or (x == -was if allowed == "signs" else x in range(allowed[0], allowed[1] + 1))
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


# All ways to solve it, by brute force: how many within par, and which entries they change, as [row, column].
WAYS = {
    "prey": (1, {(1, 4), (3, 4)}),  # the column "is eaten", of cat and of fish
    "fruit": (4, {(0, 0), (0, 1), (0, 2), (0, 3)}),  # the row of apple: one of two up, one of two down
    # phone where apple looks, and as an edible thing; apple (edible or brand) where it looks itself (2 to 5)
    "vacant_key": (32, {(3, 0), (3, 1), (3, 2), (1, 0), (1, 1), (2, 0), (2, 1)}),
    "turned": (5, {(2, 0), (1, 2), (3, 2)}),  # chases looks for a doer; what cat is looks less for an action
    "undecided": (1, {(2, 1), (2, 2)}),  # the query of chases is zero
    "strong": (1, {(2, 1)}),  # the value of chases
    "three_cells": (1, {(0, 0), (0, 1), (3, 1)}),
    # head 2 looks less for the first place, and for the third: in the row "chases" or "second", or both
    "who_and_whom": (53, {(4, 3), (1, 5), (4, 5)}),
    "look_ahead": (1, {(4, 2), (5, 1)}),  # the two sines
}


def all_changes(explorer, k):
    """All ways to change k entries to what the puzzle allows: places (N, k), matrices (N, rows, cols)."""
    [name], allowed = explorer._fixed["edit"], explorer._fixed["entries"]
    start = np.ones(explorer.trace.weights.shape[-2:], bool) if name == "keep" else getattr(explorer, name)

    def others(x):
        if name == "keep":
            return [not x]
        if allowed == "signs":
            return [-x] if x else []
        return [y for y in range(allowed[0], allowed[1] + 1) if y != x]

    choices = [others(x) for x in start.flat]
    found = [
        (at, values)
        for at in combinations(range(start.size), k)
        for values in product(*(choices[one] for one in at))
    ]
    places, values = (np.array(part) for part in zip(*found, strict=True))
    matrices = np.repeat(start.reshape(1, -1), len(places), axis=0)
    np.put_along_axis(matrices, places, values, axis=1)
    return places, matrices.reshape(-1, *start.shape)


def solves(explorer, matrices):
    """For each matrix in place of the one that may be edited: whether it meets all goals, (N,) bool."""
    [name], e, heads = explorer._fixed["edit"], explorer, explorer.start.heads or 1
    given = {one: getattr(e, one) for one in ("X", "W_Q", "W_K", "W_V", "keep")} | {name: matrices}
    Q, K, V = (split_heads(given["X"] @ given[f"W_{one}"], heads) for one in "QKV")
    if name == "keep":
        Q, K, V = (np.repeat(x[None], len(matrices), axis=0) for x in (Q, K, V))
        given["keep"] = matrices[:, None]
    trace = attend(Q, K, V, given["keep"])
    shown = {step: A[..., explorer.head, :, :] for step, A in trace} | {"merged": merge_heads(trace.output)}
    met = np.ones(len(matrices), bool)
    for goal in e._goals:
        x = shown[goal["step"]][..., goal["row"], goal["col"]]
        met &= (x > goal["value"]) if goal["above"] else (x < goal["value"])
    return met


@pytest.mark.parametrize("name", puzzle_names())
def test_a_puzzle_is_solved_by_its_idea_alone_and_with_no_fewer_changes_than_par(name):
    explorer = explorer_of(name)
    par, shape = explorer._fixed["par"], None
    for k in range(1, par + 1):
        places, matrices = all_changes(explorer, k)
        shape, solving = matrices.shape[1:], solves(explorer, matrices)
        assert k == par or not solving.any(), k
    at = {tuple(map(int, np.unravel_index(place, shape))) for place in np.unique(places[solving])}
    assert (int(solving.sum()), at) == WAYS[name]


def test_brute_force_judges_as_the_explorer_does():
    explorer = explorer_of("turned")
    _, matrices = all_changes(explorer, 1)
    for A in matrices[::7]:
        explorer.W_Q = A
        assert solves(explorer, A[None]) == solved(explorer)
    write_solution(explorer)
    assert solves(explorer, explorer.W_Q[None])
