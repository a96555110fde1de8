"""What is printed for a question about an error."""

import platform
import sys
from importlib.metadata import version

from classroom import versions


def test_every_version_stands_in_a_line_of_its_own(capsys):
    versions()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"Python {platform.python_version()}, ")
    assert f"numpy {version('numpy')}" in lines
    assert f"torch {version('torch')}" in lines


def test_a_package_that_is_missing_is_no_error(capsys, monkeypatch):
    monkeypatch.setattr(sys.modules["classroom.lab.versions"], "_PACKAGES", ("no_such_package",))
    versions()
    assert capsys.readouterr().out.splitlines()[1] == "no_such_package –"
