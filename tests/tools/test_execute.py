"""How a lesson's notebooks are executed: as a reader would in a fresh installation."""

import atexit
import sys

import pytest
from jupyter_client.kernelspec import KernelSpecManager

from tests.helpers.small_lesson import LESSON, line_with, written
from tools.execute import execute
from tools.lesson_source import LessonError, notebook_of, read_lesson


def executed(folder, code):
    """The English notebook of the small lesson, executed with this code in the place of its print."""
    lesson = read_lesson(written(folder, LESSON.replace('print(f"{len(x)} = 2")', code)))
    english = notebook_of(lesson, "en")
    execute(lesson, {"en": english}, {"en": folder})
    return english


def test_settings_of_whoever_builds_do_not_matter(tmp_path, monkeypatch):
    startup = tmp_path / "profile_default" / "startup" / "mine.py"
    startup.parent.mkdir(parents=True)
    startup.write_text("mine = 1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    code = 'import os\nprint("mine" in globals(), os.environ["MPLBACKEND"])'
    [out] = executed(tmp_path, code).cells[2].outputs
    assert out.text == "False module://matplotlib_inline.backend_inline\n"


def test_a_python_that_ends_is_named(tmp_path):
    with pytest.raises(LessonError) as error:
        executed(tmp_path, "import os\nos._exit(1)")
    place = f"{tmp_path / 'src' / '01_small.py'}:{line_with('show')}"
    assert str(error.value) == f"{place}: cell show: in English, its Python ended."


@pytest.mark.slow
def test_a_kernel_that_ends_before_it_has_answered_is_started_again(tmp_path, monkeypatch):
    starts = []
    found = KernelSpecManager.get_kernel_spec

    def closed_at_first(manager, name):
        spec = found(manager, name)
        if not starts:
            spec.argv = [sys.executable, "-c", "raise SystemExit(1)"]
        starts.append(name)
        return spec

    monkeypatch.setattr(KernelSpecManager, "get_kernel_spec", closed_at_first)
    [out] = executed(tmp_path, "print(1 + 1)").cells[2].outputs
    assert out.text == "2\n"
    assert len(starts) > 1


@pytest.mark.slow
def test_a_python_that_never_starts_is_said_in_a_sentence(tmp_path, monkeypatch):
    found = KernelSpecManager.get_kernel_spec

    def closed(manager, name):
        spec = found(manager, name)
        spec.argv = [sys.executable, "-c", "raise SystemExit(1)"]
        return spec

    monkeypatch.setattr(KernelSpecManager, "get_kernel_spec", closed)
    at_exit = []
    monkeypatch.setattr(atexit, "register", at_exit.append)
    monkeypatch.setattr(atexit, "unregister", at_exit.remove)
    with pytest.raises(LessonError, match=r"\.py: no Python could be started for it: "):
        executed(tmp_path, "print(1 + 1)")
    assert at_exit == []  # or a traceback would follow the sentence
