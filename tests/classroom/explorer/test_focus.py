"""What the reader sees: the controls of the lesson, what has moved, all on one screen, colours that stay."""

import pytest
from playwright.sync_api import expect

from classroom.explorer import Explorer
from tests.classroom.explorer.variants import cell, open_explorer

STATUS = ".ax-status"


def look(**more):
    return lambda: Explorer("first_look", **more)


def in_focus(page):
    return page.locator(".ax-words-of-rows [aria-pressed=true]").all_inner_texts()


def test_what_an_edit_moves_most_is_looked_at_until_the_reader_chooses(page, tmp_path):
    open_explorer(page, tmp_path, look())
    assert in_focus(page) == []
    cell(page, "W_Q", 2, 1).fill("-2")  # only verbs are moved: chases
    assert in_focus(page) == ["chases"]
    expect(page.locator(".ax-block-plane figcaption")).to_have_text("Output of chases")
    said = page.locator(STATUS).inner_text()
    assert said.index("chases → fish from 0.83") < said.index("chases looks")
    cell(page, "X", 3, 0).fill("2")  # a number of fish, but it is small that moves most
    assert in_focus(page) == ["small"]
    page.locator(".ax-words-of-rows .ax-word").nth(1).click()
    cell(page, "W_Q", 2, 1).fill("2")
    assert in_focus(page) == ["cat"]


def test_a_question_is_about_its_row_until_it_is_answered(page, tmp_path):
    open_explorer(page, tmp_path, look(predict=("weights", 0)))
    cell(page, "W_Q", 2, 1).fill("-2")
    assert in_focus(page) == ["small"]


def test_a_change_that_moves_no_weight_names_the_output_that_it_moves(page, tmp_path):
    open_explorer(page, tmp_path, look())
    cell(page, "W_V", 2, 0).fill("-3")
    expect(page.locator(STATUS)).to_contain_text("output[cat, lively] from 1.94 to −2.8")
    assert in_focus(page) == ["cat"]


