"""A project folder of a test's own, with copies of tasks.py and what it uses; nothing is installed in it.

Its .venv, where there is one, is a script that calls the Python of this test run.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent.parent
FILES = ["tasks.py", "Makefile", "pyproject.toml"]
FILES += ["requirements.lock", "requirements-dev.lock", "requirements-release.lock"]
FILES += [
    "tools/__init__.py",
    "tools/installer.py",
    "tools/jupyterlab.py",
    "tools/alone.py",
    "tools/progress.py",
]
FILES += ["classroom/__init__.py", "classroom/lessons.py"]

needs_scripts = pytest.mark.skipif(os.name != "posix", reason="stands scripts in for Python")


@pytest.fixture
def installer(tmp_path, monkeypatch):
    """The module tools/installer.py of a small project in tmp_path, with that as the current folder."""
    monkeypatch.chdir(tmp_path)
    for folder in ("tools", "classroom"):
        (tmp_path / folder).mkdir()
    for name in FILES:
        shutil.copy(HERE / name, tmp_path / name)
    return module_at(tmp_path / "tools" / "installer.py")


@pytest.fixture
def jupyterlab(tmp_path, installer, monkeypatch):
    """The module tools/jupyterlab.py of that project, which has two lessons in each language."""
    for language in ["en", "zh"]:
        lessons = tmp_path / "notebooks" / language
        lessons.mkdir(parents=True)
        for name in ["07_heads.ipynb", "05_output.ipynb"]:
            (lessons / name).write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    monkeypatch.setitem(sys.modules, "tools.installer", installer)
    return module_at(tmp_path / "tools" / "jupyterlab.py")


@pytest.fixture
def tasks(tmp_path, jupyterlab, monkeypatch):
    """The module tasks.py of that project."""
    monkeypatch.setitem(sys.modules, "tools.jupyterlab", jupyterlab)
    return module_at(tmp_path / "tasks.py")


def module_at(path):
    spec = importlib.util.spec_from_file_location(f"{path.stem}_of_a_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stand_in(installer, python=sys.executable):
    """Put a script in the place of .venv's Python."""
    Path(installer.PYTHON).parent.mkdir(parents=True)
    script(installer.PYTHON, f'exec "{python}" "$@"')


def script(path, line):
    Path(path).write_text(f"#!/bin/sh\n{line}\n")
    Path(path).chmod(0o755)


def set_up_before(installer, torch="installed"):
    """Leave .venv as a set-up that went well leaves it."""
    stand_in(installer)
    write_stamp(installer, installer.stamp() | {"torch": torch})


def write_stamp(installer, said):
    Path(installer.STAMP).write_text("".join(f"{key}\t{value}\n" for key, value in said.items()))


def call(*words, **environment):
    """Run tasks.py of the current folder as a reader does, from elsewhere."""
    return subprocess.run(
        [sys.executable, os.path.abspath("tasks.py"), *words],
        cwd=os.path.abspath(os.sep),
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def one_sentence(text):
    """Whether a text is one line that ends as a sentence does, and no traceback."""
    return text.count("\n") == 1 and text.strip()[-1] in ".)" and "Traceback" not in text


def wait_for(path):
    deadline = time.monotonic() + 30
    while not os.path.exists(path) or not os.path.getsize(path):
        assert time.monotonic() < deadline
        time.sleep(0.01)
