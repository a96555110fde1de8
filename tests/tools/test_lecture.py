"""The lecturer's edition: notes and solutions folded, explorers large, links from where it lies; it runs."""

import nbformat
import pytest

from tests.helpers.small_lesson import EXERCISES, written
from tools.lecture import edition, large, main
from tools.lesson_source import read_lesson

LINKED = EXERCISES.replace(
    "[itself](01_small.ipynb)", "[itself](01_small.ipynb), [x](https://a.bc/01_small.ipynb)"
)
LINKED = LINKED.replace("[本课](01_small.ipynb)", "[本课](01_small.ipynb)，[x](https://a.bc/01_small.ipynb)")


@pytest.fixture
def lesson(tmp_path):
    return read_lesson(written(tmp_path, LINKED))


def cells(lesson, lang, folder):
    return {cell.id: cell for cell in edition(lesson, lang, folder).cells}


@pytest.mark.parametrize(
    ("lang", "summary", "text"),
    [("en", "For the lecturer", "For whoever teaches."), ("zh", "教师备注", "写给老师。")],
)
def test_notes_are_there_and_folded(lesson, tmp_path, lang, summary, text):
    note = cells(lesson, lang, tmp_path)["note"].source
    assert note == f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"


def test_each_solution_stands_folded_after_its_exercise(lesson, tmp_path):
    found = cells(lesson, "en", tmp_path)
    ids = list(found)
    for exercise, line in [
        ("exercise-mix", "    return weights @ V"),
        ("exercise-scale", "    return S / d_k**0.5"),
    ]:
        solved = found[f"{exercise}-solution"]
        assert ids[ids.index(exercise) + 1] == solved.id
        assert solved.metadata.jupyter.source_hidden
        assert line in solved.source.split("\n")
        assert "SOLUTION" not in solved.source
        assert "..." in found[exercise].source


def test_links_lead_to_the_lessons_from_the_lectures_folder(lesson, tmp_path):
    text = cells(lesson, "zh", tmp_path / "build" / "lecture")["title"].source
    assert "[本课](../../zh/01_small.ipynb)" in text
    assert "[x](https://a.bc/01_small.ipynb)" in text


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ('Explorer("first_look")', 'Explorer("first_look", large=True)'),
        ('x = "爱"; Explorer(x); y = 1', 'x = "爱"; Explorer(x, large=True); y = 1'),
        (
            "Explorer(f(Explorer(a)),\n  heads=2)",
            "Explorer(f(Explorer(a, large=True)),\n  heads=2, large=True)",
        ),
        ("Explorer(a, large=False)", "Explorer(a, large=False)"),
        ("explorer.trace", "explorer.trace"),
    ],
)
def test_every_explorer_is_large(code, result):
    assert large(code) == result


@pytest.mark.slow
def test_the_edition_shows_nothing_before_it_is_run(lesson, tmp_path, capsys):
    assert main(["1", "zh"], tmp_path, tmp_path / "lecture") == 0
    [path] = capsys.readouterr().out.split()
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert len(code) > 5
    assert not any(cell.outputs or cell.execution_count for cell in code)


@pytest.mark.slow
def test_an_edition_that_does_not_run_is_refused(tmp_path, capsys):
    written(tmp_path, LINKED.replace('print(f"{len(x)} = 2")', "print(y)"))
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 1
    assert "NameError" in capsys.readouterr().err
    assert not list((tmp_path / "lecture").glob("*.ipynb"))


@pytest.mark.slow
def test_without_pytorch_what_needs_it_is_not_run_and_stays(tmp_path, capsys, monkeypatch):
    source = LINKED.replace('id="show"', 'id="show" tags=["torch"]')
    written(tmp_path, source.replace("x = [", "x = unknown["))
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 1
    assert "NameError" in capsys.readouterr().err
    monkeypatch.setattr("tools.lecture.missing", lambda needs: needs)
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 0
    [path] = capsys.readouterr().out.split()
    assert "show" in [cell.id for cell in nbformat.read(path, as_version=4).cells]


def test_the_solution_of_an_exercise_in_pytorch_needs_pytorch_too(tmp_path):
    tags = 'tags=["exercise", "torch"]'
    source = LINKED.replace('id="exercise-mix" tags=["exercise"]', f'id="exercise-mix" {tags}')
    found = cells(read_lesson(written(tmp_path, source)), "en", tmp_path)
    assert found["exercise-mix-solution"].metadata.tags == ["torch"]
    assert found["exercise-scale-solution"].metadata.tags == []


def test_a_lesson_that_is_wrong_is_refused(tmp_path, capsys):
    written(tmp_path, LINKED.replace("一个向量 $x$", "一个向量"))
    assert main(["01", "en"], tmp_path, tmp_path / "lecture") == 1
    assert "the twins differ in their formulas" in capsys.readouterr().err
    assert not list((tmp_path / "lecture").glob("*.ipynb"))
