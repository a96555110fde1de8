"""Choose the version of every package: pyproject.toml -> requirements.lock, and -dev.lock, -release.lock.

The first is what a reader installs, the second what the tests need besides, the third what a release needs
besides. Each line has the hashes of a release's files. A version that is in a lock stays while it fits; with
--upgrade, the newest is taken. uv chooses. PyTorch alone is pinned by hand, since its build on PyPI would
bring in several GB, and without a hash, since each place has a build of its own: uv is told what PyTorch
needs, but not PyTorch.

Binder solves environment.yml on the day it builds, so the ranges there end with the releases in the lock: it
takes none that nobody has tried.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent.parent
READERS, DEVELOPERS = HERE / "requirements.lock", HERE / "requirements-dev.lock"
RELEASE = HERE / "requirements-release.lock"
ENVIRONMENT = HERE / "environment.yml"
KEPT_BACK = ["argon2-cffi-bindings<26"]  # from 26 on it has nothing for a Mac with an Intel processor
# conda-forge's packages without what no lesson needs.
CONDA_NAMES = {"matplotlib": "matplotlib-base", "seaborn": "seaborn-base", "torch": "pytorch-cpu"}


def lessons_requirements(pyproject):
    """Return what the lessons need, except PyTorch: attnlib's dependencies and the extras."""
    project = pyproject["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["classroom"], *extras["lab"], *extras["zh"]]
    return [line for line in wanted if line != "attnlib[classroom]"]  # which is in the list


def readers_requirements(pyproject):
    """Return what a reader installs: package, extras, what builds it, what torch needs, but not torch."""
    others = [*of_torch(), *pyproject["build-system"]["requires"], *KEPT_BACK, "pip"]
    return [*lessons_requirements(pyproject), *others]


def of_torch():
    """Return what PyTorch needs itself."""
    return [line for line in requires("torch") or [] if "extra ==" not in line]


def solve(wanted, locked, python, options):
    """Solve these requirements: a line name==version for each package, with hashes if an option says so."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "requirements.in"), Path(folder, "requirements.lock")
        source.write_text("\n".join(wanted), "utf-8")
        result.write_text("\n".join(locked), "utf-8")  # where uv looks for the versions to keep
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--python-version", python]
        command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *options]
        command += [str(source), "--output-file", str(result)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return result.read_text("utf-8").replace(" \\\n    ", " ").splitlines()


def pins_of(path):
    """Return the lines of a lock without their hashes."""
    return [line.split(" --hash=")[0] for line in path.read_text("utf-8").splitlines()]


def others(lines):
    """Return these lines except PyTorch's."""
    return [line for line in lines if not line.startswith("torch==")]


def environment(text, pyproject, pins):
    """Return environment.yml with the ranges that follow from pyproject.toml and the lock's lines."""
    torch = pyproject["project"]["optional-dependencies"]["torch"]
    [python] = re.findall(r"python=([\d.]+)", text)
    binder = {"python_full_version": python, "sys_platform": "linux"}
    locked = [pin for pin in map(Requirement, pins) if not pin.marker or pin.marker.evaluate(binder)]
    tested = {pin.name: next(iter(pin.specifier)).version for pin in locked}
    for wanted in map(Requirement, [*lessons_requirements(pyproject), *torch]):
        name = CONDA_NAMES.get(wanted.name, wanted.name)
        lowest = next(str(part) for part in wanted.specifier if part.operator == ">=")
        major, minor = map(int, tested[wanted.name].split(".")[:2])
        text = re.sub(rf"(?m)^( +- {name})>=.*$", rf"\1{lowest},<{major}.{minor + 1}", text)
    return text


def main(words):
    """Write the locks and the ranges for Binder anew."""
    parser = argparse.ArgumentParser(prog="tasks.py lock", description=main.__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    for_every = ["--universal", "--generate-hashes"]  # system, and every Python from this one on
    options = [*for_every, *["--upgrade"] * parser.parse_args(words).upgrade]
    pyproject = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
    [torch] = {*pins_of(READERS)} - {*others(pins_of(READERS))}
    python = pyproject["project"]["requires-python"].removeprefix(">=")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    groups = pyproject["dependency-groups"]
    locks = {READERS: readers_requirements(pyproject), DEVELOPERS: groups["dev"], RELEASE: groups["release"]}
    wanted: list[str] = []
    locked: list[str] = []
    done: set[str] = set()
    texts = {}
    for path, more in locks.items():
        lines = solve([*wanted, *more], [*locked, *others(pins_of(path))], python, options)
        texts[path] = sorted({*lines} - done | ({torch} if path == READERS else set()))
        # These versions bind what comes after, so that all test and use the same.
        locked = [line.split(" --hash=")[0] for line in lines]
        wanted, done = [*wanted, *more, *locked], done | {*lines}
    for path, lines in texts.items():
        path.write_text("\n".join(lines) + "\n", "utf-8")
    text = environment(ENVIRONMENT.read_text("utf-8"), pyproject, pins_of(READERS))
    ENVIRONMENT.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
