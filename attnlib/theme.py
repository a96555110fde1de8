"""How everything looks, written down once: hues, colours, limits, how a number and a token are written.

Pictures take it from here, and the explorer hands it to the browser. All contrasts are with white.
"""

import unicodedata

import numpy as np

HUES = {"Q": "#b8400e", "K": "#0a63a0", "V": "#04724d"}  # one hue each everywhere; 5 : 1 or more
DARK_HUES = {"Q": "#ff9d6b", "K": "#74bdf5", "V": "#5fd0a4"}  # on the dark page of an explorer: 8 : 1 or more
INK, GREY, ALARM = "#1a1a1a", "#595959", "#b91c1c"  # 17, 7 and 6 : 1
LINES = (INK, "#0072b2", HUES["Q"], HUES["V"], "#9a3f7d")  # of charts; colour-blind readers tell them apart

# Safe for colour-blind readers: from 0 to 1, and centred at 0.
COLORMAPS = {"weights": "cividis", "signed": "PuOr"}
# In a dark page a zero is as dark as the page: white ones would outshine all others. Stops from low to high.
DARK_SIGNED = "ffe3bf ffc27a d98a2b 96591a 57402a 2b303a 454066 655a96 8f83c4 bcb3e6 e0dbfa"
REACH = 1.25  # signed colours end at so many times the largest number, so that they stay light enough

MOST_NUMBERED = 16  # rows or columns; beyond, numbers are too small to read and too many to draw
MOST_TERMS = 8  # of a sum that is written out


def reach(A):
    """Where the colours of these signed numbers end; what is not finite does not count."""
    most = float(np.abs(A).max(initial=0, where=np.isfinite(A)))
    return min(REACH * most, 8e307) or 1.0


def ink(colors):
    """Black or white, whichever can be read on the colours (k, 3) of bytes: 4.58 : 1 or more."""
    parts = colors / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.where(linear @ [0.2126, 0.7152, 0.0722] > 0.179, "#000000", "#ffffff")


# Numbers. All have a true minus sign, and none before zero.


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
    """As in arithmetic: four decimals, or none if the whole matrix is whole."""
    return "−∞" if x == -np.inf else _signed(f"{float(x):.{0 if whole else 4}f}")


def short(x, digits=3):
    """As on an axis or in a sentence: so many significant digits, and no zeros behind them."""
    return _signed(f"{x:.{digits}g}")


def is_whole(A):
    """Whether every number is whole; ±∞ counts as such."""
    return bool((A.round() == A).all())


def _signed(text):
    return text.removeprefix("-") if not float(text) else text.replace("-", "−")


# Tokens, which may be anything.


def one_line(text, most=12):
    """Any text as one short line, cut after `most` columns; a Chinese character takes two.

    What cannot be seen becomes a sign: a newline ↵, a space at either end ␣, nothing at all ∅.
    """
    text = str(text)[: 4 * most]
    inner = text.strip(" ")
    if not inner:
        text = "␣" * len(text) or "∅"
    else:
        start, end = text.index(inner), len(text.rstrip(" "))
        text = "␣" * start + inner + "␣" * (len(text) - end)
    text = "".join(map(_visible, text))
    columns = np.cumsum([1 + (unicodedata.east_asian_width(c) in "WF") for c in text])
    return text if columns[-1] <= most else text[: int(np.searchsorted(columns, most - 1, "right"))] + "…"


def _visible(c):
    kind = unicodedata.category(c)[0]
    signs = {"\n": "↵", "\r": "↵", "\t": "⇥"}
    return signs.get(c) or ("�" if kind == "C" else " " if kind == "Z" else c)
