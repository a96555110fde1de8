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


def is_whole(A: Any) -> bool:
    """Tell whether every number of an array is whole; ±∞ counts as whole."""
    return bool((A.round() == A).all())


def _signed(text: str) -> str:
    return text.removeprefix("-") if not float(text) else text.replace("-", "−")


def one_line(text: object, most: int = 12) -> str:
    """Write any text as one line of at most `most` columns; a Chinese character or an emoji takes two.

    Invisible characters become signs: a newline ↵, a space at either end ␣, empty text ∅. An emoji made of
    several characters, or a letter with accents, is never cut apart.

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
    pieces = letters(text)
    columns = np.cumsum([1 + any(_is_wide(c) for c in letter) for letter in pieces])
    if columns[-1] <= most and len(whole) <= 4 * most:
        return "".join(pieces)
    return "".join(pieces[: int(np.searchsorted(columns, most - 1, "right"))]) + "…"


_JOINERS = "\u200c\u200d"  # in Persian and Hindi words, and between the signs of an emoji


def letters(text: str) -> list[str]:
    """Split a text into pieces that are drawn as one, with a sign for each invisible character."""
    pieces: list[str] = []
    for before, c, after in zip(" " + text, text, text[1:] + " ", strict=False):
        joins = c in _JOINERS and not {before, after} & {" ", *_JOINERS}
        sign = c if joins else _visible(c)
        is_flag = bool(pieces) and _is_flag(sign) and len(pieces[-1]) == 1 and _is_flag(pieces[-1])
        if pieces and (_extends(sign) or before == "\u200d" or is_flag):
            pieces[-1] += sign
        else:
            pieces.append(sign)
    return pieces


def _extends(c: str) -> bool:
    """Tell whether c belongs to the character before it: an accent, a joiner, the colour of a skin."""
    return unicodedata.category(c)[0] == "M" or c in _JOINERS or "\U0001f3fb" <= c <= "\U0001f3ff"


def _is_flag(c: str) -> bool:
    """Tell whether c is half of a flag, which two of these letters make."""
    return "\U0001f1e6" <= c <= "\U0001f1ff"


def _is_wide(c: str) -> bool:
    return unicodedata.east_asian_width(c) in "WF" or _is_flag(c)


def _visible(c: str) -> str:
    kind = unicodedata.category(c)[0]
    signs = {"\n": "↵", "\r": "↵", "\t": "⇥"}
    return signs.get(c) or ("�" if kind == "C" else " " if kind == "Z" else c)
