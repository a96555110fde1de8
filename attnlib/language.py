"""The language in force, and the words shown in pictures, widgets and messages."""

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
    return _WORDS[key][LANGUAGES.index(_in_force)].format(**values)


# One key, then English and Chinese with the same {places}.
_WORDS = {
    "query": ("query", "查询"),
    "key": ("key", "键"),
    "value": ("value", "值"),
    "scores": ("scores", "注意力分数"),
    "scaled": ("scaled scores", "缩放后的分数"),
    "masked": ("masked scores", "加掩码后的分数"),
    "weights": ("attention weights", "注意力权重"),
    "output": ("output", "输出"),
}
