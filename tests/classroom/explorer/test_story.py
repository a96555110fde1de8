"""The whole story on one screen: words first, one row in focus, a number that is played."""

import json

import numpy as np
import pytest
from playwright.sync_api import expect

from classroom.explorer import Explorer
from tests.classroom.explorer.variants import (
    STEPS,
    VARIANTS,
    cell,
    covered,
    eight_heads,
    maps,
    number,
    open_explorer,
)

GOAL = VARIANTS["goal"]
# The lowest edge of what these selectors find, from the upper edge of the explorer.
DEPTH = """css => {
    const top = document.querySelector(".ax").getBoundingClientRect().top;
    const found = [...document.querySelectorAll(css)].filter((one) => one.checkVisibility());
    return Math.max(...found.map((one) => one.getBoundingClientRect().bottom)) - top;
}"""
STORY = ".ax-goal, .ax-block-words, .ax-block-W_Q, .ax-block-K, .ax-block-scores, .ax-block-weights"
STORY += ", .ax-block-output, .ax-arithmetic"


@pytest.fixture
def page_options():
    return {"viewport": {"width": 1366, "height": 768}}


def sized(page, width, height):
    page.set_viewport_size({"width": width, "height": height})


# As wide as an output in JupyterLab at 1366×768, whose pane is 656 px high; and at 125 %, 500 px.
@pytest.mark.parametrize(
    ("code", "width", "height", "pane"), [("zh", 1366, 768, 656), ("en", 1093, 614, 500)]
)
def test_a_small_laptop_shows_cause_and_effect_at_once(page, tmp_path, code, width, height, pane):
    sized(page, width, height)
    open_explorer(page, tmp_path, GOAL, code, selected=("weights", 2, 1))
    assert page.evaluate(DEPTH, STORY) <= pane
    open_explorer(page, tmp_path, VARIANTS["which is largest"], code)
    assert page.evaluate(DEPTH, STORY.replace("goal", "ask")) <= pane


# The tables that reach beyond the screen, with all that one may touch beside them.
BEYOND = """() => {
    const all = [...document.querySelectorAll(".ax :is(td, th:not(.ax-unseen), input, button)")];
    const beyond = all.filter((one) => one.getBoundingClientRect().right > 390 - 16);
    return [...new Set(beyond.map((one) => one.closest("table")?.ariaLabel ?? one.outerHTML))];
}"""


def test_a_phone_has_one_column_and_a_wide_matrix_puts_no_other_beside_the_screen(page, tmp_path):
    sized(page, 390, 844)
    for name in ("goal", "context"):
        widget = open_explorer(page, tmp_path, VARIANTS[name])
        assert widget.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.evaluate(BEYOND) == []
    open_explorer(page, tmp_path, lambda: Explorer(eight_heads()))
    assert page.evaluate(BEYOND) == ["heads side by side 4×16"]


def test_large_type_shows_what_the_text_beside_it_asks_for(page, tmp_path):
    sized(page, 1280, 720)
    steps = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scaled", "weights", "output")
    widget = open_explorer(page, tmp_path, lambda: Explorer("apple", steps, plain=True), large=True)
    for step in ("W_Q", "W_V", "weights"):  # a number of W_V moves no weight
        expect(page.locator(f".ax-block-{step}")).to_be_visible()
    assert widget.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    steps = ("X", "W_Q", "W_K", "Q", "K", "scores", "weights")
    widget = open_explorer(page, tmp_path, lambda: Explorer("first_look", steps, goal="prey"), large=True)
    for step in ("X", "weights"):  # the rows of cat, chases and fish
        expect(page.locator(f".ax-block-{step} tbody th:visible")).to_have_count(4)
    expect(page.locator(".ax-arrow:visible")).to_have_count(0)
    assert page.evaluate(DEPTH, ".ax-matrix") <= 608


