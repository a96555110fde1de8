"""A lesson as an assignment for nbgrader, without nbgrader: the cells, what they do, and what is refused.

tools/try_nbgrader.py makes the students' notebook and grades it with nbgrader itself.
"""

import copy
import os
import re

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient

from tests.helpers.small_lesson import EXERCISES, written
from tools import assignment
from tools.exercises import cut
from tools.lesson_source import LessonError, read_lesson

ANSWERS = ["exercise-mix", "exercise-scale", "exercise-module"]


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """The small lesson with exercises, read."""
    return read_lesson(written(tmp_path_factory.mktemp("notebooks"), EXERCISES))


def by_id(notebook):
    return {cell.id: cell for cell in notebook.cells}


def executed(notebook, grading):
    """For each code cell what it printed and showed as text, and the name of the exception that it raised."""
    client = NotebookClient(copy.deepcopy(notebook), kernel_name="python3", timeout=60, allow_errors=True)
    client.create_kernel_manager().kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    environment = {name: value for name, value in os.environ.items() if name != "ATTNLIB_STRICT"}
    client.execute(env=environment | ({"NBGRADER_EXECUTION": "autograde"} if grading else {}))
    return {
        cell.id: (
            "\n".join(
                out.get("text", "") or out.get("data", {}).get("text/plain", "") for out in cell.outputs
            ),
            [out.ename for out in cell.outputs if out.output_type == "error"],
        )
        for cell in client.nb.cells
        if cell.cell_type == "code"
    }


def handed_in(lesson, lang, answers):
    """The notebook with a student's answers, stubs where there is none; locked cells as in the source."""
    notebook = assignment.solution_notebook(lesson, lang)
    for cell in notebook.cells:
        if cell.id in ANSWERS:
            cell.source = answers.get(cell.id, cut(cell.source))
    return notebook


def graded(lesson, answers):
    """The errors of each cell when a student's answers are graded."""
    said = executed(handed_in(lesson, "en", answers), grading=True)
    return {id: errors for id, (_, errors) in said.items()}


def failed(errors):
    return [id for id, names in errors.items() if names]


# The cells


@pytest.mark.parametrize(
    ("lang", "title", "why"), [("en", "# 01 · Small", "has to"), ("zh", "# 01 · 小例子", "必须")]
)
def test_each_exercise_becomes_an_answer_and_a_locked_check(lesson, lang, title, why):
    source = assignment.solution_notebook(lesson, lang)
    cells = by_id(source)
    ids = ["title", "setup", "show", "widget", "exercise-mix", "exercise-mix-check", "use", "exercise-scale"]
    ids += [
        "exercise-scale-check",
        "class",
        "exercise-module-before",
        "exercise-module",
        "exercise-module-check",
        "end",
    ]
    assert list(cells) == ids  # and not the lecturer's note
    assert cells["title"].source.startswith(title)
    assert f'use_language("{lang}")' in cells["setup"].source
    assert all(cell.get("outputs", []) == [] for cell in source.cells)
    marked = {id: cell.metadata.nbgrader for id, cell in cells.items() if "nbgrader" in cell.metadata}
    common = {"cell_type": "code", "schema_version": 3, "task": False}
    for answer, points in zip(ANSWERS, [2, 1, 3], strict=True):
        roles = {"grade": False, "locked": False, "solution": True, "grade_id": answer}
        assert marked.pop(answer) == common | roles
        check = f"{answer}-check"
        roles = {"grade": True, "locked": True, "solution": False, "grade_id": check, "points": points}
        assert marked.pop(check) == common | roles
    assert marked == {}
    assert cells["exercise-mix"].metadata.tags == ["exercise"]
    assert "points" not in cells["exercise-mix"].metadata
    assert cells["exercise-mix-check"].source.startswith("mix = check.mix(my_mix)\n")
    assert why in cells["exercise-mix-check"].source


