"""The address of a saved page: behind its # stands what has been done, and the page opens from it."""

from urllib.parse import unquote

import numpy as np
import pytest
from playwright.sync_api import expect

from classroom.explorer import Explorer
from tests.classroom.explorer.test_line import KINDS, line_of
from tests.classroom.explorer.variants import VARIANTS, cell, number, open_explorer
from tests.helpers.often import often


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1366, "height": 900}}


def found(page):
    return page.evaluate("location.hash")


def expect_address(page, *parts):
    """Wait until these stand in the address, and, where there are none, until it has no #."""
    if not parts:
        return page.wait_for_function("() => !location.href.includes('#')", polling=50)
    hash = "decodeURIComponent(location.hash)"
    page.wait_for_function(f"(parts) => parts.every((one) => {hash}.includes(one))", arg=parts, polling=50)


def numbers(page):
    """What stands in every cell."""
    return page.locator(".ax-stage td").evaluate_all(
        "(all) => all.map((one) => one.querySelector('input')?.value ?? one.textContent)"
        ".map((text) => Number(text.replace('−', '-')))"
    )


def reopened(page):
    """The same address in a page that is loaded anew."""
    address = page.url
    page.goto("about:blank")
    page.goto(address)


def do_something_else(page):
    page.locator(".ax-controls button").last.press("Shift")


def answer(page, k):
    page.locator(".ax-ask input").nth(k).check()
    page.locator(".ax-ask button").click()


def choose(page, name, which):
    page.get_by_role("combobox", name=name).select_option(which)


def cool(page):
    page.locator(".ax-temperature .ax-number").fill("2.5")
    page.get_by_text("no scaling").click()


def edit_another_sentence(page):
    choose(page, "Sentence", "2")
    cell(page, "W_V", 0, 1).fill("8")


def edit_map(page):
    page.locator(".ax-block-Q .ax-map").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("8")
    page.keyboard.press("Enter")


# What is done to an explorer of which kind, and what then stands in the address.
DONE = {
    "a number": (
        "plain",
        lambda page: cell(page, "X", 1, 0).fill("-1.5e-7"),
        '"X":[[1,0,0,0,0,1],[-1.5e-7,1,',
    ),
    "a mask": ("plain", lambda page: page.get_by_text("causal").click(), '"keep":[[1,0,0,0],[1,1,0,0]'),
    "a head": ("heads", lambda page: page.get_by_role("button", name="head 2").click(), '"head":1'),
    "a head that is off": (
        "heads",
        lambda page: page.get_by_label("head 2 is on").uncheck(),
        '"heads_on":[1,0]',
    ),
    "a chosen number": (
        "plain",
        lambda page: cell(page, "weights", 2, 1).click(),
        '"selected":["weights",2,1],"focus":2',
    ),
    "temperature and scaling": ("plain", cool, '"temperature":2.5,"scaling":"none"'),
    "an answer": ("which is largest", lambda page: answer(page, 3), '"prediction":3'),
    "a sentence": ("batch with biases", lambda page: choose(page, "Sentence", "1"), '"sentence":1}'),
    "a sentence, edited": ("plain", edit_another_sentence, '"W_V":[[1,8],'),
    "numbers of a map": ("maps of 20", edit_map, '#{"Q":[[8,'),
}


def maps_of_20():
    rng = np.random.default_rng(0)
    return Explorer({"Q": rng.integers(0, 9, (20, 20)), "K": np.eye(20), "V": np.eye(20)})