@pytest.mark.parametrize("width", [1280, 1440])
def test_in_a_puzzle_in_large_type_the_result_stands_beside_what_one_changes(page, tmp_path, width):
    sized(page, width, 720)
    steps = ("X", "W_Q", "Q", "K", "scores")
    widget = open_explorer(page, tmp_path, lambda: Explorer("first_look", steps, goal="turned"), large=True)
    assert widget.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    box = {step: page.locator(f".ax-block-{step}").bounding_box() for step in steps}
    assert abs(box["scores"]["y"] - box["W_Q"]["y"]) <= 20
    assert box["scores"]["x"] + box["scores"]["width"] <= box["W_Q"]["x"]
    assert box["scores"]["y"] + box["scores"]["height"] <= box["X"]["y"]
    expect(page.locator(".ax-block-scores tbody tr:visible")).to_have_count(4)
    expect(page.locator(".ax-block-scores tr.ax-here")).to_have_count(1)  # of which is spoken


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_lecture_hall_sees_one_row_in_large_type(page, tmp_path, code):
    sized(page, 1280, 720)
    open_explorer(page, tmp_path, GOAL, code, large=True, selected=("weights", 2, 1))
    for step in ("X", "Q", "scores", "weights", "output"):
        expect(page.locator(f".ax-block-{step} tbody tr:visible")).to_have_count(1)
    for step in ("W_K", "W_V", "K", "V"):
        expect(page.locator(f".ax-block-{step}")).to_be_hidden()
    expect(page.locator(".ax-stage > .ax-hint")).to_contain_text(
        {"en": "WK, K, WV, V", "zh": "WK、K、WV、V"}[code]
    )
    assert page.evaluate(DEPTH, f"{STORY}, .ax-block-plane") <= 608
    page.locator(".ax-word").first.click()
    expect(page.locator(".ax-block-scores tbody th:visible")).to_have_text({"en": "small", "zh": "小"}[code])
    size = "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    texts = ".ax tbody td:not(.ax-sum), .ax td input, .ax-controls button, .ax-status, .ax-formula"
    assert page.locator(texts).evaluate_all(size) >= 20
    assert page.locator(".ax th").evaluate_all(size) >= 18
    widget = open_explorer(page, tmp_path, lambda: Explorer(eight_heads()), code, large=True)
    assert widget.evaluate("one => one.scrollWidth - one.clientWidth") == 0


