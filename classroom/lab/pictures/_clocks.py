"""Draw pairs of sine and cosine as the hands of clocks."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from attnlib.draw.numbers import number
from attnlib.draw.plots.axes import numbers
from attnlib.draw.plots.fonts import font
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import GREY, INK, LINES
from classroom.lab.pictures._texts import text

_MOST = 8  # clocks side by side


def clocks(row: Any) -> Picture:
    """Draw a row of a positional encoding as clocks: each sine and the cosine beside it make a hand.

    A sine of 0 and a cosine of 1 point straight up, and a growing angle turns the hand clockwise.

    Args:
        row: (d_model,), 1 to 8 pairs of numbers
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> clocks([0, 1, 1, 0])
        2 clocks, each with one hand for a sine and a cosine, turned from the top: 0°, 90°.
    """
    row = numbers("clocks", "row", row)
    if len(row) % 2 or len(row) > 2 * _MOST:
        raise ValueError(f"clocks: row needs 1 to {_MOST} pairs of numbers, but has the shape {row.shape}.")
    pairs = row.reshape(-1, 2)
    with plain_style():
        figure = Figure(figsize=(1.5 * len(pairs), 2.0), facecolor="white")
        for i, pair in enumerate(pairs):
            ax = figure.add_axes((i / len(pairs), 0.22, 1 / len(pairs), 0.78))
            _clock(ax, *pair)
            _below(ax, text("hand", i=i), -1.38, GREY)
            _below(ax, f"{number(pair[0])}  {number(pair[1])}", -1.75, INK)
    angles = np.rad2deg(np.arctan2(pairs[:, 0], pairs[:, 1])) % 360
    said = shared("alt_comma").join(f"{angle:.0f}°" for angle in angles)
    return Picture(figure, text("alt_clocks", k=len(pairs), angles=said))


def _clock(ax, sine, cosine):
    """Draw a face with twelve marks, and the hand."""
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.1, 1.3), aspect="equal")
    ax.axis("off")
    ax.add_patch(Circle((0, 0), 1, fill=False, edgecolor=GREY, linewidth=1.2))
    for angle in np.arange(12) * np.pi / 6:
        x, y = np.sin(angle), np.cos(angle)
        ax.plot([0.9 * x, x], [0.9 * y, y], color=GREY, linewidth=1)
    ax.plot([0, sine], [0, cosine], color=LINES[1], linewidth=3, solid_capstyle="round")
    ax.plot([0], [0], marker="o", markersize=5, color=INK)


def _below(ax, words, y, color):
    ax.text(0, y, words, fontproperties=font(words, 10), color=color, ha="center", va="center")
