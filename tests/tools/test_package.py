"""The package: what is in it, that it works by itself, and what runs it on other systems."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
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
    for name in ["pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE", "MANIFEST.in"]:
        shutil.copy(HERE / name, folder)
    for name in ["attnlib", "classroom", "data", "tests", "notebooks"]:
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
    data |= {"classroom/notebooks/zh/13_it_writes.ipynb"}
    assert {"attnlib/py.typed", "classroom/py.typed", *data} <= set(package.names_in(built[1]))


def test_a_file_that_the_wheel_lacks_is_named(source, built, tmp_path):
    shutil.copytree(source / "attnlib", tmp_path / "attnlib")
    (tmp_path / "attnlib" / "wing").mkdir()
    (tmp_path / "attnlib" / "wing" / "__init__.py").touch()
    assert package.missing_from(built[1], tmp_path) == ["attnlib/wing/__init__.py"]


@pytest.mark.slow
def test_the_wheel_works_in_a_venv_of_its_own_without_pytorch(built):
    assert re.fullmatch(r"\d+\.\d+\.\d+", package.try_out(built[1]))


def test_the_lessons_in_the_wheel_have_no_results_but_those_recorded_for_what_may_be_missing(built):
    with zipfile.ZipFile(built[1]) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("classroom/notebooks/")]
        lessons = [json.loads(wheel.read(name)) for name in names]
    assert len(lessons) == len([*HERE.glob("notebooks/[ez][nh]/*.ipynb")])
    cells = [cell for lesson in lessons for cell in lesson["cells"] if cell["cell_type"] == "code"]
    tagged = [{"torch", "model", "writer"} & {*cell["metadata"].get("tags", [])} for cell in cells]
    shows = [bool(tags) for cell, tags in zip(cells, tagged, strict=True) if cell["outputs"]]
    assert all(shows)
    assert len(shows) > 50


def get(port, path):
    """What a JupyterLab without a token answers, once it does."""
    for _ in range(240):
        try:
            with urlopen(f"http://127.0.0.1:{port}/{path}") as answer:
                return answer.read().decode()
        except URLError:
            time.sleep(0.5)
    raise TimeoutError(path)


@pytest.mark.slow
def test_the_installed_wheel_copies_the_lessons_opens_them_and_one_runs(built, tmp_path):
    """As after `pip install "attnlib[lab]"`, away from the checkout and without PyTorch."""
    python, home = package.install(built[1], tmp_path), tmp_path / "home of mine"
    home.mkdir()
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # What else a real environment has comes from the one that is borrowed.
    env |= {
        "JUPYTERLAB_DIR": f"{sys.prefix}/share/jupyter/lab",
        "JUPYTER_PATH": f"{sys.prefix}/share/jupyter",
    }
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [python, "-m", "classroom", "zh", "--no-browser", f"--port={port}"]
    command += ["--IdentityProvider.token=", "--ServerApp.password="]
    with open(tmp_path / "log", "w") as log:
        lab = subprocess.Popen(command, cwd=home, env=env, stdout=log, stderr=log, start_new_session=True)
    try:
        opened = json.loads(get(port, "api/contents/my-lessons/zh/00_start.ipynb"))
        settings = json.loads(get(port, "lab/api/settings/@jupyter-widgets/jupyterlab-manager:plugin"))
        custom = get(port, "custom/custom.css")
    finally:
        os.killpg(lab.pid, signal.SIGTERM)
        lab.wait()
    assert "Opening my-lessons/zh/00_start.ipynb" in (tmp_path / "log").read_text("utf-8")
    assert not any(cell.get("outputs") for cell in opened["content"]["cells"])
    assert settings["schema"]["properties"]["saveState"]["default"] is True
    assert "max-width" in custom
    ours = (
        "import sys; sys.modules['torch'] = None\nimport classroom; assert sys.prefix in classroom.__file__"
    )
    lesson = nbformat.read(home / "my-lessons" / "zh" / "00_start.ipynb", as_version=4)
    lesson.cells.insert(0, nbformat.v4.new_code_cell(ours))
    nbformat.write(lesson, home / "my-lessons" / "zh" / "tried.ipynb")
    run = [python, "-m", "nbconvert", "--execute", "--to=notebook", "--inplace", "my-lessons/zh/tried.ipynb"]
    done = subprocess.run(run, cwd=home, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    cells = nbformat.read(home / "my-lessons" / "zh" / "tried.ipynb", as_version=4).cells
    assert all(cell.outputs for cell in cells if cell.source.startswith(("Explorer(", "ask(")))
    assert sum(bool(cell.get("outputs")) for cell in cells) > 10


def test_the_archive_of_the_sources_holds_no_half_of_the_tests(built):
    with tarfile.open(built[0]) as archive:
        names = [name.split("/", 1)[-1] for name in archive.getnames()]
    assert {"attnlib/attention.py", "notebooks/en/00_start.ipynb", "setup.py"} <= {*names}
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


def jobs(name):
    return yaml.safe_load((HERE / ".github" / "workflows" / name).read_text("utf-8"))["jobs"]


def test_nothing_is_published_before_the_tests_are_green():
    publish = jobs("publish.yml")
    assert publish["test"]["uses"] == "./.github/workflows/test.yml"
    assert publish["build"]["needs"] == ["test", "machines"]
    later = {name: job["needs"] for name, job in publish.items() if "write" in str(job.get("permissions"))}
    assert later == {"site": "build", "package": "build", "lessons": "package"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_what_installs_packages_has_no_right_to_write(path):
    """A package of others that is not what it seems must find no token that could change the project."""
    assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}
    for name, job in jobs(path.name).items():
        steps = job.get("steps", [])
        may_write = "write" in str(job.get("permissions"))
        runs = " ".join(step.get("run", "") + step.get("uses", "") for step in steps)
        assert not (may_write and re.search("python|pip|checkout", runs.replace("gh-action-pypi", ""))), name
        for step in steps:
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False, name
            if "pipx" in step.get("run", ""):  # nor is it newer than the day when somebody looked at it
                assert "==" in step["run"]
                assert re.fullmatch(r"20\d\d-\d\d-\d\d", step["env"]["PIP_UPLOADED_PRIOR_TO"])


@pytest.mark.skipif(os.name == "nt", reason="these jobs run on Linux")
def test_the_branch_of_lessons_goes_from_the_job_that_builds_to_the_one_that_may_write(tmp_path):
    """The commands of both jobs, beside a repository on this disk; twice, as for two releases."""
    [build] = [one for one in jobs("publish.yml")["build"]["steps"] if "bundle" in one.get("run", "")]
    [push] = [one for one in jobs("publish.yml")["lessons"]["steps"] if "run" in one]
    commit = "from pathlib import Path; from tools.hub_export import commit; "
    commit += "commit(Path('build/lessons'), 'Lessons', Path.cwd())"
    build = build["run"].replace("python tasks.py lessons --commit", f'"{sys.executable}" -c "{commit}"')
    there = tmp_path / "somebody" / "project"
    push = push["run"].replace("https://x-access-token:$TOKEN@github.com", tmp_path.as_posix())
    environment = os.environ | {"GITHUB_REPOSITORY": "somebody/project", "PYTHONPATH": str(HERE)}

    def run(script, folder):
        done = subprocess.run(
            ["bash", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(f"git init --quiet --bare --initial-branch main '{there}'", tmp_path)
    for release in ("one", "two"):
        here, other = tmp_path / release / "build", tmp_path / release / "push"
        (here / "build" / "lessons").mkdir(parents=True)
        (here / "build" / "lessons" / "lesson").write_text(release)
        run(f"git init --quiet && git remote add origin '{there}'", here)
        run(build, here)
        other.mkdir()
        shutil.move(here / "build" / "lessons.bundle", other)
        run(push, other)
    assert run("git show lessons:lesson", there) == "two"
    assert run("git rev-list --count lessons", there) == "2\n"


def test_a_change_is_tested_once_and_once_a_month_without_a_change():
    when = yaml.safe_load((HERE / ".github" / "workflows" / "test.yml").read_text("utf-8"))[True]  # "on"
    assert when["push"] == {
        "branches": ["main"]
    }  # else a pull request's branch, and a tag, run all jobs twice
    assert "pull_request" in when
    assert re.fullmatch(r"\d+ \d+ \d+ \* \*", when["schedule"][0]["cron"])
    newest = jobs("test.yml")["newest"]
    assert newest["steps"][1]["with"]["python-version"] == "3.x"
    assert newest["steps"][2]["run"].startswith("python tasks.py")


def test_dependabot_looks_after_the_actions_alone():
    path = HERE / ".github" / "dependabot.yml"
    assert what_is_wrong("dependabot", path) == ""
    updates = yaml.safe_load(path.read_text("utf-8"))["updates"]
    assert [one["package-ecosystem"] for one in updates] == ["github-actions"]


def test_the_two_commands_are_run_on_what_the_readme_names():
    commands = jobs("test.yml")["commands"]
    matrix = commands["strategy"]["matrix"]
    oldest, newest = re.search(
        r"Python 3\.(\d+) to 3\.(\d+)", (HERE / "README.md").read_text("utf-8")
    ).groups()
    assert matrix["python"] == [f"3.{minor}" for minor in range(int(oldest), int(newest) + 1)]
    assert {name.split("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    runs = " ".join(step.get("run", "") for step in commands["steps"])
    assert {"lab", "test"} <= set(re.findall(r"python tasks\.py (\w+)", runs))
