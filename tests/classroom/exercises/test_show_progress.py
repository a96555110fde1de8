"""What is solved and answered, from one day to the next: in my-lessons/progress and nowhere else."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from attnlib.languages import LANGUAGES, use_language
from classroom import check
from classroom import my_lessons as folder
from classroom.exercises import show_progress
from classroom.exercises.catalog import EXERCISES
from classroom.my_lessons import remember
from tests.helpers.checking import program, solution

PROJECT = Path(__file__).parents[3]
REAL = show_progress.lessons
LESSONS = {
    "03": {
        "title": ["Scores", "注意力分数"],
        "file": "03_scores",
        "exercises": ["scores", "scale"],
        "questions": ["divisor", "cell"],
    },
    "04": {"title": ["Softmax", "Softmax"], "file": "04_softmax", "exercises": [], "questions": ["axis"]},
    "05": {"title": ["Output", "输出"], "file": "05_output", "exercises": ["mix"], "questions": []},
}


@pytest.fixture(autouse=True)
def _a_small_series(monkeypatch):
    monkeypatch.setattr(show_progress, "lessons", lambda: LESSONS)


@pytest.fixture
def shown(capsys):
    """A function that calls another and gives the lines that this shows."""

    def lines(f, *given, **more):
        capsys.readouterr()
        f(*given, **more)
        return capsys.readouterr().out.splitlines()

    return lines


def stored(folder):
    return sorted(path.name for path in folder.glob("progress/*"))


def a_new_kernel():
    folder._unwritten.clear()
    folder._is_said = False


def test_without_a_folder_it_is_the_kernels_memory_and_says_so(shown, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert shown(check.progress)[1:] == [
        "No exercise has been checked yet.",
        "No folder my-lessons here: this is remembered until the kernel ends.",
    ]
    check.scores(solution("scores"), seed=1)
    check.mix(program("mix", "..."))
    check.scores(lambda Q, K: Q, seed=1)  # solved once is solved
    remember("question", "divisor", "right")
    assert shown(check.progress) == [
        "Your progress",
        "Lesson | What you can do now | Open",
        "03 Scores |  | ○\u00a0scale · questions: 1",
        "05 Output |  | ○\u00a0mix",
        "Done: 1 of 3 exercises, 1 of 3 questions.",
        "No folder my-lessons here: this is remembered until the kernel ends.",
    ]
    assert list(tmp_path.rglob("*")) == []
    shown(check.forget, confirm=True)
    assert "No exercise has been checked yet." in shown(check.progress)


def test_it_is_there_the_next_day_in_both_languages(shown, my_lessons):
    check.scores(solution("scores"), seed=1)
    check.scale(solution("scale"), seed=1)
    check.mix(lambda weights, V: V, seed=1)
    remember("question", "cell", "wrong")
    remember("question", "divisor", "right")
    remember("question", "divisor", "wrong")
    a_new_kernel()
    use_language("zh")
    assert shown(check.progress) == [
        "学习进度",
        "课 | 现在你会了 | 还没完成",
        "03 注意力分数 | 说清楚为什么要除以 √d_k，还能用实验验证 | 问题 1 个",
        "04 Softmax |  | 问题 1 个",  # the next one
        "05 输出 |  | ✗\u00a0加权求和",
        "已完成：练习 2/3，问题 1/3。",
        "记录在 my-lessons/progress，明天还在。想清空，运行 check.forget()。",
    ]
    assert "question-divisor.right" in stored(my_lessons)


@pytest.mark.parametrize(("code", "title"), [("en", "Your progress"), ("zh", "学习进度")])
def test_it_can_be_kept_as_a_page(my_lessons, tmp_path, monkeypatch, code, title):
    """Without links: the lessons lie elsewhere."""
    monkeypatch.chdir(tmp_path)
    use_language(code)
    remember("exercise", "mix", "right")
    check.progress("my page.html")
    page = (tmp_path / "my page.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert f"<title>{title}</title>" in page
    assert LESSONS["05"]["title"][code == "zh"] in page
    assert "href" not in page


def test_nothing_open_is_said_by_a_tick(shown, my_lessons):
    check.mix(solution("mix"), seed=1)
    assert any(re.fullmatch(r"05 Output \| compute .* \| ✓", line) for line in shown(check.progress))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_lesson_has_its_link_and_says_what_one_can_do_afterwards(my_lessons, monkeypatch, code):
    use_language(code)
    monkeypatch.setattr(show_progress, "lessons", REAL)
    rows = show_progress._table(dict.fromkeys(EXERCISES, "right"), {}, everything=True)[1:]
    assert [link for (_, link), *_ in rows] == [f"{one['file']}.ipynb" for one in REAL().values()]
    assert [link for (_, link), can, _ in rows if not can] == [], (
        "add can_NN to classroom/exercises/texts.toml"
    )
    assert len({can for _, can, _ in rows}) == len(rows)


def test_a_lesson_of_which_nobody_has_said_what_one_can_do_afterwards_has_a_row():
    lesson = {"title": ["Mine", "我的一课"], "file": "15_mine", "exercises": ["mix"], "questions": []}
    row = show_progress._row("15", lesson, {"mix": "right"}, {})
    assert row == [("15 Mine", "15_mine.ipynb"), "", "✓"]


def test_every_exercise_has_a_chinese_name_and_a_lesson(shown, my_lessons, monkeypatch):
    monkeypatch.setattr(show_progress, "lessons", REAL)
    for name in EXERCISES:
        remember("exercise", name, "wrong")
    use_language("zh")
    said = "\n".join(shown(check.progress))
    assert said.count("✗\u00a0") == len(EXERCISES)
    assert [name for name in EXERCISES if f"✗\u00a0{name}" in said] == ["softmax"]  # as in formulas


def test_forget_asks_first(shown, my_lessons):
    remember("exercise", "scores", "right")
    for confirm in False, None, "yes":
        assert "check.forget(confirm=True)" in "".join(shown(check.forget, confirm=confirm))
        assert stored(my_lessons) == ["exercise-scores.right"]
    assert shown(check.forget, confirm=True)[1:] == ["All is forgotten; you begin anew."]
    assert stored(my_lessons) == []
    assert "03 Scores |  | ○\u00a0scores · ○\u00a0scale · questions: 2" in shown(check.progress)
    check.forget(confirm=True)  # nothing to forget is no error


BROKEN = ['{"exercises": {"sco', "", "[1, 2]", '{"exercises": 3}', "null", b"\xff\xfe", "[" * 100_000]


def test_an_earlier_file_counts_until_all_is_forgotten(shown, my_lessons):
    earlier = my_lessons / "progress.json"
    content = '{"exercises": {"scores": "right", "mix": "wrong"}, "questions": {"cell": "right"}, "x": [3]}'
    earlier.write_text(content)
    check.mix(solution("mix"), seed=1)
    check.scores(lambda Q, K: Q, seed=1)
    table = shown(check.progress)
    assert "03 Scores |  | ○\u00a0scale · questions: 1" in table
    assert table[4].endswith("| ✓")
    assert earlier.read_text() == content
    check.forget(confirm=True)
    assert "03 Scores |  | ○\u00a0scores · ○\u00a0scale · questions: 2" in shown(check.progress)


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_an_earlier_file_that_is_broken_costs_itself_alone(shown, my_lessons, content):
    content = content if isinstance(content, bytes) else content.encode()
    (my_lessons / "progress.json").write_bytes(content)
    check.scores(solution("scores"), seed=1)
    assert "03 Scores |  | ○\u00a0scale · questions: 2" in shown(check.progress)
    assert (my_lessons / "progress.json").read_bytes() == content


def test_what_else_lies_in_the_folder_is_no_progress_and_stays(shown, my_lessons):
    remember("exercise", "scores", "wrong")
    others = ["exercise-scores (conflicted copy).right", "exercise-mix.right~", ".DS_Store", "notes.txt"]
    for name in others:
        (my_lessons / "progress" / name).touch()
    assert "Done: 0 of 3 exercises, 0 of 3 questions." in shown(check.progress)
    check.forget(confirm=True)
    assert stored(my_lessons) == sorted(others)


def test_what_cannot_be_written_is_remembered_in_the_kernel_and_said_once(shown, my_lessons):
    (my_lessons / "progress").touch()  # so that not even root can write there
    said = [shown(check.scores, solution("scores"), seed=1) for _ in range(2)]
    assert [sum("can be written" in line for line in lines) for lines in said] == [1, 0]
    lines = shown(check.progress)
    assert "03 Scores |  | ○\u00a0scale · questions: 2" in lines
    assert "remembered until the kernel ends" in lines[-1]
    (my_lessons / "progress").unlink()
    assert "will be here tomorrow" in shown(check.progress)[-1]
    assert stored(my_lessons) == ["exercise-scores.right"]


def test_what_could_not_be_written_is_with_the_next(my_lessons, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Path, "touch", lambda *given: (_ for _ in ()).throw(OSError("the disk is full")))
        assert remember("exercise", "scores", "right")
        assert not remember("exercise", "scale", "right")
    assert not remember("exercise", "mix", "wrong")
    assert stored(my_lessons) == ["exercise-mix.wrong", "exercise-scale.right", "exercise-scores.right"]


def test_a_file_that_cannot_be_deleted_is_said(shown, my_lessons, monkeypatch):
    remember("exercise", "mix", "right")
    monkeypatch.setattr(Path, "unlink", lambda *given, **more: (_ for _ in ()).throw(OSError("locked")))
    assert "could not be deleted" in shown(check.forget, confirm=True)[-1]


def test_several_kernels_at_once_lose_nothing(my_lessons):
    code = (
        "import sys; from classroom.my_lessons import remember\n"
        "for k in range(40):\n"
        "    remember('question', 'all' + str(k), 'right' if k % 3 == int(sys.argv[1]) else 'wrong')\n"
        "    remember('question', 'one' + sys.argv[1] + '_' + str(k), 'right')"
    )
    kernels = [
        subprocess.Popen(
            [sys.executable, "-c", code, name],
            cwd=my_lessons / "en",
            env=os.environ | {"PYTHONPATH": str(PROJECT)},
        )
        for name in "012"
    ]
    assert [kernel.wait() for kernel in kernels] == [0, 0, 0]
    states = folder.remembered(my_lessons)["question"]
    assert len(states) == 160
    assert {*states.values()} == {"right"}


def test_nothing_is_written_where_answers_are_graded_or_the_project_is_worked_on(my_lessons, monkeypatch):
    for name, value in (("ATTNLIB_STRICT", "1"), ("NBGRADER_EXECUTION", "autograde")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            check.scores(solution("scores"), seed=1)
    lesson = my_lessons / "the-project" / "notebooks" / "en"  # somebody's project lies in such a folder
    lesson.mkdir(parents=True)
    (my_lessons / "the-project" / "pyproject.toml").touch()
    monkeypatch.chdir(lesson)
    check.scores(solution("scores"), seed=1)
    check.progress()
    assert stored(my_lessons) == []
    monkeypatch.chdir(my_lessons)
    check.scores(solution("scores"), seed=1)
    assert stored(my_lessons) == ["exercise-scores.right"]
