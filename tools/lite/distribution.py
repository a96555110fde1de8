"""Pyodide, which is Python for browsers: of its packages those that are needed, and ours beside them."""

import hashlib
import json
import re
import shutil
import tarfile
import zipfile
from email.parser import BytesParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

WHERE = (
    "Say where the full distribution of Pyodide is, as `--pyodide PLACE` or in ATTNLIB_PYODIDE: the file "
    "pyodide-VERSION.tar.bz2 of a release in github.com/pyodide/pyodide, or its folder. The Pyodide that npm "
    "has lacks numpy."
)
LOCK = "pyodide-lock.json"  # the list of its packages, of which Python in the browser takes what is imported
CORE = ("pyodide.js", "pyodide.mjs", "pyodide.asm.*", "python_stdlib.zip")
KERNEL = ("micropip", "ipython", "jedi", "comm")  # what JupyterLite's kernel asks for
IF_THERE = ("sqlite3", "ssl")  # parts of Python that some versions of Pyodide have apart
# JupyterLite has these in its own page.
NOT_NEEDED = {"jupyterlab-widgets", "widgetsnbextension"}
# With what they need themselves 20 MB and seconds: a lesson that draws with seaborn imports it.
LATER = {"seaborn", "scipy"}


def opened(place, scratch):
    """Return the folder of a distribution, unpacking an archive into scratch; SystemExit if it is none."""
    if place.is_file():
        with tarfile.open(place) as archive:
            archive.extractall(scratch, filter="data")
        place = scratch
    folders = [path.parent for path in (place / LOCK, place / "pyodide" / LOCK) if path.is_file()]
    if not folders:
        raise SystemExit(f"There is no {LOCK} in {place}. {WHERE}")
    return folders[0]


def distribute(given, wheels, folder, wanted):
    """Write what of the distribution is wanted, and what that needs, into a folder, with these wheels."""
    lock = json.loads((given / LOCK).read_text("utf-8"))
    lock["packages"] = chosen(with_wheels(lock, wheels), [*wanted, *KERNEL])
    folder.mkdir(parents=True)
    for pattern in CORE:
        for path in given.glob(pattern):
            shutil.copy(path, folder)
    ours = {wheel.name: wheel for wheel in wheels}
    for package in lock["packages"].values():
        name = package["file_name"]
        source = ours.get(name, given / name)
        if not source.is_file():
            raise SystemExit(f"{given} lacks {name}, which its list names. {WHERE}")
        shutil.copy(source, folder)
        package["file_name"] = Path(name).name
    (folder / LOCK).write_text(json.dumps(lock, separators=(",", ":")), "utf-8")


def with_wheels(lock, wheels):
    """Return all packages by name, with those of the wheels; SystemExit names what these lack."""
    browser = of_browser(lock["info"]["python"])
    packages = {canonicalize_name(name): package for name, package in lock["packages"].items()}
    needs = {}
    for wheel in wheels:
        package, needed = described(wheel, browser)
        packages[package["name"]], needs[package["name"]] = package, needed
    for name, needed in needs.items():
        for one in needed:
            found = packages.get(canonicalize_name(one.name), {}).get("version")
            if not found or not one.specifier.contains(found, prereleases=True):
                raise SystemExit(f"{name} needs {one}, and here is {found or 'none'}. {WHERE}")
    return packages


def of_browser(python):
    """Return the values that markers of requirements have for Python in a browser."""
    return {
        "python_version": ".".join(python.split(".")[:2]),
        "python_full_version": python,
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "os_name": "posix",
        "extra": "",
    }


def described(wheel, browser):
    """Describe a wheel as Pyodide's list does, and return its requirements too."""
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        [about] = [name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
        said = BytesParser().parsebytes(file.read(about), headersonly=True)
    needed = [Requirement(line) for line in said.get_all("Requires-Dist", [])]
    needed = [one for one in needed if not one.marker or one.marker.evaluate(browser)]
    needed = [one for one in needed if canonicalize_name(one.name) not in NOT_NEEDED]
    depends = [canonicalize_name(one.name) for one in needed]
    tops = {name.split("/")[0] for name in names}
    tops = {top.removesuffix(".py") for top in tops if not re.search(r"\.(dist-info|data)$", top)}
    package = {
        "name": canonicalize_name(said["Name"]),
        "version": said["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(tops),
        "depends": sorted(set(depends) - LATER),
        "unvendored_tests": False,
    }
    return package, needed


def chosen(packages, wanted):
    """Return the packages that are wanted, and all that these need; SystemExit names a missing one."""
    taken: dict[str, dict] = {}
    rest = [*wanted, *(name for name in IF_THERE if name in packages)]
    while rest:
        name = canonicalize_name(rest.pop())
        if name in taken:
            continue
        if name not in packages:
            raise SystemExit(f"There is no {name} in this Pyodide. {WHERE}")
        taken[name] = packages[name]
        rest += packages[name]["depends"]
    return dict(sorted(taken.items()))
