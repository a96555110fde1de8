"""What a reader does to an explorer, and what must then be true: one list for every browser.

An action is given a page with a fresh puzzle in it, PUZZLE, and does what it does by mouse and keys alone. A
page of any browser has goto(url), evaluate(code), press(*keys), drag(*places) and errors; see firefox.py.
"""

import time

from classroom.explorer import Explorer

STATUS_LINE = "document.querySelector('.ax-status')"
STATUS = f"{STATUS_LINE}.textContent"
FORMULA = "document.querySelector('.ax-formula').textContent"
UNDO = "document.querySelector('.ax-controls button').ariaDisabled"


def puzzle():
    """The explorer of all these pages."""
    goal, solution = ("weights", 3, 2, ">", 0.9), {"W_Q": [(5, 2, 9)]}
    return Explorer("first_look", goal=goal, hints=["First.", "Second."], solution=solution)


class ChromiumPage:
    """A page of Playwright, used as those of the other browsers are."""

    def __init__(self, page, errors):
        self._page, self.errors = page, errors
        self.goto, self.evaluate = page.goto, page.evaluate

    def press(self, *keys):
        for key in keys:
            self._page.keyboard.press(key)

    def drag(self, *places):
        mouse = self._page.mouse
        mouse.move(*places[0])
        mouse.down()
        for place in places[1:]:
            mouse.move(*place)
        mouse.up()


def show(page, address):
    """Open a page, and wait until its explorer can be used: a browser may say before that all is loaded."""
    page.goto(address)
    assert until(page, f"{STATUS_LINE} !== null && {entry('W_Q', 0, 0)} !== null")


def entry(step, i, j):
    """What finds the td or the input of an entry."""
    return f"document.querySelector('.ax-block-{step} [data-at=\"{i},{j}\"]')"


def value(page, step, i, j):
    text = page.evaluate(f"{entry(step, i, j)}.value ?? {entry(step, i, j)}.textContent")
    return float(text.replace("−", "-"))


def row(page, step, i, *columns):
    return [value(page, step, i, j) for j in columns]


def middle(page, found):
    """The middle of what a JavaScript expression finds, once it is in sight and stands still."""
    # On a busy machine what was just opened may still move, and a click would miss it.
    x, y, width, height = page.evaluate(
        f"(async () => {{ const one = {found}; one.scrollIntoView({{ block: 'center' }});"
        "const place = () => { const box = one.getBoundingClientRect();"
        " return [box.x, box.y, box.width, box.height]; };"
        "const pause = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));"
        "for (let k = 0; k < 50; k++) { const before = `${place()}`; await pause();"
        " if (before === `${place()}`) break; } return place(); })()"
    )
    return x + width / 2, y + height / 2


def click(page, found):
    page.drag(middle(page, found))


def button(name):
    all_buttons = "[...document.querySelectorAll('.ax button')]"
    return f"{all_buttons}.find((one) => (one.ariaLabel ?? one.textContent) === '{name}')"


def write(page, step, i, j, text):
    click(page, entry(step, i, j))
    page.press("Control+a", *text)


