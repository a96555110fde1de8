""" "Copy state" gives a line of Python that restores what is on the screen, whatever it was made from."""

from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from attnlib.attention import attend, causal_mask
from attnlib.examples import load_arrays, load_example
from attnlib.widgets.explorer import Explorer
from tests.browser.explorer_variants import HELP, VARIANTS, example, open_explorer, two_heads
from tests.helpers.explorers import random_example
from tests.helpers.often import often

LOOK = load_example("first_look")


def shorter(example, n=3):
    """The example with its first words only."""
    words = {lang: given[:n] for lang, given in example.words.items()}
    return replace(example, X=example.X[:n], words=words, orders=None)


def batch_of_traces():
    arrays = load_arrays("scaled_dot_product")
    return Explorer(attend(*(arrays[name] for name in ("Q", "K", "V", "keep")), 1.7), sentence=1)


def own_words():
    words = {"en": ["</b>", "a'b\"c", "two\nlines", "\\"], "zh": ["小", "猫", "追", "鱼"]}
    return replace(LOOK, name="own words", words=words)


KINDS = {name: make for name, make in VARIANTS.items() if name != "maps"} | {
    "own words": lambda: Explorer(own_words(), sentence=1),
    "own name": lambda: Explorer(example(3, 4, features=["a", "b", "c", "d"])),
    "another sentence of a batch": lambda: Explorer("hand_worked", sentence=1),
    "a batch of our own": lambda: Explorer(replace(load_example("hand_worked"), W_V=np.eye(4)), sentence=1),
    "with its mask": lambda: Explorer("masked_narrow_head"),
    "without its mask": lambda: Explorer("masked_narrow_head", keep=None),
    "a trace": lambda: Explorer(LOOK.trace(keep=causal_mask(4), temperature=0.5)),
    "a trace of numbers": lambda: Explorer(attend(*np.random.default_rng(0).normal(size=(3, 2, 4, 3)))),
    "a batch of traces": batch_of_traces,
    "a head that is off": lambda: Explorer(two_heads(), heads_on=[True, False]),
    "heads, context, W_O": lambda: Explorer(random_example(np.random.default_rng(5)), head=1),
    "another context": lambda: Explorer("first_look", context=shorter(LOOK)),
    "a puzzle": lambda: Explorer(
        "first_look", goal=[("weights", 3, "cat", ">", 0.9)], edit=("W_Q", "keep"), par=1, **HELP
    ),
    "an answer": lambda: Explorer("first_look", predict=("scores", 2, 3), prediction=5.5),
    "large, and one chosen": lambda: Explorer("first_look", large=True, selected=("weights", 2, 1)),
    "locked": lambda: Explorer("first_look", edit="W_Q", W_K=-LOOK.W_K),
    "extreme": lambda: Explorer("first_look", temperature=1e300, X=LOOK.X * 5e-324, W_V=LOOK.W_V * 1e150),
}


def line_of(page):
    page.get_by_role("button", name="copy state").click()
    return page.locator("textarea").input_value()


def shown(explorer):
    """Everything that the browser is given: what is shown, what may be done, and where it all begins."""
    state = explorer.get_state()
    names = [name for name in state if not name.startswith(("_", "layout", "tabbable", "tooltip"))]
    fixed = {key: value for key, value in state["_fixed"].items() if key not in ("recipe", "name")}
    return {name: state[name] for name in names} | fixed


MIXED = "goal", "heads, context, W_O", "a batch of traces", "a head that is off", "a puzzle", "extreme"


@pytest.mark.parametrize("kind", often(KINDS, *MIXED))
def test_the_line_restores_the_screen(page, tmp_path, kind):
    explorer = KINDS[kind]()
    open_explorer(page, tmp_path, lambda: explorer)
    line = line_of(page)
    assert "\n" not in line
    again = eval(line, {"Explorer": Explorer})
    assert shown(again) == shown(explorer)
    assert again.state == explorer.state
    assert all(np.array_equal(*pair) for pair in zip(dict(again.trace), dict(explorer.trace), strict=True))
    field = page.locator(".ax-matrix input").first
    if field.count() and field.is_visible() and kind != "extreme":  # and edited on the screen
        field.fill("−1.25")
        edited = eval(line_of_open_panel(page), {"Explorer": Explorer})
        assert edited.state != explorer.state


def line_of_open_panel(page):
    page.get_by_role("button", name="copy state").click()  # closes it
    return line_of(page)


@pytest.mark.parametrize("kind", ["own words", "a head that is off"])
def test_what_was_copied_can_be_loaded_and_nothing_of_another_explorer(page, tmp_path, kind):
    open_explorer(page, tmp_path, KINDS[kind])
    line, said = line_of(page), page.locator(".ax-copy [role=status]")
    page.get_by_role("button", name="reset").click()
    page.get_by_role("button", name="load", exact=True).click()
    expect(said).to_have_text("Loaded.")
    assert line_of_open_panel(page) == line
    page.locator("textarea").fill('Explorer("first_look").load({})')
    page.get_by_role("button", name="load", exact=True).click()
    expect(said).to_contain_text("begins with other numbers")
    assert line_of_open_panel(page) == line


LOADED = [
    "Explorer('first_look').load({'temperature': 2.5, 'keep': None})",
    'explorer = Explorer("first_look", large=False,).load({ "temperature" : 2.5, })',
    "explorer.load({'temperature': 2.5})",
    "attnlib.Explorer('first_look', steps=('X', 'Q')).load({'temperature': +2.5e0})",
    "{'temperature': 2.5, 'keep': [[True, True, True, True]] * 4}",
    "{'temperature': 2.5, 'W_V': np.array([[2, 0], [0, 1], (2, -1), [-1, 0], [2, -1], [0, -1.]])}",
]


def test_lines_as_people_write_them_are_read(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    page.get_by_role("button", name="copy state").click()
    temperature = page.locator(".ax-temperature .ax-number")
    for line in LOADED:
        page.get_by_role("button", name="reset").click()
        page.locator("textarea").fill(line.replace(" * 4", ""))
        page.get_by_role("button", name="load", exact=True).click()
        if "* 4" in line:  # a mask of another shape
            expect(page.locator(".ax-copy [role=status]")).to_contain_text("does not fit")
            continue
        expect(page.locator(".ax-copy [role=status]")).to_have_text("Loaded.")
        expect(temperature).to_have_value("2.5")
    for line in ["", "hello", "{'temperature': 2.5", "Explorer('first_look').load([1])"]:
        page.locator("textarea").fill(line)
        page.get_by_role("button", name="load", exact=True).click()
        expect(page.locator(".ax-copy [role=status]")).to_contain_text("This is no such line")


def test_a_dict_names_what_differs_from_an_example():
    explorer = Explorer({"name": "first_look", "W_Q": LOOK.W_K.tolist(), "keep": np.tri(4).tolist()})
    assert np.array_equal(explorer.W_Q, LOOK.W_K)
    assert np.array_equal(explorer.X, LOOK.X)
    assert np.array_equal(explorer.keep, causal_mask(4))
    assert Explorer({"Q": [[1, 2]], "K": [[3, 4]], "V": [[5]]}).trace.output == [[5]]
    with pytest.raises(TypeError, match="Explorer: W_P, colour is no field of an Example"):
        Explorer({"name": "first_look", "W_P": [[1]], "colour": "red"})
