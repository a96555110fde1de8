"""The package: what is in it, that it works by itself, and what runs it on other systems."""

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import yaml

from tasks import COMMANDS
from tools import package

HOW = "a release's tools are missing: `make package` installs them"
HERE = Path(__file__).parent.parent.parent
FORMS = sorted((HERE / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOWS = sorted((HERE / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of what the package is made from."""
    folder = tmp_path_factory.mktemp("source")
    for name in ["pyproject.toml", "README.md", "LICENSE", "NOTICE", "MANIFEST.in"]:
        shutil.copy(HERE / name, folder)
    for name in ["attnlib", "classroom", "data", "tests"]:
        shutil.copytree(HERE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def built(source, tmp_path_factory):
    pytest.importorskip("twine", reason=HOW)
    return package.build(source, tmp_path_factory.mktemp("built"))


def test_the_wheel_holds_all_of_attnlib_and_its_data(source, built):
    assert package.missing_from(built[1], source) == []
    data = {"attnlib/data/examples/first_look.json", "attnlib/data/questions/00_start.toml"}
    data |= {"classroom/exercises/catalog/scores.toml", "classroom/explorer/texts.toml"}
    assert {"attnlib/py.typed", "classroom/py.typed", *data} <= set(package.names_in(built[1]))


def test_a_file_that_the_wheel_lacks_is_named(source, built, tmp_path):
    shutil.copytree(source / "attnlib", tmp_path / "attnlib")
    (tmp_path / "attnlib" / "wing").mkdir()
    (tmp_path / "attnlib" / "wing" / "__init__.py").touch()
    assert package.missing_from(built[1], tmp_path) == ["attnlib/wing/__init__.py"]


@pytest.mark.slow
def test_the_wheel_works_in_a_venv_of_its_own_without_pytorch(built):
    assert re.fullmatch(r"\d+\.\d+\.\d+", package.try_out(built[1]))


def test_the_archive_of_the_sources_holds_no_half_of_the_tests(built):
    with tarfile.open(built[0]) as archive:
        names = [name.split("/", 1)[-1] for name in archive.getnames()]
    assert "attnlib/attention.py" in names
    assert not [name for name in names if name.startswith("tests")]


def test_twine_finds_nothing_to_say(built):
    command = [sys.executable, "-m", "twine", "check", "--strict", *built]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# What runs on other systems


def what_is_wrong(schema, path):
    """What GitHub's own description of such files finds wrong with this one."""
    schemas = pytest.importorskip("check_jsonschema", reason=HOW)
    from click.testing import CliRunner

    done = CliRunner().invoke(schemas.main, ["--builtin-schema", f"vendor.{schema}", str(path)])
    return done.output if done.exit_code else ""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_one_that_github_understands(path):
    assert what_is_wrong("github-workflows", path) == ""


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_for_an_issue_is_one_that_github_understands_and_speaks_both_languages(path):
    schema = "github-issue-config" if path.stem == "config" else "github-issue-forms"
    assert what_is_wrong(schema, path) == ""
    form = yaml.safe_load(path.read_text("utf-8"))
    for field in form.get("body", []):
        assert re.search(r"[a-z].* · .*[一-鿿]", field["attributes"]["label"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_of_others_are_pinned_to_a_commit_with_its_version_beside_it(path):
    used = re.findall(r"uses: ([^.\s].*)", path.read_text("utf-8"))
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_that_a_workflow_runs_exists(path):
    commands = re.findall(r"python tasks\.py (\w+)", path.read_text("utf-8"))
    assert commands
    assert set(commands) <= {command.__name__ for command in COMMANDS}


def test_nothing_is_published_before_the_tests_are_green():
    jobs = yaml.safe_load((HERE / ".github" / "workflows" / "publish.yml").read_text())["jobs"]
    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"
    assert jobs["build"]["needs"] == ["test", "machines"]
    first = {"build", *jobs["build"]["needs"]}
    assert all(job["needs"] == "build" for name, job in jobs.items() if name not in first)


def test_the_two_commands_are_run_on_what_the_readme_names():
    commands = yaml.safe_load((HERE / ".github" / "workflows" / "test.yml").read_text())["jobs"]["commands"]
    matrix = commands["strategy"]["matrix"]
    oldest, newest = re.search(
        r"Python 3\.(\d+) to 3\.(\d+)", (HERE / "README.md").read_text("utf-8")
    ).groups()
    assert matrix["python"] == [f"3.{minor}" for minor in range(int(oldest), int(newest) + 1)]
    assert {name.split("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    runs = " ".join(step.get("run", "") for step in commands["steps"])
    assert {"lab", "test"} <= set(re.findall(r"python tasks\.py (\w+)", runs))
