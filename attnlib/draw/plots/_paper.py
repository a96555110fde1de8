"""Make an Axes measured in inches, and write a line of text on it."""

import math

from matplotlib.figure import Figure

from attnlib.draw.plots._fonts import font
from attnlib.draw.plots._picture import DPI
from attnlib.draw.style import INK


def paper(width, height):
    """Return an Axes in a white figure of width by height inches, measured from the upper left corner."""
    width, height = math.ceil(width * DPI) / DPI, math.ceil(height * DPI) / DPI
    figure = Figure(figsize=(width, height), facecolor="white")
    return measure(figure.add_axes((0, 0, 1, 1)), width, height)


def whole(inches):
    """Round a length to whole pixels of the file, so that equal cells look equal, sharp, and pack well."""
    return max(1, round(inches * DPI)) / DPI


def measure(ax, width, height):
    """Let an Axes count inches from its upper left corner, and hide its ticks and frame."""
    ax.set(xlim=(0, width), ylim=(height, 0), aspect="auto")
    ax.set_axis_off()
    return ax


def write(ax, x, y, text, size, color=INK, ha="center", va="center", **more):
    """Write a line of text as it is: a dollar sign begins no formula."""
    return ax.text(
        x, y, text, font=font(text, size), color=color, ha=ha, va=va, parse_math=False, clip_on=False, **more
    )
