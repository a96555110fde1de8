"""The wheels that Python in the browser is given besides Pyodide's own."""

import subprocess
import sys
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