@pytest.mark.parametrize("done", often(DONE, "a mask", "a head", "a chosen number", "a sentence, edited"))
def test_what_is_done_stands_in_the_address_and_the_page_opens_from_it(page, tmp_path, done):
    kind, do, part = DONE[done]
    open_explorer(page, tmp_path, VARIANTS.get(kind, maps_of_20))
    assert "#" not in page.url
    do(page)
    expect_address(page, part)
    assert unquote(page.url.split("#")[1]) == line_of(page)  # the very line that is copied
    assert not set(page.url.split("#")[1]) & set('"<>[]{} `')  # nothing that an address would encode
    line = page.locator("textarea").input_value()
    reopened(page)
    assert line_of(page) == line
    expect(page.get_by_role("button", name="undo")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("kind", ["heads, context, W_O", "locked"])
def test_a_page_that_was_saved_edited_opens_as_it_was_left_and_as_it_was_saved(page, tmp_path, kind):
    open_explorer(page, tmp_path, KINDS[kind])
    saved = numbers(page)
    page.locator(".ax-stage td input").first.fill("0.25")
    expect_address(page, "0.25")
    page.get_by_role("button", name="reset").click()
    page.wait_for_function("() => !location.hash.includes('0.25')", polling=50)
    fresh = numbers(page)
    reopened(page)
    assert numbers(page) == fresh
    page.evaluate("location.hash = ''")
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert numbers(page) == saved


def test_it_follows_undo_and_one_that_the_reader_changes_is_taken_over(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    page.get_by_text("causal").click()
    expect_address(page, "keep")
    page.get_by_role("button", name="undo").click()
    expect_address(page)
    cell(page, "W_Q", 0, 0).fill("7")
    expect_address(page, "W_Q")
    page.evaluate('location.hash = \'#{%22temperature%22:2,"selected":["W_V",0,1],"focus":2}\'')
    expect(page.locator(".ax-temperature .ax-number")).to_have_value("2")
    expect(page.locator(".ax-formula")).to_contain_text("WV[adjective, strong]")
    expect(page.locator(".ax-status")).to_contain_text("chases looks most at")
    assert number(page, "W_Q", 0, 0) == 2
    page.get_by_role("button", name="undo").click()
    assert number(page, "W_Q", 0, 0) == 7
    expect(page.locator(".ax-temperature .ax-number")).to_have_value("1")


DAMAGED = ['{"W_Q":[[1,2', '{"W_Q":[[1,2,3]]}', '{"sentence":9}', "top", "%", "%FF", '{"example":"apple"}']
OLD = ["W_Q=((1,2,3),(4,5,6))", "head=1&selected=('weights',2,0)&temperature=0.5"]


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_damaged_address_or_an_old_one_is_answered_and_changes_nothing(page, tmp_path, code):
    open_explorer(page, tmp_path, VARIANTS["plain"], code)
    bad = {"en": "What stands behind # in the address", "zh": "网址中 # 后面的内容和这一页对不上"}[code]
    old = {"en": "This address is of an earlier edition", "zh": "这是旧版的网址"}[code]
    status, before = page.locator(".ax-status"), page.locator(".ax-stage").inner_text()
    for address, said in [*((one, bad) for one in DAMAGED), *((one, old) for one in OLD)]:
        page.evaluate("(hash) => { location.hash = hash }", address)
        expect(status, address).to_contain_text(said)
        do_something_else(page)
        expect(status).not_to_contain_text(said)
    reopened(page)
    expect(status).to_contain_text(old)
    do_something_else(page)
    assert page.locator(".ax-stage").inner_text() == before


def test_the_address_is_not_written_at_every_change(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    page.evaluate("""() => {
      window.times = [];
      const write = history.replaceState;
      history.replaceState = (...all) => { times.push(performance.now()); write.apply(history, all); };
    }""")
    cell(page, "W_Q", 0, 0).focus()
    presses = 0
    while page.evaluate("times.length") < 3:
        page.keyboard.press("ArrowUp")
        presses += 1
    times = page.evaluate("times")
    assert presses > len(times)
    assert all(later - earlier >= 300 for earlier, later in zip(times, times[1:], strict=False))


def test_of_several_explorers_each_keeps_to_its_own_key(page, tmp_path, scripted):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    code = '["one", "two"].forEach((key) => ax.renderPage(state, el, key));'
    page.goto(scripted(tmp_path / "explorer.html", code))
    for which, x in [(0, "7"), (1, "8")]:
        page.locator(".ax").nth(which).locator(".ax-block-W_V [data-at='0,0']").fill(x)
    expect_address(
        page, 'one={"example":"first_look","W_V":[[7,0],', '&two={"example":"first_look","W_V":[[8,0],'
    )
    page.evaluate("location.hash += '&top'")  # of the page's own
    page.locator(".ax").nth(0).locator(".ax-block-W_V [data-at='0,0']").fill("1")
    expect_address(page, "two={", '"W_V":[[8,0],', "top", 'one={"example":"first_look","selected"')
    page.reload()
    values = [one.input_value() for one in page.locator(".ax-block-W_V [data-at='0,0']").all()]
    assert values == ["1", "8"]
    page.evaluate("location.hash = '#two.W_V=((3,0))'")
    expect(page.locator(".ax-status").last).to_contain_text("of an earlier edition")
    do_something_else(page)
    page.evaluate("location.hash = '#top'")
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    expect(page.locator(".ax-block-W_V [data-at='0,0']").last).to_have_value("8")
    assert "What stands" not in "".join(page.locator(".ax-status").all_inner_texts())


def test_where_python_is_the_address_is_left_alone(page, tmp_path, scripted):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    model = "{ get: (name) => traits[name], set() {}, save_changes() {}, on() {}, off() {} }"
    code = f"const traits = traitsOf(state); ax.render({{ model: {model}, el }});"
    page.goto(scripted(tmp_path / "explorer.html", code))
    page.goto(f"{page.url}#temperature=2")
    page.reload()
    expect(page.locator(".ax-temperature .ax-number")).to_have_value("1")
    cell(page, "W_Q", 0, 0).fill("7")
    page.wait_for_timeout(450)
    assert found(page) == "#temperature=2"


COPY = """() => Object.defineProperty(navigator, "clipboard", {
    value: { writeText: (text) => (document.body.dataset.copied = text, Promise.resolve()) },
})"""


def test_a_link_leads_to_the_explorer_that_gave_it_though_another_was_changed(page, tmp_path, scripted):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    code = '["one", "two"].forEach((key) => ax.renderPage(state, el, key));'
    page.goto(scripted(tmp_path / "explorer.html", code))
    page.evaluate(COPY)
    cell(page.locator(".ax").last, "W_V", 0, 0).fill("8")
    expect_address(page, "two={")
    page.get_by_role("button", name="copy link").first.click()
    copied = page.locator("body").get_attribute("data-copied")
    assert copied.split("&")[-1].startswith("one=")
    page.goto("about:blank")
    page.goto(copied)
    values = [one.input_value() for one in page.locator(".ax-block-W_V [data-at='0,0']").all()]
    assert values == ["1", "8"]
    assert "What stands" not in "".join(page.locator(".ax-status").all_inner_texts())


def test_what_keeps_nothing_in_an_address_offers_no_link(page, tmp_path, scripted):
    """The explorer of a sentence of one's own, and that of a head in the microscope."""
    open_explorer(page, tmp_path, VARIANTS["plain"])
    expect(page.get_by_role("button", name="copy link")).to_be_visible()
    page.goto(scripted(tmp_path / "explorer.html", "ax.openExplorer(state, el);"))
    expect(page.get_by_role("button", name="copy state")).to_be_visible()
    expect(page.get_by_role("button", name="copy link")).to_have_count(0)


def test_one_click_copies_the_link_of_what_is_seen(page, tmp_path):
    widget = open_explorer(page, tmp_path, lambda: Explorer("first_look", controls="undo"))
    page.evaluate(COPY)
    cell(page, "W_V", 0, 0).fill("7")
    widget.get_by_role("button", name="copy link").click()
    expect(widget.get_by_text("Copied.")).to_be_visible()
    copied = page.locator("body").get_attribute("data-copied")
    page.goto("about:blank")
    page.goto(copied)
    expect(cell(page, "W_V", 0, 0)).to_have_value("7")
