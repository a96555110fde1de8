"""Questions in the browser: answered wrongly and rightly, by mouse and by keyboard, in both languages."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from attnlib import Explorer, ask, heatmap, load_example
from attnlib.i18n import in_force, use_language
from attnlib.widgets._browser import read
from attnlib.widgets.questions._markup import plain
from attnlib.widgets.questions._read import all_questions
from attnlib.widgets.questions._texts import text as said
from tests.browser.test_explorer_access import CONTRASTS, JUPYTERLAB_DARK
from tests.helpers.often import often

ASKED = ["layers", "what_moves", "weights_shape", "steps_in_order", "where_it_goes"]  # one of each kind
in_both = pytest.mark.parametrize("code", ["en", "zh"])
each = pytest.mark.parametrize("id", ASKED)


@pytest.fixture
def page_options():
    return {"viewport": {"width": 900, "height": 700}}


def open_question(page, folder, id, code="en", then=None, **traits):
    """Save the page of that question, with these traits set, and go there."""
    use_language(code)
    question = ask(id, then)
    for name, value in traits.items():
        setattr(question, name, value)
    question.save_html(folder / "question.html")
    page.goto((folder / "question.html").as_uri())
    return page.locator(".aq")


def button(page, key):
    return page.get_by_role("button", name=said(key), exact=True)


def commit(page):
    button(page, "commit").click()


def item(page, letter):
    return page.locator(".aq-order > li", has=page.locator(".aq-letter", has_text=letter))


def order(page):
    return "".join(page.locator(".aq-order .aq-letter").all_text_contents())


def cell(page, i, j):
    return page.locator(f"[data-at='{i},{j}']")


# By mouse: the first wrong answer, and the right one. A box can only be typed into.
MOUSE = {
    "layers": [
        lambda page: page.locator(".aq-box").fill("４９"),
        lambda page: page.locator(".aq-box").fill("50"),
    ],
    "what_moves": [
        lambda page: page.locator("label.aq-line").nth(0).click(),
        lambda page: page.locator("label.aq-line").nth(3).click(),
    ],
    "weights_shape": [
        lambda page: page.locator(".aq-box").fill("（5，2）"),
        lambda page: page.locator(".aq-box").fill("5x5"),
    ],
    "steps_in_order": [
        lambda page: drag(page, "b", "c"),
        lambda page: (drag(page, "b", "d"), drag(page, "d", "c")),
    ],
    "where_it_goes": [lambda page: cell(page, 3, 2).click(), lambda page: cell(page, 2, 3).click()],
}


def drag(page, letter, to):
    """Drag an item by the mouse over another, and a little on."""
    start, end = item(page, letter).bounding_box(), item(page, to).bounding_box()
    down = end["y"] > start["y"]
    page.mouse.move(start["x"] + 60, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + end["height"] * (0.9 if down else 0.1), steps=4)
    page.mouse.up()


def keys(page, *names):
    for name in names:
        page.keyboard.press(name)


def to_items(page, letter, k):
    item(page, letter).get_by_role("button").first.focus()
    keys(page, *(["ArrowDown"] * k if k > 0 else ["ArrowUp"] * -k))


# By keyboard alone, from the first stop of Tab in the form on; the last Enter answers.
KEYBOARD = {
    "layers": [["4", "9", "Enter"], ["5", "0", "Enter"]],
    "what_moves": [["a", "Enter"], ["d", "Enter"]],
    "weights_shape": [["5", "x", "2", "Enter"], ["5", " ", "5", "Enter"]],
    "where_it_goes": [
        ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "Enter", "Enter"],
        ["ArrowUp", "ArrowRight", " ", "Enter"],
    ],
}

WRONG = {
    "layers": "49",
    "what_moves": "(a)",
    "weights_shape": "(5, 2)",
    "where_it_goes": ("fish → chases", "鱼 → 追"),
}
RIGHT = {
    "layers": "50",
    "what_moves": "(d)",
    "weights_shape": "(5, 5)",
    "where_it_goes": ("chases → fish", "追 → 鱼"),
}


def flat(text):
    """As it is shown: d_k with a small k and no underscore."""
    return re.sub(r"\b([WXbd])_([QKVOkv]|model)\b", r"\1\2", text)


def verdict(id, right):
    """What is said to the right answer, or to the wrong one that the tests give."""
    question = all_questions()[id]
    if id == "steps_in_order":
        reason = flat(plain(in_force(question.wrong[1][1])))
        return said("right_order") if right else said("wrong_order", reason=reason)
    given = (RIGHT if right else WRONG)[id]
    given = in_force(given) if isinstance(given, tuple) else given
    reason = flat(plain(in_force(question.wrong[0][1])))
    return said("right", said=given) if right else said("wrong", said=given, reason=reason)


@pytest.mark.crossed
@in_both
@each
def test_wrong_then_right_by_mouse_and_nothing_tells_the_answer_before(page, tmp_path, id, code):
    open_question(page, tmp_path, id, code, then="<p>kept back</p>")
    question = all_questions()[id]
    secret = [question.explanation, question.hint, question.otherwise, *(says for _, says in question.wrong)]
    texts = [flat(plain(in_force(pair))) for pair in secret if pair]
    assert hidden_from_all(page, "kept back", "aq-good", "aq-bad", *texts)
    assert not page.get_by_text("✓").count()
    if id in ("layers", "weights_shape"):
        assert hidden_from_all(page, {"layers": "50", "weights_shape": "(5, 5)"}[id])
    status, uncovered = page.locator(".aq-verdict"), page.locator(".aq-uncovered")
    expect(status).to_have_attribute("role", "status")
    explanation = flat(plain(in_force(all_questions()[id].explanation)))
    wrong, right = MOUSE[id]
    wrong(page)
    commit(page)
    expect(status).to_have_text(verdict(id, False))
    expect(button(page, "commit")).to_be_focused()
    assert hidden_from_all(page, explanation, "kept back")
    right(page)
    commit(page)
    expect(status).to_have_text(verdict(id, True))
    expect(status).to_be_focused()
    expect(uncovered).to_contain_text(explanation)
    expect(uncovered.get_by_text("kept back")).to_be_visible()
    expect(button(page, "commit")).to_be_hidden()
    expect(button(page, "show")).to_be_hidden()


def hidden_from_all(page, *texts):
    """Whether no element and nothing that is told to a screen reader holds any of these as words."""
    seen = page.locator("main").evaluate("one => one.outerHTML") + page.locator("main").aria_snapshot()
    return not any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", seen) for text in texts)


@pytest.mark.crossed
@in_both
@pytest.mark.parametrize("id", KEYBOARD)
def test_wrong_then_right_by_keyboard_where_none_arrives_as_undefined(page, tmp_path, id, code):
    """Python's None is null in JupyterLab and undefined in Pyodide."""
    page.add_init_script("""
        const { parse } = JSON;
        JSON.parse = (text) => parse(text, (_, value) => value === null ? undefined : value);
    """)
    open_question(page, tmp_path, id, code)
    assert page.evaluate("JSON.parse('[null]')[0] === undefined")
    page.get_by_role("button", name=said("large")).focus()
    keys(page, "Tab")
    at = page.evaluate_handle("document.activeElement")
    assert at.evaluate("one => one.matches('input, [role=gridcell]')")
    wrong, right = KEYBOARD[id]
    if id == "what_moves":
        keys(page, " ")
    keys(page, *wrong)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, False))
    assert page.evaluate("document.activeElement.matches('input, [role=gridcell]')")
    if id in ("layers", "weights_shape"):
        keys(page, "ControlOrMeta+a")
    keys(page, *right)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, True))
    expect(page.locator(".aq-verdict")).to_be_focused()
    expect(page.locator(".aq-uncovered")).to_be_visible()


