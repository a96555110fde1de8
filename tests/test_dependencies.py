"""pyproject.toml, requirements.lock and environment.yml agree, and the last is what Binder will use."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import warnings
from importlib.metadata import requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

HERE = Path(__file__).parent.parent
CONDA_NAMES = {"matplotlib": "matplotlib-base", "torch": "pytorch-cpu"}

on_posix = pytest.mark.skipif(os.name != "posix", reason="repo2docker and Binder know no Windows")


# The three files against each other


@pytest.fixture
def files():
    """The three files, read; a test may change its copy."""
    return {
        "pyproject": tomllib.loads((HERE / "pyproject.toml").read_text("utf-8")),
        "lock": (HERE / "requirements.lock").read_text("utf-8").splitlines(),
        "environment": yaml.safe_load((HERE / "environment.yml").read_text("utf-8")),
    }


def drift(pyproject, lock, environment):
    """Where the three files disagree: a list of problems in words."""
    runtime = [Requirement(line) for line in pyproject["project"]["dependencies"]]
    dev = [Requirement(line) for line in pyproject["dependency-groups"]["dev"]]
    pythons = SpecifierSet(pyproject["project"]["requires-python"])
    return lock_problems(runtime + dev, lock) + environment_problems(runtime, pythons, environment)


def lock_problems(wanted, lock):
    """Lines of the lock that are not plain pins, lie outside their range, are missing or too many."""
    plain = [line for line in lock if re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [^@#:/]+)?", line)]
    problems = [f"lock: not a plain name==version: {line}" for line in lock if line not in plain]
    pins = [Requirement(line) for line in plain]
    for pin in pins:
        version = str(pin.specifier).removeprefix("==")
        ranges = [one.specifier for one in wanted if canonicalize_name(one.name) == pin.name]
        problems += [f"lock: {pin} is outside {range_}" for range_ in ranges if version not in range_]
    here = {pin.name for pin in pins if not pin.marker or pin.marker.evaluate()}
    needed = names_needed(wanted, here)
    problems += [f"lock: {name} is missing" for name in sorted(needed - here)]
    return problems + [f"lock: nothing needs {name}" for name in sorted(here - needed)]


def names_needed(wanted, locked):
    """The names of all packages that these requirements need on this system, directly or not."""
    names, waiting, done = set(), list(wanted), set()
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        names.add(name)
        for extra in {"", *one.extras}:
            if name in locked and (name, extra) not in done:
                done.add((name, extra))
                lines = [Requirement(line) for line in requires(name) or []]
                waiting += [
                    line for line in lines if not line.marker or line.marker.evaluate({"extra": extra})
                ]
    return names


def environment_problems(runtime, pythons, environment):
    """Where environment.yml differs from the run-time requirements, or does what Binder should be spared."""
    lines = environment["dependencies"]
    conda = dict(re.fullmatch(r"([\w-]+)(.*)", line).groups() for line in lines if isinstance(line, str))
    by_pip, problems = {}, []
    for line in [line for section in lines if isinstance(section, dict) for line in section["pip"]]:
        try:
            one = Requirement(line)
            by_pip[one.name] = str(one.specifier) if not one.url else "an address"
        except InvalidRequirement:
            problems.append(f"environment.yml: a local line, or none of a package: {line}")
    if environment["channels"] != ["conda-forge"]:
        problems.append(f"environment.yml: channels are {environment['channels']}, not conda-forge alone")
    if by_pip and "pip" not in conda:
        problems.append("environment.yml: pip is used but not installed")
    python = conda.pop("python", "").removeprefix("=")
    if not re.fullmatch(r"3\.\d+", python) or python not in pythons:
        problems.append(f"environment.yml: python is {python or 'not named'}, and {pythons} is needed")
    conda.pop("pip", None)
    for name in sorted(conda.keys() & by_pip.keys()):
        problems.append(f"environment.yml: {name} is there twice")
    there = conda | by_pip
    for one in runtime:
        name = one.name if one.name in by_pip else CONDA_NAMES.get(one.name, one.name)
        found = there.pop(name, None)
        if found is None:
            problems.append(f"environment.yml: {name} is missing")
        elif found == "an address" or SpecifierSet(found) != one.specifier:
            problems.append(f"environment.yml: {name} is {found}, and {one.specifier} in pyproject.toml")
    return problems + [f"environment.yml: {name} is not in pyproject.toml" for name in sorted(there)]


def test_the_three_files_agree(files):
    assert drift(**files) == []


def add_runtime(pyproject, lock, environment):
    pyproject["project"]["dependencies"].append("packaging>=24")


def add_dev(pyproject, lock, environment):
    pyproject["dependency-groups"]["dev"].append("no-such-package")


def drop_runtime(pyproject, lock, environment):
    pyproject["project"]["dependencies"].remove("anywidget>=0.9,<0.12")


def narrow_runtime(pyproject, lock, environment):
    wanted = pyproject["project"]["dependencies"]
    wanted[wanted.index("numpy>=2.0,<2.5")] = "numpy>=2.0,<2.3"


def raise_dev(pyproject, lock, environment):
    wanted = pyproject["dependency-groups"]["dev"]
    wanted[wanted.index("nbval>=0.11,<0.12")] = "nbval>=0.12"


def newer_python(pyproject, lock, environment):
    pyproject["project"]["requires-python"] = ">=3.13"


def lock_without(name):
    def change(pyproject, lock, environment):
        lock[:] = [line for line in lock if not line.startswith(name + "==")]

    return change


def lock_with(line):
    def change(pyproject, lock, environment):
        lock.append(line)

    return change


def conda_without(name):
    def change(pyproject, lock, environment):
        lines = environment["dependencies"]
        lines[:] = [line for line in lines if not str(line).startswith(name)]

    return change


def conda_with(line):
    def change(pyproject, lock, environment):
        environment["dependencies"].append(line)

    return change


def conda_instead(name, line):
    def change(*files, **named):
        conda_without(name)(*files, **named)
        conda_with(line)(*files, **named)

    return change


def pip_line(line):
    def change(pyproject, lock, environment):
        environment["dependencies"][-1]["pip"].append(line)

    return change


def other_channel(pyproject, lock, environment):
    environment["channels"].insert(0, "defaults")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (add_runtime, "environment.yml: packaging is missing"),
        (add_dev, "lock: no-such-package is missing"),
        (drop_runtime, "environment.yml: anywidget is not in pyproject.toml"),
        (drop_runtime, "lock: nothing needs anywidget"),
        (narrow_runtime, r"lock: numpy==\S+ is outside <2.3,>=2.0"),
        (narrow_runtime, "environment.yml: numpy is >=2.0,<2.5, and <2.3,>=2.0 in pyproject.toml"),
        (raise_dev, "lock: nbval==0.11.0 is outside >=0.12"),
        (newer_python, "environment.yml: python is 3.12, and >=3.13 is needed"),
        (lock_without("torch"), "lock: torch is missing"),
        (lock_without("pytest"), "lock: pytest is missing"),
        (lock_without("kiwisolver"), "lock: kiwisolver is missing"),
        (lock_without("webcolors"), "lock: webcolors is missing"),  # needed by way of an extra
        (lock_with("fastapi==0.1"), "lock: nothing needs fastapi"),
        (lock_with("numpy>=2"), "lock: not a plain name==version: numpy>=2"),
        (lock_with("--index-url https://example.org/simple"), "lock: not a plain .*: --index-url"),
        (lock_with("numpy @ https://example.org/numpy.whl"), "lock: not a plain name==version: numpy @"),
        (lock_with("# made by a machine"), "lock: not a plain name==version: #"),
        (conda_without("ipywidgets"), "environment.yml: ipywidgets is missing"),
        (conda_without("python"), "environment.yml: python is not named, and >=3.11 is needed"),
        (conda_without("{'pip'"), "environment.yml: pylopdf-fonts-zh-cn is missing"),
        (conda_without("pip"), "environment.yml: pip is used but not installed"),
        (conda_with("pandas"), "environment.yml: pandas is not in pyproject.toml"),
        (conda_with("pylopdf-fonts-zh-cn"), "environment.yml: pylopdf-fonts-zh-cn is there twice"),
        (conda_instead("python", "python=3.10"), "environment.yml: python is 3.10, and >=3.11 is needed"),
        (conda_instead("ipykernel", "ipykernel"), "environment.yml: ipykernel is , and <8,>=6.29 in"),
        (conda_instead("pytorch-cpu", "pytorch>=2.5,<2.14"), "environment.yml: pytorch-cpu is missing"),
        (pip_line("-e ."), "environment.yml: a local line, or none of a package: -e ."),
        (pip_line("."), "environment.yml: a local line, or none of a package: ."),
        (pip_line("jupytext>=1.17"), "environment.yml: jupytext is not in pyproject.toml"),
        (other_channel, "environment.yml: channels are"),
    ],
)
def test_each_kind_of_drift_is_found(files, change, problem):
    change(**files)
    assert any(re.match(problem, found) for found in drift(**files)), drift(**files)


def test_the_oldest_python_is_the_same_everywhere(files):
    oldest = files["pyproject"]["project"]["requires-python"].removeprefix(">=")
    pair = re.search(r"^OLDEST_PYTHON = (.*?) *#", (HERE / "tasks.py").read_text(), re.MULTILINE)[1]
    assert "{}.{}".format(*ast.literal_eval(pair)) == oldest
    assert f"{pair} <= sys.version_info" in (HERE / "Makefile").read_text()
    assert files["pyproject"]["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")


# What Binder will do


@pytest.fixture
def buildpack(monkeypatch):
    """The buildpack that repo2docker picks for the project, in its own order, as it does for a checkout."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # its own affair
        from repo2docker.app import Repo2Docker

    monkeypatch.chdir(HERE)
    app = Repo2Docker()
    packs = [kind(app.base_image) for kind in app.buildpacks]
    chosen = next(pack for pack in packs if pack.detect())
    chosen.platform = "linux/amd64"
    return chosen