def test_solutions_stand_between_nbgraders_marks_and_stubs_remain_without_them(lesson):
    source = by_id(assignment.solution_notebook(lesson, "en"))
    stubs = {id: cut(cell.source) for id, cell in source.items()}
    mark = "    ### {} SOLUTION\n".format
    head = "def my_mix(weights, V):  # (n, m), (m, d_v)\n"
    solved = f"{head}{mark('BEGIN')}    return weights @ V\n{mark('END')}"
    assert source["exercise-mix"].source == solved.rstrip("\n")
    assert stubs["exercise-mix"] == f"{head}    ..."
    assert stubs["exercise-scale"] == "def my_scale(S, d_k):\n    ..."
    assert stubs["exercise-module-before"] == "import torch\nfrom torch import nn"
    module = stubs["exercise-module"]
    assert module.startswith("class MySelfAttention(nn.Module):\n")
    assert module.endswith(
        "        super().__init__()\n        ...\n\n    def forward(self, x):\n        ..."
    )
    assert source["exercise-module"].source.count("nn.Linear(") == 3
    assert not re.search("SOLUTION|return", "\n".join(stubs.values()))
    for answer in ANSWERS:
        hidden = re.findall(
            r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN", source[f"{answer}-check"].source + "\n", re.S
        )
        assert ["20011" in part for part in hidden] == [True]


def test_links_to_files_that_stay_behind_become_words(lesson):
    assert "see itself. $$" in by_id(assignment.solution_notebook(lesson, "en"))["title"].source
    assert "见本课。$$" in by_id(assignment.solution_notebook(lesson, "zh"))["title"].source


def test_a_check_that_can_be_run_alone_does_not_replace_the_answer(tmp_path):
    text = EXERCISES.replace("scale = check", "my_scale = check")
    cells = by_id(assignment.solution_notebook(read_lesson(written(tmp_path, text)), "en"))
    grading = cells["exercise-scale-check"].source
    assert grading.startswith("checked_scale = check.scale(my_scale)\n")
    assert "own = checked_scale is my_scale and" in grading


# What they do


@pytest.mark.slow
def test_the_students_notebook_runs_to_its_end_and_names_what_is_wrong(lesson):
    wrong = {"exercise-scale": "def my_scale(S, d_k):\n    return S / d_k\n"}
    notebook = handed_in(lesson, "zh", wrong)
    for answer in ANSWERS:  # as nbgrader does
        cell = by_id(notebook)[f"{answer}-check"]
        cell.source = cell.source.split("### BEGIN HIDDEN TESTS")[0]
    said = executed(notebook, grading=False)
    assert [id for id, (_, errors) in said.items() if errors] == []
    for answer, symbol, name in zip(ANSWERS, "○✗○", ["加权求和", "缩放", "自注意力"], strict=True):
        assert re.match(f"{symbol} [^\n]+ · {name}\n", said[f"{answer}-check"][0])
    assert said["use"][0]


def test_wrong_and_empty_answers_are_errors_when_graded_and_the_rest_still_runs(lesson):
    wrong = "def my_mix(weights, V):\n    return weights.mT @ V"
    solved = by_id(assignment.solution_notebook(lesson, "en"))["exercise-module"].source
    errors = graded(lesson, {"exercise-mix": wrong, "exercise-module": solved})
    assert failed(errors) == ["exercise-mix-check", "exercise-scale-check"]
    assert errors["exercise-mix-check"] == errors["exercise-scale-check"] == ["AssertionError"]


@pytest.mark.slow
def test_another_right_answer_gets_its_points_and_a_changed_check_does_not_help(lesson):
    answers = {
        "exercise-mix": "def my_mix(weights, V):\n    return (V.mT @ weights.mT).mT",
        "exercise-scale": "check.scale = lambda f, *seed: f\ndef my_scale(S, d_k):\n    return S",
        "exercise-module": "import classroom.exercises as c\nc.self_attention = lambda f, *seed: f\n"
        "class MySelfAttention: pass\ncheck = c",
    }
    assert failed(graded(lesson, answers)) == ["exercise-scale-check", "exercise-module-check"]


@pytest.mark.slow
def test_what_an_earlier_check_handed_back_gets_no_points(lesson):
    """In the lesson the idiom is `my_scale = check.scale(my_scale)`: after it, the name is attnlib's."""
    wrong = "def my_{0}({1}):\n    return {2}\n\nmy_{0} = check.{0}(my_{0})"
    answers = {
        "exercise-mix": wrong.format("mix", "weights, V", "V"),
        "exercise-scale": wrong.format("scale", "S, d_k", "S / d_k"),
    }
    assert failed(graded(lesson, answers)) == [f"{answer}-check" for answer in ANSWERS]


