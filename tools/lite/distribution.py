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

from tools.lite.wheels import fetch_for_browser

WHERE = (
    "Say where the full distribution of Pyodide is, as `--pyodide PLACE` or in ATTNLIB_PYODIDE: the file "
    "pyodide-VERSION.tar.bz2 of a release in github.com/pyodide/pyodide, or its folder. It may be npm's "
    "package `pyodide`, which has Python alone: other wheels are then looked for on PyPI."
)
LACKING = "This Pyodide lists these wheels without having them, and PyPI has none for it:"
LOCK = "pyodide-lock.json"  # the list of its packages, of which Python in the browser takes what is imported
CORE = ("pyodide.js", "pyodide.mjs", "pyodide.asm.*", "python_stdlib.zip")
KERNEL = ("micropip", "ipython", "jedi", "comm")  # what JupyterLite's kernel asks for
IF_THERE = ("sqlite3", "ssl")  # parts of Python that some versions of Pyodide have apart
PICTURES = {"matplotlib", "pillow", "seaborn", "scipy", "pylopdf-fonts-zh-cn"}  # lessons run without them
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
    parts = ("", "pyodide", "package")  # as a folder, in the archive of a release, in npm's
    folders = [place / part for part in parts if (place / part / LOCK).is_file()]
    if not folders:
        raise SystemExit(f"There is no {LOCK} in {place}. {WHERE}")
    return folders[0]


def distribute(given, wheels, folder, wanted, without=(), fetch=fetch_for_browser):
    """Write what of the distribution is wanted, and what that needs, into a folder, with these wheels.

    Wheels that the distribution only lists are fetched; SystemExit names those that cannot be had. without
    names packages that our wheels need and do not get.
    """
    lock = json.loads((given / LOCK).read_text("utf-8"))
    wanted = [*wanted, *KERNEL]
    lock["packages"] = chosen(with_wheels(lock, wheels, without), wanted)
    folder.mkdir(parents=True)
    for pattern in CORE:
        for path in given.glob(pattern):
            shutil.copy(path, folder)
    ours, missing = {wheel.name: wheel for wheel in wheels}, []
    for package in lock["packages"].values():
        name = package["file_name"]
        source = ours.get(name, given / name)
        if source.is_file():
            shutil.copy(source, folder)
            package["file_name"] = Path(name).name
        elif fetched := fetch(folder, package, lock["info"]):
            package |= {"file_name": fetched.name, "sha256": sha256(fetched)}
        else:
            missing.append(package)
    if missing:
        every = chosen(lock["packages"], wanted, PICTURES)
        raise SystemExit("\n".join([LACKING, *(line_of(one, every) for one in missing), WHERE]))
    (folder / LOCK).write_text(json.dumps(lock, separators=(",", ":")), "utf-8")


def line_of(package, every):
    """Name a wheel that cannot be had, and say whether it is among those that every lesson needs."""
    needed = canonicalize_name(package["name"]) in every
    why = "which every lesson needs" if needed else "for pictures; --without-pictures builds without it"
    return f"  {package['file_name']}, {why}"


def with_wheels(lock, wheels, without=()):
    """Return all packages by name, with those of the wheels; SystemExit names what these lack."""
    browser = of_browser(lock["info"]["python"])
    packages = {canonicalize_name(name): package for name, package in lock["packages"].items()}
    needs = {}
    for wheel in wheels:
        package, needed = described(wheel, browser, without)
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


def described(wheel, browser, without=()):
    """Describe a wheel as Pyodide's list does, and return its requirements too, but for these packages."""
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        [about] = [name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
        said = BytesParser().parsebytes(file.read(about), headersonly=True)
    needed = [Requirement(line) for line in said.get_all("Requires-Dist", [])]
    needed = [one for one in needed if not one.marker or one.marker.evaluate(browser)]
    needed = [one for one in needed if canonicalize_name(one.name) not in NOT_NEEDED | {*without}]
    depends = [canonicalize_name(one.name) for one in needed]
    tops = {name.split("/")[0] for name in names}
    tops = {top.removesuffix(".py") for top in tops if not re.search(r"\.(dist-info|data)$", top)}
    package = {
        "name": canonicalize_name(said["Name"]),
        "version": said["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": sha256(wheel),
        "package_type": "package",
        "imports": sorted(tops),
        "depends": sorted(set(depends) - LATER),
        "unvendored_tests": False,
    }
    return package, needed


def sha256(path):
    """Return the checksum by which Pyodide knows a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def chosen(packages, wanted, without=()):
    """Return the packages that are wanted, and all that these need; SystemExit names a missing one.

    Packages in without, and what they alone need, are left out.
    """
    taken: dict[str, dict] = {}
    rest = [*wanted, *(name for name in IF_THERE if name in packages)]
    while rest:
        name = canonicalize_name(rest.pop())
        if name in taken or name in without:
            continue
        if name not in packages:
            raise SystemExit(f"There is no {name} in this Pyodide. {WHERE}")
        taken[name] = packages[name]
        rest += packages[name]["depends"]
    return dict(sorted(taken.items()))
