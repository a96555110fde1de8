"""Print numbers with their names, so that a lesson's code need not hold words for the reader."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from attnlib.i18n import language, name_of


def show(numbers: Mapping[str, Any] | None = None, /, **named: Any) -> None:
    """Print each number, shape or array after its name, with at most four decimals.

    Args:
        numbers: name -> number, for names like "√d_k" that are no Python names
        named: more of them; a name is translated if data/names.json has it

    Example:
        >>> show({"√d_k": 3**0.5}, weights=np.array([0.25, 0.75]))
        √d_k: 1.7321
        attention weights: [0.25 0.75]
    """
    lines = {name_of(name): _written(x) for name, x in {**(numbers or {}), **named}.items()}
    colon = {"en": ": ", "zh": "："}[language()]
    for name, x in lines.items():
        print(f"{name}{colon}{x}")


def _written(x: Any) -> str:
    if isinstance(x, tuple):
        return f"({', '.join(map(_written, x))}{',' * (len(x) == 1)})"
    if isinstance(x, str | bool | np.bool_ | int | np.integer):
        return str(x)
    x = np.asarray(x, dtype=float).round(4) + 0.0  # no minus before zero
    return str(x) if x.ndim else f"{x:.4f}".rstrip("0").rstrip(".")
