"""A question in JupyterLab: Python has what the reader answers, and no key press reaches the notebook."""

import pytest
from playwright.sync_api import expect

from tests.helpers.in_lab import CELLS, first_cell, has

START = """
from attnlib import use_language
from classroom import ask
from classroom import questions
use_language("zh")
told = []
questions.remember = lambda *answer: told.append(answer) or f"note {len(told)}"
question = ask("layers")
question
"""


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture
def cell(page, lab, request):
    """The cell of a notebook that shows a question."""
    return first_cell(page, lab, request.node.name, START)


@pytest.mark.slow
def test_python_has_what_the_reader_answers(page, cell):
    box, verdict = cell.locator(".aq-box"), cell.locator(".aq-verdict")
    box.fill("49")
    box.press("Enter")
    expect(verdict).to_contain_text("还差一个词")
    expect(cell.locator(".aq-box")).to_be_focused()
    expect(cell.get_by_text("note 1", exact=True)).to_be_visible()  # so Python has it
    assert (
        has(page, "question.answer, question.right, question.tries, told")
        == "49 False 1 [('question', 'layers', 'wrong')]"
    )
    box.fill("50")
    box.press("Enter")
    expect(verdict).to_be_focused()
    expect(cell.get_by_text("note 2", exact=True)).to_be_visible()
    assert has(page, "question.answer, question.right, question.tries") == "50 True 2"
    assert has(page, "told[1:]") == "[('question', 'layers', 'right')]"
    expect(cell.locator("img")).to_have_count(0)


@pytest.mark.slow
def test_keys_stay_in_the_question(page, cell):
    cell.locator(".aq-box").click()
    before = page.evaluate(CELLS)
    for key in ["d", "d", "b", "x", "ArrowUp", "ArrowDown", "Control+z", "z", "0", "0"]:
        page.keyboard.press(key)
    cell.get_by_role("button", name="举手表决").focus()
    for key in ["d", "d", "x", "ArrowUp", "0", "0"]:
        page.keyboard.press(key)
    assert page.evaluate(CELLS) == before
    cell.locator(".aq-box").fill("49")
    page.keyboard.press("Shift+Enter")  # goes on, and does not begin the question anew
    expect(cell.locator(".aq-box")).to_have_value("49")
    expect(cell.locator(".aq-box")).not_to_be_focused()


@pytest.mark.slow
def test_a_show_of_hands_lies_over_the_whole_of_jupyterlab(page, cell):
    cell.get_by_role("button", name="举手表决").click()
    dialog = page.get_by_role("dialog", name="举手表决")
    box = dialog.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 900)
    before = page.evaluate(CELLS) | {"boxes": 0}
    page.keyboard.press("ArrowRight")
    expect(dialog).to_contain_text("答案：50。")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)  # which is taken away a moment after it is closed
    assert page.evaluate(CELLS) == before
    assert has(page, "question.right, question.shown") == "None False"
