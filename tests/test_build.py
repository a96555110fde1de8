"""The build of the lessons, on a small lesson made for it: what it writes, and what it records."""

import hashlib
import re

import nbformat
import pytest

from tests.helpers.small_lesson import LESSON, written
from tools import build
from tools.lesson_source import Cell, in_language, read_lesson
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


def test_a_built_lesson_has_no_problems(built, capsys):
    assert build.main(["--check"], built) == 0
    assert capsys.readouterr().err == ""


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


@pytest.mark.parametrize(
    ("below", "room"),
    [("More.", True), ("<details>", False), ("", False)],
    ids=["a text", "a fold", "nothing"],
)
def test_below_a_fold_there_is_room_for_a_text(below, room):
    fold = "<details><summary>A</summary>\n\nB\n\n</details>\n\n" + below
    shown = in_language(Cell("markdown", "a", fold, "en", "", {}), "en")
    assert (shown != fold, "</details>\n<p></p>\n\nMore." in shown) == (room, room)


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


def test_settings_of_whoever_builds_do_not_matter(tmp_path, monkeypatch):
    startup = tmp_path / "profile_default" / "startup" / "mine.py"
    startup.parent.mkdir(parents=True)
    startup.write_text("mine = 1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    code = 'import os\nprint("mine" in globals(), os.environ["MPLBACKEND"])'
    build.build(written(tmp_path, LESSON.replace('print(f"{len(x)} = 2")', code)))
    [out] = notebook(tmp_path, "en").cells[2].outputs
    assert out.text == "False module://matplotlib_inline.backend_inline\n"


FAILURES = {
    "print(1 / 0)": (
        "en/01_small, cell show:",
        "----> 2 print(1 / 0)",
        "ZeroDivisionError: division by zero",
    ),
    "import warnings\nwarnings.warn('old')": ("cell show: it writes to stderr:", "UserWarning: old"),
    "import os\nos._exit(1)": ("en/01_small, cell show: its Python ended.",),
}


@pytest.mark.parametrize("code", FAILURES)
def test_a_lesson_that_fails_is_named_and_leaves_the_old_notebooks(tmp_path, capsys, code):
    source = written(tmp_path, LESSON.replace('print(f"{len(x)} = 2")', code))
    old = [tmp_path / lang / "01_small.ipynb" for lang in ("en", "zh")]
    for path in old:
        path.parent.mkdir()
        path.write_text("old")
    assert build.main([], tmp_path) == 1
    said = capsys.readouterr().err
    assert [part for part in FAILURES[code] if part not in said] == []
    assert [path.read_text() for path in old] == ["old", "old"]
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {source, *old}


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
    for command in ([], ["--check"]):
        assert build.main(command, stamped) == 1
        said = capsys.readouterr().err
        assert f"01_small, cell title: the {edited} text was edited and the {other} was not." in said
        assert "python tasks.py agree 01 title" in said
    assert not (stamped / "en").exists()
    assert stamp_in(stamped) == before
    assert build.main(["agree", "01", "title"], stamped) == 0
    assert source_problems(lesson_of(stamped)) == []
    assert stamp_in(stamped) != before


def test_new_twins_and_twins_edited_on_both_sides_are_stamped_by_the_build(stamped, monkeypatch):
    monkeypatch.setattr(build, "execute_all", no_execution)
    edit(stamped, *EDITS.values(), ('id="end" lang="zh" agreed="', 'id="end" lang="zh" agreed="was-'))
    before = stamp_in(stamped)
    assert "texts not built yet (title, end)" in build.check(stamped / "src" / "01_small.py")[0]
    with pytest.raises(build.LessonError, match="execution count is None"):
        build.build(stamped / "src" / "01_small.py")
    assert stamp_in(stamped) != before
    assert "texts not built yet" not in build.check(stamped / "src" / "01_small.py")[0]


async def no_execution(*_):
    """In the place of what would take two seconds."""


def test_a_marker_that_cannot_be_stamped_is_named(tmp_path, capsys):
    source = written(tmp_path, LESSON.replace('id="title" lang="zh"', "lang='zh' id='title'"))
    before = source.read_bytes()
    assert build.main(["agree", "01", "title"], tmp_path) == 1
    form = '# %% [markdown] id="title" lang="zh"'
    assert (
        capsys.readouterr().err == f"01_small, cell title: it must begin with one line of this form: {form}\n"
    )
    assert source.read_bytes() == before


def test_lines_wrapped_anew_are_no_edit(stamped):
    edit(stamped, ("A vector $x$ and", "A vector $x$\n# and"))
    assert source_problems(lesson_of(stamped)) == []


def test_agree_and_build_name_what_there_is_not(stamped, capsys):
    assert build.main(["agree", "01", "titel"], stamped) == 1
    assert capsys.readouterr().err == "01_small: no text cell has the id titel.\n"
    for wrong, said in ((["07"], "no lesson 07 in src; there are: 01"), (["agree", "01"], "agree needs")):
        with pytest.raises(SystemExit):
            build.main(wrong, stamped)
        assert said in capsys.readouterr().err
