"""A lesson's source: what a cell becomes, the ids and the stamps that are written into it."""

import pytest

from tests.helpers.small_lesson import LESSON, written
from tools.lesson_source import FOLDED, Cell, in_language, notebook_of, read_lesson, stamp, with_ids


@pytest.mark.parametrize(
    ("below", "room"),
    [("More.", True), ("<details>", False), ("", False)],
    ids=["a text", "a fold", "nothing"],
)
def test_below_a_fold_there_is_room_for_a_text(below, room):
    fold = "<details><summary>A</summary>\n\nB\n\n</details>\n\n" + below
    shown = in_language(Cell("markdown", "a", fold, lang="en"), "en")
    assert (shown != fold, "</details>\n<p></p>\n\nMore." in shown) == (room, room)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("heading", "is_folded"), [("For the curious", True), ("Then", False)])
def test_a_section_for_later_opens_folded(tmp_path, lang, heading, is_folded):
    said = {"en": heading, "zh": "想多了解一点" if is_folded else "然后"}
    twins = "".join(f'\n# %% [markdown] id="more" lang="{one}"\n# ## {said[one]}\n' for one in said)
    cells = notebook_of(read_lesson(written(tmp_path, LESSON + twins)), lang).cells
    assert [cell.id for cell in cells if FOLDED in cell.metadata] == ["more"] * is_folded


@pytest.mark.parametrize("marker", ["lang='zh' id='title'", 'lang="zh"  agreed=""  id="title"'])
def test_a_stamp_can_be_written_however_the_line_is_written(tmp_path, marker):
    lesson = read_lesson(written(tmp_path, LESSON.replace('id="title" lang="zh"', marker)))
    assert len(stamp(lesson, lesson.twins[:1]).twins[0][1].agreed) == 17


def test_a_chinese_text_without_a_word_in_latin_letters_gets_an_id_too(tmp_path):
    source = written(tmp_path, LESSON + '\n# %% [markdown] lang="zh" todo="en"\n# 只有中文。\n')
    assert with_ids(read_lesson(source)).cells[-1].id == "end-2"
