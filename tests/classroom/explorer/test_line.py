""" "Copy state" gives a line of JSON that restores what is on the screen, whatever it was made from."""

import json
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import expect

from attnlib.attention import attend, causal_mask
from attnlib.examples import load_arrays, load_example
from classroom.explorer import Explorer
from tests.classroom.explorer.variants import HELP, VARIANTS, example, open_explorer, two_heads
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
    return {name: state[name] for name in names} | state["_fixed"]


MIXED = "goal", "heads, context, W_O", "a batch of traces", "a head that is off", "a puzzle", "extreme"


@pytest.mark.parametrize("kind", often(KINDS, *MIXED))
def test_the_line_restores_the_screen_and_python_writes_the_same(page, tmp_path, kind):
    explorer, again = KINDS[kind](), KINDS[kind]()
    open_explorer(page, tmp_path, lambda: explorer)
    line = line_of(page)
    assert json.loads(line) == json.loads(json.dumps(explorer.page_state()["state"]))
    again.large, again.scaling = True, "d_k"  # and something else was looked at meanwhile
    again.load(line)
    assert shown(again) == shown(explorer)
    assert all(np.array_equal(*pair) for pair in zip(dict(again.trace), dict(explorer.trace), strict=True))
    field = page.locator(".ax-matrix input").first
    if field.count() and field.is_visible() and kind != "extreme":  # and edited on the screen
        field.fill("−1.25")
        assert again.load(line_of_open_panel(page)).state != explorer.state


def line_of_open_panel(page):
    page.get_by_role("button", name="copy state").click()  # closes it
    return line_of(page)


def load(page, line, name="load"):
    page.locator("textarea").fill(line)
    page.get_by_role("button", name=name, exact=True).click()
    return page.locator(".ax-copy [role=status]")


@pytest.mark.parametrize("kind", ["own words", "a head that is off"])
def test_what_was_copied_can_be_loaded_and_nothing_of_another_explorer(page, tmp_path, kind):
    open_explorer(page, tmp_path, KINDS[kind])
    line = line_of(page)
    page.get_by_role("button", name="reset").click()
    expect(load(page, line)).to_have_text("Loaded.")
    assert line_of_open_panel(page) == line
    expect(load(page, '{"example":"first_look","temperature":2}')).to_contain_text("of another example")
    assert line_of_open_panel(page) == line


OLD = [
    'Explorer("first_look", steps=("W_Q", "weights"), head=0).load({"W_Q": [[9,0,0]], "keep": None})',
    "explorer.load({'temperature': 2.5})",
    'Explorer("first_look").load({})',
]
UNREADABLE = ["", "hello", '{"temperature": 2.5', "[1]", "null", "2", "{'temperature': 2.5}"]
UNFIT = [
    '{"W_Q": [[1, 2], 3]}', '{"W_P": [[1]]}', '{"W_O": [[1]]}', '{"X": null}', '{"temperature": "2"}',
    '{"temperature": 1e999}', '{"temperature": -1}', '{"scaling": "toString"}', '{"sentence": 9}',
    '{"keep": [[1]]}', '{"keep": 0}', '{"heads_on": [1]}', '{"head": 1}', '{"large": 1}', '{"focus": 4}',
    '{"prediction": 1}', '{"selected": 5}', '{"selected": ["W_Q", 6, 0]}', '{"selected": [["W_Q"], 0, 0]}',
    '{"selected": ["constructor", 0, 0]}', '{"__proto__": 1}', '{"toString": 1}',
    f'{{"X": {"[" * 100_000}{"]" * 100_000}}}',
]  # fmt: skip


def test_a_line_that_does_not_fit_is_answered_and_changes_nothing(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    page.locator(".ax-temperature .ax-number").fill("2.5")
    line = line_of(page)
    for lines, said in [
        (OLD, "of an earlier edition: run it in a cell"),
        (UNREADABLE, "This is no such line"),
        (UNFIT, "does not fit"),
        (['{"temperature": 5e-324}'], "too large to compute"),
        (['{"temperature": 2, "example": "apple"}'], "of another example"),
    ]:
        for one in lines:
            expect(load(page, line)).to_have_text("Loaded.")
            expect(load(page, one), one[:99]).to_contain_text(said)
    assert line_of_open_panel(page) == line


def test_a_line_of_an_earlier_edition_is_answered_in_chinese_and_still_runs(page, tmp_path):
    """In a cell it is a program, so nothing is lost."""
    open_explorer(page, tmp_path, VARIANTS["plain"], "zh")
    page.get_by_role("button", name="复制状态").click()
    expect(load(page, OLD[2], "载入")).to_contain_text("是旧版复制的：请在单元格里运行它")
    old = (
        'Explorer({"name": "own words", "words": {"zh": ["a", "b"], "en": ["a", "b"]}, "orders": None, '
        '"X": [[1,0],[0,1]], "W_Q": [[1],[0]], "W_K": [[0],[1]], "W_V": [[1],[2]]}, steps=("X", "weights"), '
        'head=0, selected=("weights", 1, 0)).load({"W_Q": [[2],[0]], "keep": [[1,0],[1,1]]})'
    )
    explorer = eval(old, {"Explorer": Explorer})
    assert (explorer.W_Q[0, 0], explorer.keep.sum()) == (2, 3)


def test_a_dict_names_what_differs_from_an_example():
    explorer = Explorer({"name": "first_look", "W_Q": LOOK.W_K.tolist(), "keep": np.tri(4).tolist()})
    assert np.array_equal(explorer.W_Q, LOOK.W_K)
    assert np.array_equal(explorer.X, LOOK.X)
    assert np.array_equal(explorer.keep, causal_mask(4))
    assert Explorer({"Q": [[1, 2]], "K": [[3, 4]], "V": [[5]]}).trace.output == [[5]]
    with pytest.raises(TypeError, match="Explorer: W_P, colour is no field of an Example"):
        Explorer({"name": "first_look", "W_P": [[1]], "colour": "red"})
