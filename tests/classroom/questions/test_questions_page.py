"""Questions in the browser: answered wrongly and rightly, by mouse and by keyboard, in both languages."""

import re

import pytest
from playwright.sync_api import expect

from attnlib import heatmap, load_example
from attnlib.languages import in_force, use_language
from classroom import Explorer, ask
from classroom.questions._markup import plain
from classroom.questions._read import all_questions
from classroom.questions._texts import text as said
from classroom.web.browser import read
from tests.classroom.explorer.test_access import CONTRASTS, violations
from tests.helpers.often import often

ASKED = ["layers", "what_moves", "weights_shape"]  # one of each kind
in_both = pytest.mark.parametrize("code", ["en", "zh"])
each = pytest.mark.parametrize("id", ASKED)
each_in_one = pytest.mark.parametrize(("id", "code"), list(zip(ASKED, ["en", "zh", "en"], strict=True)))


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


# By mouse: the first wrong answer, and the right one. A box can only be typed into.
MOUSE = {
    "layers": [lambda page: write(page, "４９"), lambda page: write(page, "50")],
    "what_moves": [lambda page: choose(page, 0), lambda page: choose(page, 3)],
    "weights_shape": [lambda page: write(page, "（5，2）"), lambda page: write(page, "5x5")],
}


def write(page, text):
    page.locator(".aq-box").fill(text)


def choose(page, k):
    page.locator("label.aq-line").nth(k).click()


def keys(page, *names):
    for name in names:
        page.keyboard.press(name)


# By keyboard alone, from the first stop of Tab in the form on; the last Enter answers.
KEYBOARD = {
    "layers": [["4", "9", "Enter"], ["5", "0", "Enter"]],
    "what_moves": [["a", "Enter"], ["d", "Enter"]],
    "weights_shape": [["5", "x", "2", "Enter"], ["5", " ", "5", "Enter"]],
}

WRONG = {"layers": "49", "what_moves": "(a)", "weights_shape": "(5, 2)"}
RIGHT = {"layers": "50", "what_moves": "(d)", "weights_shape": "(5, 5)"}


def flat(text):
    """As it is shown: d_k with a small k and no underscore."""
    return re.sub(r"\b([WXbd])_([QKVOkv]|model)\b", r"\1\2", text)


def verdict(id, right):
    """What is said to the right answer, or to the wrong one that the tests give."""
    question = all_questions()[id]
    given = (RIGHT if right else WRONG)[id]
    reason = flat(plain(in_force(question.wrong[0][1])))
    return said("right", said=given) if right else said("wrong", said=given, reason=reason)


@each_in_one
def test_wrong_then_right_by_mouse_and_nothing_tells_the_answer_before(page, tmp_path, id, code):
    page.set_viewport_size({"width": 390, "height": 700})
    page.emulate_media(color_scheme="dark")
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
    check_looks(page)
    right(page)
    commit(page)
    expect(status).to_have_text(verdict(id, True))
    expect(status).to_be_focused()
    expect(uncovered).to_contain_text(explanation)
    expect(uncovered.get_by_text("kept back")).to_be_visible()
    expect(button(page, "commit")).to_be_hidden()
    expect(button(page, "show")).to_be_hidden()
    page.emulate_media(color_scheme="light")
    button(page, "large").click()
    assert page.locator(".aq-question").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 24
    check_looks(page)
    assert violations(page) == []


def check_looks(page):
    """Assert that all can be read, and that nothing is beyond the screen."""
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 2
    assert [text for contrast, text in contrasts if contrast < 4.5] == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert page.locator(".aq").evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def hidden_from_all(page, *texts):
    """Whether no element and nothing that is told to a screen reader holds any of these as words."""
    seen = page.locator("main").evaluate("one => one.outerHTML") + page.locator("main").aria_snapshot()
    return not any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", seen) for text in texts)


