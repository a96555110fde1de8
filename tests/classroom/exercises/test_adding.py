"""The steps of the README add an exercise: a test takes them, in a copy of the packages."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.test_house import HERE

CATALOG = "classroom/exercises/catalog"
README = (HERE / CATALOG / "README.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^\d\. (.*(?:\n   .*)*)", README.partition("## To add an exercise")[2], re.MULTILINE)

ASK = """
from classroom import check
from tests.helpers.checking import run_code
from tests.helpers.student_programs import main
check.blend(run_code(check.EXERCISES["blend"].solution), seed=1)
check.blend(lambda weights, V: weights.mT @ V, seed=1)
check.hint("blend")
main("blend")
"""


@pytest.fixture
def copy(tmp_path):
    """The packages, and what judges programs, in a folder of their own."""
    for name in "attnlib", "classroom", "data", "tests/helpers":
        ignored = shutil.ignore_patterns("__pycache__", "models")
        shutil.copytree(HERE / name, tmp_path / name, ignore=ignored)
    return tmp_path


def test_there_are_seven_steps_at_most_and_they_name_all_that_changes():
    assert 4 <= len(STEPS) <= 7
    named = set(re.findall(r"`([\w.]+\.(?:py|toml|txt))`", "".join(STEPS)))
    assert named == {"NAME.py", "NAME.toml", "NAME.txt", "__init__.py"}


def test_an_exercise_that_is_added_so_checks_names_and_helps(copy):
    folder = copy / CATALOG
    for suffix in "py", "toml", "txt":  # the first four: here they change no more than names
        text = (folder / f"mix.{suffix}").read_text(encoding="utf-8")
        text = text.replace('name="mix"', 'name="blend"').replace("my_mix", "my_blend")
        ids = re.findall(r"^\[mistakes\.(\w+)\]", text, re.MULTILINE) or re.findall(
            r'Mistake\(\s*"(\w+)"', text
        )
        for id in ids or re.findall(r"\[named (\w+)\]", text):  # a mistake has its texts once
            text = re.sub(rf"\b{id}\b", f"blend_{id}", text)
        (folder / f"blend.{suffix}").write_text(text, encoding="utf-8")
    names = folder / "__init__.py"
    names.write_text(names.read_text(encoding="utf-8").replace(" mix ", " mix blend "), encoding="utf-8")
    env = os.environ | {"PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=copy, env=env, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert "✓ Right · blend" in done.stdout
    assert "The weights are transposed before they meet the values." in done.stdout
    assert "A word's output is the sum of all value vectors" in done.stdout
    counts = r"^blend +explained \d+, named [1-9]\d*(, refused \d+)?, right [1-9]\d*$"
    assert re.search(counts, done.stdout, re.MULTILINE), done.stdout
