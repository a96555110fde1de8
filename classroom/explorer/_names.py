"""An example given as a dict; and for a wrong name, the one that is meant."""

from dataclasses import fields, replace
from difflib import get_close_matches

import numpy as np

from attnlib.draw.numbers import table_names
from attnlib.examples import Example, load_example
from classroom.explorer._state import NUMBERS

# The names of an Example's columns, by the matrix whose table may have them.
_COLUMNS = {"X": "features", "W_Q": "key_names", "W_K": "key_names", "W_V": "value_names", "W_O": "out_names"}
_COLUMNS |= {"Q": "key_names", "K": "key_names", "V": "value_names"}
_ROWS = {"X": "words", "Q": "words", "context": "context_words", "K": "context_words"}


def from_dict(given):
    """Return the Example with these fields; missing fields come from the example of that name, if any.

    The words may be called tokens: a list for queries and keys, or a pair of lists. A table brings its names.
    """
    known = [*(field.name for field in fields(Example)), "tokens"]
    unknown = set(given) - set(known)
    if unknown:
        wrong = ", ".join(sorted(unknown))
        raise TypeError(f"Explorer: {wrong} is no field of an Example{meant(min(unknown), known)}")
    given = {"name": ""} | _names(given) | given | _words(given.get("tokens"))
    given.pop("tokens", None)
    for name in (*NUMBERS, "keep"):
        if given.get(name) is not None:
            given[name] = _numbers(name, given[name], bool if name == "keep" else np.float64)
    stored = _stored(given["name"])
    start = ("Q", "K", "V") if "Q" in given else ("X", "W_Q", "W_K", "W_V")
    missing = [name for name in start if given.get(name) is None and getattr(stored, name) is None]
    if missing:
        raise TypeError(f"Explorer: needs {', '.join(start)}, but has no {', '.join(missing)}.")
    return replace(stored, **given)


def with_tokens(example, tokens):
    """Return an example with these words: a list for queries and keys, or a pair of lists."""
    return example if tokens is None else replace(example, **_words(tokens))


def _words(tokens):
    """Return the fields of an Example for which tokens stand."""
    if tokens is None:
        return {}
    if isinstance(tokens, tuple) and len(tokens) == 2 and not any(isinstance(one, str) for one in tokens):
        return {"words": list(tokens[0]), "context_words": list(tokens[1])}
    return {"words": list(tokens)}


def _names(given):
    """Return the names of rows and columns that tables (of pandas) have, as fields of an Example."""
    found: dict[str, list[str]] = {}
    for name in NUMBERS:
        rows, cols = table_names(given.get(name))
        found |= {_ROWS[name]: rows} if rows and name in _ROWS else {}
        found |= {_COLUMNS[name]: cols} if cols and name in _COLUMNS else {}
    return found


def _numbers(name, value, dtype):
    try:
        return np.array(value.tolist() if hasattr(value, "detach") else value, dtype=dtype)  # of torch
    except (TypeError, ValueError):
        raise ValueError(f"Explorer: {name} needs to be numbers, in rows of one length.") from None


# What other programs call it.
_SYNONYMS = {
    "words": "tokens",
    "labels": "tokens",
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
