"""The language in force, and the words in it; all of them stand in attnlib.words."""

from attnlib.words import WORDS

LANGUAGES = ("en", "zh")

_in_force = "en"


def use_language(code):
    """Show words in English ("en") or Simplified Chinese ("zh") from now on."""
    global _in_force
    if code not in LANGUAGES:
        raise ValueError(f'use_language: needs "en" or "zh", but {code!r} was given.')
    _in_force = code


def language():
    """The language in force: "en" or "zh"."""
    return _in_force


def word(key, **values):
    """The words for key in the language in force, with the values put in their places."""
    return WORDS[key][LANGUAGES.index(_in_force)].format(**values)


def word_or_name(name):
    """The words for a name in the language in force, if it has any that stand alone, else the name."""
    try:
        return word(str(name))
    except (KeyError, IndexError, ValueError):
        return str(name)


def words(prefix):
    """All words whose key begins so, by the rest of the key, in the language in force, {places} and all."""
    column = LANGUAGES.index(_in_force)
    return {key[len(prefix) :]: row[column] for key, row in WORDS.items() if key.startswith(prefix)}
