"""JupyterLite in Chromium, its network cut: what `python -m tools.lite` builds starts, and lessons run there.

By default Pyodide is a stand-in: Python from npm, other wheels from PyPI, and a NumPy that can only be
imported, because no registry has a real one. With ATTNLIB_PYODIDE, the place of a whole Pyodide, lessons run
to their last cell.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.browser import ERRORS, IS_IDLE, NOT_RUN, offline_page, served
from tools.lite import build
from tools.lite.distribution import LOCK, sha256
from tools.lite.wheels import write_wheel

pytestmark = pytest.mark.slow

WORKFLOW = build.PROJECT / ".github" / "workflows" / "publish.yml"
PYODIDE = re.search(r'PYODIDE: "([\d.]+)"', WORKFLOW.read_text("utf-8"))[1]
WHOLE = os.environ.get("ATTNLIB_PYODIDE")
NUMPY = b"import sys, unittest.mock\nsys.modules[__name__] = unittest.mock.MagicMock(__path__=[])\n"
MINUTE = 60_000  # milliseconds; Python starts in half a minute on a free machine
CELL = """async at => {
    const { content, context } = window.jupyterapp.shell.currentWidget;
    content.activeCellIndex = at;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    """The place of a Pyodide: the one that was named, or the stand-in."""
    if WHOLE:
        return Path(WHOLE)
    folder = tmp_path_factory.mktemp("pyodide")
    command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
    if not shutil.which("npm") or subprocess.run(command, cwd=folder, capture_output=True).returncode:
        pytest.skip("npm cannot give Pyodide")
    shutil.unpack_archive(folder / f"pyodide-{PYODIDE}.tgz", folder)
    lock = json.loads((folder / "package" / LOCK).read_text("utf-8"))
    numpy = lock["packages"]["numpy"]
    wheel = write_wheel(folder / "package", "numpy", numpy["version"], {"numpy/__init__.py": NUMPY})
    numpy |= {"file_name": wheel.name, "sha256": sha256(wheel)}
    (folder / "package" / LOCK).write_text(json.dumps(lock), "utf-8")
    return folder / "package"


@pytest.fixture(scope="module")
def address(pyodide, tmp_path_factory):
    """The address of a JupyterLite built from it."""
    folder = tmp_path_factory.mktemp("lite") / "run"
    build.build(pyodide, folder, pictures=bool(WHOLE))
    settings = json.loads((folder / "jupyter-lite.json").read_text("utf-8"))
    settings["jupyter-config-data"]["exposeAppInBrowser"] = True  # for this test to look into
    (folder / "jupyter-lite.json").write_text(json.dumps(settings), "utf-8")
    with served(folder) as address:
        yield address


@pytest.fixture
def lesson(browser, address):
    """lesson("00_start"): opened in a page of its own, with Python ready; nothing outside was asked for."""
    asked = []

    def open_lesson(name):
        # JupyterLite hands files to Python through a service worker.
        page, outside, _ = offline_page(browser, address, service_workers="allow")
        asked.append(outside)
        page.goto(f"{address}/lab/index.html?path=my-lessons/en/{name}.ipynb")
        page.wait_for_function(f"window.jupyterapp && {IS_IDLE}", timeout=5 * MINUTE)
        return page

    yield open_lesson
    assert asked
    assert not any(asked)


def test_the_first_cell_of_a_lesson_runs(lesson):
    page = lesson("00_start")
    first = page.evaluate(f"{NOT_RUN}[0]")
    page.evaluate(CELL, first)
    page.wait_for_function(f"{NOT_RUN}[0] > {first}", timeout=MINUTE)
    assert page.evaluate(ERRORS) == []


@pytest.mark.skipif(not WHOLE, reason="ATTNLIB_PYODIDE does not say where a whole Pyodide is")
@pytest.mark.parametrize("name", ["00_start", "03_scores"])
def test_a_lesson_runs_from_first_to_last_cell(lesson, name):
    page = lesson(name)
    page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(f"{NOT_RUN}.length === 0", timeout=5 * MINUTE)
    assert page.evaluate(ERRORS) == []
