"""An example given as a dict; and for a wrong name, the one that is meant."""

from dataclasses import fields, replace
from difflib import get_close_matches

import numpy as np

from attnlib.examples import Example, load_example
from classroom.explorer._state import NUMBERS


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
