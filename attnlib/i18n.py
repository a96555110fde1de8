"""The current language, and the look-up of texts in it.

A module that shows texts holds them in a table, key: (English, Chinese), both with the same {places}. The
names that lessons give to lines, axes and controls stand in data/names.json.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_HERE = Path(__file__).parent
DATA = _HERE / "data"  # where the package is installed
if not DATA.is_dir():
    DATA = _HERE.parent / "data"  # in a checkout

LANGUAGES = ("en", "zh")

_in_force = "en"


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


def texts_of(table: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the texts of a table in the current language, by key, with their {places} unfilled."""
    column = LANGUAGES.index(_in_force)
    return {key: row[column] for key, row in table.items()}


def in_force(pair: tuple[T, T]) -> T:
    """Return the one of a pair (English, Chinese) that is in the current language."""
    return pair[LANGUAGES.index(_in_force)]


def text_from(table: Mapping[str, tuple[str, str]]) -> Callable[..., str]:
    """Return a function text(key, **values) that looks a text of the table up and fills its {places}.

    Example:
        >>> text_from({"rows": ("{k} rows", "{k} 行")})("rows", k=3)
        '3 rows'
    """

    def text(key: str, **values: object) -> str:
        return in_force(table[key]).format(**values)

    return text


def name_of(name: object) -> str:
    """Return the name that data/names.json has for it in the current language, or else the name itself."""
    name = str(name)
    return _names().get(name, [name] * len(LANGUAGES))[LANGUAGES.index(_in_force)]


@lru_cache(1)
def _names() -> dict[str, list[str]]:
    return json.loads((DATA / "names.json").read_text(encoding="utf-8"))
