"""An Axes measured in inches, and one line of text on it."""

import math

from matplotlib.figure import Figure

from attnlib.draw.plots._fonts import font
from attnlib.draw.plots._picture import DPI
from attnlib.draw.style import INK


def paper(width, height):
    """A white figure of so many inches, and in it an Axes in inches, from the left and from the top."""
    width, height = math.ceil(width * DPI) / DPI, math.ceil(height * DPI) / DPI
    figure = Figure(figsize=(width, height), facecolor="white")
    return measure(figure.add_axes((0, 0, 1, 1)), width, height)


def whole(inches):
    """That length in whole pixels of the file: equal cells are drawn equal, sharp, and small to store."""
    return max(1, round(inches * DPI)) / DPI


def measure(ax, width, height):
    """Let the Axes count inches from its left and from its top, and show nothing of its own."""
    ax.set(xlim=(0, width), ylim=(height, 0), aspect="auto")
    ax.set_axis_off()
    return ax


def write(ax, x, y, text, size, color=INK, ha="center", va="center", **more):
    """Put a line of text there, as it is: no dollar sign begins a formula."""
    return ax.text(
        x, y, text, font=font(text, size), color=color, ha=ha, va=va, parse_math=False, clip_on=False, **more
    )