@on_posix
def test_binder_will_use_environment_yml(buildpack):
    assert type(buildpack).__name__ == "CondaBuildPack"
    assert buildpack.environment_yaml_path == "environment.yml"
    assert buildpack.python_version == "3.12"
    (_, install) = buildpack.get_preassemble_scripts()[-1]
    assert 'env update -p ${NB_PYTHON_PREFIX} --file "environment.yml"' in install


@on_posix
def test_binder_keeps_the_environment_from_one_commit_to_the_next(buildpack):
    assert buildpack._should_preassemble_env
    assert "environment.yml" in buildpack.get_preassemble_script_files()
    assert buildpack.get_assemble_scripts() == []  # nothing else is installed once the checkout is there


@on_posix
def test_binder_will_run_post_build(buildpack):
    assert buildpack.get_post_build_scripts() == ["postBuild"]
    assert os.access(HERE / "postBuild", os.X_OK)


@on_posix
def test_the_dry_run_of_repo2docker_says_the_same():
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    said = done.stdout + done.stderr
    assert "Building conda environment for python=3.12" in said
    copied, updated = said.index("src/environment.yml"), said.index('--file "environment.yml"')
    assert copied < updated < said.index("COPY --chown=0:0 src/ ") < said.index("RUN ./postBuild")


