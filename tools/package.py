"""Build the package for PyPI, and check it. Run by `python tasks.py package`.

The archive of the sources and the wheel made from it go to build/package. twine checks both; the wheel must
hold what attnlib/, classroom/ and data/ hold, and must work in a venv of its own, away from here and without
PyTorch.
"""

import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
FOLDER = HERE / "build" / "package"

TRIAL = """
import sys
sys.modules["torch"] = None
import attnlib
from attnlib import heatmap, load_example
from classroom import Explorer, check
assert sys.prefix in attnlib.__file__, attnlib.__file__
trace = load_example("first_look").trace()
heatmap(trace.weights)
Explorer("first_look").save_html("explorer.html")
check.softmax(...)
print(attnlib.__version__)
"""


def build(source, folder):
    """Make the archive of the sources and, from it, the wheel; where both are."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    [sdist], [wheel] = Path(folder).glob("*.tar.gz"), Path(folder).glob("*.whl")
    return sdist, wheel


def missing_from(wheel, source):
    """Return the files of attnlib/, classroom/ and data/, and the lessons, that the wheel lacks."""
    tops = ("attnlib", "classroom", "data")
    parts = [path for top in tops for path in Path(source, top).rglob("*") if path.is_file()]
    names = [path.relative_to(source).as_posix() for path in parts if path.suffix != ".pyc"]
    lessons = Path(source, "notebooks").glob("[ez][nh]/*.ipynb")
    names += [f"classroom/notebooks/{path.parent.name}/{path.name}" for path in lessons]
    elsewhere = r"data/models/.*|classroom/.*\.(js|css|txt)"  # fetched; bundled into static; for tests
    names = [name for name in names if "/static/" in name or not re.fullmatch(elsewhere, name)]
    there = {name.removeprefix("attnlib/") if "/data/" in name else name for name in names_in(wheel)}
    return sorted(set(names) - there - {name for name in names if name.endswith(".md")})


def names_in(wheel):
    with zipfile.ZipFile(wheel) as file:
        return file.namelist()


def install(wheel, folder):
    """Install the wheel into a venv in a folder, which borrows all other packages, and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "venv"], cwd=folder, check=True)
    python = str(next(Path(folder, "venv").glob("[bS][ic][nr]*/python*")))
    ask = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    # Whatever attnlib the environment's PYTHONPATH shows is not the one to be tried.
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    pip += ["--no-deps", "--no-index", "--ignore-installed"]
    subprocess.run([*pip, wheel], check=True)
    Path(site, "borrowed.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return python


def try_out(wheel):
    """Use the installed wheel, without PyTorch, and return its version."""
    with tempfile.TemporaryDirectory() as folder:
        python = install(wheel, folder)
        done = subprocess.run([python, "-I", "-c", TRIAL], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        return done.stdout.splitlines()[-1]


def main():
    """Build, check, and say where the two files are."""
    for old in FOLDER.glob("attnlib-*"):
        old.unlink()
    sdist, wheel = build(HERE, FOLDER)
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", sdist, wheel], check=True)
    if missing := missing_from(wheel, HERE):
        raise SystemExit(f"The wheel lacks {', '.join(missing)}: pyproject.toml names what is in it.")
    print(f"attnlib {try_out(wheel)} works: {sdist.relative_to(HERE)}, {wheel.relative_to(HERE)}")


if __name__ == "__main__":
    main()
