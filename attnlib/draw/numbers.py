"""One way to write a number, and one to write a token, which may be any text.

Negative numbers have a true minus sign, and zero has none.
"""

import unicodedata
from typing import Any

import numpy as np


def number(x: float, whole: bool = False) -> str:
    """Write a number for a cell: two decimals, or none if its matrix is whole; fewer if it is large.

    Example:
        >>> [number(x) for x in (0.344, -12.34, 1234, 123456)]
        ['0.34', '−12.3', '1234', '1.2e5']
    """
    size = abs(x)
    if size == np.inf:
        return "−∞" if x < 0 else "∞"
    if size >= 99999.5:
        return _signed(f"{x:.1e}".replace("e+0", "e").replace("e+", "e"))
    return _signed(f"{x:.{0 if whole or size >= 999.5 else 1 if size >= 9.995 else 2}f}")


def exact(x: float, whole: bool = False) -> str:
    """Write a number for arithmetic: four decimals, or none if its matrix is whole; 1.5e9 if it is large.

    Example:
        >>> exact(-0.157756), exact(3, whole=True)
        ('−0.1578', '3')
    """
    if x == -np.inf:
        return "−∞"
    if abs(x) < 1e9:
        return _signed(f"{float(x):.{0 if whole else 4}f}")
    mantissa, exponent = f"{x:.4e}".split("e")
    return _signed(f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}")


def short(x: float, digits: int = 3) -> str:
    """Write a number for an axis or a sentence: significant digits, without zeros at the end.

    Example:
        >>> short(0.50), short(-1234.5)
        ('0.5', '−1.23e+03')
    """
    return _signed(f"{x:.{digits}g}")


def table_names(A: Any) -> tuple[list[str] | None, list[str] | None]:
    """Return the names of the rows and of the columns of a DataFrame; None where it only counts them."""
    if not hasattr(A, "columns"):
        return None, None
    given = [*A.index], [*A.columns]
    rows, cols = (None if names == [*range(len(names))] else [*map(str, names)] for names in given)
    return rows, cols


def is_whole(A: Any) -> bool:
    """Tell whether every number of an array is whole; ±∞ counts as whole."""
    return bool((A.round() == A).all())


def _signed(text: str) -> str:
    return text.removeprefix("-") if not float(text) else text.replace("-", "−")


def one_line(text: object, most: int = 12) -> str:
    """Write any text as one line of at most `most` columns; a Chinese character or an emoji takes two.

    Invisible characters become signs: a newline ↵, a space at either end ␣, empty text ∅. A letter is never
    cut from its accents, which take no column.

    Example:
        >>> one_line("a very long token"), one_line("cat\\n"), one_line("")
        ('a very long…', 'cat↵', '∅')
    """
    whole = str(text)
    text = whole[: 4 * most]
    inner = text.strip(" ")
    if not inner:
        text = "␣" * len(text) or "∅"
    else:
        start, end = text.index(inner), len(text.rstrip(" "))
        text = "␣" * start + inner + "␣" * (len(text) - end)
    inside = range(1, len(text) - 1)  # joiners of Persian or of emoji stay there: elsewhere nobody sees them
    signs = [c if c in _JOINERS and k in inside else _visible(c) for k, c in enumerate(text)]
    columns = np.cumsum([_columns(c) for c in signs])
    if columns[-1] <= most and len(whole) <= 4 * most:
        return "".join(signs)
    return "".join(signs[: int(np.searchsorted(columns, most - 1, "right"))]) + "…"


_JOINERS = "\u200c\u200d"


def _columns(c: str) -> int:
    joins = unicodedata.category(c)[0] == "M" or c in _JOINERS
    return 0 if joins else 1 + (unicodedata.east_asian_width(c) in "WF")


def _visible(c: str) -> str:
    kind = unicodedata.category(c)[0]
    signs = {"\n": "↵", "\r": "↵", "\t": "⇥"}
    return signs.get(c) or ("�" if kind == "C" else " " if kind == "Z" else c)
