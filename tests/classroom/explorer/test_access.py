"""The explorer is for everybody: axe-core finds nothing, all text can be read, and colour is never alone."""

import io
import itertools
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from tests.classroom.explorer.variants import VARIANTS, cell, open_explorer
from tests.helpers.often import often

JUPYTERLAB_DARK = "document.body.dataset.jpThemeLight = 'false'"


def violations(page):
    # The contrast of all texts is computed below: axe takes long, and leaves some undecided.
    options = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": False}}}
    found = Axe().run(page, context=".ax", options=options).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]


# In numbers, since axe gives up on many backgrounds: the colours of the text, and of what is behind it.
CONTRASTS = """() => {
  // A mixture of two colours is told in parts of 1.
  const channels = (color) => {
    const numbers = color.match(/[\\d.]+/g).map(Number);
    return color.startsWith("color(") ? numbers.map((x, k) => (k < 3 ? 255 * x : x)) : numbers;
  };
  const light = (rgb) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.slice(0, 3).map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const rgb = channels(getComputedStyle(at).backgroundColor);
      if (rgb[3] !== 0) return rgb;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const one of document.querySelectorAll(".ax *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const box = one.getBoundingClientRect();
    if (one.matches("[type=range], [type=radio], option, .ax-unseen *, [hidden] *")) continue;
    if (!(own || one.value) || box.width < 3) continue;
    const style = getComputedStyle(one);
    const ink = light(channels(one.tagName === "text" ? style.fill : style.color));
    const paper = light(behind(one));
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    found.push([contrast, one.outerHTML.slice(0, 150)]);
  }
  return found;
}"""


def unreadable(page):
    found = page.evaluate(CONTRASTS)
    assert len(found) > 20
    return [text for contrast, text in found if contrast < 4.5]


KINDS = [("goal", "en"), ("batch with biases", "zh"), ("heads", "en"), ("maps", "zh")]


@pytest.mark.parametrize(("name", "code"), KINDS)
def test_axe_finds_nothing_and_all_can_be_read(page, tmp_path, name, code):
    page.emulate_media(color_scheme={"en": "light", "zh": "dark"}[code])
    open_explorer(page, tmp_path, VARIANTS[name], code)
    assert violations(page) == []
    assert unreadable(page) == []


def hide(page):
    page.locator("[name^='ax-'][value=causal]").check()


def spoil(page):
    cell(page, "W_Q", 0, 0).fill("two")
    page.keyboard.press("Enter")
    page.locator(".ax-temperature .ax-number").fill("0")
    page.keyboard.press("Enter")


def open_all(page):
    for button in page.locator("[aria-expanded=false]").all()[::-1]:  # what was opened is no longer found
        button.click()
    page.locator("select").last.select_option("random")


def answer(page):
    page.locator(".ax-ask input").nth(1).check()
    page.locator(".ax-ask button").click()


def play(page):
    cell(page, "weights", 2, 3).click()
    for _ in range(4):
        page.locator(".ax-player button").nth(2).click()


def ask_for_help(page):
    page.locator(".ax-goal button").first.click()
    page.locator(".ax-goal button").first.click()


STATES = {
    "a number that is played": ("plain", play),
    "a hint": ("goal", ask_for_help),
    "a mask": ("all steps", hide),
    "bad text": ("plain", spoil),
    "all open": ("plain", open_all),
    "an answer": ("which is largest", answer),
}


@pytest.mark.parametrize("state", often(STATES, "bad text", "all open"))
def test_axe_finds_nothing_in_any_state(page, tmp_path, state):
    name, do = STATES[state]
    open_explorer(page, tmp_path, VARIANTS[name], large=state == "a mask")
    do(page)
    assert violations(page) == []
    assert unreadable(page) == []
    page.evaluate(JUPYTERLAB_DARK)
    assert unreadable(page) == []


# How the page of a notebook says that it is dark, or light: in JupyterLab, in VS Code and in Colab.
HOSTS = [
    ("document.body.dataset.jpThemeLight = '{}'", "true", "false"),
    ("document.body.dataset.vscodeThemeKind = document.body.className = 'vscode-{}'", "light", "dark"),
    ("document.documentElement.setAttribute('theme', '{}')", "light", "dark"),
]


