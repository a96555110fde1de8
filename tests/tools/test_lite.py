"""The lessons in JupyterLite: what is taken of Pyodide, and what is added; here without either of them."""

import hashlib
import inspect
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from packaging.requirements import Requirement

from attnlib.draw import plots
from attnlib.lab import recorded_outputs
from tools.lite import build, font, lessons, wheels
from tools.lite.__main__ import main
from tools.lite.distribution import CORE, LOCK, PICTURES, distribute, opened
from tools.lite.wheels import fetch_for_browser, write_wheel

PROJECT = build.PROJECT
PACKAGES = {  # of a made-up Pyodide: version, what it needs
    "numpy": ("2.4.6", []),
    "matplotlib": ("3.10.8", ["numpy", "pillow"]),
    "pillow": ("12", []),
    "pandas": ("3.0", ["numpy"]),
    "scipy": ("1.17", ["numpy"]),
    "micropip": ("1", []),
    "ipython": ("9", ["prompt_toolkit"]),
    "prompt-toolkit": ("3", []),
    "jedi": ("0.19", []),
    "comm": ("0.2", []),
    "sqlite3": ("1", []),
    "opencv-python": ("4", ["numpy"]),  # which nobody needs
}


@pytest.fixture
def pyodide(tmp_path):
    """A folder like that of Pyodide's distribution."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in (*CORE, "python_cli_entry.mjs"):
        (folder / name.replace("*", "wasm")).write_text(name)
    listed = {}
    for name, (version, needs) in PACKAGES.items():
        file = f"{name}-{version}-wasm32.whl"
        (folder / file).write_text(name)
        listed[name] = {"name": name, "version": version, "file_name": file, "depends": needs}
    (folder / LOCK).write_text(json.dumps({"info": {"python": "3.14.2"}, "packages": listed}))
    return folder


def attnlib(folder, *needs):
    files = {"attnlib/__init__.py": b"", "attnlib-1.data/data/share/x.json": b"{}"}
    return write_wheel(folder, "attnlib", "1", files, ["numpy>=2.0,<2.5", "matplotlib>=3.10", *needs])


def not_to_be_had(folder, package, info):
    """As if PyPI had no wheel for this Pyodide."""


def distributed(pyodide, tmp_path, *needs, fetch=not_to_be_had):
    """The folder that was written for an attnlib with these needs, and its list."""
    seaborn = write_wheel(tmp_path, "seaborn", "0.13", {"seaborn.py": b""}, ["pandas", "numpy"])
    wheels = [attnlib(tmp_path, *needs), seaborn]
    folder = tmp_path / "static" / "pyodide"
    distribute(pyodide, wheels, folder, ["attnlib", "seaborn"], fetch=fetch)
    return folder, json.loads((folder / LOCK).read_text())["packages"]


def test_only_what_is_needed_is_taken_and_our_wheels_stand_in_the_list(pyodide, tmp_path):
    folder, listed = distributed(pyodide, tmp_path, "seaborn>=0.13", 'torch; extra == "torch"')
    assert listed.keys() == PACKAGES.keys() - {"opencv-python", "scipy"} | {"attnlib", "seaborn"}
    files = {path.name for path in folder.iterdir()}
    core = {name.replace("*", "wasm") for name in CORE}
    assert files == core | {LOCK} | {one["file_name"] for one in listed.values()}
    ours = listed["attnlib"]
    assert ours["imports"] == ["attnlib"]
    assert ours["depends"] == [
        "matplotlib",
        "numpy",
    ]  # seaborn is taken along, but loaded by whoever imports it
    assert ours["sha256"] == hashlib.sha256((folder / ours["file_name"]).read_bytes()).hexdigest()
    assert listed["seaborn"]["imports"] == ["seaborn"]


@pytest.mark.parametrize(
    ("need", "said"),
    [
        ("matplotlib>=3.11", "attnlib needs matplotlib>=3.11, and here is 3.10.8"),
        ("anywidget", "attnlib needs anywidget, and here is none"),
    ],
)
def test_what_does_not_fit_is_named(pyodide, tmp_path, need, said):
    with pytest.raises(SystemExit, match=re.escape(said)):
        distributed(pyodide, tmp_path, need)


def test_each_wheel_that_cannot_be_had_is_named_with_what_needs_it(pyodide, tmp_path):
    for name in ("numpy-2.4.6", "pillow-12", "pandas-3.0"):
        (pyodide / f"{name}-wasm32.whl").unlink()
    with pytest.raises(SystemExit) as refused:
        distributed(pyodide, tmp_path)
    assert [line for line in str(refused.value).splitlines() if line.startswith("  ")] == [
        "  numpy-2.4.6-wasm32.whl, which every lesson needs",
        "  pandas-3.0-wasm32.whl, for pictures; --without-pictures builds without it",
        "  pillow-12-wasm32.whl, for pictures; --without-pictures builds without it",
    ]
    with pytest.raises(SystemExit, match="There is no pyodide-lock.json"):
        opened(tmp_path / "static", tmp_path)


def test_a_wheel_that_is_only_listed_is_fetched_and_its_sum_stands_in_the_list(pyodide, tmp_path):
    def fetch(folder, package, info):
        assert info == {"python": "3.14.2"}
        return write_wheel(folder, package["name"], package["version"], {"jedi.py": b""})

    (pyodide / "jedi-0.19-wasm32.whl").unlink()
    folder, listed = distributed(pyodide, tmp_path, fetch=fetch)
    wheel = folder / "jedi-0.19-py3-none-any.whl"
    assert listed["jedi"]["file_name"] == wheel.name
    assert listed["jedi"]["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()


@pytest.mark.parametrize(("offered", "fetched"), [("2.4.6", True), ("2.4.9", True), ("2.5.0", False)])
def test_a_wheel_for_the_browser_is_taken_in_its_version_or_a_newer_patch(
    tmp_path, monkeypatch, offered, fetched
):
    (tmp_path / "index").mkdir()
    wheel = write_wheel(tmp_path / "index", "numpy", offered, {"numpy.py": b""})
    wheel.rename(
        wheel.with_name(wheel.name.replace("py3-none-any", "cp314-cp314-pyemscripten_2026_0_wasm32"))
    )
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    info = {"python": "3.14.2", "abi_version": "2026_0"}
    found = fetch_for_browser(tmp_path, {"name": "numpy", "version": "2.4.6"}, info)
    assert (found is not None) is fetched
    assert not fetched or (found.parent == tmp_path and offered in found.name)


def test_without_pictures_neither_matplotlib_nor_what_it_needs_is_taken(pyodide, tmp_path):
    (pyodide / "pillow-12-wasm32.whl").unlink()
    folder = tmp_path / "static"
    distribute(pyodide, [attnlib(tmp_path)], folder, ["attnlib"], PICTURES, not_to_be_had)
    listed = json.loads((folder / LOCK).read_text())["packages"]
    assert listed.keys() & {"numpy", "matplotlib", "pillow"} == {"numpy"}
    assert listed["attnlib"]["depends"] == ["numpy"]


@pytest.mark.parametrize("inside", ["pyodide", "package"])
def test_it_may_be_given_as_the_archive_of_a_release_or_of_npm(pyodide, tmp_path, inside):
    with tarfile.open(tmp_path / "pyodide.tar.bz2", "w:bz2") as archive:
        archive.add(pyodide, inside)
    found = opened(tmp_path / "pyodide.tar.bz2", tmp_path / "scratch")
    assert {path.name for path in found.iterdir()} == {path.name for path in pyodide.iterdir()}
    assert opened(pyodide, tmp_path) == pyodide


def test_without_pyodide_one_sentence_says_what_to_fetch_from_where(monkeypatch):
    monkeypatch.delenv("ATTNLIB_PYODIDE", raising=False)
    with pytest.raises(
        SystemExit, match="pyodide-VERSION.tar.bz2 of a release in github.com/pyodide/pyodide"
    ):
        main([])


def test_every_version_is_pinned():
    lines = build.VERSIONS.read_text().splitlines()
    assert {"jupyterlite-core", "jupyterlite-pyodide-kernel"} <= {Requirement(line).name for line in lines}
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9.]+", line) for line in lines)
    locked = [Requirement(line).name for line in (PROJECT / "requirements.lock").read_text().splitlines()]
    assert set(wheels.PURE) <= set(locked)


# The font


def test_the_font_has_the_commonest_characters_and_all_that_the_project_writes():
    letters = font.characters(PROJECT)
    assert {*"我的啊座"} <= letters  # the last two are where level 1 begins and ends
    assert "齄" not in letters  # the last of level 2
    assert {*(PROJECT / "notebooks" / "zh" / "12_real_text.ipynb").read_text("utf-8")} <= letters


def test_the_part_of_it_comes_as_the_package_that_attnlib_asks_for(tmp_path, monkeypatch):
    monkeypatch.setattr(font, "characters", lambda project: {*"注意力 QK"})
    with zipfile.ZipFile(font.font_wheel(tmp_path, PROJECT)) as file:
        names = file.namelist()
        file.extractall(tmp_path / "there")
    assert any("LICENSE" in name or "OFL" in name for name in names)
    ask = "from pylopdf_fonts_zh_cn import sans_path; print(sans_path())"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=tmp_path / "there")
    path = Path(done.stdout.strip())
    assert tmp_path in path.parents
    assert {*map(chr, TTFont(path).getBestCmap())} == {*"注意力 QK"}
    assert path.stat().st_size < 1e5


# The lessons


def test_attnlib_finds_what_cannot_be_computed_in_a_browser(tmp_path, monkeypatch):
    wheel = lessons.recorded_wheel(tmp_path, PROJECT, "1")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "site-packages")
    here = recorded_outputs.recorded.__wrapped__("zh")
    monkeypatch.setattr(
        recorded_outputs, "__file__", str(tmp_path / "site-packages" / "attnlib" / "lab" / "outputs.py")
    )
    there = recorded_outputs.recorded.__wrapped__("zh")
    assert there.keys() == here.keys()
    assert all(len(cell["outputs"]) == len(here[id]["outputs"]) for id, cell in there.items())
    assert wheel.stat().st_size < 1e6


def test_the_copies_have_no_results_and_one_that_draws_with_seaborn_loads_it(tmp_path):
    lessons.copies(tmp_path / "my-lessons", PROJECT)
    loads = set()
    for lang in ("en", "zh"):
        for path in lessons.lessons(PROJECT, lang):
            cells = json.loads((tmp_path / "my-lessons" / lang / path.name).read_text("utf-8"))["cells"]
            assert all(not cell["outputs"] for cell in cells if cell["cell_type"] == "code")
            if cells[0]["source"] == "import seaborn":
                loads.add(path.stem)
    assert loads == set()  # they would wait for 20 MB


def test_every_picture_that_seaborn_draws_is_known_to_need_it():
    drawn = [name for name in plots.__all__ if "import seaborn" in inspect.getsource(getattr(plots, name))]
    assert drawn
    assert all(lessons.DRAWS.search(f"{name}(x)") for name in drawn)
