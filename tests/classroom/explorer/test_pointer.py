"""Mouse, pen and finger: what drags a number, what paints a mask, what pans; and numbers of any size."""

import pytest
from playwright.sync_api import expect

from classroom.explorer import Explorer
from tests.classroom.explorer.variants import VARIANTS, cell, example, number, open_explorer

LOOK = VARIANTS["plain"]


@pytest.fixture
def page_options(request):
    small = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    return small if "finger" in request.node.name else {"viewport": {"width": 1300, "height": 900}}


def middle(at):
    at.scroll_into_view_if_needed()
    box = at.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def finger(page):
    """finger(x, y, dx, dy) moves a finger from there so far, in steps, and lifts it."""
    session = page.context.new_cdp_session(page)

    def move(x, y, dx, dy):
        def touch(kind, *points):
            session.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
            )

        touch("touchStart", (x, y))
        for step in range(1, 11):
            touch("touchMove", (x + dx * step / 10, y + dy * step / 10))
            page.wait_for_timeout(16)
        touch("touchEnd")
        page.wait_for_timeout(50)

    return move


SMALL = """() => [...document.querySelectorAll(".ax :is(button, input, select, label, td[tabindex])")]
    .filter((one) => one.checkVisibility() && !one.matches("label input, .ax-segments *"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 24).map(([one]) => one.outerHTML)"""


@pytest.mark.parametrize("kind", ["which is largest", "heads", "goal"])
def test_all_that_a_finger_touches_has_24_pixels(page, tmp_path, kind):
    open_explorer(page, tmp_path, VARIANTS[kind])
    assert page.evaluate(SMALL) == []


def test_a_finger_that_pans_changes_no_number_and_one_that_drags_does(page, tmp_path, finger):
    open_explorer(page, tmp_path, lambda: Explorer(example(4, 16)))
    before = number(page, "X", 1, 1)
    for dx, dy in [
        (-60, 0),
        (0, -60),
        (0, 40),
    ]:  # on a cell that was not chosen, in an explorer wider than this
        finger(*middle(cell(page, "X", 1, 1)), dx, dy)
        assert number(page, "X", 1, 1) == before
    matrix = page.locator(".ax-block-X")
    assert matrix.evaluate("one => one.scrollLeft") > 20
    expect(page.get_by_role("button", name="undo")).to_have_attribute("aria-disabled", "true")
    matrix.evaluate("one => { one.scrollLeft = 0 }")
    cell(page, "X", 1, 1).tap()
    finger(*middle(cell(page, "X", 1, 1)), 40, 0)
    assert number(page, "X", 1, 1) > before + 0.3
    page.get_by_role("button", name="undo").click()
    assert number(page, "X", 1, 1) == before


def test_a_finger_drags_at_once_where_nothing_is_to_the_side(page, tmp_path, finger):
    page.set_viewport_size({"width": 1400, "height": 900})
    open_explorer(page, tmp_path, LOOK)
    before = number(page, "X", 1, 1)
    finger(*middle(cell(page, "X", 1, 1)), 40, 0)
    assert number(page, "X", 1, 1) > before + 0.3


def test_a_finger_paints_by_taps_and_pans_over_the_cells(page, tmp_path, finger):
    widget = open_explorer(page, tmp_path, LOOK)
    page.get_by_text("paint", exact=True).click()
    hidden = page.locator(".ax-block-weights .ax-masked")
    cell(page, "scores", 1, 1).tap()
    expect(hidden).to_have_count(1)
    x, y = middle(cell(page, "scores", 0, 2))
    finger(x, y, 0, -100)
    expect(hidden).to_have_count(1)
    assert widget.is_visible()