def test_items_are_put_into_order_by_keyboard_and_by_buttons(page, tmp_path):
    open_question(page, tmp_path, "steps_in_order")
    assert order(page) == "abcd"
    first = item(page, "a").get_by_role("button").first
    expect(first).to_have_attribute("aria-disabled", "true")
    first.press("ArrowUp")  # which cannot be
    assert order(page) == "abcd"
    down = item(page, "b").get_by_role("button").last
    expect(down).to_have_accessible_name("later: weighted sum of the values")
    down.click()
    assert order(page) == "acbd"
    expect(down).to_be_focused()
    keys(page, "ArrowDown")
    assert order(page) == "acdb"
    expect(down).to_be_focused()
    told = page.locator(".ax-unseen[role=status]")
    expect(told).to_have_text("weighted sum of the values: now number 4 of 4.")
    commit(page)
    expect(page.locator(".aq-verdict")).to_contain_text("You divide after softmax")
    to_items(page, "d", -1)
    assert order(page) == "adcb"
    commit(page)
    expect(page.locator(".aq-verdict")).to_have_text(verdict("steps_in_order", True))


@in_both
def test_a_letter_takes_a_choice_however_it_is_written(page, tmp_path, code):
    open_question(page, tmp_path, "what_moves", code)
    choices = page.locator(".aq-line input")
    choices.first.focus()
    keys(page, "(", "b", ")")
    expect(choices.nth(1)).to_be_checked()
    expect(choices.nth(1)).to_be_focused()
    paste = """(one, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      one.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }"""
    choices.first.evaluate(paste, "（Ｃ）")
    expect(choices.nth(2)).to_be_checked()
    keys(page, "e", "1")
    expect(choices.nth(2)).to_be_checked()
    page.get_by_text("the row of" if code == "en" else "“鱼”那一行", exact=code == "zh").first.click()
    keys(page, "ArrowDown")
    expect(choices.nth(1)).to_be_checked()