def test_lines_are_as_thick_as_weights_and_a_click_on_a_word_brings_its_row_into_focus(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    weights = Explorer("first_look").trace.weights
    widths = page.locator(".ax-block-words line").evaluate_all(
        "all => all.map((one) => Number(one.getAttribute('stroke-width')))"
    )
    assert np.allclose(np.reshape(widths, (4, 4)), 9 * weights, atol=0.006)
    assert page.locator(".ax-away").count() == 0
    word = page.locator(".ax-words-of-rows .ax-word").nth(2)
    word.click()
    expect(word).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ax-share")).to_have_text([f"{x:.2f}" for x in weights[2]])
    expect(page.locator(".ax-status")).to_contain_text("chases looks most at fish")
    away = page.locator(".ax-block-weights .ax-away")
    expect(away).to_have_count(3)
    cell(page, "W_V", 0, 0).click()  # of no word: the row stays
    expect(away).to_have_count(3)
    cell(page, "Q", 1, 0).click()
    expect(page.locator(".ax-word[aria-pressed=true]")).to_have_text("cat")
    page.locator(".ax-words-of-keys .ax-word").nth(3).click()
    expect(page.locator(".ax-formula")).to_contain_text("weights[cat, fish]")
    page.locator(".ax-word[aria-pressed=true]").click()
    expect(away).to_have_count(0)
    open_explorer(page, tmp_path, VARIANTS["plain"], focus=3)
    expect(page.locator(".ax-word[aria-pressed=true]")).to_have_text("fish")


def test_before_the_answer_no_line_tells_it(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["which is largest"])
    drawn = "all => all.filter((one) => Number(one.getAttribute('stroke-width')) > 0).length"
    assert page.locator(".ax-block-words line").evaluate_all(drawn) == 0
    assert "".join(page.locator(".ax-share").all_text_contents()) == ""
    page.locator(".ax-ask input").first.check()
    page.locator(".ax-ask button").click()
    assert page.locator(".ax-block-words line").evaluate_all(drawn) == 16


# Play


def go_on(page):
    page.get_by_role("button", name="next step").click()


def test_what_plays_is_over_when_numbers_change_and_what_is_given_or_hidden_is_not_made(page, tmp_path):
    keep = np.ones((4, 4), dtype=bool)
    keep[0, 1] = keep[1] = False
    open_explorer(page, tmp_path, VARIANTS["all steps"], keep=keep)
    places = [("masked", 0, 0), ("masked", 0, 1), ("weights", 0, 1), ("weights", 1, 0), ("W_Q", 0, 0)]
    for place, is_made in zip(places, [True, False, True, False, False], strict=True):
        said = json.dumps({"keep": keep.astype(int).tolist(), "selected": place})
        page.evaluate("(hash) => { location.hash = hash }", said)
        expect(page.locator(".ax-player")).to_be_visible(visible=is_made)
    open_explorer(page, tmp_path, VARIANTS["plain"], selected=("scores", 2, 1))
    go_on(page)
    expect(page.locator(".ax-count")).to_have_text("1 / 4")
    cell(page, "X", 2, 2).fill("2")
    cell(page, "scores", 2, 1).click()
    expect(page.locator(".ax-count")).to_have_text("")


def test_a_weight_is_divided_raised_added_up_and_shared(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"], selected=("weights", 2, 3))
    S = Explorer("first_look").trace.scores[2]
    powers = np.exp(S / np.sqrt(3))
    said = [page.locator(".ax-formula").inner_text()]
    bars = []
    for _ in range(5):
        go_on(page)
        said.append(page.locator(".ax-formula").inner_text())
        bars.append(page.locator(".ax-bars b").all_text_contents())
    assert said[1] == "3, 0, −4, 6"
    assert said[2] == "1.7321, 0.0000, −2.3094, 3.4641"
    assert [float(x) for x in said[3].split(", ")] == pytest.approx(powers, abs=0.0001)
    assert said[4].endswith(f"≈ {powers.sum():.4f}")
    assert said[5].endswith(f"{powers[3]:.4f} ÷ {powers.sum():.4f} ≈ {powers[3] / powers.sum():.4f}")
    assert bars[2] == bars[3] == said[3].split(", ")
    assert bars[4] == [f"{x:.4f}" for x in powers / powers.sum()]
    expect(page.locator(".ax-status")).to_contain_text("The share of fish is its weight")


def test_it_plays_by_itself_and_nothing_flies_for_whoever_wants_no_motion(page, tmp_path):
    page.add_init_script("""
        window.flown = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...words) {
            window.flown++;
            return animate.apply(this, words);
        };
    """)
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        open_explorer(page, tmp_path, VARIANTS["plain"], selected=("scores", 2, 1))
        page.clock.install(time="2030-01-01T00:00:00")
        page.clock.pause_at("2030-01-01T00:01:00")  # or a busy machine would let it play on meanwhile
        cell(page, "scores", 2, 1).press("Enter")
        expect(page.locator(".ax-count")).to_have_text("1 / 4")
        seen, player = [], page.get_by_role("button", name="play, or pause")
        while player.text_content() != "▶" and len(seen) < 100:
            seen.append(page.locator(".ax-count").text_content())
            page.clock.run_for(250)  # less than any of these sentences takes to read
        seen.append(page.locator(".ax-count").text_content())
        assert sorted(set(seen)) == [f"{k + 1} / 4" for k in range(4)]
        assert (page.evaluate("window.flown") > 0) == (motion == "no-preference")
        page.clock.resume()  # the tests that follow share this clock


# A change is seen

# In window.lit, of each light its matrix and its delay in milliseconds.
LIGHTS = """
window.lit = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, timing) {
    const figure = this.closest(".ax-glow") && this.closest("figure");
    if (figure) window.lit.push([figure.className.match(/ax-block-(\\w+)/)[1], timing.delay]);
    return animate.call(this, frames, timing);
};
"""


def test_colours_and_formats_stay_while_one_edits(page, tmp_path):
    open_explorer(page, tmp_path, lambda: Explorer("first_look", steps=STEPS))
    colours = """() => [...document.querySelectorAll(".ax-block-W_Q td, .ax-block-Q td")].map((td) =>
        td.style.backgroundColor + (td.querySelector("input")?.value ?? td.innerText))"""
    before = page.evaluate(colours)
    cell(page, "W_Q", 0, 0).fill("9.5")
    during = page.evaluate(colours)
    changed = [k for k, (one, other) in enumerate(zip(before, during, strict=True)) if one != other]
    assert len(changed) > 2  # a number beyond the scale makes the scale larger ...
    cell(page, "W_Q", 0, 0).fill("1")
    after = page.evaluate(colours)
    cell(page, "W_Q", 0, 0).fill("0.5")
    again = page.evaluate(colours)
    assert sum(one != other for one, other in zip(after, again, strict=True)) <= 2  # ... and it stays


# When there have been so many of them.
LIT = """count => new Promise((done) => {
    const look = () => window.lit.length < count ? setTimeout(look, 20) : done(window.lit);
    look();
})"""


def test_what_changed_lights_up_step_after_step_and_not_for_whoever_wants_no_motion(page, tmp_path):
    page.add_init_script(LIGHTS)
    page.emulate_media(reduced_motion="no-preference")
    open_explorer(page, tmp_path, VARIANTS["plain"])
    cell(page, "W_Q", 0, 0).fill("0.5")
    assert page.evaluate(LIT, 5) == [
        ["W_Q", 0], ["Q", 0], ["scores", 110], ["weights", 220], ["output", 330],
    ]  # fmt: skip
    cell(page, "W_K", 0, 0).fill("0.5")
    assert [name for name, _ in page.evaluate(LIT, 10)[5:7]] == ["W_K", "K"]
    page.emulate_media(reduced_motion="reduce")
    cell(page, "W_K", 0, 0).fill("3")
    page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    assert page.evaluate("window.lit.length") == 10


def test_two_explorers_on_a_page_speak_their_own_languages(page, tmp_path, scripted):
    both = "for (const one of others) ax.renderPage(one, el.appendChild(document.createElement('div')), 'x');"
    read = """JSON.parse(document.getElementById("attnlib-saved").textContent)"""
    states = {}
    for code in ("en", "zh"):
        open_explorer(page, tmp_path, lambda: Explorer("first_look"), code)
        states[code] = page.evaluate(
            f"(() => {{ const [arrays, state] = {read}; return JSON.parse(JSON.stringify(state),"
            " (key, value) => (key === 'data' ? arrays[value] : value)); })()"
        )
    for order in (("en", "zh"), ("zh", "en")):
        others = json.dumps([states[code] for code in order])
        page.goto(scripted(tmp_path / "explorer.html", f"const others = {others}; {both}"))
        for k, code in enumerate(order):
            explorer = page.locator(".ax").nth(k)
            explorer.locator(".ax-block-weights [data-at]").first.click()
            said = {"en": "weights[", "zh": "注意力权重["}[code]
            expect(explorer.locator(".ax-formula")).to_contain_text(said)


def test_pointing_at_a_number_shows_where_it_comes_from_and_where_it_goes(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    cell(page, "scores", 2, 1).hover()
    marked = page.locator("[data-preview=from]").evaluate_all(
        "all => all.map((td) => td.closest('figure').className.match(/block-(\\w+)/)[1])"
    )
    assert marked == ["Q"] * 3 + ["K"] * 3
    to = page.locator("[data-preview=to]").evaluate_all(
        "all => all.map((td) => td.closest('figure').className.match(/block-(\\w+)/)[1])"
    )
    assert to == ["weights"] * 4
    page.mouse.move(1, 1)
    expect(page.locator("[data-preview]")).to_have_count(0)


def test_a_map_names_what_stands_on_its_sides_and_is_dark_in_the_dark(page, tmp_path):
    shades = """() => {
        const canvas = document.querySelector(".ax-block-Q canvas");
        const data = [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data];
        return data.filter((_, k) => k % 4 < 3).reduce((a, b) => a + b) / data.length;
    }"""
    page.emulate_media(color_scheme="dark")
    open_explorer(page, tmp_path, lambda: Explorer(maps(64)))
    named = page.locator(".ax-block-weights .ax-names > *")
    assert [len(one.locator("span").all()) for one in named.all()] == [16, 16]
    assert page.evaluate(shades) < 100
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"() => ({shades})() > 100", polling=50)


# The plane


def value_at(page, k):
    handle = page.locator(f'[data-handle="{k}"]')
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, dx, dy):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + dx / 2, start[1] + dy / 2)
    page.mouse.move(start[0] + dx, start[1] + dy)


