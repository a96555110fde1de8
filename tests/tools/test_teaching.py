"""The pages for lecturers: minutes and questions are those of the lessons, and what they link to is there."""

import re

import pytest

from tools import markdown, teaching
from tools.duration import minutes
from tools.lesson_source import LANGUAGES, NOTEBOOKS, read_lesson

DOCS = NOTEBOOKS.parent / "docs"


@pytest.fixture(scope="module")
def made():
    return {lang: teaching.tables(lang) for lang in LANGUAGES}


def test_the_pages_hold_what_the_lessons_say(made):
    for lang, tables in made.items():
        text = (DOCS / teaching.PAGES[lang]).read_text("utf-8")
        assert teaching.with_tables(text, tables) == text, "python -m tools.teaching writes it"


def test_each_lesson_is_there_with_its_minutes_and_all_of_them_are_added_up(made):
    sources = [read_lesson(path) for path in sorted((NOTEBOOKS / "src").glob("[0-9]*.py"))]
    rows = made["en"]["lessons"].splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows[:-1]] == [f"| {lesson.number}" for lesson in sources]
    for row, lesson in zip(rows, sources, strict=False):
        assert tuple(map(int, row.split(" | ")[2:4])) == minutes(lesson)
    both = [sum(column) for column in zip(*map(minutes, sources), strict=True)]
    assert rows[-1] == f"| | all | {both[0]} | {both[1]} | |"


def test_a_question_that_its_lesson_does_not_ask_is_refused(monkeypatch):
    monkeypatch.setitem(teaching.VOTES, "03", "rows_or_columns")
    with pytest.raises(SystemExit, match="lesson 03 does not ask rows_or_columns"):
        teaching.tables("en")


def test_a_page_without_its_marks_is_refused(made):
    with pytest.raises(SystemExit, match="<!-- lessons -->"):
        teaching.with_tables("# For lecturers", made["en"])


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_docs_lead_somewhere_and_commands_exist(path):
    from tasks import COMMANDS

    text = path.read_text("utf-8")
    assert [link for link in markdown.local_links(text) if not (DOCS / link.split("#")[0]).exists()] == []
    assert set(re.findall(r"`make (\w+)", text)) <= {command.__name__ for command in COMMANDS}
