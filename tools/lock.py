"""Choose the version of every package: pyproject.toml -> requirements.lock. Run by `python tasks.py lock`.

A version that is in the lock stays while it fits; with --upgrade, the newest is taken. PyTorch's own pin is
changed by hand: its build on PyPI would bring in several GB, so uv sees what PyTorch needs but not PyTorch.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

HERE = Path(__file__).resolve().parent.parent
LOCK = HERE / "requirements.lock"


def requirements(pyproject, of_torch):
    """What has to be locked, as lines: the project's requirements, with torch's in the place of torch."""
    wanted = pyproject["project"]["dependencies"] + pyproject["dependency-groups"]["dev"]
    of_torch = [line for line in of_torch if "extra ==" not in line]
    return [line for line in wanted if Requirement(line).name != "torch"] + of_torch


def main(options):
    """Write requirements.lock anew."""
    pyproject = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
    torch = re.search(r"^torch==.*$", LOCK.read_text("utf-8"), re.MULTILINE).group()
    oldest = pyproject["project"]["requires-python"].removeprefix(">=")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "requirements.in"), Path(folder, "requirements.lock")
        source.write_text("\n".join(requirements(pyproject, requires("torch"))), "utf-8")
        shutil.copy(LOCK, result)  # where uv looks for the versions to keep
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", source, "--output-file", result]
        command += ["--universal", "--python-version", oldest, "--no-header", "--no-annotate"]
        command += ["--no-emit-index-url", "--no-emit-find-links", *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        lines = result.read_text("utf-8").splitlines()
    LOCK.write_text("\n".join(sorted([*lines, torch])) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