def test_after_two_wrong_tries_the_answer_can_be_shown(page, tmp_path):
    open_question(page, tmp_path, "layers", then="<p>kept back</p>")
    box, show = page.locator(".aq-box"), button(page, "show")
    box.fill("49")
    commit(page)
    expect(show).to_be_hidden()
    commit(page)  # the same again is no second try
    expect(page.locator(".aq-verdict")).to_have_text(f"{said('again')} {verdict('layers', False)}")
    expect(show).to_be_hidden()
    box.fill("77")
    commit(page)
    expect(page.locator(".aq-verdict")).to_contain_text("Not 77. What is asked for is a number of layers")
    show.click()
    expect(page.locator(".aq-verdict")).to_have_text("The answer: 50.")
    expect(page.locator(".aq-verdict")).to_be_focused()
    expect(page.locator(".aq-uncovered")).to_contain_text("Each layer goes 2 words back.")
    expect(page.get_by_text("kept back")).to_be_visible()
    expect(box).to_have_value("50")
    expect(show).to_be_hidden()


UNREADABLE = {
    "layers": (
        "fifty",
        "“fifty” cannot be read as a number. It is written like 0.5, 1/2 or 50%; a thousand is 1000.",
    ),
    "weights_shape": ("5 by 5", "“5 by 5” cannot be read as a shape. It is written like (2, 3)."),
}
NOTHING = {
    "layers": "number_first",
    "what_moves": "choose_first",
    "weights_shape": "shape_first",
    "where_it_goes": "cell_first",
}


@pytest.mark.parametrize("id", NOTHING)
def test_what_is_no_answer_is_no_try(page, tmp_path, id):
    open_question(page, tmp_path, id)
    for _ in range(3):
        commit(page)
        expect(page.locator(".aq-verdict")).to_have_text(said(NOTHING[id]))
    if id in UNREADABLE:
        text, says = UNREADABLE[id]
        page.locator(".aq-box").fill(text)
        commit(page)
        expect(page.locator(".aq-verdict")).to_have_text(says)
        expect(page.locator(".aq-box")).to_have_attribute("aria-invalid", "true")
        page.locator(".aq-box").fill("1")
        expect(page.locator(".aq-box")).not_to_have_attribute("aria-invalid", "true")
    expect(button(page, "show")).to_be_hidden()


