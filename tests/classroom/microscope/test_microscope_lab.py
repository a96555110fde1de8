"""The maps in JupyterLab: a click opens one, the next another, and keys stay inside."""

import pytest
from playwright.sync_api import expect

from tests.helpers.in_lab import ASK, CELLS, first_cell, has

START = """
import numpy as np
from attnlib import attend
from classroom import Microscope
from classroom.lab.pretrained import Reading
numbers = np.random.default_rng(0).normal(size=(12, 3, 12, 13, 32)).astype("f4")
reading = Reading(["<s>", *map(str, range(11)), "</s>"], None, [attend(*block) for block in numbers])
microscope = Microscope(reading)
microscope
"""


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1366, "height": 768}}


@pytest.fixture
def cell(page, lab, request):
    """The cell of a notebook that shows 144 maps."""
    return first_cell(page, lab, request.node.name, START)


def small(cell, name):
    return cell.get_by_role("button", name=name, exact=True)


@pytest.mark.slow
def test_clicks_and_arrows_open_maps_beside_all_and_no_key_reaches_the_notebook(page, cell):
    expect(cell.locator(".am-maps canvas")).to_have_count(144)
    expect(cell.get_by_text("Layer 0, head 0 (L0H0).")).to_be_visible()
    expect(small(cell, "L0H0")).to_have_attribute("aria-pressed", "true")
    for at in [(2, 6), (0, 3)]:
        name, largest = f"L{at[0]}H{at[1]}", has(page, f"f'{{reading.weights[{at}][1].max():.2f}}'")
        small(cell, name).click()
        expect(cell.get_by_role("status").filter(has_text=f"open: {name}")).to_be_visible()
        expect(cell.locator(".ax-explorer")).to_have_count(1)
        expect(cell.locator(".ax-block-weights tbody tr").nth(1)).to_contain_text(largest)
        expect(cell.locator(".am-maps [aria-pressed=true]")).to_have_attribute("aria-label", name)
        expect(cell.get_by_text(f"Layer {at[0]}, head {at[1]} ({name}).")).to_be_visible()
        assert has(page, "microscope.at") == str(at)
    maps, explorer = (cell.locator(one).bounding_box() for one in (".am-maps", ".ax-explorer"))
    assert maps["x"] + maps["width"] <= explorer["x"]
    assert maps["height"] < 600
    beyond = "one => one.scrollWidth - one.clientWidth"
    assert cell.locator(".ax-explorer").evaluate(beyond) == 0  # 13 words and their sums
    page.set_viewport_size({"width": 1280, "height": 768})
    assert cell.locator(".ax-explorer").evaluate(f"one => (one.scrollLeft = 99, ({beyond})(one))") > 0
    panel, word = (
        cell.locator(one).bounding_box() for one in (".ax-explorer", ".ax-explorer tbody th >> nth=0")
    )
    assert 0 < word["x"] - panel["x"] < 20  # it stays in sight
    small(cell, "L0H0").focus()
    before = page.evaluate(CELLS)
    for key in ["ArrowUp", "ArrowDown", "ArrowRight", "ArrowRight", "d", "d", "x", "0", "0"]:
        page.keyboard.press(key)
    expect(small(cell, "L1H2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell.get_by_role("status").filter(has_text="open: L1H2")).to_be_visible()
    assert page.evaluate(CELLS) == before
    assert has(page, "microscope.at") == "(1, 2)"
    # and Python may open one, too
    page.evaluate(ASK, "microscope.at = 3, 4")
    expect(small(cell, "L3H4")).to_have_attribute("aria-pressed", "true")
    expect(cell.locator(".ax-explorer")).to_have_count(1)
