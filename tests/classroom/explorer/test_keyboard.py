"""All that a mouse can do in the explorer, with the keyboard alone; the focus is seen, and never lost."""

import re

import pytest
from playwright.sync_api import expect

from attnlib.draw.steps import COMPUTED
from classroom.explorer import Explorer
from tests.classroom.explorer.variants import VARIANTS, cell, maps, number, open_explorer

FOCUS = """() => {
  const at = document.activeElement;
  const drawn = at.matches(".ax-segments input") ? at.nextElementSibling : at; // the radio button is unseen
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(drawn);
  const box = drawn.getBoundingClientRect();
  const thick = outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
  const clear = /, 0\\)$/.test(outlineColor);
  return {
    inside: at.closest(".ax") !== null,
    seen: thick && !clear && box.width * box.height > 60,
    name: at.outerHTML.slice(0, 150),
  };
}"""


class Hands:
    """The keyboard; after every key the focus must be in the explorer, and be seen."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.look(key)

    def look(self, key="Tab"):
        focus = self.page.evaluate(FOCUS)
        assert focus["inside"], (key, focus)
        assert focus["seen"], (key, focus)

    def type(self, text):
        self.press(*text)

    def go(self, css, key="Tab"):
        """Press Tab until the focus is on what the selector says."""
        for _ in range(45):
            self.page.keyboard.press(key)
            if self.at(css):
                return self.look(key)
        raise AssertionError(f"{key} does not lead to {css}")

    def back(self, css):
        self.go(css, "Shift+Tab")

    def at(self, css):
        return self.page.evaluate("css => document.activeElement.matches(css)", css)

    def walk(self, i, j):
        """To the cell i, j of a table that is entered at 0, 0."""
        self.press(*["Control+ArrowDown"] * i, *["Control+ArrowRight"] * j)
        assert self.at(f"[data-at='{i},{j}']")


@pytest.fixture
def open_with_keys(page, tmp_path):
    def opened(make, **traits):
        open_explorer(page, tmp_path, make, **traits)
        return Hands(page)

    return opened


@pytest.fixture
def hands(open_with_keys):
    return open_with_keys(VARIANTS["plain"])


def status(page):
    return page.locator(".ax-status")


def formula(page):
    return page.locator(".ax-formula")


def test_tab_goes_through_everything_once_in_reading_order_and_out_again(page, hands):
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<button id=after>After</button>')")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        if hands.at("#after"):
            break
        hands.look()
        seen.append(
            page.evaluate("""() => {
              const at = document.activeElement;
              const block = at.closest("figure");
              return block ? block.className.match(/ax-block-(\\w+)/)[1]
                : (at.name ?? "").replace(/-\\w+$/, "")
                    || (at.ariaLabel ?? (at.labels?.[0] ?? at).textContent.slice(0, 9));
            }""")
        )
    controls = ["Matrices ", "ax-Scaling", "Temperature", "Temperature", "ax-Mask"]
    buttons = ["undo", "redo", "reset", *controls, "copy stat", "large type", "copy link", "more …"]
    matrices = ["X", "W_Q", "Q", "W_K", "K", "W_V", "V", "scores", "weights", "output"]
    planes, player = ["plane"] * 4, ["play, or pause", "next step"]
    assert seen == ["Sentences", "words", "words", *matrices, *planes, *player, *buttons]
    assert hands.at("#after")
    page.keyboard.press("Shift+Tab")
    assert hands.at("[aria-expanded=false]")
    hands.press("Enter")
    expect(page.locator(".ax-keys")).to_be_visible()


def test_a_number_is_edited_by_typing_and_by_arrows_undone_and_redone(page, hands):
    entry = cell(page, "W_K", 2, 1)

    def shows(text):
        expect(entry).to_have_value(re.compile(text.replace("-", "[-−]")))

    was = entry.input_value()
    hands.go(".ax-block-W_K input")
    hands.walk(2, 1)
    hands.type("-1.25")
    shows(r"^-1\.250*$")
    hands.press("ArrowUp", "Shift+ArrowUp")
    shows(r"^-0\.150*$")
    hands.press("Shift+ArrowDown", "ArrowDown", "ArrowDown")
    shows(r"^-2\.250*$")
    hands.press("Enter")
    assert hands.at("[data-at='3,1']")
    hands.press("ArrowLeft")
    assert hands.at("[data-at='3,0']")
    hands.press("Control+z")
    expect(entry).to_have_value(was)
    hands.press("Control+y", "Control+z", "Control+Shift+z")
    shows(r"^-2\.250*$")
    hands.go(".ax-controls button:nth-child(1)")
    hands.press("Enter")
    expect(entry).to_have_value(was)
    assert hands.at("[aria-disabled=true]")
    hands.press("Enter", "Tab", "Space")
    shows(r"^-2\.250*$")


def test_enter_stays_with_the_word_whose_row_is_typed(page, hands):
    """Else the words and the plane would be about another one in the middle of a task."""
    hands.go(".ax-block-X input")
    hands.walk(1, 4)
    hands.press("Enter")
    assert hands.at("[data-at='1,5']")
    hands.press("Enter")
    assert hands.at("[data-at='1,5']")


def test_large_type_that_is_chosen_from_the_panel_shuts_it(page, open_with_keys):
    hands = open_with_keys(lambda: Explorer("first_look", controls="undo"))
    hands.go("[aria-expanded=false]")
    hands.press("Enter")
    page.get_by_role("button", name="large type").click()
    expect(page.locator(".ax-large .ax-keys")).to_be_hidden()
    assert hands.at("[aria-expanded=false]")


def test_every_computed_matrix_is_walked_and_says_its_arithmetic(page, open_with_keys):
    hands = open_with_keys(VARIANTS["all steps"])
    for step in COMPUTED:
        hands.go(f".ax-block-{step} td")
        hands.press("ArrowDown", "ArrowRight")
        assert hands.at("[data-at='1,1']")
        expect(formula(page)).to_contain_text(f"{step}[cat, ")
        expect(page.locator(".ax-chosen")).to_have_count(1)
        expect(page.locator(f".ax-block-{step} .ax-chosen")).to_be_focused()
        expect(page.locator(".ax-lit").first).to_be_visible()
        hands.press("End", "ArrowRight", "Home")
        assert hands.at("[data-at='1,0']")


def test_sentence_preset_and_seed(page, hands):
    hands.go("select")
    hands.press("ArrowDown")
    assert page.locator(".ax-block-X th[scope=row]").all_inner_texts() != ["small", "cat", "chases", "fish"]
    hands.press("ArrowUp")
    assert page.locator(".ax-block-X th[scope=row]").all_inner_texts() == ["small", "cat", "chases", "fish"]
    hands.go(".ax-controls select")
    shown = {}
    for kind in ["as given", "identity", "W_K = W_Q", "all zero", "random"]:
        hands.press("ArrowDown")
        shown[kind] = [number(page, "W_K", i, 0) for i in range(6)]
    assert shown["as given"] == [0, 1, 0, 1, -1, 0]
    assert shown["identity"] == [1, 0, 0, 0, 0, 0]
    assert shown["W_K = W_Q"] == shown["identity"]
    assert shown["all zero"] == [0] * 6
    hands.press("Tab")
    assert hands.at("input.ax-number")
    hands.press("Control+a")
    hands.type("7")
    hands.press("Enter")
    assert [number(page, "W_K", i, 0) for i in range(6)] != shown["random"]


def test_scaling_and_temperature(page, hands):
    hands.go(".ax-segments input")
    weight = number(page, "weights", 2, 3)
    hands.press("ArrowRight")
    assert number(page, "weights", 2, 3) > weight
    hands.press("ArrowRight")
    assert number(page, "weights", 2, 3) < weight
    hands.press("ArrowRight")
    assert number(page, "weights", 2, 3) == weight
    hands.press("Tab")
    assert hands.at("input[type=range]")
    box, slider = page.locator(".ax-temperature .ax-number"), page.locator("input[type=range]")
    hands.press("ArrowRight", "ArrowRight", "ArrowLeft")
    expect(box).to_have_value("1.1")
    expect(slider).to_have_attribute("aria-valuetext", "1.1")
    hands.press("End")
    expect(box).to_have_value("20")
    hands.press("Home")
    expect(box).to_have_value("0.05")
    assert number(page, "weights", 2, 3) == 1
    hands.press("Tab", "Control+a")
    hands.type("2.5")
    assert number(page, "weights", 2, 3) < weight
    assert float(slider.input_value()) == pytest.approx(0.4)
    hands.press("Shift+ArrowUp", "ArrowUp")
    expect(box).to_have_value("2.61")
    hands.press("Control+a", "0", "Tab")
    expect(status(page)).to_contain_text("above 0")
    expect(box).to_have_value("2.61")


def test_masks_and_painting(page, hands):
    hands.go("[name*=Mask]")
    hands.press("ArrowRight")
    hidden = page.locator(".ax-block-weights .ax-masked")
    expect(hidden).to_have_count(6)
    hands.press("ArrowLeft")
    expect(hidden).to_have_count(0)
    hands.press("ArrowLeft")
    expect(status(page)).to_contain_text("space bar")
    hands.back(".ax-block-scores td")
    hands.press("ArrowRight", "Space")
    expect(hidden).to_have_count(1)
    expect(cell(page, "weights", 0, 1)).to_have_class(re.compile("ax-masked"))
    hands.go(".ax-block-weights td")
    hands.press("ArrowDown", "Enter")
    expect(hidden).to_have_count(2)
    hands.press("Space")
    expect(hidden).to_have_count(1)


def test_a_head_is_chosen_and_switched_off_and_on(page, open_with_keys):
    hands = open_with_keys(VARIANTS["heads"])
    q = page.locator(".ax-block-Q tbody")
    first = q.inner_text()
    hands.go(".ax-head:last-child .ax-mini")
    hands.press("Enter")
    assert q.inner_text() != first
    hands.back(".ax-head:first-child .ax-mini")
    hands.press("Enter")
    assert q.inner_text() == first
    merged, projected = page.locator(".ax-block-merged tbody"), page.locator(".ax-block-projected tbody")
    before = merged.inner_text(), projected.inner_text()
    hands.press("Tab", "Space")
    entries = [[number(page, "merged", i, j) for j in range(4)] for i in range(4)]
    assert [row[:2] for row in entries] == [[0, 0]] * 4
    assert any(row[2:] != [0, 0] for row in entries)
    assert projected.inner_text() != before[1]
    expect(page.locator(".ax-head").first).to_have_class(re.compile("ax-off"))
    hands.press("Control+z")
    expect(page.locator(".ax-head input").first).to_be_checked()
    hands.press("Space", "Space")
    assert (merged.inner_text(), projected.inner_text()) == before


def test_a_map_is_walked_and_its_number_edited(page, open_with_keys):
    hands = open_with_keys(lambda: Explorer(maps()))
    hands.go(".ax-block-K .ax-map")
    hands.press("Shift+ArrowDown", "ArrowDown", "ArrowRight")
    expect(formula(page)).to_contain_text("K[11, 1] = ")
    hands.press("Enter")
    assert hands.at(".ax-arithmetic input")
    hands.press("Control+a")
    hands.type("12.5?")
    hands.press("Enter")
    expect(status(page)).to_contain_text("is not a number")
    hands.press("Backspace", "Enter")
    assert hands.at(".ax-block-K .ax-map")
    expect(page.locator(".ax-block-K .ax-value")).to_have_text("K 11, 1 = 12.5000")
    hands.press("Enter")
    hands.type("3")
    hands.press("Escape")
    assert hands.at(".ax-block-K .ax-map")
    expect(page.locator(".ax-block-K .ax-value")).to_have_text("K 11, 1 = 12.5000")
    hands.go(".ax-block-weights .ax-map")
    hands.press("ArrowDown", "Enter")
    assert hands.at(".ax-block-weights .ax-map")
    expect(formula(page)).to_contain_text("weights[1, 0] = exp(")
    hands.press("Control+z")
    expect(page.locator(".ax-block-K .ax-value")).not_to_have_text("K 11, 1 = 12.5000")


def test_keys_of_the_whole_notebook_go_on_to_it_and_no_others(page, hands):
    hands.go(".ax-block-W_Q input")
    page.evaluate("""() => {
      window.heard = [];
      document.addEventListener("keydown", (event) => {
        const isHeard = event.target.closest("[data-lm-suppress-shortcuts]") === null;
        const isOne = !["Control", "Shift"].includes(event.key);
        if (isHeard && isOne) window.heard.push(event.key);
        event.preventDefault();
      });
    }""")
    hands.press("d", "d", "Escape", "Enter", "Shift+Enter", "Control+Enter", "Control+z", "Control+c", "Home")
    assert page.evaluate("window.heard") == []
    hands.press("Control+s", "Control+Shift+C", "Control+f")
    assert page.evaluate("window.heard") == ["s", "C", "f"]
    expect(page.locator(".ax")).to_have_attribute("data-lm-suppress-shortcuts", "")  # a moment later