# What is written


@pytest.fixture(scope="module")
def course(lesson, tmp_path_factory):
    """A course's folder with the small lesson's assignment in Chinese."""
    folder = tmp_path_factory.mktemp("course")
    notebooks = lesson.path.parent.parent
    assert assignment.main(["1", "zh", "--to", str(folder)], notebooks) == 0
    return folder


@pytest.mark.slow
def test_a_course_has_the_notebook_its_settings_and_a_guide(course, lesson):
    files = {str(path.relative_to(course)) for path in course.rglob("*") if path.is_file()}
    name = os.path.join("01_small", "01_small.ipynb")
    assert files == {os.path.join("source", name), "nbgrader_config.py", "README.md"}
    expected = assignment.solution_notebook(lesson, "zh")
    assert nbformat.read(course / "source" / name, as_version=4) == expected
    assert 'ClearSolutions.code_stub = {"python": "..."}' in (course / "nbgrader_config.py").read_text(
        "utf-8"
    )
    guide = (course / "README.md").read_text("utf-8")
    assert "学生" in guide
    assert "`nbgrader generate_assignment NN_name`" in guide


@pytest.mark.slow
def test_what_is_there_already_is_kept_unless_forced(course, lesson, capsys, monkeypatch):
    monkeypatch.setattr(assignment, "run_solved", lambda *_: None)  # the course has shown that it runs
    words, notebooks = ["1", "en", "--to", str(course)], lesson.path.parent.parent
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    assert assignment.main(words, notebooks) == 1
    assert "01_small.ipynb is there already: --force writes over it" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in before} == before
    (course / "nbgrader_config.py").write_text("mine")
    assert assignment.main([*words, "--force"], notebooks) == 0
    assert (course / "nbgrader_config.py").read_text() == "mine"
    assert "Small" in (course / "source/01_small/01_small.ipynb").read_text("utf-8")


def test_the_guide_is_in_the_language_of_the_last_assignment_unless_somebody_changed_it(
    lesson, tmp_path, monkeypatch
):
    monkeypatch.setattr(assignment, "run_solved", lambda *_: None)

    def guide_after(lang):
        words = ["1", lang, "--to", str(tmp_path), "--force"]
        assert assignment.main(words, lesson.path.parent.parent) == 0
        return (tmp_path / "README.md").read_text("utf-8")

    assert "用 nbgrader 批改的作业" in guide_after("zh")
    assert "Assignments for nbgrader" in guide_after("en")
    assert "# Seconds that a cell may take" in (tmp_path / "nbgrader_config.py").read_text("utf-8")
    (tmp_path / "README.md").write_text("mine")
    assert guide_after("zh") == "mine"


@pytest.mark.slow
def test_solutions_that_fail_in_this_lesson_write_nothing(tmp_path, capsys):
    written(tmp_path, EXERCISES.replace("import torch\nfrom", "from"))  # the solution uses torch.softmax
    assert assignment.main(["1", "en", "--to", str(tmp_path / "course")], tmp_path) == 1
    assert "01_small.py:70: cell exercise-module: in English, it raises:" in capsys.readouterr().err
    assert not (tmp_path / "course").exists()


# What is refused


def test_a_lesson_without_exercises_or_with_files_of_its_own_is_refused(tmp_path, lesson, capsys):
    written(tmp_path)
    assert assignment.main(["1", "en", "--to", str(tmp_path)], tmp_path) == 1
    assert 'no code cell has the tag "exercise", so there is nothing to grade.' in capsys.readouterr().err
    for old, new, said in [
        (
            "[itself](01_small.ipynb)",
            "![it](../src/01_small.py)",
            "cell title: ../src/01_small.py does not travel",
        ),
        ('id="use"', 'id="exercise-mix-check"', "comes with an exercise needs the id exercise-mix-check"),
    ]:
        with pytest.raises(LessonError, match=said):
            assignment.solution_notebook(read_lesson(written(tmp_path, EXERCISES.replace(old, new))), "en")
