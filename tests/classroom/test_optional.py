"""The models' files: known by their size and by samples, and of a broken one it is said how to mend it."""

import hashlib
from types import SimpleNamespace

import numpy as np
import pytest

from attnlib.languages import use_language
from classroom import WritingDesk, load_model, load_writer, optional
from classroom.lab import language_model, pretrained, recorded_outputs
from tools import model

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
