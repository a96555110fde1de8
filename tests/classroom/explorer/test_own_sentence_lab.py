"""A sentence of the reader's own in JupyterLab: typed, refused, shown, and kept when the cell runs again."""

import pytest
from playwright.sync_api import expect

from tests.helpers.in_lab import CELLS, first_cell, has
from tools.browser import EVERY, IS_IDLE, run_all

START = "from attnlib import use_language\nfrom classroom import own_sentence\n"
START += "use_language('zh')\nbox = own_sentence()\nbox"


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1280, "height": 900}}


@pytest.mark.slow
def test_a_reader_sees_attention_between_the_words_of_a_sentence_of_theirs(page, lab, request):
    cell = first_cell(page, lab, request.node.name, START)
    field, status = cell.get_by_role("textbox", name="你的句子"), cell.locator(".ax-status")
    expect(status).to_contain_text("学生")
    before = page.evaluate(CELLS)["cells"]
    field.fill("eat apple")
    field.press("Enter")
    expect(cell.locator(".ax-block-weights")).to_contain_text("apple")
    expect(cell.locator(".ax-explorer")).to_have_count(1)
    assert has(page, "box.explorer.example.tokens") == "['eat', 'apple']"
    field.fill("eat qwrtz")
    field.press("Enter")
    expect(cell).to_contain_text("没有“qwrtz”")
    field.fill("苹果手机dd")
    field.press("Enter")
    field.fill("苹果手机")
    field.press("Enter")
    expect(cell.locator(".ax-block-weights")).to_contain_text("手机")
    assert page.evaluate(CELLS)["cells"] == before  # no key has reached the notebook
    run_all(page)
    page.wait_for_function(IS_IDLE, polling=EVERY)
    expect(field).to_have_value("苹果手机")
    expect(cell.locator(".ax-block-weights")).to_contain_text("手机")
