"""A saved page in Firefox: typing, dragging, painting and pasting do what they do in Chromium."""

import time

import pytest

from attnlib.explorer import Explorer

STATUS = "document.querySelector('.ax-status').textContent"


@pytest.fixture
def saved(firefox, tmp_path):
    """The Firefox with a saved explorer in it; no error of the page is left at the end."""
    Explorer("first_look").save_html(tmp_path / "explorer.html")
    firefox.goto((tmp_path / "explorer.html").as_uri())
    firefox.errors.clear()
    yield firefox
    assert firefox.errors == []


def query(step, i, j):
    return f"document.querySelector('.ax-block-{step} [data-at=\"{i},{j}\"]')"


def value(page, step, i, j):
    text = page.evaluate(f"{query(step, i, j)}.value ?? {query(step, i, j)}.textContent")
    return float(text.replace("−", "-"))


def middle(page, step, i, j):
    x, y, width, height = page.evaluate(
        f"(() => {{ const one = {query(step, i, j)}; one.scrollIntoView({{ block: 'center' }});"
        "const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()"
    )
    return x + width / 2, y + height / 2


def test_edit(saved):
    saved.drag(middle(saved, "W_Q", 0, 0))
    saved.press("Control+a", *"-1,5")
    assert value(saved, "Q", 0, 0) == -1.5 * value(saved, "X", 0, 0) + 2 * value(saved, "X", 0, 4)
    saved.press("Enter", *"9x", "Enter")
    assert "“9x” is not a number" in saved.evaluate(STATUS)
    saved.press("Escape")
    assert value(saved, "W_Q", 1, 0) == 0


def test_a_number_is_dragged_again_and_again(saved):
    start = value(saved, "W_Q", 0, 0)
    for times in (1, 2, 3):
        x, y = middle(saved, "W_Q", 0, 0)
        saved.drag((x, y), (x + 8, y), (x + 32, y))
        assert value(saved, "W_Q", 0, 0) == pytest.approx(start + 0.5 * times)


def test_a_mask_is_painted(saved):
    saved.evaluate("document.querySelector('input[value=paint]').click()")
    saved.drag(middle(saved, "scores", 1, 0), middle(saved, "scores", 1, 2))
    assert saved.evaluate("document.querySelectorAll('.ax-block-weights .ax-masked').length") == 3


def copy_and_paste(page, is_there):
    """Copy what is in #from to a number of W_Q; again, if it does not come: a busy Firefox loses some."""
    once = "{ once: true, capture: true }"
    for _ in range(5):
        page.evaluate("document.getElementById('from').focus()")
        page.press("Control+a", "Control+c")
        page.drag(middle(page, "W_Q", 1, 1))
        page.evaluate(f"void (window.pasted = new Promise(done => addEventListener('paste', done, {once})))")
        page.press("Control+v")
        page.evaluate("window.pasted.then(() => new Promise(requestAnimationFrame))")
        deadline = time.monotonic() + 3
        while time.monotonic() < deadline:
            if is_there():
                return
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("0,5\\t0,25\\n1\\t−2", [[0.5, 0.25], [1, -2]]),
        ("array([[1.5, 2. ],\\n       [3., 4.]])", [[1.5, 2], [3, 4]]),
        ("tensor([[7., 8.]], dtype=torch.float64)", [[7, 8]]),
    ],
)
def test_paste(saved, text, block):
    saved.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea id=from></textarea>')")
    saved.evaluate(f"document.getElementById('from').value = '{text}'")

    def pasted():
        return [[value(saved, "W_Q", 1 + i, 1 + j) for j in range(2)] for i in range(len(block))]

    copy_and_paste(saved, lambda: pasted() == block)
    assert pasted() == block


def test_a_comma_that_may_mean_several_things_is_refused(saved):
    saved.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=from value=\"1,000 2,000\">')")
    refused = "A comma may mean several things"
    copy_and_paste(saved, lambda: refused in saved.evaluate(STATUS))
    assert refused in saved.evaluate(STATUS)
    assert value(saved, "W_Q", 1, 1) == 0
