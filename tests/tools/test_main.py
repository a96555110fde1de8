"""python -m tools NAME: what the computer refuses is a sentence; a mistake of ours keeps its traceback."""

import errno
import os
import subprocess
import sys

import pytest

from tests.helpers.small_project import HERE, needs_scripts, one_sentence
from tools import __main__ as command
from tools.installer import Stop


@pytest.fixture
def said(monkeypatch):
    """said(error) is what is said where a tool ends with this error."""

    def said(error):
        def run(name, run_name, alter_sys):
            raise error

        monkeypatch.setattr(command.runpy, "run_module", run)
        with pytest.raises(SystemExit) as end:
            command.main("site")
        return end.value.code

    return said


def test_a_folder_that_may_only_be_read_is_named_and_what_to_do(said):
    for number in [errno.EROFS, errno.EACCES]:
        text = said(OSError(number, os.strerror(number), str(HERE / "build")))
        assert one_sentence(f"{text}\n")
        assert str(HERE / "build") in text
        assert f"Copy the folder {HERE.name} to a place where you may write" in text


def test_a_full_disk_is_no_reason_to_copy_the_folder(said):
    text = said(OSError(errno.ENOSPC, "No space left on device", str(HERE / "build")))
    assert (
        text
        == f"This computer did not let the command go on: [Errno 28] No space left on device: '{HERE}/build'."
    )


def test_what_a_tool_has_to_say_is_said(said):
    assert said(Stop("Try again.")) == "Try again."


def test_a_file_that_the_project_lacks_is_a_mistake_of_ours(said):
    with pytest.raises(FileNotFoundError):
        said(FileNotFoundError(errno.ENOENT, "No such file", str(HERE / "data" / "no.json")))


@needs_scripts
def test_a_folder_that_cannot_be_is_one_sentence():
    done = subprocess.run(
        [sys.executable, "-m", "tools", "questions", "--to", "/proc/nowhere"],
        cwd=HERE,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert one_sentence(done.stderr)
    assert "'/proc/nowhere'" in done.stderr