@pytest.mark.parametrize(("id", "code"), list(zip(KEYBOARD, ["zh", "en", "zh"], strict=True)))
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
    assert at.evaluate("one => one.matches('input')")
    wrong, right = KEYBOARD[id]
    if id == "what_moves":
        keys(page, " ")
    keys(page, *wrong)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, False))
    assert page.evaluate("document.activeElement.matches('input')")
    if id in ("layers", "weights_shape"):
        keys(page, "ControlOrMeta+a")
    keys(page, *right)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, True))
    expect(page.locator(".aq-verdict")).to_be_focused()
    expect(page.locator(".aq-uncovered")).to_be_visible()


def test_a_letter_takes_a_choice_however_it_is_written(page, tmp_path):
    open_question(page, tmp_path, "what_moves")
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


def test_a_hint_is_given_and_after_two_wrong_tries_the_answer_with_its_picture(page, tmp_path):
    look = load_example("first_look")
    picture = heatmap(look.trace().weights, look.tokens, look.tokens, title="weights")
    open_question(page, tmp_path, "layers", then=picture)
    hint, text = button(page, "hint"), page.get_by_text("How far back does one layer go?")
    expect(text).to_have_count(0)
    hint.click()
    expect(text).to_be_visible()
    expect(hint).to_have_attribute("aria-expanded", "true")
    hint.click()
    expect(text).to_be_hidden()
    expect(page.locator("img")).to_have_count(0)
    box, show = page.locator(".aq-box"), button(page, "show")
    box.fill("49")
    commit(page)
    expect(show).to_be_hidden()
    commit(page)  # the same again is no second try
    expect(page.locator(".aq-verdict")).to_have_text(f"{said('again')} {verdict('layers', False)}")
    expect(show).to_be_hidden()
    box.fill("77")
    commit(page)
    expect(page.locator(".aq-verdict")).to_contain_text(
        f"Not 77. {in_force(all_questions()['layers'].otherwise)}"
    )
    show.click()
    expect(page.locator(".aq-verdict")).to_have_text("The answer: 50.")
    expect(page.locator(".aq-verdict")).to_be_focused()
    expect(page.locator(".aq-uncovered")).to_contain_text("Each layer goes 2 words back.")
    expect(page.get_by_role("img", name=picture.alt)).to_be_visible()
    assert page.locator("img").evaluate("one => one.naturalWidth") > 100
    expect(box).to_have_value("50")
    expect(show).to_be_hidden()


UNREADABLE = {
    "layers": ("fifty", "“fifty” cannot be read as a number."),
    "weights_shape": ("five", "“five” cannot be read as a shape."),
}
NOTHING = {
    "layers": "number_first",
    "what_moves": "choose_first",
    "weights_shape": "shape_first",
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
        expect(page.locator(".aq-verdict")).to_contain_text(says)
        expect(page.locator(".aq-box")).to_have_attribute("aria-invalid", "true")
        page.locator(".aq-box").fill("1")
        expect(page.locator(".aq-box")).not_to_have_attribute("aria-invalid", "true")
    expect(button(page, "show")).to_be_hidden()


MARKED = {
    "layers": lambda page: page.locator(".aq-box").input_value() == "50",
    "what_moves": lambda page: page.locator(".aq-line.aq-good").text_content() == "dall✓",
    "weights_shape": lambda page: page.locator(".aq-box").input_value() == "(5, 5)",
}


@each
def test_a_question_is_opened_again_as_it_was_left(page, tmp_path, id):
    given = {"layers": 49, "what_moves": 0, "weights_shape": [5, 2]}
    open_question(page, tmp_path, id, _given=given[id], right=False, tries=2)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, False))
    expect(button(page, "show")).to_be_visible()
    right = all_questions()[id].answer
    open_question(page, tmp_path, id, _given=right, right=True, tries=3, large=True)
    expect(page.locator(".aq-verdict")).to_have_text(verdict(id, True))
    expect(page.locator(".aq-uncovered")).to_be_visible()
    expect(page.locator(".aq")).to_have_class(re.compile("ax-large"))
    open_question(page, tmp_path, id, shown=True)
    assert MARKED[id](page)


