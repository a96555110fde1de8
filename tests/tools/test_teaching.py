"""The pages for lecturers: minutes and questions are those of the lessons, and what they link to is there."""

import re

import pytest

from classroom.questions import question_text
from tools import markdown, teaching
from tools.lesson_source import LANGUAGES, NOTEBOOKS

DOCS = NOTEBOOKS.parent / "docs"


@pytest.fixture(scope="module")
def made():
    return {lang: teaching.tables(lang) for lang in LANGUAGES}


def test_the_pages_hold_what_the_lessons_say(made):
    for lang, tables in made.items():
        text = (DOCS / teaching.PAGES[lang]).read_text("utf-8")
        assert teaching.with_tables(text, tables) == text, "python -m tools.teaching writes it"


def test_a_question_that_its_lesson_does_not_ask_is_refused(monkeypatch):
    monkeypatch.setattr(teaching, "standing_for", lambda name: {"vote": "rows_or_columns"})
    with pytest.raises(SystemExit, match="lesson 00 does not ask rows_or_columns"):
        teaching.tables("en")


def test_a_lesson_that_nobody_has_listed_is_represented_by_its_first_question(monkeypatch, made):
    monkeypatch.setattr(teaching, "standing_for", lambda name: {})
    table = teaching.tables("en")["lessons"]
    first = teaching.contents(NOTEBOOKS)["03"]["questions"][0]
    assert question_text(first).splitlines()[0][:30] in table.splitlines()[5]


def test_a_page_without_its_marks_is_refused(made):
    with pytest.raises(SystemExit, match="<!-- lessons -->"):
        teaching.with_tables("# For lecturers", made["en"])


def test_links_of_the_docs_lead_somewhere_and_commands_exist():
    from tasks import COMMANDS

    for path in DOCS.glob("*.md"):
        text = path.read_text("utf-8")
        links = [link.split("#")[0] for link in markdown.local_links(text)]
        assert [link for link in links if not (DOCS / link).exists()] == [], path
        assert set(re.findall(r"`make (\w+)", text)) <= {command.__name__ for command in COMMANDS}, path