def test_the_theme_of_the_host_counts_and_else_that_of_the_reader(page, tmp_path):
    def papers():
        paint = "one => getComputedStyle(one).backgroundColor"
        entries = page.locator(".ax-block-Q [data-at]")
        places = (page.locator(".ax"), entries.nth(1), entries.first)
        return [sum(map(int, re.findall(r"\d+", at.evaluate(paint)))) for at in places]

    open_explorer(page, tmp_path, VARIANTS["plain"])
    light = papers()
    page.emulate_media(color_scheme="dark")
    dark = papers()
    assert light[0] > 700
    assert light[1] > light[2]
    assert dark[0] < 100
    assert dark[1] < dark[2]  # in the dark a zero is dark as well
    for host, says_light, says_dark in HOSTS:
        page.emulate_media(color_scheme="dark")
        page.reload()
        page.evaluate(host.format(says_light))
        assert papers() == light, host
        page.emulate_media(color_scheme="light")
        page.evaluate(host.format(says_dark))
        assert papers() == dark, host


@pytest.mark.parametrize("code", ["en", "zh"])
def test_all_has_a_name_in_the_language_of_the_page(page, tmp_path, code):
    widget = open_explorer(page, tmp_path, VARIANTS["which is largest"], code)
    open_all(page)
    expect(widget).to_have_attribute("lang", {"en": "en", "zh": "zh-CN"}[code])
    expect(page.locator(".ax-status")).to_have_attribute("role", "status")
    names = page.locator(".ax :is(button, input, select, textarea):not([hidden])").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel || one.labels?.[0]?.textContent || one.textContent)"
    )
    assert len(names) > 60
    assert all(name.strip() for name in names)
    chinese = [name for name in names if re.search(r"[\u4e00-\u9fff]", name)]
    symbols = [name for name in names if re.fullmatch(r"÷ [√d_k]+", name.replace("dk", "d_k"))]
    if code == "zh":
        assert set(names) == {*chinese, *symbols}
        return
    assert chinese == []
    for name in ["Scaling", "Mask", "Controls"]:
        expect(page.get_by_role("group", name=name, exact=True)).to_have_count(1)
    for name in ["X 4×6", "W_Q 6×3", "Q 4×3", "scores 4×4", "weights 4×4", "output 4×2"]:
        expect(page.get_by_role("grid", name=name)).to_have_count(1)
    expect(page.get_by_label("X chases, verb")).to_have_value("1")


def picture(page, at):
    """What is seen of an element, and close around it, in grey."""
    at.scroll_into_view_if_needed()
    box = at.bounding_box()
    clip = {"x": box["x"] - 4, "y": box["y"] - 4, "width": box["width"] + 8, "height": box["height"] + 8}
    return np.asarray(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L"), dtype=float)


@pytest.mark.parametrize("media", [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_every_state_of_a_cell_or_a_choice_can_be_told_without_colour(page, tmp_path, media):
    page.emulate_media(**media)
    page.set_viewport_size({"width": 1093, "height": 1000})
    open_explorer(page, tmp_path, VARIANTS["plain"])
    if "forced_colors" in media:
        assert unreadable(page) == []
        segments = [f".ax-segments input{which} + span" for which in (":checked", ":not(:checked)")]
        chosen, other = (np.median(picture(page, page.locator(one).first)) for one in segments)
        assert abs(chosen - other) > 100
    one = cell(page, "weights", 1, 1)
    one.evaluate("one => { one.firstElementChild.textContent = ''; one.style = '' }")
    seen = {}
    for state in ["", "ax-chosen", "ax-lit", "ax-up", "ax-down", "ax-masked"]:
        one.evaluate("(one, state) => { one.className = state }", state)
        seen[state] = picture(page, one)
    for (state, a), (other, b) in itertools.combinations(seen.items(), 2):
        assert (np.abs(a - b) > 60).sum() >= 8, (state, other)


def test_the_words_say_who_looks_and_who_is_looked_at(page, tmp_path):
    widget = open_explorer(page, tmp_path, VARIANTS["plain"])
    widget.get_by_role("button", name="fish looks").click()
    expect(widget.get_by_role("button", name="fish looks")).to_have_attribute("aria-pressed", "true")
    widget.get_by_role("button", name="cat is looked at").click()
    expect(cell(page, "weights", 3, 1)).to_have_attribute("aria-selected", "true")


def test_each_landmark_of_a_page_has_a_name_of_its_own(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["goal"])
    page.evaluate("""() => {
        const widget = document.querySelector(".ax");
        const other = widget.cloneNode(true);
        other.ariaLabel = other.ariaLabel.replace("1", "2"); // as that of the next explorer is
        widget.after(other);
    }""")
    options = {"resultTypes": ["violations"], "runOnly": ["landmark-unique"]}
    assert Axe().run(page, options=options).response["violations"] == []
    expect(page.get_by_role("region", name="Self-attention explorer 1")).to_be_visible()