LOOKS = """() => [...document.querySelectorAll(".ax, .ax *")].map((one) => {
  const style = getComputedStyle(one);
  const values = [...style].map((name) => style.getPropertyValue(name));
  return `${one.tagName} ${one.className}: ${values.join(";")}`;
})"""


@pytest.mark.parametrize("name", often(["question", "explorer"], "question"))
def test_a_widget_looks_the_same_beside_the_other_whichever_came_first(page, tmp_path, name):
    """In a notebook the styles of both stand on one page."""
    if name == "question":
        open_question(page, tmp_path, "what_moves", then="<table></table>", shown=True)
    else:
        Explorer("first_look", predict=("weights", 2)).save_html(tmp_path / "explorer.html")
        page.goto((tmp_path / "explorer.html").as_uri())
    expect(page.locator(".aq-uncovered, .ax-ask").first).to_be_visible()
    alone = page.evaluate(LOOKS)
    for feature in ("explorer", "questions", "explorer"):
        page.add_style_tag(content=read(feature, "css"))
        assert page.evaluate(LOOKS) == alone


# A show of hands


@pytest.mark.parametrize(
    ("id", "key", "code"),
    [
        ("layers", "ArrowRight", "zh"),
        ("what_moves", "PageDown", "en"),
        ("weights_shape", "Enter", "zh"),
        ("what_moves", " ", "zh"),
        ("layers", "click", "en"),
    ],
)
def test_a_show_of_hands_fills_the_screen_and_a_key_uncovers_the_answer(page, tmp_path, id, key, code):
    page.set_viewport_size({"width": 1280, "height": 720})
    open_question(page, tmp_path, id, code, then="<p>kept back</p>")
    button(page, "hands").click()
    dialog = page.get_by_role("dialog", name=said("hands"))
    box = dialog.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    assert dialog.evaluate("one => one.scrollHeight <= one.clientHeight")
    sizes = dialog.locator(".aq-question, .aq-text, .aq-letter").evaluate_all(
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


@pytest.mark.parametrize(("code", "style"), [("en", "italic"), ("zh", "normal")])
def test_a_stressed_word_looks_as_its_own_language_has_it_whatever_the_menus_speak(
    page, tmp_path, code, style
):
    open_question(page, tmp_path, "rows_or_columns", code)
    for menus in ["en", "zh-CN"]:
        page.evaluate("lang => (document.documentElement.lang = lang)", menus)
        expect(page.locator(".aq-question em").first).to_have_css("font-style", style)


# Answered on an earlier run


@each
@in_both
def test_the_reply_to_an_earlier_right_answer_is_one_click_away(page, tmp_path, id, code):
    question = open_question(page, tmp_path, id, code, _before="right")
    expect(question.get_by_text(said("before_right"))).to_be_visible()
    explanation = plain(in_force(all_questions()[id].explanation)).split("\n")[0]
    assert explanation not in flat(page.content().replace(page.locator("#attnlib-saved").inner_html(), ""))
    button(page, "reply").click()
    expect(question.locator(".aq-verdict")).to_be_focused()
    expect(question.locator(".aq-verdict")).to_contain_text(f"✓ {RIGHT[id]}")  # whichever space is in it
    expect(question.locator(".aq-uncovered")).to_be_visible()
    expect(question.get_by_text(said("before_right"))).to_be_hidden()
    expect(button(page, "reply")).to_be_hidden()
    assert violations(page) == []


@each
def test_an_earlier_wrong_answer_opens_nothing(page, tmp_path, id):
    question = open_question(page, tmp_path, id, _before="wrong")
    expect(question.get_by_text(said("before_wrong"))).to_be_visible()
    expect(button(page, "reply")).to_be_hidden()
    MOUSE[id][0](page)
    commit(page)
    expect(question.get_by_text(said("before_wrong"))).to_be_hidden()


def test_without_an_earlier_answer_nothing_is_said_of_it(page, tmp_path):
    question = open_question(page, tmp_path, "layers")
    expect(question.locator(".aq-before")).to_be_hidden()
    expect(button(page, "reply")).to_be_hidden()
