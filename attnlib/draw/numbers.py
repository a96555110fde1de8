"""One way to write a number, and one to write a token, which may be any text.

Every number has a true minus sign, and none before zero.
"""

import unicodedata

import numpy as np


def number(x, whole=False):
    """As in a cell: two decimals, or none if the whole matrix is whole; fewer for a large number.

    At most five digits: 0.34, −12.3, 1234, and 1.2e5 from there on.
    """
    size = abs(x)
    if size == np.inf:
        return "−∞" if x < 0 else "∞"
    if size >= 99999.5:
        return _signed(f"{x:.1e}".replace("e+0", "e").replace("e+", "e"))
    return _signed(f"{x:.{0 if whole or size >= 999.5 else 1 if size >= 9.995 else 2}f}")


def exact(x, whole=False):
    """As in arithmetic: four decimals, or none if the whole matrix is whole; 1.5e9 and so on from there."""
    if x == -np.inf:
        return "−∞"
    if abs(x) < 1e9:
        return _signed(f"{float(x):.{0 if whole else 4}f}")
    mantissa, exponent = f"{x:.4e}".split("e")
    return _signed(f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}")


def short(x, digits=3):
    """As on an axis or in a sentence: so many significant digits, and no zeros behind them."""
    return _signed(f"{x:.{digits}g}")


def is_whole(A):
    """Whether every number is whole; ±∞ counts as such."""
    return bool((A.round() == A).all())


def _signed(text):
    return text.removeprefix("-") if not float(text) else text.replace("-", "−")


def one_line(text, most=12):
    """Any text as one short line, cut after `most` columns; a Chinese character or an emoji takes two.

    What cannot be seen becomes a sign: a newline ↵, a space at either end ␣, nothing at all ∅. An emoji of
    several signs, or a letter with its accents, is not cut apart.
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


def letters(text):
    """The text in pieces that are written as one, with a sign for what cannot be seen."""
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


def _extends(c):
    """Whether it belongs to what stands before it: an accent, a joiner, the colour of a skin."""
    return unicodedata.category(c)[0] == "M" or c in _JOINERS or "\U0001f3fb" <= c <= "\U0001f3ff"


def _is_flag(c):
    """Half of a flag: two such letters are one sign."""
    return "\U0001f1e6" <= c <= "\U0001f1ff"


def _is_wide(c):
    return unicodedata.east_asian_width(c) in "WF" or _is_flag(c)


def _visible(c):
    kind = unicodedata.category(c)[0]
    signs = {"\n": "↵", "\r": "↵", "\t": "⇥"}
    return signs.get(c) or ("�" if kind == "C" else " " if kind == "Z" else c)
