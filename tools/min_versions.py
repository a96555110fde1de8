"""Run the tests with the lowest versions that pyproject.toml allows. Run by `python tasks.py test --lowest`.

In a venv of its own, build/lowest: of what a reader installs, each range is taken at its lower end. PyTorch
and the developers' tools are those of the locks, so that the tests are the same. Browsers are left out.
"""

import os
import subprocess
import sys
import tomllib

from packaging.requirements import Requirement

from tools import installer
from tools.lock import DEVELOPERS, HERE, READERS, lessons_requirements, of_torch, pins_of, solve

VENV = HERE / "build" / "lowest"
OF_ITS_AGE = [
    "pyparsing>=3.2,<3.3"
]  # later ones warn of what matplotlib 3.10.0 calls, and warnings fail a test
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def requirements():
    """Return what pyproject.toml names for readers, except PyTorch."""
    return lessons_requirements(tomllib.loads((HERE / "pyproject.toml").read_text("utf-8")))


def install_torch():
    """Install PyTorch from the first place that has one which can be imported."""
    for words, settings in installer.torch_places():
        command = [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", *words]
        if subprocess.run(command, env=os.environ | settings).returncode:
            continue
        if not subprocess.run([PYTHON, "-c", "import torch"]).returncode:
            return
    raise SystemExit(installer.WITHOUT_TORCH)


def main(words):
    """Install, show what was chosen, and run the tests; their exit code."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    others = {"pip", "setuptools", *(Requirement(line).name for line in of_torch())}
    locked = [line for line in pins_of(READERS) if line.split("==")[0] in others]
    wanted = [*requirements(), *locked, *pins_of(DEVELOPERS), *OF_ITS_AGE]
    # The lowest that there are wheels of: NumPy 2.0, for example, would have to be compiled on Python 3.13.
    options = ["--resolution=lowest-direct", "--only-binary=:all:"]
    pins = solve(wanted, [], sys.version.split()[0], options)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--only-binary=:all:", *pins], check=True)
    install_torch()
    subprocess.run([*pip, "--no-build-isolation", "--editable", str(HERE)], check=True)
    named = {Requirement(line).name for line in requirements()}
    print(*[pin for pin in pins if pin.split("==")[0] in named], sep="\n", flush=True)
    tests = [PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadfile", "-m", "not browser", *words]
    return subprocess.run(tests, cwd=HERE).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
