"""With NumPy alone, as in some browsers, lessons run, and a line stands for each picture."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from attnlib import i18n
from attnlib.draw.no_picture import no_picture

HERE = Path(__file__).parent.parent
LESSONS = sorted(path.stem for path in (HERE / "notebooks" / "en").glob("[0-9]*.ipynb"))


@pytest.mark.parametrize(
    "lesson",
    [name if name == "00_start" else pytest.param(name, marks=pytest.mark.slow) for name in LESSONS],
)
def test_a_lesson_runs_from_first_to_last_cell_with_numpy_alone(lesson, tmp_path):
    command = [sys.executable, "-m", "tests.helpers.without", "pictures", lesson]
    environment = os.environ | {"IPYTHONDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])["en"]
    assert found["failed"] == {}


def test_a_line_stands_for_a_picture_in_both_languages(monkeypatch):
    line = no_picture([[1]], title="<weights>")
    assert repr(line) == line.alt
    assert line.alt.startswith("This picture needs matplotlib")
    monkeypatch.setattr(i18n, "_in_force", "zh")
    data, _ = line._repr_mimebundle_()
    assert data == {"text/html": f"<p>{line.alt}</p>", "text/plain": line.alt}
    assert line.alt.startswith("这幅图需要 matplotlib")
