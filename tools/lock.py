"""Choose the version of every package: pyproject.toml -> requirements.lock and requirements-dev.lock.

The first is what a reader installs; the second, what maintainers have besides. A version that is in a lock
stays while it fits; with --upgrade, the newest is taken. uv chooses; PyTorch alone is pinned by hand, since
its build on PyPI would bring in several GB: uv is told what PyTorch needs, but not PyTorch.
"""

import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import requires
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
READERS, DEVELOPERS = HERE / "requirements.lock", HERE / "requirements-dev.lock"


def readers_requirements(pyproject):
    """What a reader installs: the package, its extras, what builds it, what torch needs, but not torch."""
    project = pyproject["project"]
    lab, builds = project["optional-dependencies"]["lab"], pyproject["build-system"]["requires"]
    return [*project["dependencies"], *lab, *of_torch(), *builds, "pip"]


def of_torch():
    """What PyTorch needs itself."""
    return [line for line in requires("torch") or [] if "extra ==" not in line]


def solve(wanted, locked, python, options):
    """One line name==version for each package that these requirements need."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "requirements.in"), Path(folder, "requirements.lock")
        source.write_text("\n".join(wanted), "utf-8")
        result.write_text("\n".join(locked), "utf-8")  # where uv looks for the versions to keep
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--python-version", python]
        command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", *options]
        command += [str(source), "--output-file", str(result)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return result.read_text("utf-8").splitlines()


def lines_of(path):
    """The lines of a lock but for PyTorch's."""
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("torch==")]


def main(options):
    """Write both locks anew."""
    pyproject = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
    [torch] = set(READERS.read_text("utf-8").splitlines()) - set(lines_of(READERS))
    python = pyproject["project"]["requires-python"].removeprefix(">=")
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    options = ["--universal", *options]  # for every system and every Python from this one on
    wanted = readers_requirements(pyproject)
    readers = solve(wanted, lines_of(READERS), python, options)
    # The readers' versions bind the developers', so that both test and use the same.
    wanted = [*wanted, *readers, *pyproject["dependency-groups"]["dev"]]
    everything = solve(wanted, [*readers, *lines_of(DEVELOPERS)], python, options)
    READERS.write_text("\n".join(sorted([*readers, torch])) + "\n", "utf-8")
    DEVELOPERS.write_text("\n".join(sorted(set(everything) - set(readers))) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
