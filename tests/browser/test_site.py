"""The site in Chromium, its network cut: from a server, below another folder, and as a folder of files."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.helpers.sites import built
from tools.browser import offline_page, served

LESSON = "03_scores"
SETTINGS = {"server": ("en", "light"), "files": ("zh", "dark")}  # either language once, and either theme


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built(tmp_path_factory.mktemp("site") / "a site 网", [LESSON, "glossary"])


@pytest.fixture(scope="module")
def visit(browser, folder):
    """visit("server" or "files"): the lesson opened from there, once; with what it was answered."""
    with served(folder) as address:
        opened = {}

        def go(where):
            lang, scheme = SETTINGS[where]
            root = {"server": address, "files": folder.as_uri()}[where]
            if where not in opened:
                options = {"color_scheme": scheme, "viewport": {"width": 1366, "height": 900}}
                page, outside, errors = offline_page(browser, address, **options)
                opened[where] = page, [], outside, errors
                page.on("response", lambda answer: opened[where][1].append(answer))
                page.goto(f"{root}/{lang}/{LESSON}.html")
            page, answers, outside, errors = opened[where]
            page.set_viewport_size({"width": 1366, "height": 900})
            return page, answers

        yield go
        for page, _, outside, errors in opened.values():
            page.context.close()
            assert (outside, errors) == ([], [])


@pytest.fixture(params=SETTINGS)
def page(visit, request):
    return visit(request.param)[0]


def test_a_first_view_is_light_and_soon_there(visit):
    page, answers = visit("server")
    weights = {answer.url: len(answer.body()) for answer in answers}
    assert len(answers) <= 15, weights
    assert sum(weights.values()) <= 600_000, weights
    own = [size for url, size in weights.items() if not url.endswith(("s", "2"))]
    assert sum(own) <= 200_000  # what the next page takes
    timing = "performance.getEntriesByType('navigation')[0]"
    assert (
        page.evaluate(f"{timing}.domContentLoadedEventEnd") < 5000
    )  # promised is one second, on an idle machine


def test_an_explorer_answers_and_the_address_keeps_it(page):
    explorer = page.locator("[data-key=puzzle-explorer]")
    scores = explorer.locator(".ax-block-scores")
    before = scores.inner_text()
    explorer.locator(".ax-block-W_Q input").first.fill("3")
    assert scores.inner_text() != before
    page.wait_for_function("location.hash.includes('puzzle-explorer.W_K')")


def test_a_question_answers_a_wrong_and_a_right_answer_and_hides_it_until_then(page):
    question = page.locator("[data-key=recap-question-1] .aq")
    kept = json.loads(page.locator("[data-key=recap-question-1] > script").text_content())
    right, explained = kept["state"]["_fixed"]["right"]["answer"], question.locator(".aq-uncovered")
    expect(explained).to_be_empty()
    choices, commit = question.locator("label.aq-line"), question.locator(".aq-commit")
    choices.nth(right - 1).click()
    commit.click()
    expect(question.locator(".aq-verdict")).to_have_class(re.compile("aq-wrong"))
    expect(explained).to_be_empty()
    choices.nth(right).click()
    commit.click()
    expect(question.locator(".aq-verdict")).to_have_class(re.compile("aq-right"))
    expect(explained).not_to_be_empty()


def test_the_picture_that_explains_an_answer_comes_with_it(page):
    question = page.locator("[data-key=lab-question] .aq")
    assert question.locator("img").count() == 0
    question.locator("label.aq-line").nth(1).click()
    question.locator(".aq-commit").click()
    page.wait_for_function("document.querySelector('[data-key=lab-question] img')?.naturalWidth > 0")


def test_axe_finds_nothing(visit):
    page, _ = visit("server")
    # What is within a widget has tests of its own; that there are several on a page is new.
    for context, rules in [({"exclude": [".ax *"]}, {}), (None, {"runOnly": ["landmark-unique"]})]:
        options = {"resultTypes": ["violations"], "preload": False} | rules
        found = Axe().run(page, context=context, options=options).response["violations"]
        assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == []


def test_a_telephone_needs_no_scrolling_sideways(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("innerWidth === 390")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_card_of_a_term_opens_by_key_and_by_mouse_and_shuts(page):
    term = page.locator("a.term").first
    card = page.locator(f"#{term.get_attribute('data-card')}")
    expect(card).to_be_hidden()
    term.focus()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    term.blur()
    term.hover()
    expect(card).to_be_visible()
    card.hover()  # it may be pointed at
    page.wait_for_timeout(300)
    expect(card).to_be_visible()
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()


@pytest.mark.parametrize(
    ("where", "sought", "found"),
    [
        ("files", "点积", "点积"),
        ("files", "为什么要除以", "除以"),
        ("server", "dot product", "dot product"),
    ],
)
def test_words_are_found_in_either_language_in_a_folder_of_files_too(visit, where, sought, found):
    page, _ = visit(where)
    page.keyboard.press("/")
    page.locator("#search input").fill(sought)
    expect(page.locator("#search mark", has_text=found).first).to_be_visible()
    page.locator("#search input").fill("qqqq")
    expect(page.locator("#search [role=status]")).to_contain_text("qqqq")
    page.keyboard.press("Escape")
    expect(page.locator("#search")).to_be_hidden()


def test_code_is_copied_where_there_is_no_clipboard_too(visit):
    page, _ = visit("server")
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(Error('none')))")
    page.evaluate("addEventListener('copy', () => window.copied = document.activeElement.value)")
    code = page.locator(".code", has_text="def my_scores")
    code.hover()
    code.locator(".copy").click()
    expect(code.locator(".copy")).to_have_text("Copied")
    assert page.evaluate("window.copied").startswith("def my_scores(Q, K):")


def test_the_other_language_is_one_click_away_at_the_same_place_in_the_same_state(page):
    was = page.locator("html").get_attribute("lang")
    address = page.url
    page.locator("a.other").click()
    expect(page.locator("html")).not_to_have_attribute("lang", was)
    changed = page.locator("[data-key=puzzle-explorer] .ax-block-W_Q input").first
    assert changed.input_value() == "3"
    page.goto(address)
