"""A sentence of the reader's own, and the microscope: on a page without Python, in a folder of files."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from attnlib.attention import attend
from classroom import Microscope, own_sentence
from classroom.explorer.words import read_sentence
from classroom.lab.pretrained import Reading
from tests.helpers.made_pages import made_pages
from tools.browser import offline_page

LOOKS = {"en": ("light", 1366), "zh": ("dark", 390)}


def reading():
    numbers = np.random.default_rng(0).normal(size=(3, 3, 4, 6, 32)).astype("f4")
    return Reading(["<s>", "a", "small", "cat", "eats", "</s>"], None, [attend(*block) for block in numbers])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    shown = {"own": own_sentence, "maps": lambda: Microscope(reading())}
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ATTNLIB_STORE", "1")
        return made_pages(tmp_path_factory.mktemp("made") / "a site 网", shown)


@pytest.fixture(scope="module", params=LOOKS)
def opened(browser, folder, request):
    scheme, width = LOOKS[request.param]
    page, outside, errors = offline_page(
        browser, color_scheme=scheme, viewport={"width": width, "height": 900}
    )
    page.goto((folder / request.param / "page.html").as_uri())
    for key in ("own", "maps"):
        page.locator(f"[data-key={key}]").scroll_into_view_if_needed()
        expect(page.locator(f"[data-key={key}].begun")).to_be_attached()
    yield page, request.param
    page.context.close()
    assert (outside, errors) == ([], [])


def shown(place):
    """The weights that an explorer shows, each row as texts."""
    rows = place.locator(".ax-block-weights tbody tr")
    return rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td:not(.ax-sum)')].map(td => td.textContent))"
    )


def texts(weights):
    return [[f"{weight:.2f}" for weight in row] for row in weights]


@pytest.mark.parametrize("sentence", ["My cat chases a small fish!", "小猫追鱼"])
def test_a_typed_sentence_is_shown_and_keeps_the_temperature(opened, sentence):
    page, _ = opened
    place = page.locator("[data-key=own]")
    place.locator(".ax-temperature input").last.fill("2")
    place.locator(".ax-own input").fill(sentence)
    page.keyboard.press("Enter")
    example = read_sentence(sentence)
    expect(place.locator(".ax-block-weights thead")).to_contain_text(example.tokens[-1])
    assert shown(place) == texts(example.trace(temperature=2).weights)
    assert place.locator(".ax-explorer").count() == 1


def test_an_unknown_word_is_named_and_what_is_shown_stays(opened):
    page, lang = opened
    place = page.locator("[data-key=own]")
    before, field = (
        shown(place),
        place.get_by_role("textbox", name={"en": "Your sentence", "zh": "你的句子"}[lang]),
    )
    field.fill("cat qwrtz")
    page.keyboard.press("Enter")
    expect(place.locator(".ax-own [role=status]")).to_contain_text("“qwrtz”")
    assert field.get_attribute("aria-invalid") == "true"
    assert shown(place) == before
    field.fill("cat dog")
    page.keyboard.press("Enter")
    expect(place.locator(".ax-own [role=status]")).to_be_empty()


def test_a_click_opens_the_map_of_a_head_with_its_words(opened):
    page, _ = opened
    place = page.locator("[data-key=maps]")
    for at in [(0, 0), (2, 3), (0, 1)]:  # the first is open, so that there is something beside the maps
        name = "L{}H{}".format(*at)
        if at != (0, 0):
            place.get_by_role("button", name=name, exact=True).click()
        expect(place.locator(".am-opened")).to_contain_text(name)
        expect(place.locator(".ax-explorer")).to_have_count(1)
        assert shown(place) == texts(reading().weights[at])
        place.locator(".ax-block-weights tbody td").first.click()
        expect(place.locator(".ax-notes")).to_contain_text("√32")
    assert place.locator(".ax-explorer").get_attribute("aria-label").endswith("L0H1")


def test_axe_finds_nothing(opened):
    page, _ = opened
    rules = {
        name: {"enabled": False} for name in ("region", "page-has-heading-one")
    }  # of the page around them
    found = Axe().run(page, options={"rules": rules, "preload": False})  # which a folder of files refuses
    assert [one["id"] for one in found.response["violations"]] == []
