"""A second opinion on one lesson, from a tool that knows nothing of ours."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbval.plugin import get_sanitize_patterns

from tools.build import NOTEBOOKS
from tools.live import LIVE

SANITIZE = Path(__file__).with_name("nbval_sanitize.cfg")


@pytest.mark.slow
def test_nbval_judges_as_we_do(tmp_path):
    notebook = tmp_path / "00_start.ipynb"
    stored = nbformat.read(NOTEBOOKS / "zh" / notebook.name, as_version=4)
    for cell in stored.cells:
        for out in cell.get("outputs", []):
            out.get("data", {}).pop(LIVE, None)  # which the build adds to what is shown
    nbformat.write(stored, notebook)
    command = [sys.executable, "-m", "pytest", "--quiet", "--nbval", "--nbval-current-env", "-p", "no:xdist"]
    command += ["--nbval-sanitize-with", SANITIZE, notebook]
    done = subprocess.run(command, cwd=NOTEBOOKS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_only_pictures_inside_html_are_left_out_of_the_comparison():
    (pattern, replacement), *more = get_sanitize_patterns(SANITIZE.read_text("utf-8"))
    assert not more

    def compared(text):
        return re.sub(pattern, replacement, text)

    picture = """<figure><img alt='3 < 4' src='data:image/png;base64,iVBOR+/=\nab0='><p>0.33</p>"""
    assert compared(picture) == compared(picture.replace("iVBOR+/=\nab0=", "other"))
    assert compared(picture) != compared(picture.replace("3 < 4", "4 < 3"))
    assert compared(picture) != compared(picture.replace("0.33", "0.34"))
    for text in [
        "data:image/png;base64,iVBOR",
        "<img src='data:image/svg+xml;base64,iVBOR'>",
        "<img src='a.png'>",
    ]:
        assert compared(text) == text