def test_a_value_is_dragged_through_the_least_change_of_its_matrix(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"])
    explorer = Explorer("first_look")
    was = explorer.trace.V[1]
    drag(page, value_at(page, 1), 40, 12)
    page.mouse.up()
    now = np.array([number(page, "V", 1, k) for k in range(2)])
    assert now[0] > was[0] + 0.5
    assert now[1] < was[1]
    W_V = np.array([[number(page, "W_V", i, k) for k in range(2)] for i in range(6)])
    x = explorer.X[1]
    assert np.allclose(W_V - explorer.W_V, np.outer(x, now - was) / (x @ x), atol=0.011)
    page.get_by_role("button", name="undo").click()
    assert [number(page, "V", 1, k) for k in range(2)] == list(was)
    handle = page.locator('[data-handle="1"]')
    handle.evaluate("one => { one.isMine = true; }")
    handle.press("ArrowUp")
    assert number(page, "V", 1, 1) == pytest.approx(was[1] + 0.1)
    assert handle.evaluate("one => one.isMine && one === document.activeElement")  # it is drawn on, not anew
    open_explorer(page, tmp_path, lambda: Explorer("first_look", edit="W_Q"))
    assert page.locator("[data-handle]").count() == 0


def test_names_in_the_plane_do_not_cover_each_other(page, tmp_path):
    for name in ("plain", "context", "heads"):
        open_explorer(page, tmp_path, VARIANTS[name])
        assert covered(page, ".ax-plane :is(text, .ax-out)") == []
    sized(page, 1280, 720)
    open_explorer(page, tmp_path, VARIANTS["plain"], "zh", large=True)
    rows = page.locator(".ax-words-of-rows button")
    for i, j, x in [(0, 0, 2), (0, 1, 3), (2, 0, -2), (5, 2, 3)]:
        was = cell(page, "W_Q", i, j).input_value()
        cell(page, "W_Q", i, j).fill(str(x))
        for row in range(4):
            rows.nth(row).evaluate("one => one.ariaPressed === 'true' || one.click()")
            assert covered(page) == [], (i, j, x, row)
        cell(page, "W_Q", i, j).fill(was)


def test_the_old_place_of_an_output_stays_as_a_ghost(page, tmp_path):
    open_explorer(page, tmp_path, VARIANTS["plain"], focus=2)
    was, now = page.locator(".ax-was"), page.locator(".ax-out")
    before = now.get_attribute("cx")
    cell(page, "W_Q", 2, 0).fill("2")
    assert was.get_attribute("cx") == before != now.get_attribute("cx")
