"""The pages for lecturers: minutes and questions are those of the lessons, and what they link to is there."""

import re

import pytest

from classroom.questions import question_text
from tools import markdown, teaching
from tools.duration import minutes
from tools.lesson_source import LANGUAGES, NOTEBOOKS, read_lesson

DOCS = NOTEBOOKS.parent / "docs"


@pytest.fixture(scope="module")
def made():
    return {lang: teaching.tables(lang) for lang in LANGUAGES}


def test_the_pages_hold_what_the_lessons_say():
    wrong = [path.name for path, text in teaching.pages().items() if path.read_text("utf-8") != text]
    assert wrong == [], "python -m tools.teaching writes them"


def test_a_page_has_every_lesson_its_title_and_its_hook(made):
    for lang, pages in made.items():
        names = [path.stem for path in sorted((NOTEBOOKS / "src").glob("[0-9]*.py"))]
        for page in pages.values():
            linked = re.findall(rf"notebooks/{lang}/(\d\d_\w+)\.ipynb", page["lessons"])
            assert linked == names
    row = "| 03 | [Scores](../notebooks/en/03_scores.ipynb): why divide by a square root? | 40 |"
    assert row in made["en"]["docs/lessons.md"]["lessons"]
    assert "[03 注意力分数](notebooks/zh/03_scores.ipynb) ·\n" in made["zh"]["README.zh-CN.md"]["lessons"]


def test_the_hours_of_the_readmes_are_those_of_all_lessons():
    """In words: update both READMEs when lessons come or go."""
    lessons = [minutes(read_lesson(path)) for path in (NOTEBOOKS / "src").glob("[0-9]*.py")]
    hours = [round(sum(some) / 60) for some in zip(*lessons, strict=True)]
    assert (len(lessons), hours) == (15, [11, 4])
    english, chinese = (
        (NOTEBOOKS.parent / name).read_text("utf-8") for name in ("README.md", "README.zh-CN.md")
    )
    assert "Fifteen lessons take about eleven\nhours**, and four more" in english
    assert "**十五课约十一小时**，加上练习再要四小时" in chinese


def test_links_of_a_readme_are_absolute_once_the_address_is_known(monkeypatch):
    monkeypatch.setattr(teaching, "address_and_version", lambda _: ("https://github.com/a/b", "1.2"))
    pages = {path.name: text for path, text in teaching.pages().items()}
    assert "[03 Scores](https://github.com/a/b/blob/v1.2/notebooks/en/03_scores.ipynb)" in pages["README.md"]
    assert "[Scores](../notebooks/en/03_scores.ipynb)" in pages["lessons.md"]


def test_a_question_that_its_lesson_does_not_ask_is_refused(monkeypatch):
    monkeypatch.setattr(teaching, "standing_for", lambda name: {"vote": "rows_or_columns"})
    with pytest.raises(SystemExit, match="lesson 00 does not ask rows_or_columns"):
        teaching.tables("en")


def test_a_lesson_that_nobody_has_listed_is_represented_by_its_first_question(monkeypatch):
    monkeypatch.setattr(teaching, "standing_for", lambda name: {})
    table = teaching.tables("en")["docs/teaching.md"]["lessons"]
    first = teaching.contents(NOTEBOOKS)["03"]["questions"][0]
    assert question_text(first).splitlines()[0][:30] in table.splitlines()[5]


def test_a_page_without_its_marks_is_refused(made):
    with pytest.raises(SystemExit, match="<!-- lessons -->"):
        teaching.with_tables("# For lecturers", made["en"]["docs/teaching.md"])


def test_links_of_the_docs_lead_somewhere_and_commands_exist():
    from tasks import COMMANDS

    for path in DOCS.glob("*.md"):
        text = path.read_text("utf-8")
        links = [link.split("#")[0] for link in markdown.local_links(text)]
        assert [link for link in links if not (DOCS / link).exists()] == [], path
        assert set(re.findall(r"`make (\w+)", text)) <= {command.__name__ for command in COMMANDS}, path