def until(page, code):
    """Return once the browser says that it is so; no later than after fifteen seconds."""
    deadline = time.monotonic() + 15  # two test runs at once on a small machine are slow
    while not (said := page.evaluate(code)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return said


# The list


def a_number_is_typed_and_all_that_follows_moves(page):
    before = value(page, "weights", 0, 1)
    write(page, "W_Q", 0, 0, "-1.5")
    assert value(page, "Q", 0, 0) == -1.5 * value(page, "X", 0, 0) + 2 * value(page, "X", 0, 4)
    assert value(page, "weights", 0, 1) != before
    assert "Changed by the last edit" in page.evaluate(STATUS)


def a_comma_stands_before_decimals(page):
    write(page, "W_Q", 0, 0, "-2,5")
    assert value(page, "Q", 0, 0) == -2.5
    page.press("Enter")
    assert page.evaluate(f"{entry('W_Q', 0, 0)}.value") == "−2.50"
    assert page.evaluate(f"document.activeElement === {entry('W_Q', 1, 0)}")


def what_is_no_number_is_refused_and_said(page):
    write(page, "W_Q", 1, 0, "9x")
    page.press("Enter")
    assert "“9x” is not a number" in page.evaluate(STATUS)
    page.press("Escape")
    assert value(page, "W_Q", 1, 0) == 0


def escape_takes_back_what_is_being_typed(page):
    write(page, "W_Q", 0, 0, "53")
    assert value(page, "Q", 0, 0) == 53
    page.press("Escape")
    assert value(page, "W_Q", 0, 0) == value(page, "Q", 0, 0) == 2
    assert page.evaluate(UNDO) == "true"


def arrow_keys_change_a_number_and_go_to_the_next(page):
    click(page, entry("W_Q", 0, 0))
    page.press("ArrowUp", "ArrowUp", "Shift+ArrowDown")
    assert value(page, "W_Q", 0, 0) == 3.9
    page.press("ArrowRight", "ArrowDown")
    assert row(page, "W_Q", 0, 0, 1, 2) == [3.9, -1, 0]
    click(page, entry("scores", 0, 0))
    page.press("ArrowDown", "ArrowRight")
    assert page.evaluate(f"{entry('scores', 1, 1)}.ariaSelected") == "true"
    assert page.evaluate("document.querySelector('.ax-formula').textContent").startswith("scores[cat, cat]")


def a_number_is_dragged_again_and_again(page):
    start = value(page, "W_Q", 0, 0)
    for times in (1, 2, 3):
        x, y = middle(page, entry("W_Q", 0, 0))
        page.drag((x, y), (x + 8, y), (x + 32, y))
        assert value(page, "W_Q", 0, 0) == round(start + 0.5 * times, 1)


def a_mask_is_painted_and_undone(page):
    hidden = "document.querySelectorAll('.ax-block-weights .ax-masked').length"
    page.evaluate("document.querySelector('input[value=paint]').click()")
    middle(
        page, entry("scores", 1, 0)
    )  # what opens beside the mask may move it: only then do the places hold
    page.drag(*(middle(page, entry("scores", 1, j)) for j in range(3)))
    assert until(page, f"{hidden} === 3")
    page.press("Control+z")
    assert until(page, f"{hidden} === 0")


def a_word_that_is_clicked_is_in_focus(page):
    click(page, "document.querySelectorAll('.ax-words-of-rows .ax-word')[1]")
    assert page.evaluate(STATUS).startswith("cat looks most at chases")
    receding = "[...document.querySelectorAll('.ax-block-weights tr')].map((one) => one.className)"
    assert page.evaluate(receding) == ["", "ax-away", "ax-here", "ax-away", "ax-away"]


def a_number_is_played_to_its_end(page):
    click(page, entry("scores", 2, 1))
    click(page, button("next step"))
    assert page.evaluate(FORMULA) == "scores[chases, cat] = 0·2 + …"
    assert page.evaluate("document.querySelectorAll('[data-played]').length") == 2
    page.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert page.evaluate(FORMULA) == "scores[chases, cat] = 0·2 + 2·0 + (−1)·0 = 0"
    page.press("Escape")
    click(page, entry("weights", 2, 1))
    page.press("Enter")  # and it goes on by itself
    assert until(page, "document.querySelector('.ax-count').textContent === '2 / 5'")
    click(page, button("stop"))
    assert page.evaluate("document.querySelector('.ax-count').textContent") == ""


def a_value_is_dragged_in_the_plane(page):
    x, y = middle(page, "document.querySelector('[data-handle=\"1\"]')")
    page.drag((x, y), (x + 8, y), (x + 40, y))
    assert value(page, "V", 1, 0) > -1
    click(page, button("undo"))
    assert value(page, "V", 1, 0) == -1


def a_puzzle_gets_a_hint_and_a_solution(page):
    state, said = (
        f"document.querySelector('.ax-goal {one}').textContent" for one in ("[role=status]", ".ax-goal-said")
    )
    click(page, button("hint"))
    assert page.evaluate(said) == "Hint 1 of 2: First."
    click(page, button("hint"))
    assert page.evaluate(said) == "Hint 2 of 2: Second."
    click(page, button("show a solution"))
    assert page.evaluate(state) == "✓ Solved"
    assert value(page, "weights", 3, 2) > 0.9
    click(page, button("undo"))
    assert page.evaluate(state) == "not yet"
    assert page.evaluate(UNDO) == "true"


def what_was_done_is_undone_and_redone(page):
    write(page, "W_Q", 0, 0, "7")
    click(page, button("undo"))
    assert value(page, "W_Q", 0, 0) == value(page, "Q", 0, 0) == 2
    click(page, button("redo"))
    assert value(page, "W_Q", 0, 0) == 7
    click(page, entry("scores", 0, 0))
    page.press("Control+z")
    assert value(page, "W_Q", 0, 0) == 2
    assert page.evaluate(UNDO) == "true"
    page.press("Control+y")
    assert value(page, "W_Q", 0, 0) == 7


def a_line_brings_all_back(page):
    write(page, "W_Q", 0, 0, "7")
    click(page, button("copy state"))
    line = page.evaluate("document.querySelector('.ax-copy textarea').value")
    W_Q = "[[7,0,0],[0,0,1],[0,2,-1],[-1,0,2],[2,-1,0],[0,0,-1]]"
    assert line == f'{{"example":"first_look","W_Q":{W_Q},"selected":["W_Q",0,0]}}'
    click(page, button("reset"))
    assert value(page, "W_Q", 0, 0) == 2
    click(page, button("load"))
    assert value(page, "W_Q", 0, 0) == value(page, "Q", 0, 0) == 7


def the_address_brings_all_back(page):
    write(page, "W_Q", 0, 0, "7")
    click(page, "document.querySelectorAll('.ax-words-of-rows .ax-word')[1]")
    assert until(page, "location.hash.includes('7') && location.hash.includes('%22focus%22:1')")
    path, found = page.evaluate("[location.pathname, location.hash]")
    assert path.endswith("explorer.html")
    show(page, f"file://{path}?again{found}")
    assert value(page, "W_Q", 0, 0) == value(page, "Q", 0, 0) == 7
    assert page.evaluate(STATUS) == "cat looks most at chases: 0.96."
    assert page.evaluate(UNDO) == "true"
    page.evaluate("void (location.hash = '#{\"W_Q\":[1]}')")
    assert until(page, f"{STATUS}.startsWith('What stands behind #')")
    assert value(page, "W_Q", 0, 0) == 7


def a_block_is_pasted(page):
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea id=from></textarea>')")
    page.evaluate("void (document.getElementById('from').value = '0,5\\t0,25\\n1\\t−2')")
    is_there = f"{entry('W_Q', 2, 2)}.value === '−2'"
    once = "{ once: true, capture: true }"
    for _ in range(5):  # a busy Firefox loses some
        page.evaluate("document.getElementById('from').focus()")
        page.press("Control+a", "Control+c")
        click(page, entry("W_Q", 1, 1))
        page.evaluate(f"void (window.pasted = new Promise(done => addEventListener('paste', done, {once})))")
        page.press("Control+v")
        page.evaluate("Promise.race([window.pasted, new Promise((done) => setTimeout(done, 2000))])")
        if page.evaluate(is_there):
            break
    assert [row(page, "W_Q", i, 1, 2) for i in (1, 2)] == [[0.5, 0.25], [1, -2]]


ACTIONS = {
    action.__name__.replace("_", " "): action
    for action in (
        a_number_is_typed_and_all_that_follows_moves,
        a_comma_stands_before_decimals,
        what_is_no_number_is_refused_and_said,
        escape_takes_back_what_is_being_typed,
        arrow_keys_change_a_number_and_go_to_the_next,
        a_number_is_dragged_again_and_again,
        a_mask_is_painted_and_undone,
        a_word_that_is_clicked_is_in_focus,
        a_number_is_played_to_its_end,
        a_value_is_dragged_in_the_plane,
        a_puzzle_gets_a_hint_and_a_solution,
        what_was_done_is_undone_and_redone,
        a_line_brings_all_back,
        the_address_brings_all_back,
        a_block_is_pasted,
    )
}
