"""The current language, and the look-up of texts in it.

The texts that a module shows stand in texts.toml beside it, in English and Chinese with the same {places};
they are read when the first of them is shown. The names that lessons give to lines, axes and controls stand
in data/names.json.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

Pair = tuple[str, str]  # the same text in English and in Chinese

_HERE = Path(__file__).parent
DATA = _HERE / "data"  # where the package is installed
if not DATA.is_dir():
    DATA = _HERE.parent / "data"  # in a checkout

LANGUAGES = ("en", "zh")

_in_force = "en"


class TextError(ValueError):
    """A file of texts that cannot be used: the message names it, the place in it, and what is missing."""


def use_language(code: str) -> None:
    """Show texts in English ("en") or Simplified Chinese ("zh") from now on.

    Args:
        code: "en" or "zh"
    Raises:
        ValueError: for any other code

    Example:
        >>> use_language("zh")
        >>> name_of("weights")
        '注意力权重'
        >>> use_language("en")
    """
    global _in_force
    if code not in LANGUAGES:
        raise ValueError(f'use_language: needs "en" or "zh", but {code!r} was given.')
    _in_force = code


def language() -> str:
    """Return the current language: "en" or "zh"."""
    return _in_force


def in_force(pair: tuple[T, T]) -> T:
    """Return the one of a pair (English, Chinese) that is in the current language."""
    return pair[LANGUAGES.index(_in_force)]


def text_from(file: str, table: str = "") -> Callable[..., str]:
    """Return a function text(key, **values) that fills the {places} of a text.

    Args:
        file: the module that shows the texts, as its __file__: they stand in texts.toml beside it
        table: the table of texts.toml that holds them, where it holds those of several modules
    """

    def text(key: str, **values: object) -> str:
        return in_force(pairs_of(file, table)[key]).format(**values)

    return text


def texts_of(file: str, table: str = "") -> dict[str, str]:
    """Return the texts beside a module in the current language, by key, {places} unfilled."""
    return {key: in_force(pair) for key, pair in pairs_of(file, table).items()}


@cache
def pairs_of(file: str, table: str = "") -> dict[str, Pair]:
    """Return the texts beside a module in both languages, by key.

    Raises:
        TextError: the file is not TOML, or a text lacks one of its languages.
    """
    path = Path(file).with_name("texts.toml")
    texts = read_toml(path)
    where = f"{path.parent.name}/{path.name}: " + (f"{table}." if table else "")
    return {key: pair_of(where + key, pair) for key, pair in (texts[table] if table else texts).items()}


def read_toml(path: Path) -> dict[str, Any]:
    """Return what stands in a file of texts.

    Raises:
        TextError: the file is not TOML.
    """
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TextError(f"{path.name}: {error}.") from None


def pair_of(where: str, table: Any) -> Pair:
    """Return a text as (English, Chinese).

    Args:
        where: names the text, should it be unusable
        table: {"en": …, "zh": …}
    Raises:
        TextError: one of the languages is missing.
    """
    for code, name in zip(LANGUAGES, ("English", "Chinese"), strict=True):
        if not isinstance(table, dict) or not isinstance(table.get(code), str) or not table[code].strip():
            raise TextError(f"{where} has no {name} text ({code}).")
    return table["en"], table["zh"]


def join_sentences(*said: str) -> str:
    """Return sentences one after the other, but for empty ones: with blanks between them in English alone."""
    return in_force((" ", "")).join(one for one in said if one)


def name_of(name: object) -> str:
    """Return the name that data/names.json has for it in the current language, or else the name itself."""
    name = str(name)
    return _names().get(name, [name] * len(LANGUAGES))[LANGUAGES.index(_in_force)]


@cache
def _names() -> dict[str, list[str]]:
    return json.loads((DATA / "names.json").read_text(encoding="utf-8"))
