"""The look of every picture: hues, colour maps, limits. The explorer hands them to the browser.

All contrasts are with white, unless a comment says otherwise.
"""

import numpy as np

HUES = {"Q": "#b8400e", "K": "#0a63a0", "V": "#04724d"}  # one hue each everywhere; 5 : 1 or more
DARK_HUES = {"Q": "#ff9d6b", "K": "#74bdf5", "V": "#5fd0a4"}  # on the dark page of an explorer: 8 : 1 or more
INK, GREY, ALARM = "#1a1a1a", "#595959", "#b91c1c"  # 17, 7 and 6 : 1
PAPERS = "#ffffff", "#15181e"  # background of an explorer, light and dark
LINES = (INK, "#0072b2", HUES["Q"], HUES["V"], "#9a3f7d")  # of charts; colour-blind readers tell them apart

# The larger a number, the further its colour is from the paper: from 0, which is pale, to 1, and to both
# sides of 0, which is white. Safe for colour-blind readers.
COLORMAPS = {"weights": "Blues", "signed": "PuOr"}
# What matplotlib makes these maps from, for an explorer, which needs no matplotlib. Stops from low to high.
LIGHT = {
    "weights": "f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b",
    "signed": "7f3b08 b35806 e08214 fdb863 fee0b6 f7f7f7 d8daeb b2abd2 8073ac 542788 2d004b",
}
# The same on a dark page, from dark to bright.
DARK = {
    "weights": "262d38 25384f 25476b 275c8c 3073ab 468cc4 64a4d6 88bbe4 acd1ef cfe5f8 f0f8ff",
    "signed": "ffe3bf ffc27a d98a2b 96591a 57402a 2b303a 454066 655a96 8f83c4 bcb3e6 e0dbfa",
}
REACH = 1.25  # times the largest number: there signed colours end, so that they stay light enough

MOST_NUMBERED = 16  # rows or columns; beyond, numbers are too small to read and too many to draw
MOST_TO_ONE = 64  # rows or columns whose colours end at 1; beyond, no weight comes near to it
ALIKE = 0.00005  # weights that differ by less are equal to four decimals
MOST_TERMS = 8  # in a sum; a longer one is shortened
MOST_LIVELY = 128  # numbers of a matrix; beyond, none lights up, and only those in sight are drawn anew


def reach(A: np.ndarray) -> float:
    """Return the number at which the colours of these signed numbers end; only finite ones count."""
    most = float(np.abs(A).max(initial=0, where=np.isfinite(A)))
    return min(REACH * most, 8e307) or 1.0


def end_of(weights: np.ndarray) -> float:
    """Return the number at which the colours of weights end: 1, or the largest of a large (..., n, m)."""
    most = float(weights.max(initial=0, where=np.isfinite(weights)))
    return most if max(weights.shape[-2:]) > MOST_TO_ONE and 0 < most < 1 else 1.0


def ink(colors: np.ndarray) -> np.ndarray:
    """Choose black or white text for each background (k, 3) of bytes: the contrast is 4.58 : 1 or more."""
    parts = colors / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.where(linear @ [0.2126, 0.7152, 0.0722] > 0.179, "#000000", "#ffffff")
