"""The build of the lessons, on a small lesson made for it: what it writes, and what it records."""

import hashlib
import re

import nbformat
import pytest
from nbformat.v4 import new_output

from tests.helpers.small_lesson import LESSON, line_with, written
from tools import build, check
from tools.lesson_source import read_lesson, title_of
from tools.source_checks import source_problems


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the small lesson, built."""
    folder = tmp_path_factory.mktemp("notebooks")
    written(folder)
    assert build.main(["1"], folder) == 0
    return folder


def notebook(folder, lang):
    return nbformat.read(folder / lang / "01_small.ipynb", as_version=4)


def lesson_of(folder):
    return read_lesson(folder / "src" / "01_small.py")


# What the build writes


def test_a_built_lesson_has_no_problems(built):
    assert check.problems_as_stored(lesson_of(built)) == []


def test_building_again_changes_no_byte(built):
    files = [path for path in built.rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    assert len(before) == 3
    assert build.main([], built) == 0
    assert {path: path.read_bytes() for path in built.rglob("*") if path.is_file()} == before
    assert all(content.endswith(b"}\n") for path, content in before.items() if path.suffix == ".ipynb")


def test_code_differs_between_the_languages_in_one_line(built):
    english, chinese = (
        "\n".join(cell.source for cell in notebook(built, lang).cells if cell.cell_type == "code").split("\n")
        for lang in ("en", "zh")
    )
    different = [(en, zh) for en, zh in zip(english, chinese, strict=True) if en != zh]
    assert different == [('use_language("en")', 'use_language("zh")')]


def test_each_language_has_its_texts_and_all_code_under_the_same_ids(built):
    ids = ["title", "setup", "show", "widget", "fails", "end"]  # not the lecturer's note
    for lang, title, end in (("en", "01 · Small", "## Recap"), ("zh", "01 · 小例子", "## 小结")):
        cells = notebook(built, lang).cells
        assert [cell.id for cell in cells] == ids
        assert cells[-1].source == end
        assert notebook(built, lang).metadata.title == title
        assert notebook(built, lang).metadata.kernelspec.name == "python3"
        assert "version" not in notebook(built, lang).metadata.language_info


def test_cells_keep_their_tags_and_nothing_else(built):
    metadata = {cell.id: dict(cell.metadata) for cell in notebook(built, "zh").cells if cell.metadata}
    assert metadata == {"fails": {"tags": ["raises-exception"]}}


def test_outputs_are_stored_and_counted(built):
    setup, show, widget, fails = (cell for cell in notebook(built, "zh").cells if cell.cell_type == "code")
    assert [cell.execution_count for cell in (setup, show, widget, fails)] == [1, 2, 3, 4]
    assert (setup.outputs[0].text, show.outputs[0].text) == ("zh\n", "2 = 2\n")


def test_of_a_widget_only_what_needs_no_kernel_is_stored(built):
    [out] = notebook(built, "en").cells[3].outputs
    assert out.data == {"text/plain": "T: 1"}


def test_of_an_expected_error_no_line_of_a_library_is_stored(built):
    [out] = notebook(built, "en").cells[4].outputs
    assert (out.ename, out.evalue) == ("StatisticsError", "mean requires at least one data point")
    assert "statistics.mean([])" in (shown := re.sub(r"\x1b\[[\d;]*m", "", "\n".join(out.traceback)))
    assert "statistics.py" not in shown


def test_a_lesson_that_fails_is_named_and_leaves_the_old_notebooks(tmp_path, capsys):
    source = written(tmp_path, LESSON.replace('print(f"{len(x)} = 2")', "print(1 / 0)"))
    old = [tmp_path / lang / "01_small.ipynb" for lang in ("en", "zh")]
    for path in old:
        path.parent.mkdir()
        path.write_text("old")
    assert build.main([], tmp_path) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{source}:{line_with('print(')}: cell show: in English, it raises:\n")
    assert "----> 2 print(1 / 0)" in said
    assert said.endswith("ZeroDivisionError: division by zero\n")
    assert [path.read_text() for path in old] == ["old", "old"]
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {source, *old}


def test_a_failed_build_changes_nothing_and_names_all_that_is_wrong(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(build, "execute", no_execution)  # so that no cell has shown anything
    notebooks, contents = tmp_path / "notebooks", tmp_path / "data" / "lessons.json"
    contents.parent.mkdir()
    written(notebooks)
    assert build.main(["agree", "01", "title", "note", "end"], notebooks) == 0
    edit(notebooks, *EDITS.values())  # these twins would be stamped anew
    written(notebooks, LESSON, "02_copied")
    contents.write_text("old", "utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert build.main([], notebooks) == 1
    said = capsys.readouterr().err
    assert "cell setup: in English, its execution count is None" in said
    assert '02_copied.py:1: the English title must begin with "# 02 · ", as the file is called, and' in said
    assert "02_copied.py:1: the Chinese title must" in said
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


# Stamps


def stamp_in(folder):
    return lesson_of(folder).twins[0][1].agreed


@pytest.fixture
def stamped(tmp_path):
    """A folder with the small lesson, its twins stamped."""
    written(tmp_path)
    assert build.main(["agree", "01", "title", "note", "end"], tmp_path) == 0
    return tmp_path


def edit(folder, *changes):
    source = folder / "src" / "01_small.py"
    text = source.read_bytes().decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    source.write_bytes(text.encode())


EDITS = {"English": ("A vector", "One vector"), "Chinese": ("一个向量", "向量")}


def test_a_stamp_is_made_of_both_texts_and_changes_nothing_else(stamped):
    texts = [" ".join(cell.text.split()) for cell in lesson_of(stamped).twins[0]]
    assert stamp_in(stamped) == "-".join(hashlib.sha256(text.encode()).hexdigest()[:8] for text in texts)
    text = (stamped / "src" / "01_small.py").read_bytes().decode()
    assert text.count("agreed=") == 3
    assert re.sub(r' agreed="[0-9a-f]{8}-[0-9a-f]{8}"', "", text) == LESSON


def test_windows_line_ends_and_other_metadata_survive_a_stamp(tmp_path):
    text = LESSON.replace('lang="zh" tags=', 'lang="zh"   agreed="" tags=').replace("\n", "\r\n")
    source = written(tmp_path, text)
    assert build.main(["agree", "01", "note"], tmp_path) == 0
    assert re.sub(r'agreed="[0-9a-f-]{17}"', 'agreed=""', source.read_bytes().decode()) == text


@pytest.mark.parametrize(("edited", "other"), [("English", "Chinese"), ("Chinese", "English")])
def test_one_side_edited_stops_the_build_until_it_is_confirmed(stamped, capsys, edited, other):
    edit(stamped, EDITS[edited])
    before = stamp_in(stamped)
    for command in (build, check):
        assert command.main([], stamped) == 1
        said = capsys.readouterr().err
        line = line_with(f'id="title" lang="{edited[:2].lower().replace("ch", "zh")}"')
        place = f"{stamped / 'src' / '01_small.py'}:{line}: cell title:"
        assert f"{place} the {edited} text was edited and the {other} was not." in said
        assert "python tasks.py agree 01 title" in said
        assert f"If you do not write {other}, mark it" in said
        assert "python tasks.py todo 01 title" in said
    assert not (stamped / "en").exists()
    assert stamp_in(stamped) == before
    assert build.main(["agree", "01", "title"], stamped) == 0
    assert source_problems(lesson_of(stamped)) == []
    assert stamp_in(stamped) != before


def test_new_twins_and_twins_edited_on_both_sides_are_stamped_by_the_build(stamped):
    edit(stamped, *EDITS.values(), ('id="end" lang="zh" agreed="', 'id="end" lang="zh" agreed="was-'))
    before = stamp_in(stamped)
    assert "texts not built yet (title, end)" in check.problems(stamped / "src" / "01_small.py")[0]
    build.build(stamped / "src" / "01_small.py")
    assert stamp_in(stamped) != before
    assert check.problems(stamped / "src" / "01_small.py") == []


def no_execution(*_):
    """In the place of what would take two seconds."""


def pretended(lesson, notebooks, folders):
    """In its place, too: each cell shows its number, or the error that its tag promises."""
    for book in notebooks.values():
        code = [cell for cell in book.cells if cell.cell_type == "code"]
        for number, cell in enumerate(code, start=1):
            fails = new_output("error", ename="E", evalue="e", traceback=[])
            shows = new_output("stream", text=f"{number}\n")
            cell.execution_count, cell.outputs = number, [fails if cell.metadata else shows]


def test_lines_wrapped_anew_are_no_edit(stamped):
    edit(stamped, ("A vector $x$ and", "A vector $x$\n# and"))
    assert source_problems(lesson_of(stamped)) == []


def test_agree_and_build_name_what_there_is_not(stamped, capsys):
    assert build.main(["agree", "01", "titel"], stamped) == 1
    source = stamped / "src" / "01_small.py"
    assert capsys.readouterr().err == f"{source}: no text cell has the id titel.\n"
    for wrong, said in (
        (["07"], "no lesson 07 in src; there are: 01"),
        (["agree", "01"], "agree needs"),
        (["todo"], "todo needs"),
    ):
        with pytest.raises(SystemExit):
            build.main(wrong, stamped)
        assert said in capsys.readouterr().err


# Texts in one language only

ENGLISH_ONLY = """\
# %% [markdown] lang="en"
# ## A new thought (1 min)
#
# It has no twin.
"""
ONE_MORE = LESSON.replace('# %% id="show"', f'{ENGLISH_ONLY}\n# %% id="show"')


def texts(folder, lang):
    """What each text cell of a built notebook says, by its id."""
    cells = read_lesson(folder / "src" / "01_small.py")
    return {cell.id: cell.source for cell in build.notebook_of(cells, lang).cells}


def test_a_text_in_one_language_is_marked_in_one_step_and_shown_in_both(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(build, "execute", pretended)
    source = written(tmp_path, ONE_MORE)
    assert build.main([], tmp_path) == 1
    at = f"{source}:{line_with(ENGLISH_ONLY[:20], ONE_MORE)}: cell a-new-thought:"
    assert capsys.readouterr().err == (
        f"{at} the English text is not followed by its Chinese twin. If you do not write Chinese, "
        "mark it as not translated yet: python tasks.py todo 01 a-new-thought\n"
    )
    assert build.main(["todo", "01", "a-new-thought"], tmp_path) == 0
    listed = f"{at} not translated yet: the Chinese edition shows the English text.\n"
    assert capsys.readouterr().out == listed
    assert '# %% [markdown] id="a-new-thought" lang="en" todo="zh"\n' in source.read_text("utf-8")
    assert build.main([], tmp_path) == 0
    assert capsys.readouterr().out == f"01_small\n{listed}"
    heading, words = "## A new thought (1\u00a0min)", "It has no twin."
    assert texts(tmp_path, "en")["a-new-thought"] == f"{heading}\n\n{words}"
    assert texts(tmp_path, "zh")["a-new-thought"] == f"{heading}\n\n*（尚未翻译）*\n\n{words}"

    # It is no mistake, but before a release it has to be translated.
    monkeypatch.setattr(check, "nbval", lambda paths: 0)  # its outputs are made up
    assert check.main(["01"], tmp_path) == 0
    assert capsys.readouterr().out == f"01_small: as its source says\n{listed}"
    assert check.main([], tmp_path) == 1
    assert capsys.readouterr().err == listed

    # A translation ends it, and nobody has to take the mark away.
    twin = '\n# %% [markdown] id="a-new-thought" lang="zh"\n# ## 新的想法（1 分钟）\n#\n# 现在有了。\n'
    text = source.read_text("utf-8").replace("# It has no twin.\n", f"# It has no twin.\n{twin}")
    source.write_text(text, "utf-8")
    assert build.main([], tmp_path) == 0
    assert capsys.readouterr().out == "01_small\n"
    assert "todo" not in source.read_text("utf-8")
    assert texts(tmp_path, "zh")["a-new-thought"] == "## 新的想法（1 分钟）\n\n现在有了。"


@pytest.mark.parametrize(("edited", "lang", "other"), [("English", "en", "zh"), ("Chinese", "zh", "en")])
def test_an_edit_in_one_language_can_be_left_to_a_translator(stamped, edited, lang, other):
    edit(stamped, EDITS[edited])
    assert build.main(["todo", "01"], stamped) == 0
    lesson = lesson_of(stamped)
    assert [(cell.lang, cell.todo) for cell in lesson.texts if cell.todo] == [(lang, other)]
    assert source_problems(lesson) == []
    shown = {
        "zh": "# 01 · Small\n\n*（尚未翻译）*\n\nOne",
        "en": "# 01 · 小例子\n\n*(not translated yet)*\n\n向",
    }
    assert texts(stamped, other)["title"].startswith(shown[other])
    assert title_of(lesson, other) == title_of(lesson, lang)
    edit(stamped, EDITS["Chinese" if edited == "English" else "English"])
    assert len(build.twins_to_stamp(lesson_of(stamped))) == 1


def test_agree_takes_the_mark_away(stamped):
    edit(stamped, EDITS["English"])
    assert build.main(["todo", "01", "title"], stamped) == 0
    assert build.main(["agree", "01", "title"], stamped) == 0
    assert [cell.id for cell in lesson_of(stamped).texts if cell.todo] == []
    assert source_problems(lesson_of(stamped)) == []


def test_a_mark_for_what_was_not_edited_is_refused(stamped, capsys):
    for id, said in (("title", "title was not edited in one language only"), ("titel", "has the id titel")):
        assert build.main(["todo", "01", id], stamped) == 1
        assert said in capsys.readouterr().err


# Ids


def test_the_build_writes_ids_that_are_missing_and_they_stay(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(build, "execute", no_execution)
    without = re.sub(r' id="(title|show|end)"', "", LESSON)
    source = written(tmp_path, without + "\n# %%\nx = 1\n\n# %%\nx = 1\n")
    assert "it has no id yet, which the build writes." in check.problems(source)[0]
    with pytest.raises(build.LessonError, match="execution count is None"):
        build.build(source)
    ids = ["small", "small", "setup", "x-print-f-len", "note", "note", "widget", "fails", "recap", "recap"]
    assert [cell.id for cell in lesson_of(tmp_path).cells] == [*ids, "x", "x-2"]
    text = source.read_text("utf-8")
    assert '# %% [markdown] id="small" lang="zh"\n' in text  # no stamp, since the build failed
    assert re.sub(r' (id="(small|x|x-2|x-print-f-len|recap)"|agreed="[^"]*")', "", text) == re.sub(
        r' id="(title|show|end)"', "", without + "\n# %%\nx = 1\n\n# %%\nx = 1\n"
    )
