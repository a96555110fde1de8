"""Numbers with their names, one a line, for a program that holds no words for the reader."""

import numpy as np

from attnlib.i18n import language, name_of


def show(numbers=None, /, **named):
    """Print each number, shape or array behind its name, with at most four decimals.

    The names are those of data/names.json in the language in force, or stay as they are. A dict may hold
    names that are no Python names, such as "√d_k".
    """
    lines = {name_of(name): _written(x) for name, x in {**(numbers or {}), **named}.items()}
    colon = {"en": ": ", "zh": "："}[language()]
    for name, x in lines.items():
        print(f"{name}{colon}{x}")


def _written(x):
    if isinstance(x, tuple):
        return f"({', '.join(map(_written, x))}{',' * (len(x) == 1)})"
    if isinstance(x, str | bool | np.bool_ | int | np.integer):
        return str(x)
    x = np.asarray(x, dtype=float).round(4) + 0.0  # no minus before zero
    return str(x) if x.ndim else f"{x:.4f}".rstrip("0").rstrip(".")
