"""The language in force, and how a text is found in it.

The texts stand beside what shows them, in tables of key: (English, Chinese) with the same {places};
the names that lessons give to lines, axes and controls stand in data/names.json.
"""

import json
from functools import lru_cache
from pathlib import Path

_HERE = Path(__file__).parent
DATA = _HERE / "data"  # where the package is installed
if not DATA.is_dir():
    DATA = _HERE.parent / "data"  # in a checkout

LANGUAGES = ("en", "zh")

_in_force = "en"


def use_language(code):
    """Show texts in English ("en") or Simplified Chinese ("zh") from now on."""
    global _in_force
    if code not in LANGUAGES:
        raise ValueError(f'use_language: needs "en" or "zh", but {code!r} was given.')
    _in_force = code


def language():
    """The language in force: "en" or "zh"."""
    return _in_force


def texts_of(table):
    """The texts of a table in the language in force, by key, {places} and all."""
    column = LANGUAGES.index(_in_force)
    return {key: row[column] for key, row in table.items()}


def in_force(pair):
    """Of a pair (English, Chinese) the one in the language in force."""
    return pair[LANGUAGES.index(_in_force)]


def text_from(table):
    """A function text(key, **values): the text in the language in force, with the values in its places."""

    def text(key, **values):
        return in_force(table[key]).format(**values)

    return text


def name_of(name):
    """What data/names.json calls it in the language in force, or the name itself if it is not there."""
    name = str(name)
    return _names().get(name, [name] * len(LANGUAGES))[LANGUAGES.index(_in_force)]


@lru_cache(1)
def _names():
    return json.loads((DATA / "names.json").read_text(encoding="utf-8"))
