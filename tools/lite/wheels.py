"""The wheels that Python in the browser is given besides Pyodide's own."""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from packaging.requirements import Requirement

# Of pure Python, in the versions of requirements.lock, which Pyodide has not got, or may have others of.
PURE = ("anywidget", "comm", "ipywidgets", "psygnal", "seaborn", "typing-extensions")


def fetch(folder, project, names=PURE):
    """Fetch these packages, as the readers' lock has them."""
    lines = (project / "requirements.lock").read_text("utf-8").splitlines()
    pins = [f"{pin.name}{pin.specifier}" for pin in map(Requirement, lines) if pin.name in names]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    command += ["--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"]
    done = subprocess.run([*command, *pins], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"Some of {', '.join(pins)} cannot be had as wheels of pure Python:\n{done.stderr}")
    return sorted(folder.glob("*.whl"))


def fetch_for_browser(folder, package, info):
    """Fetch a wheel of Pyodide's list from PyPI, of this version or its newest patch; None if there is none.

    info is what the list says of that Pyodide: its Python, and its tag on PyPI.
    """
    version, (major, minor) = package["version"], info["python"].split(".")[:2]
    release = ".".join(version.split(".")[:2])
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    command += [f"--platform=pyemscripten_{info['abi_version']}_wasm32", "--implementation=cp"]
    command += [f"--python-version={major}.{minor}", f"--abi=cp{major}{minor}"]
    for wanted in (f"=={version}", f"=={release}.*"):
        with tempfile.TemporaryDirectory() as scratch:
            name = package["name"] + wanted
            if subprocess.run([*command, "--dest", scratch, name], capture_output=True).returncode == 0:
                [wheel] = Path(scratch).iterdir()
                return Path(shutil.copy(wheel, folder))
    return None


def write_wheel(folder, name, version, files, needs=()):
    """Write a wheel of these files, by path, and return where it is."""
    stem = f"{name.replace('-', '_')}-{version}"
    about = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"]
    about += [f"Requires-Dist: {need}\n" for need in needs]
    wheel = "Wheel-Version: 1.0\nGenerator: attnlib\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = files | {
        f"{stem}.dist-info/METADATA": "".join(about).encode(),
        f"{stem}.dist-info/WHEEL": wheel.encode(),
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{stem}.dist-info/RECORD"])
    path = Path(folder, f"{stem}-py3-none-any.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for place, what in [*files.items(), (f"{stem}.dist-info/RECORD", record.encode())]:
            file.writestr(zipfile.ZipInfo(place), what, zipfile.ZIP_DEFLATED)  # of no day: always the same
    return path