def test_a_hint_is_shown_on_demand(page, tmp_path):
    open_question(page, tmp_path, "layers")
    hint, text = button(page, "hint"), page.get_by_text("How far back does one layer go?")
    expect(text).to_have_count(0)
    expect(hint).to_have_attribute("aria-expanded", "false")
    hint.click()
    expect(text).to_be_visible()
    expect(hint).to_have_attribute("aria-expanded", "true")
    hint.click()
    expect(text).to_be_hidden()


def test_a_picture_is_uncovered_with_the_explanation(page, tmp_path):
    look = load_example("first_look")
    picture = heatmap(look.trace().weights, look.tokens, look.tokens, title="weights")
    open_question(page, tmp_path, "layers", then=picture)
    expect(page.locator("img")).to_have_count(0)
    page.locator(".aq-box").fill("50")
    keys(page, "Enter")
    expect(page.get_by_role("img", name=picture.alt)).to_be_visible()
    assert page.locator("img").evaluate("one => one.naturalWidth") > 100


@each
def test_a_question_is_opened_again_as_it_was_left(page, tmp_path, id):
    given = {"layers": 49, "what_moves": 0, "weights_shape": [5, 2], "steps_in_order": [0, 2, 1, 3]}
    given["where_it_goes"] = [3, 2]
    open_question(page, tmp_path, id, _given=given[id], right=False, tries=2)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, False))
    expect(button(page, "show")).to_be_visible()
    right = all_questions()[id].answer
    open_question(page, tmp_path, id, _given=right, right=True, tries=3, large=True)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, True))
    expect(page.locator(".aq-uncovered")).to_be_visible()
    expect(page.locator(".aq")).to_have_class(re.compile("ax-large"))


# For everybody


def violations(page):
    options = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": False}}}
    found = Axe().run(page, context=".ax", options=options).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]


def unreadable(page):
    found = page.evaluate(CONTRASTS)
    assert len(found) > 2
    return [text for contrast, text in found if contrast < 4.5]


