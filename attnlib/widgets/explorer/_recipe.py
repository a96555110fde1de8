"""How to make an explorer again: the first half of the line of Python that "copy state" gives."""

import json
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any

import numpy as np

from attnlib.draw.numbers import one_line
from attnlib.examples import Example, load_example
from attnlib.i18n import language
from attnlib.widgets.explorer._state import NUMBERS

# The fields of an Example that a screen is made of; those in the second line belong to its sentences.
_FIELDS = (
    "W_Q",
    "b_Q",
    "W_K",
    "b_K",
    "W_V",
    "b_V",
    "W_O",
    "b_O",
    "heads",
    "features",
    "key_names",
    "value_names",
    "out_names",
)
_OF_SENTENCES = ("X", "context", "Q", "K", "V", "keep", "words", "context_words", "orders")


def from_dict(given):
    """Return the Example with these fields; missing fields come from the example of that name, if any."""
    unknown = set(given) - {field.name for field in fields(Example)}
    if unknown:
        wrong = ", ".join(sorted(unknown))
        hint = meant(min(unknown), [field.name for field in fields(Example)])
        raise TypeError(f"Explorer: {wrong} is no field of an Example{hint}")
    given = {"name": ""} | given
    for name in (*NUMBERS, "keep"):
        if given.get(name) is not None:
            given[name] = np.array(given[name], dtype=bool if name == "keep" else np.float64)
    return replace(_stored(given["name"]), **given)


def recipe(example, sentences, steps, edit, question, puzzle, controls, plain):
    """Return what the browser needs to write the line: which of its numbers to write, and the rest as text.

    `example` is a name where that is enough, or a dict of fields; the browser adds the `numbers` to it, and
    the `words` in the language in force. `options` is the rest of the call.
    """
    stored = _stored(example.name)
    differ = [name for name in _FIELDS if not _same(getattr(example, name), getattr(stored, name))]
    if not all(_same(getattr(example, name), getattr(stored, name)) for name in _OF_SENTENCES):
        differ += _OF_SENTENCES
    written: dict[str, Any] = {
        name: getattr(example, name)
        for name in ("heads", "features", "key_names", "value_names", "out_names")
        if name in differ
    }
    tokens = []
    if "words" in differ:
        written |= {"orders": None}
        for name, shown in (("words", "tokens"), ("context_words", "context_tokens")):
            written[name] = words = _words(sentences, name)
            if words and all(one_line(token) == token for one in sentences for token in getattr(one, shown)):
                tokens.append(name)
                written[name] = {code: words[code] for code in words if code != language()}
    numbers = [name for name in (*NUMBERS, "keep") if name in differ]
    asked = question and tuple(question[key] for key in ("step", "row", "col") if question[key] is not None)
    made = puzzle["written"]  # the puzzle's name brings what may be edited
    options = {"steps": steps, "edit": edit if "edit" in made else None, "predict": asked} | {
        name: value for name, value in made.items() if name != "edit"
    }
    if not isinstance(made["goal"], str):  # rows and columns by position, in whatever language
        options["goal"] = [
            (goal["step"], goal["row"], goal["col"], "<>"[goal["above"]], goal["value"])
            for goal in puzzle["goals"]
        ]
    options |= {"controls": controls, "plain": plain or None}
    for name in ("steps", "edit", "goal", "controls"):
        one = options[name]
        options[name] = one[0] if one and not isinstance(one, str) and len(one) == 1 else one
    options = {name: value for name, value in options.items() if value is not None and value != []}
    return {
        "example": {"name": example.name, **written} if differ else example.name,
        "numbers": numbers,
        "words": tokens,
        "options": "".join(f", {name}={_written(value)}" for name, value in options.items()),
    }


# What other programs call it.
_SYNONYMS = {
    "tokens": "words",
    "labels": "words",
    "mask": "keep",
    "num_heads": "heads",
    "n_heads": "heads",
    "T": "temperature",
}


def meant(name, known):
    """Return the end of an error: "; do you mean W_Q?" for a name like one that is known, or else a stop."""
    alike = {one.lower(): one for one in known}
    found = get_close_matches(name.lower(), alike, 1, 0.75)
    right = _SYNONYMS.get(name) if _SYNONYMS.get(name) in known else alike[found[0]] if found else None
    return f"; do you mean {right}?" if right else "."


def _stored(name):
    """Return the example of that name, or an empty one."""
    try:
        return load_example(name)
    except ValueError:
        return Example("")


def _words(sentences, name):
    """Return language -> the tokens of each sentence, or of the only one; a context may be shared by all."""
    first = getattr(sentences[0], name)
    if len(sentences) == 1 or (
        name == "context_words" and all(one.context_words == first for one in sentences)
    ):
        return first
    return {code: [getattr(sentence, name)[code] for sentence in sentences] for code in first}


def _same(a, b):
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return a is not None and b is not None and np.array_equal(a, b)
    return a == b


def _written(value):
    """Return a value as Python writes it: names, numbers and texts, in tuples, lists and dicts."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        items = (f"{_written(key)}: {_written(one)}" for key, one in value.items())
        return f"{{{', '.join(items)}}}"
    return repr(value) if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)
