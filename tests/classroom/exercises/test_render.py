"""The card in a notebook: the words of the plain text, and nothing that a learner wrote becomes HTML."""

import html
import re

import pytest

from attnlib.languages import LANGUAGES, use_language
from classroom import check
from classroom.exercises import render
from tests.helpers.checking import program, solution


@pytest.fixture
def cards(monkeypatch):
    """The cards that a notebook would get, as (html, plain)."""
    IPython = pytest.importorskip("IPython")
    shown = []

    def display(data, raw):
        shown.append((data["text/html"], data["text/plain"]))

    monkeypatch.setattr(render, "_in_a_notebook", lambda: True)
    monkeypatch.setattr(IPython.display, "display", display)
    return shown


def words_of(page):
    """The card's words as they are read, tags gone, and what is folded too."""
    page = re.sub(r"<details>.*?</details>", "", page, flags=re.S)
    lines = re.sub(r"<[^>]+>", "\n", page).splitlines()
    return [html.unescape(line).strip() for line in lines if line.strip()]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_card_says_the_same_words_as_plain_text(cards, code):
    use_language(code)
    starter, wrong = program("attention", "..."), program("attention", "return Q @ K.mT @ V")
    for f in starter, wrong, solution("attention"), 3, lambda Q, K, V: 1 / 0:
        check.attention(f, seed=2)
    check.hint("scale")
    check.solution("scale", confirm=True)
    check.progress()
    assert len(cards) == 8
    for page, plain in cards:
        lines = [part for line in plain.splitlines() for part in line.split(" | ")]  # cells of a table
        assert words_of(page) == [line.strip() for line in lines if line.strip()]
        assert ('lang="zh-CN"' in page) == (code == "zh")


def test_what_a_learner_wrote_never_becomes_html(cards):
    hostile = "<script>alert(1)</script>&amp;<img src=x onerror=alert(2)>"
    check.attention(program("attention", f"raise ValueError({hostile!r})"), seed=1)
    check.attention(program("attention", f"{'x' * 3} = {hostile!r}\nreturn xxx"), seed=1)
    check.attention(hostile, seed=1)
    check.hint(hostile)
    check.solution(hostile)
    use_language("zh")
    check.attention(program("attention", f"raise ValueError({hostile!r})"), seed=1)
    assert sum("alert(1)" in plain for _, plain in cards) == 5
    for page, _ in cards:
        assert "<script" not in page
        assert "<img" not in page