def test_the_lesson_opens_what_it_names_and_one_button_the_rest(page, tmp_path):
    open_explorer(page, tmp_path, look(controls=("sentence", "temperature")))
    shown = page.locator(".ax :is(select, input[type=range], .ax-segments, .ax-foot button):visible")
    expect(shown).to_have_count(4)  # with the link of the page
    expect(page.get_by_role("combobox", name="Sentence")).to_be_visible()
    words = page.locator(".ax-block-words").bounding_box()
    assert page.get_by_role("combobox", name="Sentence").bounding_box()["y"] < words["y"]
    page.get_by_role("button", name="more …").click()
    for name in ("undo", "reset", "copy state", "large type"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.get_by_text("causal").click()
    expect(page.locator(".ax-block-weights .ax-masked")).to_have_count(6)


@pytest.mark.parametrize("code", ["en", "zh"])
def test_the_whole_story_is_on_one_screen_of_a_laptop_beside_the_file_browser(page, tmp_path, code):
    """In JupyterLab at 1366 × 768 an explorer is 934 pixels wide, and 640 of its height are seen."""
    page.set_viewport_size({"width": 966, "height": 768})
    make = look(predict=("scores", 2), controls=("undo", "temperature"), plain=True)
    widget = open_explorer(page, tmp_path, make, code, prediction=0, selected=("output", 2, 0))
    top = widget.bounding_box()["y"]
    for css in (".ax-results", ".ax-plane", ".ax-arithmetic", ".ax-player", STATUS):
        box = page.locator(css).bounding_box()
        assert box["y"] + box["height"] - top <= 640, css


def test_on_a_phone_the_edited_number_and_its_output_are_in_sight_together(page, tmp_path):
    page.set_viewport_size({"width": 390, "height": 740})
    open_explorer(page, tmp_path, look())
    number = cell(page, "W_V", 2, 0)
    number.evaluate("one => one.scrollIntoView({ block: 'center' })")
    number.fill("-3")
    strip = page.locator(".ax-strip")
    expect(strip).to_contain_text("→ (−2.8")
    expect(strip).to_be_in_viewport(ratio=1)
    expect(number).to_be_in_viewport(ratio=1)
    assert number.evaluate("""one => {
        const { x, y } = one.getBoundingClientRect();
        return document.elementFromPoint(x + 5, y + 5) === one; }""")  # the strip does not cover it


def test_no_dot_separates_where_a_dot_multiplies(page, tmp_path):
    widget = open_explorer(page, tmp_path, look())
    cell(page, "W_Q", 0, 0).fill("1/2")
    assert float(cell(page, "W_Q", 0, 0).input_value().replace("1/2", "0.5")) == 0.5
    page.get_by_role("button", name="more …").click()
    page.locator(".ax-arithmetic").evaluate("one => one.remove()")
    assert "·" not in widget.inner_text()


def test_before_softmax_is_taught_a_weight_is_explained_in_words(page, tmp_path):
    open_explorer(page, tmp_path, look(plain=True), selected=("weights", 2, 3))
    said = page.locator(".ax-arithmetic").inner_text() + page.locator(".ax-arrow").first.inner_text()
    assert "0.83" in said
    assert not {"exp", "√", "÷"} & {sign for sign in ("exp", "√", "÷") if sign in said}
    expect(page.locator(".ax-player")).to_be_hidden()
    cell(page, "scores", 2, 3).click()
    expect(page.locator(".ax-notes")).to_have_text("→ weights 0.83")


def test_what_is_rounded_is_written_as_nearly_equal(page, tmp_path):
    open_explorer(page, tmp_path, look())
    signs = {("scores", 2, 3): "=", ("output", 2, 0): "≈", ("weights", 2, 3): "≈", ("Q", 0, 0): "="}
    for (step, i, j), sign in signs.items():
        cell(page, step, i, j).click()
        formula = page.locator(".ax-formula").inner_text()
        assert formula.split()[-2] == sign, formula


def test_a_row_that_is_set_back_keeps_its_colours_and_ink(page, tmp_path):
    open_explorer(page, tmp_path, look())
    looks = """one => {
        const { backgroundColor, color, opacity } = getComputedStyle(one);
        return [backgroundColor, color, opacity];
    }"""
    before = cell(page, "weights", 1, 2).evaluate(looks)
    page.locator(".ax-words-of-rows .ax-word").nth(2).click()
    expect(page.locator(".ax-block-weights tr.ax-away")).to_have_count(3)
    assert cell(page, "weights", 1, 2).evaluate(looks) == before


def test_reset_gives_the_colours_back_that_a_large_number_made_pale(page, tmp_path):
    open_explorer(page, tmp_path, look(edit="X"))
    colour = "one => getComputedStyle(one.closest('td')).backgroundColor"
    one = cell(page, "X", 0, 0)
    before = one.evaluate(colour)
    box = cell(page, "X", 1, 1)
    box.fill("50")
    box.press("Enter")
    assert one.evaluate(colour) != before
    page.get_by_role("button", name="reset").click()
    assert one.evaluate(colour) == before


def test_a_longer_sentence_is_shown_longer_while_it_plays(ask):
    short, long, chinese = ask(
        "all => all.map((said) => ax.timeToRead({ said }))", ["0.", 60 * "a", 60 * "字"]
    )
    assert short < long < chinese


def test_the_number_that_flies_is_the_one_that_the_line_writes(page, tmp_path):
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("""
        window.flown = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...words) {
            if (this.className === "ax-flyer") window.flown.push(this.textContent);
            return animate.apply(this, words);
        };
    """)
    open_explorer(page, tmp_path, look(), selected=("output", 2, 0))
    for _ in range(3):  # the third weight is 0.0026, and its cell says 0.00
        page.get_by_role("button", name="next step").click()
    assert page.evaluate("window.flown").count("0.0026") == 1
    assert "0.00" not in page.evaluate("window.flown")


def test_lines_and_the_ring_cross_no_name_where_there_is_room(page, tmp_path):
    open_explorer(page, tmp_path, look(), focus=2)
    crossed = page.evaluate("""() => {
        const lines = [...document.querySelectorAll(".ax-pull")]
            .filter((one) => Number(one.getAttribute("stroke-opacity")) > 0.2);
        return [...document.querySelectorAll(".ax-value-name")].filter((name) => {
            const { x, y, width, height } = name.getBBox();
            return lines.some((one) => Array.from({ length: 50 }, (_, k) => k / 50).some((t) => {
                const at = (a, b) => Number(one.getAttribute(a)) * (1 - t) + Number(one.getAttribute(b)) * t;
                const [px, py] = [at("x1", "x2"), at("y1", "y2")];
                return px > x + 2 && px < x + width - 2 && py > y + 3 && py < y + height - 4;
            }));
        }).map((name) => name.textContent);
    }""")
    assert crossed == []


def beside_another_word(page, folder):
    """Choose another sentence in lesson 00, and return the explorer."""
    steps = ("X", "V", "weights", "output")
    widget = open_explorer(page, folder, lambda: Explorer("apple", steps, selected=("weights", 1, 0)))
    page.get_by_role("combobox", name="Sentence").select_option("apple phone")
    return widget


def test_another_sentence_is_no_edit(page, tmp_path):
    widget = beside_another_word(page, tmp_path)
    expect(page.locator(STATUS)).to_have_text("apple looks most at phone: 0.97.")
    expect(page.locator(".ax-arithmetic")).not_to_contain_text("was")
    expect(widget.locator(".ax-up, .ax-down")).to_have_count(0)
    cell(page, "X", 0, 1).fill("0")
    expect(page.locator(STATUS)).to_contain_text("Changed by the last edit: phone → apple from 0.76")


def test_what_is_looked_at_stays_with_its_word_in_another_sentence(page, tmp_path):
    widget = beside_another_word(page, tmp_path)
    assert in_focus(page) == ["apple"]
    expect(cell(page, "weights", 0, 1)).to_have_attribute("aria-selected", "true")
    widget.get_by_role("button", name="undo").click()
    assert in_focus(page) == ["apple"]
    expect(cell(page, "weights", 1, 0)).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("way", ["undo", "reset"])
def test_a_number_that_was_too_large_leaves_no_pale_colours_behind(page, tmp_path, way):
    widget = open_explorer(page, tmp_path, look())
    colour = "one => getComputedStyle(one.closest('td')).backgroundColor"
    before = cell(page, "X", 0, 0).evaluate(colour)
    cell(page, "X", 1, 4).fill("5")
    assert cell(page, "X", 0, 0).evaluate(colour) != before
    widget.get_by_role("button", name=way).click()
    assert cell(page, "X", 0, 0).evaluate(colour) == before
