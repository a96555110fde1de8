"""The card in a notebook: the words of the plain text, and nothing that a learner wrote becomes HTML."""

import html
import re

import pytest

from attnlib.languages import LANGUAGES, use_language
from classroom import check
from classroom.exercises import render
from classroom.exercises.catalog import EXERCISES
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
    """The card's words as they are read, tags gone, and what is folded too; code is between backticks."""
    page = re.sub(r"<details>.*</details>", "", page, flags=re.S)
    page = re.sub("</?code>", "`", page)
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


HINTS = ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3"]


def test_hints_are_folded_each_in_the_one_before_and_none_is_said_openly(cards):
    for f in program("scores", "..."), program("scores", "return Q @ Q.mT"), solution("scores"):
        check.scores(f, seed=2)
    hints = [hint for hint, _ in EXERCISES["scores"].hints]
    for page, plain in cards[:2]:
        folds = page[page.index("<details><summary") :].split("<details>")[-3:]
        for fold, title, hint in zip(folds, HINTS, hints, strict=True):
            assert title in fold
            assert html.escape(hint) in fold
        assert page.count("</details></details></details>") == 1
        assert not any(hint in plain for hint in hints)
        assert not any(html.escape(hint) in page.partition("<details>")[0] for hint in hints)
        assert "<code>check.solution(&quot;scores&quot;)</code>" in folds[-1]
    assert "<details>" not in cards[2][0]


def test_what_stands_between_backticks_is_code_and_no_more(cards):
    check.scores(program("scores", "a = chr(96)\nraise ValueError(a + '<b>' + a + ' and ' + a)"), seed=2)
    check.scores(program("scores", "Q @ K.mT"), seed=2)
    assert "<code>&lt;b&gt;</code> and `" in cards[0][0]
    assert "Did you forget <code>return</code>?" in cards[1][0]


def test_a_card_takes_text_colour_and_size_from_its_page(cards):
    check.mix(program("mix", "return 3 * weights @ V"), seed=2)  # with a case
    check.solution("scale", confirm=True)
    check.progress()
    for page, _ in cards:
        style = " ".join(re.findall(r'style="([^"]*)"', page))
        assert not re.search(r"(?<![\w-])color:(?!inherit)|font-size:\d+px|font:", style)
        assert set(re.findall(r"background:(\w+)", style)) <= {"rgba", "none"}


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
