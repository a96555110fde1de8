"""Ten thousand random edits of a saved page: no error, and always the numbers that attnlib computes."""

import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from attnlib.examples import Example
from classroom.explorer import Explorer

STEPS = ("Q", "K", "V", "scores", "scaled", "masked", "weights", "output")
SHOWN = ("X", "W_Q", "W_K", "W_V", *STEPS)
FUZZER = (Path(__file__).parent / "fuzzer.js").read_text(encoding="utf-8")

# What may be loaded in the page, beside what was copied there; but for the last, nothing of it fits.
LINES = """{ | Explorer(1).load({}) | {'X': 1} | {"X": 3} | {"K": 3} | {"W_Q": [[1, 2], 3]} | {"head": 9} | []
{"temperature": "2"} | {"temperature": 1e999} | {"temperature": null} | {"temperature": 0} | {"toString": 1}
{"keep": 0} | {"keep": [[1]]} | {"keep": [[null]]} | {"scaling": "toString"} | {"sentence": "length"}
{"sentence": 0.5} | {"selected": ["X", 9, 0]} | {"temperature": 0.5, "keep": null}"""
LINES = ["", *LINES.replace("\n", " | ").split(" | ")]


def heads_and_context():
    """Two heads, biases, an output projection, and three queries that look at five keys."""
    shapes = {"X": (3, 4), "context": (5, 4), "W_Q": (4, 4), "b_Q": (4,), "W_K": (4, 4), "b_K": (4,)}
    shapes |= {"W_V": (4, 6), "b_V": (6,), "W_O": (6, 2), "b_O": (2,)}
    rng = np.random.default_rng(1)
    return Example("", heads=2, **{name: rng.integers(-2, 3, shape) * 1.0 for name, shape in shapes.items()})


def given():
    rng, shapes = np.random.default_rng(2), {"Q": (3, 2), "K": (4, 2), "V": (4, 3)}
    return Example("", **{name: rng.standard_normal(shape) for name, shape in shapes.items()})


VARIANTS = {"first_look": lambda: "first_look", "heads": heads_and_context, "given": given}


@pytest.fixture
def play(page, tmp_path, scripted):
    """Opens a saved page with the fuzzer in it; what is asked of that is answered with look()."""

    def opened(variant):
        path = tmp_path / "page.html"
        Explorer(VARIANTS[variant](), steps=SHOWN).save_html(path)
        lines = f"const LINES = {json.dumps(LINES)};"
        page.goto(scripted(path, f"{lines} window.app = ax.renderPage(state, el);\n{FUZZER}"))
        return lambda code: json.loads(page.evaluate(f"JSON.stringify({code})"))

    return opened


def assert_right(variant, seen):
    explorer, head = Explorer(VARIANTS[variant](), steps=SHOWN).load(seen["line"]), seen["head"]
    state = {
        name: value
        for name, value in seen["state"].items()
        if value is not None or name in ("keep", "heads_on")
    }
    assert explorer.state == state  # True == 1
    for step, array in explorer.trace:
        array = array[head] if array.ndim == 3 else array
        if step in ("weights", "output") and abs(explorer.trace.scaled).max() > 1e6:
            continue  # exp makes much of a last digit
        assert_close(array, np.array(seen["steps"][step], dtype=float), step)
        assert_shown(array, seen["shown"][step], explorer.keep)
    if "merged" in seen["shown"]:
        merged = explorer.example.merge_output(explorer.trace, explorer.heads_on)
        assert_shown(merged, seen["shown"]["merged"], None)
    for name in ("X", "context", "W_O"):
        if name in explorer.state:
            assert_shown(getattr(explorer, name), seen["shown"][name], None)


def assert_close(ours, theirs, step):
    theirs[np.isnan(theirs)] = -np.inf  # as JSON has it
    finite = np.isfinite(ours)
    assert np.array_equal(finite, np.isfinite(theirs)), step
    slack = 1e-9 * max(1, abs(ours[finite]).max(initial=0))
    assert np.allclose(ours[finite], theirs[finite], rtol=0, atol=slack), step


def assert_shown(array, texts, keep):
    """Each text is the number, to the digits that it has; a masked weight is not written."""
    for (i, j), x in np.ndenumerate(array):
        text = texts[i][j].replace("−", "-")
        if text in ("", "-∞"):
            assert not keep[i, j]
            continue
        last = Decimal(text).as_tuple().exponent
        assert abs(float(text) - x) <= 0.5 * 10.0**last * (1 + 1e-6) + 1e-9 * abs(x), (text, x)


LONG = [("first_look", 10), ("heads", 6), ("given", 4)]


@pytest.mark.parametrize(
    ("variant", "chunks"), [("heads", 1), *(pytest.param(*one, marks=pytest.mark.slow) for one in LONG)]
)
def test_ten_thousand_edits_leave_the_page_right(play, errors, variant, chunks):
    ask = play(variant)
    start = ask("look()")
    assert_right(variant, start)
    for chunk in range(chunks):
        seen = ask(f"fuzz({chunk}, 500)")
        assert errors == [], chunk
        assert_right(variant, seen)
    assert seen["past"] > 100
    end = ask("go('redo')")
    back = ask("go('undo')")
    assert_right(variant, back)
    assert (back["state"], back["past"]) == (start["state"], 0)
    again = ask("go('redo')")
    assert_right(variant, again)
    assert (again["state"], again["past"]) == (end["state"], end["past"])
