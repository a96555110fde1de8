"""Opening lessons: the reader's copies, ports, the language of the system and of the menus."""

import json
import os
import shutil
from pathlib import Path

import pytest

from classroom.lessons import readers_language, write_if_new


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh"),
    ],
)
def test_the_readers_language_is_that_of_the_system(jupyterlab, monkeypatch, settings, language):
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "name", "posix")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert readers_language() == language


def test_the_first_lesson_is_the_lowest_numbered(jupyterlab):
    assert jupyterlab.first_lesson("zh") == "notebooks/zh/05_output.ipynb"
    shutil.rmtree("notebooks/zh")
    with pytest.raises(jupyterlab.Stop, match="python tasks.py notebooks"):
        jupyterlab.first_lesson("zh")


def lesson(text, *more):
    """A notebook with a text, a cell that has been run, and more cells."""
    shown = [{"output_type": "stream", "name": "stdout", "text": ["42\n"]}]
    run = {"cell_type": "code", "id": "a", "source": ["6 * 7"], "outputs": shown, "execution_count": 1}
    cells = [
        {"cell_type": "markdown", "id": "t", "source": text, "metadata": {}},
        run | {"metadata": {}},
        *more,
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_the_readers_copies_show_nothing_before_they_are_run(jupyterlab):
    path = Path("notebooks/zh/05_output.ipynb")
    path.write_text(json.dumps(lesson("\u732b")), "utf-8")
    copies = jupyterlab.copy_lessons()
    assert sorted(copies) == sorted(str(one) for one in Path("notebooks").rglob("*.ipynb"))
    copy = json.loads(Path(copies["notebooks/zh/05_output.ipynb"]).read_text("utf-8"))
    text, code = copy["cells"]
    assert (text["source"], code["source"]) == ("\u732b", ["6 * 7"])
    assert (code["outputs"], code["execution_count"]) == ([], None)
    assert json.loads(path.read_text("utf-8")) == lesson("\u732b")


def test_a_copy_names_the_python_that_runs_it_or_jupyterlab_would_change_it(jupyterlab):
    write_if_new(jupyterlab.VENV / "pyvenv.cfg", "home = /usr/bin\nversion_info = 3.13.2.final.0\n")
    copy = json.loads(Path(jupyterlab.copy_lessons()["notebooks/zh/05_output.ipynb"]).read_text("utf-8"))
    assert copy["metadata"]["language_info"]["version"] == "3.13.2"


def test_the_file_browser_begins_folded_and_stays_as_the_reader_leaves_it(jupyterlab, monkeypatch, tmp_path):
    monkeypatch.setenv("JUPYTERLAB_WORKSPACES_DIR", str(tmp_path / "workspaces"))
    jupyterlab.fold_file_browser()
    (layout,) = (tmp_path / "workspaces").iterdir()
    assert json.loads(layout.read_text())["data"]["layout-restorer:data"]["left"]["collapsed"]
    layout.write_text('{"data": {}}')
    jupyterlab.fold_file_browser()
    assert layout.read_text() == '{"data": {}}'


def test_what_is_kept_beside_the_copies_stays(jupyterlab, tasks):
    kept = {"progress/exercise-scores.right": "", "exercises/scores.py": "def my_scores(Q, K): ...\n"}
    jupyterlab.copy_lessons()
    for name, text in kept.items():
        Path("my-lessons", name).parent.mkdir()
        Path("my-lessons", name).write_text(text)
    Path("notebooks/en/05_output.ipynb").write_text(json.dumps(lesson("new")))
    jupyterlab.copy_lessons()
    tasks.clean([])
    assert {name: Path("my-lessons", name).read_text() for name in kept} == kept


def test_a_copy_that_was_only_run_follows_the_lesson(jupyterlab, capsys):
    path, copy = Path("notebooks/en/05_output.ipynb"), Path("my-lessons/en/05_output.ipynb")
    path.write_text(json.dumps(lesson("old")))
    jupyterlab.copy_lessons()
    run = json.loads(copy.read_text())
    run["cells"][1]["outputs"] = lesson("")["cells"][1]["outputs"]
    run["cells"][0]["source"] = ["o", "ld"]  # as JupyterLab cuts up what it saves
    copy.write_text(json.dumps(run))
    jupyterlab.copy_lessons()
    assert json.loads(copy.read_text())["cells"][1]["outputs"] != []  # nothing new: what was run stays
    path.write_text(json.dumps(lesson("new")))
    jupyterlab.copy_lessons()
    assert json.loads(copy.read_text())["cells"][0]["source"] == "new"
    assert capsys.readouterr().out == ""


def test_a_copy_that_the_reader_has_changed_stays(jupyterlab, capsys):
    path, copy = Path("notebooks/en/05_output.ipynb"), Path("my-lessons/en/05_output.ipynb")
    path.write_text(json.dumps(lesson("old")))
    jupyterlab.copy_lessons()
    mine = json.loads(copy.read_text())
    mine["cells"][1]["source"] = ["6 * 8"]
    copy.write_text(json.dumps(mine))
    jupyterlab.copy_lessons()
    assert capsys.readouterr().out == ""
    path.write_text(json.dumps(lesson("new")))
    jupyterlab.copy_lessons()
    assert json.loads(copy.read_text()) == mine
    said = capsys.readouterr().out
    assert str(copy) in said
    assert str(path) in said
    copy.write_text("{")
    jupyterlab.copy_lessons()
    assert copy.read_text() == "{"
    assert "delete it" in capsys.readouterr().out


def test_the_lesson_saved_last_is_the_newest_that_was_run_or_changed(jupyterlab):
    assert jupyterlab.last_lesson("en") is None
    for name in ["05_output", "07_heads"]:
        Path(f"notebooks/en/{name}.ipynb").write_text(json.dumps(lesson("old")))
    jupyterlab.copy_lessons()
    assert jupyterlab.last_lesson("en") is None  # nothing was done in any
    run = lesson("old")["cells"]
    changed = lesson("mine")["cells"]
    for time, (name, cells) in enumerate([("07_heads", run), ("05_output", changed), ("07_heads", run)]):
        copy = Path(f"my-lessons/en/{name}.ipynb")
        copy.write_text(json.dumps(json.loads(copy.read_text()) | {"cells": cells}))
        os.utime(copy, (time, time))
        assert jupyterlab.last_lesson("en") == f"notebooks/en/{name}.ipynb"
    Path("my-lessons/en/05_output.ipynb").write_text("{")
    Path("my-lessons/en/08_mine.ipynb").write_text(json.dumps(lesson("mine")))  # newer, and no lesson's copy
    assert jupyterlab.last_lesson("en") == "notebooks/en/07_heads.ipynb"
    assert jupyterlab.last_lesson("zh") is None


def test_the_next_free_port_is_taken_and_named(jupyterlab, monkeypatch, capsys):
    monkeypatch.setattr(jupyterlab, "is_free", lambda port: port >= 8890)
    assert jupyterlab.choose_port(None) == 8890
    assert capsys.readouterr().out == "Port 8888 is busy, so this is port 8890.\n"
    monkeypatch.setattr(jupyterlab, "is_free", lambda port: False)
    with pytest.raises(jupyterlab.Stop, match="8888 to 8987"):
        jupyterlab.choose_port(None)
    monkeypatch.setattr(jupyterlab, "is_free", lambda port: True)
    assert (jupyterlab.choose_port(None), jupyterlab.choose_port(9000)) == (8888, 9000)
    assert capsys.readouterr().out == ""


def test_the_menus_become_chinese_and_other_settings_stay(jupyterlab, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "others")
    jupyterlab.prefer_chinese_menus()
    folder, others = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    [path] = Path(folder).rglob("*.json")
    assert (path.parent.name, path.name) == ("labconfig", "default_setting_overrides.json")
    assert json.loads(path.read_text())["@jupyterlab/translation-extension:plugin"] == {"locale": "zh_CN"}
    assert others == "others"
