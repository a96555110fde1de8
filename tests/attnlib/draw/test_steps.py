"""The table of steps agrees with a trace and with the sources of each of its numbers."""

from dataclasses import replace

import numpy as np
import pytest

from attnlib.draw.steps import ACROSS, COLORED_ALIKE, COMPUTED, OF_KEYS, STEPS, title
from attnlib.examples import load_example
from attnlib.languages import use_language


@pytest.fixture
def example():
    """Queries and keys of different words, so that rows and columns cannot be mistaken for each other."""
    look = load_example("first_look")
    context = np.vstack([look.X, look.X[:1] + 1])
    keep = np.ones((4, 5), dtype=bool)
    keep[1, 0] = False
    return replace(
        look, context=context, keep=keep, orders=None, b_Q=np.ones(3), b_K=np.ones(3), b_V=np.ones(2)
    )


def test_the_steps_are_those_of_a_trace_in_its_order(example):
    assert tuple(name for name, _ in example.trace()) == COMPUTED
    assert set().union(*COLORED_ALIKE) | {"weights"} == set(COMPUTED)


def test_rows_and_columns_are_those_of_a_trace(example):
    n, m = 4, 5
    for name, array in example.trace():
        assert array.shape[0] == (m if name in OF_KEYS else n), name
        assert (array.shape[1] == m) == (name in ACROSS), name


@pytest.mark.parametrize("name", COMPUTED)
def test_exactly_the_sources_of_a_number_change_it(example, name):
    """Each entry of a matrix that goes straight into a step is changed: what moves is what the table says."""
    before = getattr(example.trace(), name)
    for source, where in STEPS[name].sources.items():
        if source not in ("X", "context", "W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V"):
            continue  # the steps' own formulas are tested with the arithmetic
        if source == "X" and name in OF_KEYS:
            continue  # here these are made of the context
        A = getattr(example, source)
        place = (1,) if A.ndim == 1 else (2, 1)
        B = A.copy()
        B[place] += 1
        moved = getattr(replace(example, **{source: B}).trace(), name) != before
        if where == "row":
            assert not np.delete(moved, 2, 0).any()
            assert moved[2].any()
        else:
            assert not np.delete(moved, 1, 1).any()
            assert moved[:, 1].any()


def test_titles_in_both_languages():
    assert [title("Q"), title("scaled"), title("scaled", short=True)] == ["Q", "scaled scores", "scaled"]
    use_language("zh")
    assert [title("V"), title("weights"), title("weights", short=True)] == ["V", "注意力权重", "注意力权重"]
    assert title("a title of one's own") == "a title of one's own"
    assert title("one_wide_head") == "一个宽的头"  # any name of data/names.json
