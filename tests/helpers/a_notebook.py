"""A notebook in my-lessons: cells run in the module __main__ of this Python, as in a kernel."""

import linecache
import sys
from itertools import count
from types import ModuleType

import pytest

_cells = count(1)


@pytest.fixture
def my_lessons(tmp_path, monkeypatch):
    """The folder my-lessons; the kernel works in my-lessons/en."""
    folder = tmp_path / "my-lessons"
    (folder / "en").mkdir(parents=True)
    monkeypatch.chdir(folder / "en")
    return folder


@pytest.fixture
def cell(monkeypatch):
    """A function that runs code as a cell of one notebook."""
    notebook = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", notebook)

    def run(code):
        name = f"<cell {next(_cells)} of a notebook>"
        linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
        exec(compile(code, name, "exec"), vars(notebook))

    run("import numpy as np\nfrom classroom import check\n")
    return run
