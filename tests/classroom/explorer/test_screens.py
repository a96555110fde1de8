"""Explorers of lessons on a phone, a laptop, a projector and a screen of 4K: all is whole, little blank."""

import pytest
from playwright.sync_api import expect

from classroom.explorer import Explorer
from tests.classroom.explorer.variants import cell, open_explorer

PHONE, LAPTOP, LARGE, VAST = (390, 740), (966, 768), (1280, 720), (3840, 2160)

# Explorers as lessons have them, by name.
EXPLORERS = {
    "apple": lambda: Explorer("apple", steps=("X", "V", "weights", "output"), controls="sentence"),
    "fruit": lambda: Explorer("neighbours", ("X", "scores"), goal="fruit"),
    "scores": lambda: Explorer("first_look", ("X", "W_Q", "W_K", "Q", "K", "scores"), goal="turned"),
    "mutual": lambda: Explorer("first_look", ("X", "W_Q", "W_K", "Q", "K", "scores"), edit=("W_Q", "W_K")),
    "strong": lambda: Explorer("first_look", ("X", "W_V", "V", "weights", "output"), goal="strong"),
    "mask": lambda: Explorer("first_look", ("masked", "weights", "output"), goal="three_cells"),
    "heads": lambda: Explorer("who_chases_whom_two_heads", ("W_Q", "weights", "output")),
}

CUT = """() => [...document.querySelectorAll(".ax th")]
    .filter((one) => getComputedStyle(one).clipPath === "none" && one.scrollWidth > one.clientWidth)
    .map((one) => one.title)"""


def show(page, folder, name, size, code="en", **traits):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return open_explorer(page, folder, EXPLORERS[name], code, **traits)


@pytest.mark.parametrize("size", [PHONE, LAPTOP, (1366, 768)])
@pytest.mark.parametrize("name", EXPLORERS)
def test_names_of_rows_and_columns_are_whole(page, tmp_path, name, size):
    show(page, tmp_path, name, size)
    assert page.evaluate(CUT) == []


def test_large_type_has_room_for_names_too(page, tmp_path):
    show(page, tmp_path, "fruit", LARGE, large=True)
    assert page.evaluate(CUT) == []


def test_lines_between_words_have_room_where_only_weights_stand_beside_them(page, tmp_path):
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    open_explorer(page, tmp_path, lambda: Explorer.of("学生在图书馆读书"), "zh")
    assert page.locator(".ax-lines").bounding_box()["width"] >= 60


def test_a_small_projector_shows_every_matrix_whole(page, tmp_path):
    widget = show(page, tmp_path, "mutual", (1024, 768), large=True)
    expect(page.locator(".ax-block-W_K")).to_be_visible()
    assert widget.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_on_a_phone_the_frames_of_chosen_numbers_are_whole(page, tmp_path):
    show(page, tmp_path, "apple", PHONE, selected=("output", 1, 0))
    sides = page.locator(".ax-lit").evaluate_all("""all => all.map((one) => {
        const [cell, figure] = [one, one.closest("figure")].map((each) => each.getBoundingClientRect());
        return [cell.left - figure.left, figure.right - cell.right, figure.bottom - cell.bottom];
    })""")
    assert min(min(room) for room in sides) >= 4


def test_heads_are_chosen_by_their_pictures_which_stand_beside_the_sentence(page, tmp_path):
    show(page, tmp_path, "heads", LAPTOP)
    expect(page.get_by_role("combobox", name="Head")).to_have_count(0)
    sentence = page.get_by_role("combobox", name="Sentence").bounding_box()
    picture = page.get_by_role("button", name="head 2").bounding_box()
    assert picture["y"] < sentence["y"] < picture["y"] + picture["height"]
    before = cell(page, "weights", 0, 0).inner_text()
    page.get_by_role("button", name="head 2").click()
    assert cell(page, "weights", 0, 0).inner_text() != before


@pytest.mark.parametrize("code", ["en", "zh"])
def test_where_nothing_goes_in_the_words_stand_beside_what_comes_out(page, tmp_path, code):
    page.emulate_media(forced_colors="active")  # so that words have frames
    show(page, tmp_path, "mask", LAPTOP, code)
    word = page.locator(".ax-words-of-rows .ax-word").nth(2)
    assert word.bounding_box()["x"] >= page.locator(".ax-stage").bounding_box()["x"]
    blocks = [f".ax-block-{name}" for name in ("words", "masked", "weights", "output")]
    boxes = [page.locator(css).bounding_box() for css in blocks]
    bottoms = [box["y"] + box["height"] for box in boxes]
    assert max(bottoms) - min(bottoms) < 8
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)


def test_a_screen_of_4k_has_larger_type(page, tmp_path):
    widget = show(page, tmp_path, "strong", VAST)
    assert widget.evaluate("one => getComputedStyle(one).fontSize") == "21px"
    last = page.locator(".ax-arithmetic").bounding_box()
    assert last["x"] + last["width"] > VAST[0] / 2


@pytest.mark.parametrize("size", [LAPTOP, (1366, 768)])
@pytest.mark.parametrize("code", ["en", "zh"])
@pytest.mark.parametrize(
    ("name", "row"), [("apple", 0), ("apple", 1), *(("strong", row) for row in range(4))]
)
def test_neither_lines_nor_the_ring_cross_a_name_in_the_plane(page, tmp_path, name, row, code, size):
    """But where a name has no other place: then a faint line ends at the paper around its letters."""
    show(page, tmp_path, name, size, code, focus=row)
    crossed = page.evaluate("""() => {
        const at = (one, name) => Number(one.getAttribute(name));
        const inside = ({ x, y, width, height }, [px, py], by) =>
            px > x + 2 - by && px < x + width - 2 + by && py > y + 3 - by && py < y + height - 4 + by;
        const [ring] = document.querySelectorAll(".ax-out");
        return [...document.querySelectorAll(".ax-plane text")].filter((name) => {
            const box = name.getBBox();
            const byLine = [...document.querySelectorAll(".ax-pull")]
                .filter((one) => at(one, "stroke-opacity") > 0.2)
                .some((one) => Array.from({ length: 50 }, (_, k) => k / 50).some((t) => inside(box, ["x", "y"]
                    .map((side) => at(one, `${side}1`) * (1 - t) + at(one, `${side}2`) * t), 0)));
            const isBelow = document.querySelectorAll(".ax-pull").values()
                .some((one) => name.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
            const hasPaper = getComputedStyle(name).paintOrder.startsWith("stroke");
            return byLine || isBelow || !hasPaper || inside(box, [at(ring, "cx"), at(ring, "cy")], 4);
        }).map((name) => name.textContent);
    }""")
    assert crossed == []


def test_the_plane_says_whose_output_it_shows(page, tmp_path):
    show(page, tmp_path, "strong", LAPTOP)
    for row, word in enumerate(["small", "cat", "chases", "fish"]):
        page.locator(".ax-words-of-rows .ax-word").nth(row).evaluate(
            "one => one.ariaPressed === 'true' || one.click()"
        )
        expect(page.locator(".ax-block-plane figcaption")).to_have_text(f"Output of {word}")


def test_large_type_does_not_say_that_a_row_is_alone_where_all_are_painted(page, tmp_path):
    show(page, tmp_path, "mask", LARGE, large=True)
    expect(page.locator(".ax-block-weights tr:visible")).to_have_count(5)
    expect(page.get_by_text("In large type")).to_be_hidden()
    show(page, tmp_path, "strong", LARGE, large=True)
    expect(page.get_by_text("In large type: the row of cat alone")).to_be_visible()
