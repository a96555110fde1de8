"""Write the title of a matrix, the names of its rows and columns, and the sums of rows of weights."""

import math

import numpy as np
from matplotlib.transforms import ScaledTranslation

from attnlib.draw import steps
from attnlib.draw.numbers import number
from attnlib.draw.plots.fonts import drawable, font, is_chinese, typeset, width
from attnlib.draw.plots.matrix import cell_size, write_numbers
from attnlib.draw.plots.paper import ruler, write
from attnlib.draw.plots.texts import text
from attnlib.draw.style import ALARM, GREY, HUES, INK, MOST_NUMBERED


def name_cells(ax, shape, rows, cols, size, longest=12):
    """Let an Axes count the cells of a matrix, and write the names of its rows and columns around it.

    They are plain texts: tick labels would take half as long again as the whole picture.

    Args:
        ax: an Axes of the size of the matrix
        shape: (n, m)
        rows: n names, or None
        cols: m names, or None
        size: of the names, in points
        longest: letters of a row's name
    """
    ax.set(xlim=(0, shape[1]), ylim=(shape[0], 0), aspect="auto")
    ax.set_axis_off()
    w, h = cell_size(ax, shape)
    inches = ax.figure.dpi_scale_trans
    beside = {"transform": ax.transData + ScaledTranslation(-0.08, 0, inches)}
    for i in _named(rows, h, size):
        write(ax, 0, i + 0.5, drawable(rows[i], longest), size, INK, "right", **beside)
    at = _named(cols, w, size)
    names = {j: drawable(cols[j]) for j in at}
    wide = {name for name in names.values() if width(name, size) > w * at.step - 0.02}
    # Chinese that is too wide goes downwards. Latin leans, or stands upright where it would cross Chinese.
    leaning = not all(map(is_chinese, wide))
    upright = any(map(is_chinese, wide))
    above = {"va": "bottom", "transform": ax.transData + ScaledTranslation(0, 0.07, inches)}
    turned: dict = {"ha": "left", "rotation": 90 if upright else 45, "rotation_mode": "anchor"}
    turned |= {"va": "center"} if upright else {}
    for j, name in names.items():
        if is_chinese(name):
            name = "\n".join(name) if name in wide else name
            write(ax, j + 0.5, 0, name, size, linespacing=1.1, **above)
        else:
            write(ax, j + 0.5, 0, name, size, **above | (turned if leaning else {}))


def _named(names, cell, size):
    """Return the rows or columns to name: all, or those that have room, or about eight of many."""
    count = len(names or ())
    room = math.ceil(size / 72 * 1.3 / cell)
    return range(0, count, max(room, 1 if count <= MOST_NUMBERED else math.ceil(count / 8)))


def label_size(size):
    return 12 if size <= 8 else 10 if size <= MOST_NUMBERED else 9


def fitting_size(cols, w):
    """Return the largest of three sizes at which all names fit columns of w inches, else the middle one."""
    return next(
        (size for size in (10, 9, 8) if all(width(drawable(name), size) <= w - 0.02 for name in cols or ())),
        9,
    )


def write_who_looks(ax, size=10):
    """Write above the names of rows that they look, and above those of columns that they are looked at."""
    _annotate(ax, text("looks"), (-6, 4), "axes fraction", (0, 1), size, GREY, ha="right")
    _annotate(ax, text("is_looked_at"), (0, _above(ax)), "axes fraction", (0, 1), size, GREY)


def write_title(ax, title, note="", size=13, color=None, short=False):
    """Write a title in the hue of its step above the names of columns, and after it a note in grey."""
    name, color = drawable(steps.title(title, short), 60), color or HUES.get(title, INK)
    written = _annotate(ax, name, (0, _above(ax)), "axes fraction", (0, 1), size, color)
    if note:
        _annotate(ax, note, (7, 0.6), written, (1, 0), size - 3, GREY)


def _above(ax):
    """Return how many points above an Axes there is room for a line, above all names that it has by now."""
    top = max([ax.bbox.y1, *(name.get_window_extent(ruler(ax)).y1 for name in ax.texts)])
    return (top - ax.bbox.y1) * 72 / ax.figure.dpi + 5


def _annotate(ax, words, shift, to, at, size, color, ha="left"):
    """Write words some points beside a place of the Axes, or of another text."""
    return ax.annotate(
        **typeset(words), font=font(words, size), color=color, ha=ha, va="bottom",
        xy=at, xycoords=to, xytext=shift, textcoords="offset points", annotation_clip=False,
    )  # fmt: skip


def write_row_sums(ax, A, size):
    """Write the sum beside each row of weights, in red unless it is 1, or 0 for a fully masked row."""
    n, m = A.shape
    sums = np.where(np.isfinite(A), A, 0).sum(-1)
    at = [(m, i + 0.5) for i in range(n)]
    colors = [ALARM if not_one(total) else GREY for total in sums]
    write_numbers(ax, at, [sum_text(total) for total in sums], size, colors, after=7)


def sum_text(total):
    """Write the sum of a row of weights: Σ 1.00, or Σ 0.80 ≠ 1."""
    return f"Σ {number(total)}" + (" ≠ 1" if not_one(total) else "")


def not_one(total):
    """Tell whether a row is no row of weights; zeros alone are one that may attend to nothing."""
    return bool(abs(total - 1) > 0.005 and abs(total) > 1e-9)
