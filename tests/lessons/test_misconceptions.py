"""The lecturers' list of misconceptions names cells that are there, in their sections, in both languages."""

import re

import pytest

from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson

DOCS = NOTEBOOKS.parent / "docs"
LISTS = {"en": DOCS / "misconceptions.md", "zh": DOCS / "misconceptions.zh-CN.md"}
CELL = re.compile(
    r"(\d\d)(?:, section (\d+)|，第 (\d+) 节|, for the curious|，想多了解一点)[:：] ?`([\w-]+)`"
)


def rows(lang):
    """Of each misconception the cells that it is met in, as (lesson, section or "", id)."""
    lines = re.findall(r"^\| \d+ \|.*\|(.*)\|$", LISTS[lang].read_text("utf-8"), re.MULTILINE)
    return [[(no, one or other, id) for no, one, other, id in CELL.findall(line)] for line in lines]


def sections(no):
    """The section of each program of a lesson by its id, "" for the curious."""
    found, section = {}, ""
    for cell in read_lesson(next((NOTEBOOKS / "src").glob(f"{no}_*.py"))).cells:
        if cell.lang == "en":
            for title in re.findall(r"^## (\d+)? ?·? ?", cell.text, re.MULTILINE):
                section = title
        elif cell.kind == "code":
            found[cell.id] = section
    return found


def test_both_lists_have_all_28_each_with_a_cell():
    assert rows("en") == rows("zh")
    assert len(rows("en")) == 28
    assert all(rows("en"))


@pytest.mark.parametrize("no", sorted({no for row in rows("en") for no, *_ in row}))
def test_each_cell_stands_in_the_section_that_is_named(no):
    named = {id: section for row in rows("en") for lesson, section, id in row if lesson == no}
    there = sections(no)
    assert named == {id: there.get(id) for id in named}
