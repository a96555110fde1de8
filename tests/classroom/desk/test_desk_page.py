"""The writing desk in the browser: on a page without Python, and in JupyterLab with a small model."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from attnlib.languages import use_language
from classroom import WritingDesk
from classroom.desk import text as said
from tests.classroom.explorer.test_access import unreadable, violations
from tests.helpers.in_lab import CELLS, first_cell, has

PROJECT = Path(__file__).parents[3]
STORY = "Once upon a time there was a cat who"


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1000, "height": 720}}


def open_desk(page, folder, code="en", change=lambda desk: None, **dials):
    """Save the page of a desk, and go there."""
    use_language(code)
    desk = WritingDesk(prompt=dials.pop("prompt", STORY), **dials)
    change(desk)
    desk.save_html(folder / "desk.html")
    page.goto((folder / "desk.html").as_uri())


def press(place, key):
    place.get_by_role("button", name=said(key), exact=True).click()


def written(place):
    """The text on the desk, without the weights below its words."""
    return place.locator(".aw-new").evaluate_all("all => all.map((one) => one.firstChild.data)")


def shares(page):
    return page.locator(".aw-share").all_inner_texts()


@pytest.mark.parametrize(("code", "theme"), [("en", "dark"), ("zh", "light")])
def test_axe_finds_nothing_all_can_be_read_and_nothing_is_wider_than_a_phone(page, tmp_path, code, theme):
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": 360, "height": 700})
    open_desk(page, tmp_path, code, at=(18, 6))
    for _ in range(3):
        press(page, "one")
    expect(page.locator(".aw-new")).to_have_count(3)
    assert violations(page) == []
    assert unreadable(page) == []
    assert page.locator(".aw").evaluate("one => one.scrollWidth <= one.clientWidth")
    heights = "all => all.filter((one) => one.checkVisibility()).map((one) => one.offsetHeight)"
    assert min(page.locator(".aw :is(button, input, select)").evaluate_all(heights)) >= 24


def test_a_token_is_taken_by_keyboard_and_the_status_says_it_in_words(page, tmp_path):
    open_desk(page, tmp_path, at=(23, 4))
    bars = page.locator("button.aw-row")
    expect(bars.nth(0)).to_contain_text("had ›")
    bars.nth(0).focus()
    page.keyboard.press("ArrowDown")
    expect(bars.nth(1)).to_be_focused()
    share = bars.nth(1).locator(".aw-share").inner_text()
    page.keyboard.press("Enter")
    assert written(page) == ["was"]
    expect(bars.nth(1)).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text(f"probability {share}. L23H4 looks most at “")
    expect(page.locator(".aw-cost")).to_contain_text("Rows computed: 10. Without a cache it would be 19.")
    press(page, "undo")
    assert written(page) == []
    expect(page.locator(".aw-chip").nth(8)).to_have_text("who")


def test_the_dials_move_the_bars_and_grey_what_is_cut_off(page, tmp_path):
    open_desk(page, tmp_path, temperature=1, top_k=None)
    before = shares(page)
    assert float(before[0]) == pytest.approx(0.247, abs=0.01)
    cut = page.locator(".aw-cut")
    expect(cut).to_have_count(0)
    temperature, top_k, top_p = (page.get_by_role("slider").nth(k) for k in range(3))
    top_k.focus()
    page.keyboard.press("ArrowLeft")
    expect(cut).to_have_count(3)  # the 11th, the 12th and all others
    expect(top_k).to_have_attribute("aria-valuetext", "10")
    assert sum(map(float, shares(page)[:10])) == pytest.approx(1, abs=0.006)
    page.keyboard.press("Home")
    expect(cut).to_have_count(12)
    page.keyboard.press("End")
    top_p.focus()
    page.keyboard.press("Home")
    expect(cut).to_have_count(12)  # the token that crosses is kept
    page.keyboard.press("End")
    expect(cut).to_have_count(0)
    temperature.focus()
    page.keyboard.press("End")
    assert float(shares(page)[0]) < float(before[0])
    page.keyboard.press("Home")
    assert shares(page)[0] == "1.000"


def test_the_same_seed_gives_the_same_text_and_the_text_ends_where_the_store_does(page, tmp_path):
    open_desk(page, tmp_path)
    texts = []
    for seed in ("1", "2", "1"):
        page.get_by_role("spinbutton").fill(seed)
        for _ in range(5):
            press(page, "one")
        texts.append(written(page))
        press(page, "restart")
    assert len(texts[0]) == 5
    assert texts[0] == texts[2] != texts[1]
    press(page, "write")
    expect(page.get_by_role("status")).to_contain_text(said("stored_end"))
    assert len(written(page)) == 20
    press(page, "restart")
    page.locator("button.aw-row").nth(9).click()
    expect(page.get_by_role("status")).to_contain_text("Nothing is stored after “␣")
    assert written(page) == []


def test_writing_can_be_stopped_and_then_says_what_was_written(page, tmp_path):
    open_desk(page, tmp_path)
    press(page, "write")
    expect(page.locator(".aw-new").nth(1)).to_be_visible()
    press(page, "stop")
    count = len(written(page))
    assert 2 <= count < 20
    expect(page.get_by_role("status")).to_contain_text(f"It wrote {count} tokens. L23H4 looks")
    expect(page.get_by_role("button", name=said("write"), exact=True)).to_be_visible()


def test_no_token_becomes_html(page, tmp_path):
    def spoil(desk):
        pieces = desk._fixed["stored"][0]["pieces"]
        desk._fixed["stored"][0]["pieces"] = dict.fromkeys(pieces, "<img src=x onerror=document.title='run'>")

    open_desk(page, tmp_path, change=spoil)
    press(page, "one")
    expect(page.locator(".aw-chip").first).to_contain_text("<img")
    assert page.locator(".aw img").count() == 0
    assert page.title() == said("title")


# A model of the alphabet, as in test_desk.py.
START = (
    f"import sys; sys.path.insert(0, {str(PROJECT)!r})"
    + """
