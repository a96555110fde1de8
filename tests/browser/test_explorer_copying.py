"""Numbers leave the explorer as a spreadsheet takes them: one, a matrix, or all."""

import pytest
from playwright.sync_api import expect

from attnlib.widgets.explorer import Explorer
from tests.browser.explorer_variants import cell, open_explorer

STEPS = ("W_Q", "weights")


@pytest.fixture
def pasted(page):
    """A function that returns what Ctrl+V puts into a field outside."""

    def paste():
        page.evaluate("document.body.append(document.createElement('textarea'))")
        field = page.locator("body > textarea").last
        field.focus()
        page.keyboard.press("Control+v")
        return field.input_value()

    return paste


def rows(text):
    return [[float(x) for x in line.split("\t")] for line in text.splitlines()]


def test_a_chosen_number_and_its_whole_matrix_are_copied(page, tmp_path, pasted):
    explorer = Explorer("first_look", STEPS)
    open_explorer(page, tmp_path, lambda: explorer)
    cell(page, "weights", 1, 2).click()
    page.keyboard.press("Control+c")
    assert float(pasted()) == pytest.approx(explorer.trace.weights[1, 2], abs=1e-12)
    for name, A in (("weights", explorer.trace.weights), ("W_Q", explorer.W_Q)):
        cell(page, name, 0, 0).click()
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+c")
        expect(page.locator(".ax-status")).to_contain_text(f"{len(A)} × {len(A[0])}")
        assert rows(pasted()) == pytest.approx(A, abs=1e-12)


def test_a_field_gives_its_own_text_and_another_key_forgets_the_matrix(page, tmp_path, pasted):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", STEPS))
    cell(page, "W_Q", 0, 0).click()
    page.keyboard.press("Control+a")
    page.keyboard.press("ArrowRight")
    cell(page, "W_Q", 0, 0).select_text()
    page.keyboard.press("Control+c")
    assert pasted() == "2"


def test_cells_under_the_mouse_are_copied_as_their_matrix(page, tmp_path, pasted):
    explorer = Explorer("first_look", STEPS)
    open_explorer(page, tmp_path, lambda: explorer)
    page.evaluate(
        """table => getSelection().selectAllChildren(document.querySelector(table))""",
        ".ax-block-weights tbody",
    )
    page.keyboard.press("Control+c")
    assert rows(pasted()) == pytest.approx(explorer.trace.weights, abs=1e-12)
