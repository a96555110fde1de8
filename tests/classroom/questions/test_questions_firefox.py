"""Each kind of question on a saved page in Firefox: answered by keyboard and by mouse as in Chromium."""

import pytest

from classroom import ask

VERDICT = "document.querySelector('.aq-verdict').textContent"
UNCOVERED = "!document.querySelector('.aq-uncovered').hidden"
FOCUSED = "document.activeElement === document.querySelector('.aq-verdict')"


@pytest.fixture
def show(firefox, tmp_path):
    """show(id): that question in Firefox; no error of the page is left at the end."""

    def shown(id):
        ask(id).save_html(tmp_path / "question.html")
        firefox.goto((tmp_path / "question.html").as_uri())
        firefox.errors.clear()
        return firefox

    yield shown
    assert firefox.errors == []


def middle(page, query):
    """Where on the screen the middle of an element is."""
    code = f"""(() => {{
      const one = document.querySelector({query!r});
      one.scrollIntoView({{ block: "center" }});
      const {{ x, y, width, height }} = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }})()"""
    return tuple(page.evaluate(code))


def press_until_right(page, *keys):
    page.press(*keys)
    assert page.evaluate(VERDICT).startswith("✓")
    assert page.evaluate(UNCOVERED)
    assert page.evaluate(FOCUSED)


@pytest.mark.parametrize(
    ("id", "wrong", "right"), [("layers", "４９", "50"), ("weights_shape", "5x2", "5，5")]
)
def test_a_box(show, id, wrong, right):
    page = show(id)
    page.drag(middle(page, ".aq-box"))
    page.press(*wrong, "Enter")
    assert page.evaluate(VERDICT).startswith("✗ Not ")
    assert not page.evaluate(UNCOVERED)
    press_until_right(page, "Control+a", *right, "Enter")


def test_choices(show):
    page = show("what_moves")
    page.drag(middle(page, "label.aq-line"))
    page.drag(middle(page, ".aq-commit"))
    assert page.evaluate(VERDICT).startswith("✗ Not (a). ")
    press_until_right(page, "d", "Enter")