@pytest.mark.crossed
@in_both
@pytest.mark.parametrize("id", often(ASKED, "steps_in_order", "where_it_goes"))
def test_axe_finds_nothing_all_can_be_read_and_nothing_is_cut(page, tmp_path, id, code):
    for width, scheme, large in [(900, "light", False), (390, "dark", False), (390, "light", True)]:
        page.set_viewport_size({"width": width, "height": 700})
        page.emulate_media(color_scheme=scheme)
        open_question(page, tmp_path, id, code, large=large)
        for do in (None, *MOUSE[id]):
            if do:
                do(page)
                commit(page)
            if width == 900:  # to axe the others are the same
                assert violations(page) == []
            assert unreadable(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.locator(".aq").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    page.evaluate(JUPYTERLAB_DARK)
    assert unreadable(page) == []


LOOKS = """() => [...document.querySelectorAll(".ax, .ax *")].map((one) => {
  const style = getComputedStyle(one);
  const values = [...style].map((name) => style.getPropertyValue(name));
  return `${one.tagName} ${one.className}: ${values.join(";")}`;
})"""


@each
def test_the_answer_that_is_shown_is_marked_and_looks_the_same_beside_an_explorer(page, tmp_path, id):
    """In a notebook the styles of both stand on one page, whichever came first."""
    open_question(page, tmp_path, id, then="<table><tr><th>kept</th><td>back</td></tr></table>", shown=True)
    marks = {
        "layers": lambda: page.locator(".aq-box").input_value() == "50",
        "what_moves": lambda: page.locator(".aq-line.aq-good").text_content() == "dall✓",
        "weights_shape": lambda: page.locator(".aq-box").input_value() == "(5, 5)",
        "steps_in_order": lambda: order(page) == "adcb",
        "where_it_goes": lambda: cell(page, 2, 3).get_attribute("class") == "aq-good",
    }
    assert marks[id]()
    alone = page.evaluate(LOOKS)
    page.add_style_tag(content=read("explorer.css"))
    assert page.evaluate(LOOKS) == alone
    page.add_style_tag(content=read("question.css"))
    assert page.evaluate(LOOKS) == alone


@pytest.mark.slow
def test_an_explorer_looks_the_same_beside_a_question_whichever_came_first(page, tmp_path):
    Explorer("first_look", predict=("weights", 2), goal=("weights", 2, 1, ">", 0.5)).save_html(
        tmp_path / "e.html"
    )
    page.goto((tmp_path / "e.html").as_uri())
    expect(page.locator(".ax-ask")).to_be_visible()
    alone = page.evaluate(LOOKS)
    page.add_style_tag(content=read("question.css"))
    assert page.evaluate(LOOKS) == alone
    page.add_style_tag(content=read("explorer.css"))
    assert page.evaluate(LOOKS) == alone


@each
def test_a_question_stands_in_ink_above_what_it_asks_for(page, tmp_path, id):
    open_question(page, tmp_path, id)
    page.add_style_tag(content=read("explorer.css"))
    for size in (15, 24):
        asked = page.locator("legend")
        ink = page.locator(".aq").evaluate("one => getComputedStyle(one).color")
        assert asked.evaluate("one => getComputedStyle(one).color") == ink
        below = page.locator("legend + *").bounding_box()
        box = asked.bounding_box()
        assert box["y"] + box["height"] <= below["y"]
        assert abs(box["x"] - below["x"]) < 6
        assert asked.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= size
        button(page, "large").click()


def test_large_type_is_large(page, tmp_path):
    open_question(page, tmp_path, "what_moves")
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert page.locator(".aq-text").first.evaluate(size) < 20
    button(page, "large").click()
    assert page.locator(".aq-text").first.evaluate(size) >= 24
    expect(button(page, "large")).to_have_attribute("aria-pressed", "true")


# A show of hands


@pytest.mark.crossed
@in_both
@each
@pytest.mark.parametrize("key", ["ArrowRight", "PageDown", "Enter", " ", "click"])
def test_a_show_of_hands_fills_the_screen_and_a_key_uncovers_the_answer(page, tmp_path, id, key, code):
    page.set_viewport_size({"width": 1280, "height": 720})
    open_question(page, tmp_path, id, code, then="<p>kept back</p>")
    button(page, "hands").click()
    dialog = page.get_by_role("dialog", name=said("hands"))
    box = dialog.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    assert dialog.evaluate("one => one.scrollHeight <= one.clientHeight")
    sizes = dialog.locator(".aq-question, .aq-text, .aq-letter, .aq-table th").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 32
    expect(dialog.get_by_text(said("hands_keys"))).to_be_visible()
    expect(dialog.locator("input")).to_have_count(0)
    explanation = flat(plain(in_force(all_questions()[id].explanation)))
    assert hidden_from_all(page, explanation, "kept back", "aq-good", "✓")
    if key == "click":
        dialog.get_by_role("button", name=said("show")).click()
    else:
        keys(page, key)
    expect(dialog.locator(".aq-hands-answer")).to_contain_text(explanation)
    expect(dialog.get_by_text("kept back")).to_be_visible()
    assert violations(page) == []
    keys(page, "Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(button(page, "hands")).to_be_focused()
    expect(page.locator(".aq-uncovered")).to_be_hidden()  # nothing has been answered
    expect(button(page, "commit")).to_be_visible()


# The page itself


@in_both
def test_a_saved_page_is_small_alone_and_has_its_language(page, tmp_path, code):
    open_question(page, tmp_path, "layers", code)
    assert (tmp_path / "question.html").stat().st_size <= 40_000
    language = {"en": "en", "zh": "zh-CN"}[code]
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator(".aq")).to_have_attribute("lang", language)
    assert page.title() == {"en": "Question", "zh": "问题"}[code]
    assert page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)") == []