from tests.classroom.desk.test_desk import Abc
from classroom import WritingDesk
model = Abc()
desk = WritingDesk(lambda: model, "abc", at=(1, 2), temperature=0)
desk
"""
)


# Presses the button that writes, and gives the seconds until 40 tokens are to be seen.
WRITE = """async (button) => {
    const [desk, began] = [button.closest('.aw'), performance.now()];
    button.click();
    while (desk.querySelectorAll('.aw-new').length < 40) await new Promise((go) => setTimeout(go, 1));
    return (performance.now() - began) / 1000;
}"""


@pytest.mark.slow
def test_in_jupyterlab_a_model_writes_and_python_sees_it(page, lab, request):
    cell = first_cell(page, lab, request.node.name, START)
    new, status, cost = cell.locator(".aw-new"), cell.get_by_role("status"), cell.locator(".aw-cost")
    seconds = cell.get_by_role("button", name=said("write"), exact=True).evaluate(WRITE)
    expect(new).to_have_count(40)
    expect(status).to_contain_text("It wrote 40 tokens. L1H2 looks")
    expect(cost).to_contain_text("Rows computed: 43. Without a cache it would be ")
    speed = float(re.search(r"([\d.]+) tokens a second", cost.inner_text())[1])
    assert speed == pytest.approx(40 / seconds, rel=0.1)
    assert has(page, "desk.text[:6]") == "abcdef"
    assert has(page, "model.rows == [3] + [1] * 40") == "True"
    cell.locator("textarea").click()
    before = page.evaluate(CELLS)
    cell.locator("textarea").fill("kl")
    cell.locator("textarea").press("End")
    for key in ["d", "Backspace", "x", "Backspace"]:
        page.keyboard.press(key)
    press(cell, "read")
    expect(cell.locator(".aw-chip")).to_have_count(2)
    expect(cost).to_have_text("Rows computed: 2. Without a cache it would be 2.")
    cell.locator("button.aw-row").first.click()
    expect(status).to_contain_text("Chosen: “m”")
    expect(status).to_contain_text("L1H2 looks most at “k”, 0.8")
    cell.get_by_role("combobox", name=said("head")).select_option("0")
    expect(status).to_contain_text("L1H0 looks most at “k”, 1.000")
    assert has(page, "desk.text") == "klm"
    assert page.evaluate(CELLS) == before
