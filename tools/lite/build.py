"""Builds it: JupyterLite from PyPI, our wheels, of Pyodide what they need, and the lessons."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tools import package
from tools.lite.distribution import KERNEL, PICTURES, distribute, opened
from tools.lite.font import font_wheel
from tools.lite.lessons import RECORDED, copies, recorded_wheel
from tools.lite.wheels import PURE, fetch
from tools.readme_links import address_and_version

PROJECT = Path(__file__).resolve().parent.parent.parent
VERSIONS = Path(__file__).with_name("jupyterlite.lock")
PROGRAM = PROJECT / "build" / "jupyterlite"  # where it is installed: no reader needs it, and no test
EXTENSIONS = "share/jupyter/labextensions"
WIDGETS = ("anywidget", "@jupyter-widgets/jupyterlab-manager")  # as they are in .venv

SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "Self-attention, step by step",
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "disablePyPIFallback": True,
                "loadPyodideOptions": {
                    "packages": [*KERNEL, "attnlib", RECORDED],  # all at once, while Python starts
                    # What a widget tells with null reaches Python as a None: else a trait refuses it.
                    "convertNullToNone": True,
                },
            }
        },
    },
}


def build(pyodide, folder, project=PROJECT, pictures=True):
    """Write JupyterLite with the lessons into a folder, which is emptied, from that Pyodide.

    Without pictures no matplotlib is needed, and a line in the place of each picture says so.
    """
    without = () if pictures else PICTURES
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        given = opened(pyodide, scratch / "pyodide")
        program = installed()
        (scratch / "wheels").mkdir()
        _, ours = package.build(project, scratch / "package")
        version = address_and_version(project)[1]
        wheels = [ours, recorded_wheel(scratch, project, version)]
        wheels += [font_wheel(scratch, project)] if pictures else []
        wheels += fetch(scratch / "wheels", project, [name for name in PURE if name not in without])
        lite = scratch / "lite"
        wanted = ["attnlib", RECORDED, *(["seaborn"] if pictures else [])]
        distribute(given, wheels, lite / "static" / "pyodide", wanted, without)
        copies(lite / "files" / "my-lessons", project)  # a folder of this name keeps what is solved
        (lite / "jupyter-lite.json").write_text(json.dumps(SETTINGS), "utf-8")
        (lite / "jupyter_lite_config.json").write_text(json.dumps(options(program)), "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        run("-m", "jupyterlite_core", "build", "--output-dir", folder, path=program, cwd=lite)


def installed():
    """Install JupyterLite into a folder the first time, and return that."""
    wanted, there = VERSIONS.read_text("utf-8"), PROGRAM / VERSIONS.name
    if not there.is_file() or there.read_text("utf-8") != wanted:
        shutil.rmtree(PROGRAM, ignore_errors=True)
        run("-m", "pip", "install", "--quiet", "--no-deps", "--target", PROGRAM, "-r", VERSIONS)
        there.write_text(wanted, "utf-8")
    return PROGRAM


def options(program):
    """Return the options of JupyterLite: one page, with the extensions for widgets and for Python."""
    ours = Path(sysconfig.get_path("data"), EXTENSIONS)
    extensions = [ours / name for name in WIDGETS]
    extensions.append(program / EXTENSIONS / "@jupyterlite" / "pyodide-kernel-extension")
    return {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "federated_extensions": [str(path) for path in extensions],
            "ignore_sys_prefix": ["federated_extensions"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        }
    }


def run(*words, path=None, cwd=None):
    """Run .venv's Python, in cwd, with what is installed at path; SystemExit says why it failed."""
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise SystemExit(f"{words[1]}: {done.stdout}{done.stderr}")
