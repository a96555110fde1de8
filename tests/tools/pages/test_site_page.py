"""The site in Chromium, its network cut: from a server, below another folder, and as a folder of files."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.helpers.sites import built
from tools.browser import offline_page, served
from tools.site.documents import PAGES as DOCUMENTS

LESSON = "03_scores"
SETTINGS = {"server": ("en", "light"), "files": ("zh", "dark")}  # either language once, and either theme


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built(tmp_path_factory.mktemp("site") / "a site 网", [LESSON, "glossary", "exam"])


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
            page.evaluate("document.activeElement.blur()")
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
    assert sum(own) <= 260_000  # what the next page takes, its pictures sharp
    timing = "performance.getEntriesByType('navigation')[0]"
    assert (
        page.evaluate(f"{timing}.domContentLoadedEventEnd") < 5000
    )  # promised is one second, on an idle machine


def begun(page, key):
    """Scroll to a widget, which begins when it is in sight; return its place. A fold around it is opened."""
    place = page.locator(f"[data-key={key}]")
    place.evaluate("place => place.closest('details.later')?.setAttribute('open', '')")
    place.evaluate("place => place.scrollIntoView()")
    expect(place).to_have_class(re.compile("begun"))
    return place


def test_a_widget_begins_when_it_comes_into_sight(browser, folder):
    with served(folder) as address:
        page, outside, errors = offline_page(browser, address, viewport={"width": 1366, "height": 900})
        page.goto(f"{address}/en/{LESSON}.html")
        begun(page, "lab-question")
        places = page.locator(".alive")
        assert page.locator(".alive.begun").count() < places.count()
        assert page.locator("[data-key=puzzle-explorer].begun").count() == 0
        page.context.close()
        assert (outside, errors) == ([], [])


def test_an_explorer_answers_and_the_address_keeps_it(page):
    explorer = begun(page, "puzzle-explorer")
    scores = explorer.locator(".ax-block-scores")
    before = scores.inner_text()
    explorer.locator(".ax-block-W_Q input").first.fill("3")
    assert scores.inner_text() != before
    page.wait_for_function("location.hash.includes('puzzle-explorer=%7B')")


def test_a_question_answers_a_wrong_and_a_right_answer_and_hides_it_until_then(page):
    question = begun(page, "mutual-question").locator(".aq")
    kept = json.loads(page.locator("[data-key=mutual-question] > script").text_content())
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


def test_a_question_is_as_large_as_jupyterlabs_text_if_that_is_large(page):
    question = begun(page, "mutual-question").locator(".aq-line").first
    size = "line => parseFloat(getComputedStyle(line).fontSize)"
    usual = question.evaluate(size)
    page.evaluate("document.documentElement.style.setProperty('--jp-content-font-size1', '22px')")
    assert question.evaluate(size) >= 22 > usual
    page.evaluate("document.documentElement.style.removeProperty('--jp-content-font-size1')")
    assert question.evaluate(size) == usual


def test_the_picture_that_explains_an_answer_comes_with_it(page):
    question = begun(page, "lab-question").locator(".aq")
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


def test_a_section_for_later_is_opened_by_a_click_and_by_an_address_that_names_it(page):
    fold = page.locator("details.later")
    expect(fold).to_have_count(1)
    fold.evaluate("fold => fold.open = false")
    fold.locator("summary").first.click()
    expect(fold).to_have_attribute("open", "")
    fold.evaluate("fold => fold.open = false")
    address = page.url  # in which an explorer keeps its state
    page.evaluate("location.hash = 'later'")
    expect(fold).to_have_attribute("open", "")
    page.evaluate("address => history.replaceState(null, '', address)", address)
    fold.evaluate("fold => fold.open = false")


def test_a_link_to_a_state_opens_at_its_explorer_where_the_keyboard_begins(browser, folder):
    with served(folder) as address:
        page, outside, errors = offline_page(browser, address, viewport={"width": 1366, "height": 900})
        page.goto(f"{address}/en/{LESSON}.html")
        begun(page, "puzzle-explorer").locator(".ax-block-W_Q input").first.fill("3")
        page.wait_for_function("location.hash.includes('puzzle-explorer=%7B')")
        link = page.url
        page.goto("about:blank")
        page.goto(link)
        place = page.locator("[data-key=puzzle-explorer]")
        expect(place).to_be_focused()
        expect(place).to_be_in_viewport()
        expect(place.locator(".ax-block-W_Q input").first).to_have_value("3")
        assert place.evaluate("place => place.getBoundingClientRect().top") < 100
        page.evaluate("scrollTo(0, 500)")  # of a page that is loaded again the reader's place counts
        page.reload()
        page.wait_for_function("scrollY === 500")
        expect(place).not_to_be_focused()
        page.context.close()
        assert (outside, errors) == ([], [])


def test_a_telephone_needs_no_scrolling_sideways(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("innerWidth === 390")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_on_a_telephone_the_menu_opens_within_the_screen(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator(".menu summary").click()
    menu = page.locator(".menu ol").bounding_box()
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 390
    assert menu["y"] + menu["height"] <= 800
    page.locator(".menu summary").press("Escape")
    expect(page.locator(".menu ol")).to_be_hidden()


def test_the_list_of_sections_follows_the_reading_where_there_is_a_margin_for_it(page):
    page.set_viewport_size({"width": 1200, "height": 800})
    sections = page.locator("details.toc")
    current = sections.locator("[aria-current]")
    for id in ("all", "lab"):
        page.locator(f"#{id}").evaluate("heading => heading.scrollIntoView()")
        expect(current).to_have_count(1)
        expect(current).to_have_attribute("href", f"#{id}")
        expect(current).to_be_in_viewport()
    explorer = begun(page, "puzzle-explorer").bounding_box()
    listed = sections.bounding_box()
    assert listed["x"] + listed["width"] <= explorer["x"]
    enlarge = "explorer => [...explorer.querySelectorAll('button')].at(-1).click()"
    for large, room in [(True, 24), (False, explorer["x"])]:  # in large type it lies upon the list
        page.locator("[data-key=puzzle-explorer] .ax-explorer").evaluate(enlarge)
        box = page.locator("[data-key=puzzle-explorer]").bounding_box()
        assert abs(box["x"] - room) < 10, large
        assert page.evaluate("document.documentElement.scrollWidth") == 1200
    page.set_viewport_size({"width": 1100, "height": 800})
    expect(sections.locator("ol")).to_be_hidden()


@pytest.mark.parametrize(("width", "lang"), [(1200, "en"), (400, "zh")])
def test_the_index_of_the_glossary_leads_to_a_row_that_is_in_sight(browser, folder, width, lang):
    page, outside, errors = offline_page(browser, viewport={"width": width, "height": 800})
    page.goto(f"{folder.as_uri()}/{lang}/glossary.html")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    wide = "tables => tables.filter(table => table.scrollWidth > table.clientWidth).length"
    assert page.locator(".scroll").evaluate_all(wide) == 0
    page.locator("[href='#letter-l']").click()
    page.locator("[href='#term-layernorm']").first.click()
    row = page.locator("tr:has(#term-layernorm)")
    expect(row.locator("strong")).to_be_in_viewport()
    top = page.locator(".top").bounding_box()
    assert row.bounding_box()["y"] >= top["y"] + top["height"] - 2
    page.context.close()
    assert (outside, errors) == ([], [])


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
    page.keyboard.press({"server": "/", "files": "Control+k"}[where])
    page.locator("#site-search input").fill(sought)
    expect(page.locator("#site-search mark", has_text=found).first).to_be_visible()
    page.locator("#site-search input").fill("qqqq")
    expect(page.locator("#site-search [role=status]")).to_contain_text("qqqq")
    page.keyboard.press("Escape")
    expect(page.locator("#site-search")).to_be_hidden()


def test_a_slash_opens_the_search_again_before_the_page_is_drawn_again(visit):
    page, _ = visit("server")
    slash = "new KeyboardEvent('keydown', {key: '/', bubbles: true})"
    opened = page.evaluate(f"""() => {{
        const dialog = document.getElementById("site-search");
        const slash = () => document.activeElement.dispatchEvent({slash});
        slash();
        dialog.close();
        slash();
        return dialog.open;
    }}""")
    assert opened
    page.keyboard.press("Escape")


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
    changed = begun(page, "puzzle-explorer").locator(".ax-block-W_Q input").first
    assert changed.input_value() == "3"
    page.goto(address)


# What it remembers


def answer_all(page):
    """Answer every question of a page, the first of them wrongly at first."""
    keys = page.locator(".alive.question").evaluate_all("all => all.map(one => one.dataset.key)")
    for number, key in enumerate(keys):
        question = begun(page, key)
        asked = json.loads(question.locator("> script").text_content())["state"]["_fixed"]
        right = asked["right"]["answer"]
        commit = question.locator(".aq-commit")
        if asked["kind"] == "choices":
            if number == 0:
                question.locator("label.aq-line").nth(right - 1).click()
                commit.click()
            question.locator("label.aq-line").nth(right).click()
        else:
            question.locator(".aq-box").fill(str(right).strip("[]"))
        commit.click()
        expect(question.locator(".aq-verdict")).to_have_class(re.compile("aq-right"))


@pytest.fixture(scope="module")
def address(folder):
    with served(folder) as address:
        yield address


def test_answers_and_place_outlive_a_reload_in_both_languages_until_they_are_forgotten(browser, address):
    page, outside, errors = offline_page(browser, address, viewport={"width": 1366, "height": 900})
    en, zh = (f"{address}/{lang}" for lang in ("en", "zh"))
    page.goto(f"{en}/{LESSON}.html")
    expect(page.locator("#kept")).to_be_hidden()
    answer_all(page)
    page.locator(".menu summary").click()
    expect(page.locator(".menu .done")).to_have_count(1)  # at once
    page.locator("#lab").evaluate("heading => heading.scrollIntoView()")
    expect(page.locator(".toc [aria-current]")).to_have_attribute("href", "#lab")
    page.evaluate("localStorage.setItem('attnlib-exam', '{}')")
    for edition in (en, zh):
        page.goto(f"{edition}/{LESSON}.html")
        question = begun(page, "lab-question")
        expect(question.locator(".aq-verdict")).to_have_class(re.compile("aq-right"))
        expect(question.locator(".aq-uncovered")).not_to_be_empty()
        expect(question.locator("input:checked")).to_have_count(1)
    page.locator("#lab").evaluate("heading => heading.scrollIntoView()")
    expect(page.locator(".toc [aria-current]")).to_have_attribute("href", "#lab")
    page.goto(f"{zh}/index.html")
    dot = page.locator(".menu a", has=page.locator(".done"))
    expect(dot).to_have_attribute("href", f"{LESSON}.html")
    expect(page.locator("#continue a")).to_have_text(re.compile("03 .*2"))
    assert page.locator("#continue a").get_attribute("href") == f"{LESSON}.html#lab"
    page.goto(f"{zh}/{LESSON}.html#lab")
    expect(page.locator(".toc [aria-current]")).to_have_attribute("href", "#lab")
    page.locator("#forget").click()
    expect(page.locator("#kept")).to_be_hidden()
    page.wait_for_load_state()
    assert page.evaluate("[localStorage.length, location.hash, scrollY]") == [0, "", 0]
    expect(begun(page, "lab-question").locator(".aq-verdict")).to_be_empty()
    page.context.close()
    assert (outside, errors) == ([], [])


@pytest.mark.parametrize("why", ["no storage", "other things", "an older question"])
def test_a_page_works_without_what_it_remembers(browser, folder, why):
    page, outside, errors = offline_page(browser, viewport={"width": 1366, "height": 900})
    older = {"_given": [4, 6], "right": False, "tries": 1, "shown": False}
    store = "localStorage.setItem('attnlib-site', {})".format
    stored = {
        "no storage": "Object.defineProperty(window, 'localStorage', { get() { throw Error('denied') } })",
        "other things": store("'['"),
        "an older question": store(
            f"JSON.stringify({json.dumps({'answers': {LESSON: {'lab-question': older}}})})"
        ),
    }
    page.add_init_script(stored[why])
    page.goto(f"{folder.as_uri()}/en/{LESSON}.html")
    question = begun(page, "lab-question")
    expect(question.locator(".aq-verdict")).to_be_empty()
    question.locator("label.aq-line").nth(0).click()
    question.locator(".aq-commit").click()
    expect(question.locator(".aq-verdict")).not_to_be_empty()
    page.context.close()
    assert (outside, errors) == ([], [])


# On paper


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_printed_page_ends_with_the_answers_and_shows_no_call_of_a_widget(browser, folder, lang):
    page, outside, errors = offline_page(browser)
    page.goto(f"{folder.as_uri()}/{lang}/{LESSON}.html")
    begun(page, "lab-question")  # a reader has looked at it before
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    body, answers = page.locator("body").inner_text().split({"en": "\nAnswers\n", "zh": "\n答案\n"}[lang])
    assert "def largest_weight(d_k, divisor):" in body  # of which a part of the cell is printed
    assert "np.linalg.matrix_rank" in body  # in the section for later
    assert "return S / d_k**0.5" in answers
    assert not any(call in body + answers for call in ("ask(", "Explorer("))
    for useless in (".top", ".turn", "footer", "#site-search", ".copy", ".alive", ".exercise"):
        assert page.locator(useless).filter(visible=True).count() == 0
    page.context.close()
    assert (outside, errors) == ([], [])


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_printed_page_is_wider_than_paper_whatever_a_program_prints(browser, folder, lang):
    """Else the browser shrinks the type of the whole document, until its widest line fits."""
    paper = round(174 / 25.4 * 96)  # mm of A4 between the margins, in pixels
    page, outside, errors = offline_page(browser, viewport={"width": paper, "height": 1000})
    page.emulate_media(media="print")
    wide = {}
    for file in sorted((folder / lang).glob("*.html")):
        page.goto(file.as_uri())
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.wait_for_function("[...document.images].every(image => image.complete && image.naturalWidth)")
        page.evaluate(
            "document.querySelectorAll('pre').forEach(pre => pre.append(`\\n${'long'.repeat(99)}`))"
        )
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > paper + 2:  # as wide as the empty box at the end of a formula
            wide[file.name] = width
    page.context.close()
    assert wide == {}
    assert (outside, errors) == ([], [])


# The first page


@pytest.fixture
def front(browser, folder):
    """front(motion): the first page of a reader who likes motion, "no-preference", or does not, "reduce"."""
    opened = []

    with served(folder) as address:

        def go(motion, lang="en", scheme="light"):
            options = {"reduced_motion": motion, "color_scheme": scheme}
            page, outside, errors = offline_page(browser, address, **options)
            opened.append((page, outside, errors))
            page.goto(f"{address}/{lang}/index.html")
            return page

        yield go
        for page, outside, errors in opened:
            page.context.close()
            assert (outside, errors) == ([], [])


def marker(page):
    """Where apple hangs, in units of the drawing: food is at 80, tech at 400."""
    return page.locator(".meaning").evaluate("one => new DOMMatrix(getComputedStyle(one).transform).e")


def thick(page):
    """How thick the lines from eat, apple and phone are, as shares."""
    lines = page.locator(".pull").all()
    found = [line.evaluate("one => new DOMMatrix(getComputedStyle(one).transform).a / 64") for line in lines]
    return [round(share, 2) for share in found]


def test_the_other_sentence_pulls_the_word_to_the_other_side(front):
    page = front("reduce")
    said = page.locator(".scene [role=status] p").filter(visible=True)
    assert thick(page) == [0.97, 0.03, 0]
    assert marker(page) == pytest.approx(84.86, abs=0.01)
    expect(said).to_contain_text("food 1.97, tech 0.03")
    page.locator(".scene input:checked").focus()
    page.keyboard.press("ArrowRight")
    assert thick(page) == [0, 0.03, 0.97]
    assert marker(page) == pytest.approx(395.14, abs=0.01)
    expect(said).to_contain_text("food 0.03, tech 1.97")


def test_the_lines_move_for_those_who_like_motion_alone(front):
    moving = "document.querySelector('.scene svg').getAnimations({subtree: true}).length"
    assert front("no-preference").evaluate(moving) > 0
    assert front("reduce").evaluate(moving) == 0


def test_every_number_is_unfolded_for_the_sentence_that_is_chosen(front):
    page = front("reduce")
    assert page.locator(".alive.begun").count() == 0
    page.get_by_role("radio", name="apple phone").check()
    page.locator(".numbers summary").click()
    chosen = page.locator(".ax select").first.locator("option:checked")
    expect(chosen).to_have_text("apple phone")
    expect(page.locator(".ax-block-output td:not(.ax-repeated)").first).to_have_text("0.03")
    page.get_by_role("radio", name="eat apple").check()
    expect(chosen).to_have_text("eat apple")
    page.locator(".ax-block-W_Q input").first.fill("3")
    page.wait_for_function("location.hash.includes('front=')")
    page.reload()
    expect(page.locator(".ax-block-W_Q input").first).to_have_value("3")


def test_without_scripts_one_sees_a_picture_of_the_first_sentence_and_its_words(browser, folder):
    page, _, _ = offline_page(browser, java_script_enabled=False)
    page.goto((folder / "en" / "index.html").as_uri())
    expect(page.locator(".scene svg")).to_be_visible()
    expect(page.locator(".scene [role=status]")).to_contain_text("97% of its attention")
    page.context.close()


@pytest.mark.parametrize("width", [390, 1024, 1366, 1440, 1920])
def test_all_begins_at_one_left_edge(front, width):
    page = front("reduce")
    page.set_viewport_size({"width": width, "height": 800})
    begins = ".top .home, .hero h1, .numbers, .shelf h2, .shelf .shown > *, .shelf li, .text h2, .code"
    begins += ", footer p:not([hidden])"
    edges = page.locator(begins).evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().x))"
    )
    assert min(edges) == max(16, (width - 1120) // 2)
    firsts = [edge for edge in edges if edge < min(edges) + 60]
    assert set(firsts) == {min(edges)}
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_theme_is_chosen_by_a_button_and_kept_on_all_pages(front):
    page = front("reduce", "zh", "light")
    button, scheme = page.locator("#theme"), "getComputedStyle(document.documentElement).colorScheme"
    seen = []
    for _ in range(3):
        button.click()
        seen.append((page.evaluate(scheme), button.get_attribute("aria-label")))
    assert [one for one, _ in seen] == ["light", "dark", "light dark"]
    assert len({said for _, said in seen}) == 3
    button.click()
    button.click()
    page.locator(".numbers summary").click()
    expect(page.locator(".alive.begun .ax")).to_have_css("color-scheme", "dark")
    page.locator(".shelf li a").nth(3).click()
    page.wait_for_url(f"**/{LESSON}.html")
    assert page.evaluate(scheme) == "dark"


@pytest.mark.parametrize(("lang", "scheme"), [("en", "light"), ("zh", "dark")])
def test_axe_finds_nothing_on_the_first_page(front, lang, scheme):
    page = front("reduce", lang, scheme)
    page.locator(".numbers summary").click()
    expect(page.locator(".alive.begun")).to_be_visible()
    options = {"resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, context={"exclude": [".ax *"]}, options=options).response["violations"]
    assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == []


@pytest.mark.parametrize(("lang", "scheme"), SETTINGS.values())
def test_axe_finds_nothing_on_the_pages_of_docs_and_no_text_is_cut_on_a_telephone(
    browser, folder, lang, scheme
):
    with served(folder) as address:
        page, outside, errors = offline_page(browser, address, color_scheme=scheme)
        for name in DOCUMENTS:
            page.set_viewport_size({"width": 1366, "height": 900})
            page.goto(f"{address}/{lang}/{name}.html")
            options = {"resultTypes": ["violations"], "preload": False}
            found = Axe().run(page, options=options).response["violations"]
            said = [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]
            assert said == [], name
            page.set_viewport_size({"width": 390, "height": 800})
            page.wait_for_function("innerWidth === 390")
            assert page.evaluate("document.documentElement.scrollWidth") == 390, name
        page.context.close()
        assert (outside, errors) == ([], [])


def test_pictures_that_come_move_nothing_on_the_reference(browser, folder):
    with served(folder) as address:
        page, outside, errors = offline_page(browser, address, viewport={"width": 1366, "height": 900})
        page.goto(f"{address}/en/reference.html")
        page.evaluate("""window.moved = 0, new PerformanceObserver(list => {
            for (const one of list.getEntries()) moved += one.value;
        }).observe({ type: "layout-shift", buffered: true })""")
        for place in page.locator("figure img").all():
            place.evaluate("place => place.scrollIntoView({ block: 'center' })")
            page.wait_for_function(
                "place => place.complete && place.naturalWidth", arg=place.element_handle()
            )
        assert page.evaluate("moved") < 0.05
        page.context.close()
        assert (outside, errors) == ([], [])


def test_what_is_wider_than_the_page_is_reached_by_keys_but_measured_only_when_near(browser, folder):
    page, _, _ = offline_page(browser, viewport={"width": 390, "height": 800})
    page.goto((folder / "en" / "reference.html").as_uri())
    wide = page.locator(".scroll, .shown, .formula, .text pre").filter(visible=True)
    last = next(
        box for box in reversed(wide.all()) if box.evaluate("box => box.scrollWidth > box.clientWidth")
    )
    assert last.get_attribute("tabindex") is None
    last.scroll_into_view_if_needed()
    expect(last).to_have_attribute("tabindex", "0")
    page.context.close()
