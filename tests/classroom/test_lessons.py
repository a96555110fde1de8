"""`python -m classroom`: the lessons in a folder of the reader's, and JupyterLab on them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from classroom import __main__ as command
from classroom import lessons


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """The commands that were run, with the settings of JupyterLab; the reader is in an empty folder."""
    found = []

    def run(words):
        folder = Path(os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0])
        texts = [json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.json"))]
        found.append((words, texts))
        return 7

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "others")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    monkeypatch.setattr(lessons, "run", run)
    return found


def cells_of(path):
    return json.loads(Path(path).read_text("utf-8"))["cells"]


@pytest.mark.parametrize(("words", "code"), [(["en"], "en"), (["zh"], "zh"), ([], "zh")])
def test_the_lessons_of_one_language_are_copied_without_results_and_the_first_is_opened(
    opened, monkeypatch, capsys, words, code
):
    monkeypatch.setattr(lessons, "readers_language", lambda: "zh")
    assert command.main([*words, "--no-browser"]) == 7
    copies = sorted(path.name for path in Path("my-lessons", code).iterdir())
    assert copies == sorted(path.name for path in (lessons.BUILT / code).glob("*.ipynb"))
    assert [path.name for path in Path("my-lessons").iterdir()] == [code]
    assert not any(cell.get("outputs") for name in copies for cell in cells_of(f"my-lessons/{code}/{name}"))
    [(called, (config, settings))] = opened
    assert called[-1] == "--no-browser"
    assert f"--ServerApp.root_dir={Path.cwd()}" in called
    assert f"--LabApp.default_url=/lab/tree/my-lessons/{code}/00_start.ipynb" in called
    assert config == lessons.CONFIG
    assert settings == lessons.LAB_SETTINGS | (lessons.CHINESE_MENUS if code == "zh" else {})
    assert f"{len(copies)} lessons are in {Path.cwd() / 'my-lessons' / code}" in capsys.readouterr().out


def test_what_the_reader_has_changed_stays_and_is_opened_the_next_time(opened, monkeypatch):
    command.main(["en"])
    mine = Path("my-lessons", "en", "03_scores.ipynb")
    lesson = json.loads(mine.read_text("utf-8"))
    lesson["cells"][-1]["source"] = "mine"
    lesson["metadata"]["copy_of"] = "what the lesson was in an earlier version"
    mine.write_text(json.dumps(lesson), "utf-8")
    monkeypatch.chdir("my-lessons")  # the same folder, not another inside it
    command.main(["en"])
    assert cells_of(Path.cwd().parent / mine)[-1]["source"] == "mine"
    assert not Path("my-lessons").exists()
    assert "--LabApp.default_url=/lab/tree/my-lessons/en/03_scores.ipynb" in opened[-1][0]


def test_without_jupyterlab_the_lessons_are_there_and_the_command_that_brings_it_is_said(
    opened, monkeypatch, capsys
):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main(["zh"]) == 1
    said = capsys.readouterr()
    assert 'pip install "attnlib[lab]"' in said.err
    assert 'pip install "attnlib[lab,zh]"' in said.out  # menus and a font
    assert Path("my-lessons", "zh", "00_start.ipynb").exists()
    assert opened == []


def test_where_nothing_can_be_written_it_is_said(opened, capsys):
    Path("my-lessons").touch()
    assert command.main(["en"]) == 1
    assert "The lessons could not be copied here" in capsys.readouterr().err
    assert opened == []


def test_help_copies_nothing_and_a_wrong_language_is_named(opened, capsys):
    for words, said in (["--help"], "[{en,zh}]"), (["fr"], "invalid choice: 'fr'"):
        with pytest.raises(SystemExit):
            command.main(words)
        caught = capsys.readouterr()
        assert said in caught.out + caught.err
    assert [*Path().iterdir()] == []


def test_it_needs_nothing_but_the_standard_library():
    """setup.py and tasks.py use it before anything is installed."""
    code = "import sys, classroom.lessons; print({'numpy', 'attnlib'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
