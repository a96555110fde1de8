"""What git does to the files on the way to a reader."""

import shutil
import subprocess

import pytest

from tests.helpers.small_project import HERE


@pytest.mark.skipif(not (HERE / ".git").exists() or not shutil.which("git"), reason="no checkout of git")
def test_gits_defaults_on_windows_leave_every_line_ending_as_it_is(tmp_path):
    clone = [
        "git",
        "-c",
        "core.autocrlf=true",
        "clone",
        "--quiet",
        "--depth=1",
        f"file://{HERE}",
        str(tmp_path / "c"),
    ]
    subprocess.run(clone, check=True)
    said = subprocess.run(["git", "ls-files", "--eol"], cwd=tmp_path / "c", capture_output=True, text=True)
    endings = [line.split()[1] for line in said.stdout.splitlines()]
    assert len(endings) > 500
    assert {*endings} <= {"w/lf", "w/none", "w/-text"}
