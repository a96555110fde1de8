"""What is solved and answered, from one day to the next: in my-lessons/progress.json and nowhere else."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from attnlib import _my_lessons, check
from attnlib._my_lessons import remember
from attnlib.exercises import show_progress
from attnlib.exercises.catalog import EXERCISES
from attnlib.i18n import use_language
from tests.helpers.checking import program, solution

PROJECT = Path(__file__).parent.parent.parent
LESSONS = {
    "03": {
        "title": ["Scores", "注意力分数"],
        "exercises": ["scores", "scale"],
        "questions": ["divisor", "cell"],
    },
    "04": {"title": ["Softmax", "Softmax"], "exercises": [], "questions": []},
    "05": {"title": ["Output", "输出"], "exercises": ["mix"], "questions": []},
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
    return json.loads((folder / "progress.json").read_text(encoding="utf-8"))


def a_new_kernel():
    _my_lessons._unwritten.clear()
    _my_lessons._said.clear()


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
        "Lesson | Exercises solved | Questions answered right",
        "03 Scores | 1 of 2  ✓\u00a0scores  ○\u00a0scale | 1 of 2",
        "05 Output | 0 of 1  ○\u00a0mix | –",
        "No folder my-lessons here: this is remembered until the kernel ends.",
    ]
    assert list(tmp_path.rglob("*")) == []
    shown(check.forget, confirm=True)
    assert "No exercise has been checked yet." in shown(check.progress)


def test_it_is_there_the_next_day_in_both_languages(shown, my_lessons):
    check.scores(solution("scores"), seed=1)
    check.mix(lambda weights, V: V, seed=1)
    check.layer_norm(solution("layer_norm"), seed=1)  # which stands in no lesson yet
    remember("question", "cell", "wrong")
    remember("question", "divisor", "right")
    remember("question", "divisor", "wrong")
    a_new_kernel()
    use_language("zh")
    assert shown(check.progress) == [
        "学习进度",
        "课 | 做对的练习 | 答对的问题",
        "03 注意力分数 | 1/2  ✓\u00a0注意力分数  ○\u00a0缩放 | 1/2",
        "05 输出 | 0/1  ✗\u00a0加权求和 | –",
        "其他 | 1/1  ✓\u00a0层归一化 | –",
        "合计 | 2/4 | 1/2",
        "记录在 my-lessons/progress.json，明天还在。想清空，运行 check.forget()。",
    ]
    assert stored(my_lessons)["questions"] == {"cell": "wrong", "divisor": "right"}


def test_every_exercise_has_a_chinese_name(shown, my_lessons):
    for name in EXERCISES:
        remember("exercise", name, "right")
    use_language("zh")
    said = "\n".join(shown(check.progress))
    assert [name for name in EXERCISES if f"✓\u00a0{name}" in said] == ["softmax"]  # as in formulas


def test_forget_asks_first(shown, my_lessons):
    remember("exercise", "scores", "right")
    for confirm in False, None, "yes":
        assert "check.forget(confirm=True)" in "".join(shown(check.forget, confirm=confirm))
        assert stored(my_lessons) == {"exercises": {"scores": "right"}}
    assert shown(check.forget, confirm=True)[1:] == ["All is forgotten; you begin anew."]
    assert not (my_lessons / "progress.json").exists()
    assert any("03 Scores | 0 of 2" in line for line in shown(check.progress))
    check.forget(confirm=True)  # nothing to forget is no error


BROKEN = ['{"exercises": {"sco', "", "[1, 2]", '{"exercises": 3}', "null", b"\xff\xfe", "[" * 100_000]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_set_aside_with_a_sentence(shown, my_lessons, content):
    content = content if isinstance(content, bytes) else content.encode()
    for name in "progress.broken.json", "progress.broken-2.json":  # no earlier one is lost
        (my_lessons / "progress.json").write_bytes(content)
        said = shown(check.scores, solution("scores"), seed=1)
        assert [line for line in said if name in line]
        assert (my_lessons / name).read_bytes() == content
        assert stored(my_lessons) == {"exercises": {"scores": "right"}}
    (my_lessons / "progress.json").write_bytes(content)
    assert [line for line in shown(check.progress) if "progress.broken-3.json" in line]


def test_what_cannot_be_written_is_remembered_in_the_kernel_and_said_once(shown, my_lessons):
    remember("exercise", "mix", "right")
    (my_lessons / ".lock").unlink()
    (my_lessons / ".lock").mkdir()  # so that not even root can write there
    said = [shown(check.scores, solution("scores"), seed=1) for _ in range(2)]
    assert [sum("cannot be" in line or "can be written" in line for line in lines) for lines in said] == [
        2,
        1,
    ]
    lines = shown(check.progress)
    assert "03 Scores | 1 of 2  ✓\u00a0scores  ○\u00a0scale | 0 of 2" in lines
    assert "05 Output | 1 of 1  ✓\u00a0mix | –" in lines
    assert "remembered until the kernel ends" in lines[-1]
    assert stored(my_lessons) == {"exercises": {"mix": "right"}}
    assert "could not be deleted" in shown(check.forget, confirm=True)[-1]


def test_what_could_not_be_written_is_at_the_next_chance_and_progress_says_what_is_true(
    shown, my_lessons, monkeypatch
):
    for later in check.progress, lambda: remember("exercise", "mix", "wrong"):
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", lambda file: (_ for _ in ()).throw(OSError("the disk is full")))
            assert remember("exercise", "scores", "right")
            assert "until the kernel ends" in shown(check.progress)[-1]
        later()
        assert stored(my_lessons)["exercises"]["scores"] == "right"
        assert "will be here tomorrow" in shown(check.progress)[-1]
        (my_lessons / "progress.json").unlink()


def test_a_lock_that_another_program_holds_is_waited_for_with_a_word(shown, my_lessons, monkeypatch):
    """Two seconds of a clock that goes on by itself; the second time there is no waiting."""
    clock, sleeps = iter(range(1000)), []
    monkeypatch.setattr(_my_lessons.time, "monotonic", lambda: next(clock) / 10)
    monkeypatch.setattr(_my_lessons.time, "sleep", sleeps.append)
    monkeypatch.setattr(_my_lessons, "_lock", lambda file: (_ for _ in ()).throw(OSError(errno.EAGAIN, "")))
    said = shown(remember, "exercise", "scores", "right")
    assert len(said) == 1
    assert "10 seconds" in said[0]
    assert len(sleeps) > 10
    sleeps.clear()
    assert shown(remember, "exercise", "mix", "right") == []
    assert len(sleeps) <= 1


def test_a_write_that_fails_half_way_leaves_the_old_file(my_lessons, monkeypatch):
    remember("exercise", "mix", "right")
    monkeypatch.setattr("os.fsync", lambda file: (_ for _ in ()).throw(OSError("the disk is full")))
    remember("exercise", "scores", "right")
    assert stored(my_lessons) == {"exercises": {"mix": "right"}}
    assert sorted(path.name for path in my_lessons.iterdir()) == [".lock", "en", "progress.json"]


@pytest.mark.parametrize("fcntl", [None, ModuleType("fcntl")])
def test_where_no_file_can_be_locked_it_is_written_all_the_same(my_lessons, monkeypatch, fcntl):
    monkeypatch.setitem(sys.modules, "fcntl", fcntl)  # Python in a browser has none, or one without flock
    monkeypatch.setattr(sys, "platform", "emscripten")
    remember("exercise", "mix", "right")
    assert "mix" in (my_lessons / _my_lessons.FILE).read_text("utf-8")


def test_several_kernels_at_once_lose_nothing(my_lessons):
    code = (
        "import sys; from attnlib._my_lessons import remember\n"
        "for k in range(40): remember('question', sys.argv[1] + str(k), 'right')"
    )
    kernels = [
        subprocess.Popen(
            [sys.executable, "-c", code, name],
            cwd=my_lessons / "en",
            env=os.environ | {"PYTHONPATH": str(PROJECT)},
        )
        for name in ("a", "b", "c")
    ]
    assert [kernel.wait() for kernel in kernels] == [0, 0, 0]
    assert stored(my_lessons)["questions"].keys() == {f"{name}{k}" for name in "abc" for k in range(40)}


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
    assert not (my_lessons / "progress.json").exists()
    check.progress()
    monkeypatch.chdir(my_lessons)
    check.scores(solution("scores"), seed=1)
    assert (my_lessons / "progress.json").exists()


def test_what_a_later_version_adds_to_the_file_stays(my_lessons):
    (my_lessons / "progress.json").write_text('{"pace": [3], "exercises": {"mix": "starred"}}')
    remember("exercise", "scores", "right")
    known = {"pace": [3], "exercises": {"mix": "starred", "scores": "right"}}
    assert stored(my_lessons) == known
    check.progress()