@on_posix
def test_post_build_makes_attnlib_importable_from_the_checkout_and_the_readers_copies(tmp_path):
    checkout = tmp_path / "checkout"
    shutil.copytree(HERE / "notebooks", checkout / "notebooks")
    for name in ("postBuild", "tasks.py", "attnlib/__init__.py"):
        (checkout / name).parent.mkdir(exist_ok=True)
        shutil.copy(HERE / name, checkout / name)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    python = tmp_path / "env" / "bin" / "python"
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    find = [python, "-c", "import importlib.util as u; print(u.find_spec('attnlib').origin)"]
    assert subprocess.run(find, cwd=tmp_path, capture_output=True).returncode != 0
    subprocess.run(["./postBuild"], cwd=checkout, env=os.environ | {"PATH": path}, check=True)
    found = subprocess.run(find, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert found.strip() == str(checkout / "attnlib" / "__init__.py")
    links = (HERE / "README.zh-CN.md").read_text("utf-8")
    copy = re.search(r"mybinder\.org\S*lab/tree/(my-lessons/zh/\S+?\.ipynb)", links)[1]
    assert '"outputs": []' in (checkout / copy).read_text("utf-8")
    settings = tmp_path / "env" / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    assert '"saveState": true' in settings.read_text("utf-8")
