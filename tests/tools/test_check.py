"""What is said of lessons as they are stored, without executing; test_notebook_checks has the rest."""

import pytest

from tests.helpers.small_lesson import written
from tools import build, check


def test_a_notebook_that_is_missing_or_has_no_source_is_named(tmp_path, capsys):
    source = written(tmp_path)
    assert build.main(["agree", "01", "title", "note", "end"], tmp_path) == 0
    (tmp_path / "zh").mkdir()
    (tmp_path / "zh" / "09_gone.ipynb").write_text("{}")
    assert check.main([], tmp_path) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path}/zh/09_gone.ipynb: it has no source; remove it." in said
    missing = f"{tmp_path}/en/01_small.ipynb: not built yet. Run: python tasks.py notebooks 01"
    assert check.problems(source) == [missing]


@pytest.mark.parametrize("content", ["<<<<<<< HEAD\n{}", "[]", "{}"])
def test_a_file_that_is_no_notebook_is_named(tmp_path, content):
    source = written(tmp_path)
    assert build.main(["agree", "01", "title", "note", "end"], tmp_path) == 0
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "01_small.ipynb").write_text(content)
    [problem] = check.problems(source)
    assert "Run: python tasks.py notebooks 01" in problem
