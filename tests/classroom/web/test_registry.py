"""A cell that is run again closes what it held before, and nothing that is still seen elsewhere."""

import json

import pytest

from tests.helpers.kernel import cells

SETUP = """
import gc, json
from classroom import Explorer, ask
from classroom.web.browser import _Bundle
from classroom.questions import Ask
from classroom.sliders import live
from ipywidgets.widgets.widget import _instances

def counted():
    gc.collect()
    there = [one for one in gc.get_objects() if isinstance(one, Explorer | Ask)]
    widgets = [one for one in _instances.values() if not isinstance(one, _Bundle)]  # which stay
    print(json.dumps([len(widgets), len(there), sum(one.comm is not None for one in there)]))
"""
ONE = [2, 1, 1]  # a question and its layout; in Python, and alive


@pytest.fixture(scope="module")
def kernel():
    with cells() as run:
        run("a", SETUP)
        yield run


@pytest.fixture
def run(kernel):
    """A function that runs code as the cell of that id; at first no cell holds anything."""
    for cell in "bcd":
        kernel(cell, "one = two = three = explorer = question = first = show = None")
    assert (
        kernel(None, "print([one for one in _instances.values() if isinstance(one, Explorer | Ask)])") == "[]"
    )
    return kernel


def count(run):
    return json.loads(run(None, "counted()"))


@pytest.mark.slow
def test_twenty_runs_of_a_cell_leave_one_explorer(run):
    for _ in range(20):
        run("b", "explorer = Explorer('first_look')\nexplorer")
    assert count(run) == ONE
    for _ in range(3):
        run("b", "Explorer('first_look')")
        run("c", "explorer = Explorer('first_look', edit='X')")
        run("d", "display(explorer)\nexplorer")
    assert count(run) == [4, 2, 2]


@pytest.mark.slow
def test_two_in_one_cell_and_two_displays(run):
    for _ in range(3):
        run(
            "b",
            "one, two = Explorer('first_look'), Explorer('first_look')\ndisplay(one, two)\none",
        )
        run("c", "three = Explorer('first_look')\nthree")
    assert count(run) == [6, 3, 3]


def test_a_cell_that_runs_again_keeps_the_numbers_of_its_reader(run):
    made = "explorer = Explorer('first_look', edit='W_Q')\nexplorer.temperature *= 2\nexplorer"
    ask_for = "print(explorer.W_Q[0, 0], explorer.temperature, explorer._kept)"
    run("b", made)
    run("c", "explorer.W_Q = explorer.W_Q + 5")
    run("b", made)
    assert run(None, ask_for) == "7.0 2.0 True"
    run("b", made)
    assert run(None, ask_for) == "7.0 2.0 True"
    run("b", made.replace("W_Q", "X"))  # is another explorer
    assert run(None, ask_for) == "2.0 2.0 False"


def test_what_another_cell_shows_stays_until_that_runs_too(run):
    run("b", "question = first = ask('layers')\nquestion")
    run("c", "question")
    run("b", "question = ask('layers')\nquestion")
    assert run(None, "print(first.comm is None)") == "False"
    run("c", "question")
    assert run(None, "print(first.comm is None, question.comm is None)") == "True False"
    run(None, "del first")
    assert count(run) == ONE


def test_a_closed_one_that_is_shown_again_is_alive(run):
    run("b", "question = ask('layers')")
    run("c", "question")
    run("b", "1")
    run("c", "number = 2")
    assert run(None, "print(question.comm is None, question.tries)") == "True 0"
    run("c", "question.large = True\nquestion")
    assert run(None, "print(question.comm is None, question.layout.comm is None)") == "False False"
    assert count(run) == ONE


def test_a_cell_whose_run_fails_shows_nothing_more(run):
    run("b", "Explorer('first_look')")
    with pytest.raises(RuntimeError, match="Explorer: steps"):
        run("b", "Explorer('first_look', steps=['P'])")
    assert count(run)[::2] == [0, 0]  # IPython keeps the last error, which knows the one that was refused


def test_out_keeps_what_is_seen_and_forgets_what_is_closed(run):
    run("b", "kept = 7\nkept")
    run("c", "question = ask('layers')\nquestion")
    run("c", "question = ask('layers')\nquestion")
    shown = "print([Out[k] is question or Out[k] for k in Out][-2:], _ is question, __ == '')"
    assert run(None, shown) == "[7, True] True True"


def test_a_live_picture_too(run):
    code = "show = live(lambda x, c: f'<p>{x}</p>', x=(0, 10, 1), c=True)\nshow"
    run("b", code)
    [once, *_] = count(run)
    for _ in range(3):
        run("b", code)
    assert count(run)[0] == once > 5
    run("b", "1")
    assert count(run)[0] == 0
    run("b", "show")
    assert count(run)[0] == once


def test_without_cells_nothing_is_closed(run):
    for _ in range(3):
        run(None, "question = ask('layers')\nquestion")
    assert count(run)[2] == 3
    run(None, "for one in list(_instances.values()): one.close()")