def test_a_pen_paints_a_mask_across_cells_which_is_undone_at_once(page, tmp_path):
    open_explorer(page, tmp_path, LOOK)
    page.get_by_text("paint", exact=True).click()
    hidden = page.locator(".ax-block-weights .ax-masked")
    session = page.context.new_cdp_session(page)

    def stroke(*cells):
        places = [middle(cell(page, "scores", *at)) for at in cells]
        for event, (x, y) in zip(
            ["mousePressed", *["mouseMoved"] * (len(places) - 1), "mouseReleased"],
            [*places, places[-1]],
            strict=True,
        ):
            at = {"type": event, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            session.send("Input.dispatchMouseEvent", at | {"pointerType": "pen"})

    stroke((0, 0), (0, 3))  # a fast hand: the two between were not pointed at
    expect(hidden).to_have_count(4)
    stroke((0, 1), (0, 2), (1, 2))  # the first was hidden: shown again, and what was shown stays so
    expect(hidden).to_have_count(2)
    stroke((3, 3))
    expect(hidden).to_have_count(3)
    page.get_by_role("button", name="undo").click()
    page.get_by_role("button", name="undo").click()
    expect(hidden).to_have_count(4)
    cell(page, "weights", 0, 0).click()
    expect(hidden).to_have_count(3)


# Typing


def status(page):
    return page.locator(".ax-status")


def test_what_is_typed_is_judged_when_it_is_finished(page, tmp_path):
    open_explorer(page, tmp_path, LOOK)
    field, alarm = cell(page, "W_Q", 0, 0), status(page)
    field.fill("-2,")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert "“" not in alarm.inner_text()
    field.press("5")
    page.keyboard.press("Tab")
    expect(field).to_have_value("−2.50")
    for text, said in [
        ("1,000", "A comma may mean several things in “1,000”"),
        ("7x", "“7x” is not a number"),
        ("1e308", "too large to compute"),
    ]:
        field.click()
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
        page.keyboard.press("Tab")
        expect(alarm).to_contain_text(said)
        expect(field).to_have_value("−2.50")  # not the 7 on the way
        page.keyboard.press("ArrowRight")
        assert said not in alarm.inner_text()


# Numbers of any size


@pytest.mark.parametrize(("step", "size"), [("X", 5e-324), ("W_V", 1e300), ("W_Q", 1e150)])
def test_tiny_and_huge_numbers_are_shown_and_move_nothing(page, tmp_path, step, size):
    start = getattr(LOOK(), step)
    explorer = Explorer("first_look", selected=("output", 0, 0))
    widget = open_explorer(page, tmp_path, lambda: explorer)
    wide = widget.evaluate("one => one.scrollWidth"), widget.bounding_box()["height"]
    setattr(explorer, step, start * size)
    open_explorer(page, tmp_path, lambda: explorer)
    for name, i, j in [("Q", 2, 1), ("scores", 0, 1), ("weights", 2, 3), ("output", 0, 1), (step, 0, 0)]:
        cell(page, name, i, j).click()
        assert len(page.locator(".ax-formula").inner_text()) < 160
    assert "NaN" not in widget.evaluate("one => one.outerHTML")
    assert (widget.evaluate("one => one.scrollWidth"), widget.bounding_box()["height"]) == wide
    names = page.locator(".ax-plane .ax-value-name").evaluate_all("all => all.map(one => one.outerHTML)")
    assert len({name.split(">")[0] for name in names}) == 4  # each beside its own point


@pytest.mark.parametrize(
    ("code", "keep", "said"),
    [
        ("en", [[1, 0, 1, 1]] * 4, "small looks equally at small, chases and fish: 0.33 each."),
        ("zh", [[1, 1, 0, 0]] * 4, "“小”同样关注“小” 和 “猫”：各 0.50。"),
    ],
)
def test_equal_weights_are_said_to_be_equal(page, tmp_path, code, keep, said):
    open_explorer(page, tmp_path, LOOK, code, temperature=1e9, keep=keep)
    expect(status(page)).to_have_text(said)


def test_a_python_in_the_browser_tells_nothing_as_undefined(page, tmp_path, scripted):
    explorers = [Explorer("first_look", predict=("weights", 2)), VARIANTS["heads"]()]
    for explorer in explorers:
        path = tmp_path / "page.html"
        explorer.save_html(path)
        bare = """
            const bare = (one) => one === null ? undefined : one instanceof DataView ? one
              : Array.isArray(one) ? one.map(bare)
              : typeof one === "object" ? bareObject(one) : one;
            const bareObject = (one) =>
              Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, bare(inner)]));
            const traits = bare(traitsOf(state));
            const model = { get: (name) => traits[name], set() {}, save_changes() {}, on() {}, off() {} };
            ax.render({ model, el });"""
        page.goto(scripted(path, bare))
        expect(page.locator(".ax-block-X").first).to_be_visible()
        cell(page, "X", 0, 0).fill("3")
        cell(page, "X", 0, 0).press("ArrowUp")
        expect(cell(page, "X", 0, 0)).to_have_value("4")
        page.get_by_role("button", name="copy state").click()
        assert '"X":[[4' in page.locator("textarea").input_value()


# A Python that is too busy to answer: what it is sent is kept.
BUSY = """
    const listeners = [];
    const told = (window.told = []);
    const traits = traitsOf(state);
    const model = {
      get: (name) => traits[name],
      set: (name, value) => (traits[name] = value),
      save_changes: () => told.push({ ...traits.W_Q }),
      on: (event, listener) => listeners.push([event, listener]),
      off() {},
    };
    ax.render({ model, el });"""
# How often Python is told is chance; that it is told of each edit before the next one is made is not.
HOLDS = """row => {
    const numbers = ({ data }) => new Float64Array(data.buffer);
    const last = window.told.at(-1);
    return last && String(numbers(last).slice(0, 3)) === String(row);
}"""


def test_what_is_undone_before_python_has_answered_is_undone_there_too(page, tmp_path, scripted):
    path = tmp_path / "page.html"
    LOOK().save_html(path)
    page.goto(scripted(path, BUSY))
    edits = [
        (lambda: cell(page, "W_Q", 0, 0).fill("7"), [7, 0, 0]),
        (lambda: page.keyboard.press("ControlOrMeta+z"), [2, 0, 0]),
        (lambda: cell(page, "W_Q", 0, 1).fill("5"), [2, 5, 0]),
    ]
    for do, first_row in edits:
        do()
        page.wait_for_function(HOLDS, arg=first_row)
