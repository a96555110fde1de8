"""Write the names of the rows and columns of a matrix, and the sums of rows of weights."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from attnlib.draw.numbers import number
from attnlib.draw.plots._fonts import drawable, is_chinese, width
from attnlib.draw.plots._matrix import write_numbers
from attnlib.draw.plots._paper import write
from attnlib.draw.style import ALARM, GREY, INK, MOST_NUMBERED


def every(count, cell, size):
    """Return the rows or columns to name: all, or those that have room, or about eight of many."""
    room = math.ceil(size / 72 * 1.3 / cell)
    return range(0, count, max(room, 1 if count <= MOST_NUMBERED else math.ceil(count / 8)))


def label_size(size):
    return 12 if size <= 8 else 10 if size <= MOST_NUMBERED else 9


class Rows:
    """The names of rows of height h: measured once, and drawn on the left of a matrix.

    labels are names, a range of positions, or None; left is the width that they need, in inches.
    """

    def __init__(self, labels: Sequence[object] | None, h: float, size: float) -> None:
        self.labels, self.h, self.size = labels or (), h, size
        self.names = {i: drawable(self.labels[i]) for i in every(len(self.labels), h, size)}
        self.left = 0.16 + max(width(name, size) for name in self.names.values()) if self.names else 0.08

    def draw(self, ax: Any, x: float, y: float) -> None:
        """Write them on the left of a matrix with its upper left corner at x, y."""
        at = {i: y + (i + 0.5) * self.h for i in self.names}
        if isinstance(self.labels, range):
            lines = list(self.names.values())
            middles = [(x - 0.08 - width(self.names[i], self.size) / 2, y) for i, y in at.items()]
            write_numbers(ax, middles, lines, self.size, INK)
            return
        for i, name in self.names.items():
            write(ax, x - 0.08, at[i], name, self.size, INK, "right")


class Columns:
    """The names of columns of width w: measured once, and drawn above a matrix.

    Names that are too wide lean if they are Latin, and go downwards if they are Chinese. above is the height
    that they need, in inches, and beyond the width on the right of the middle of the last column.
    """

    def __init__(self, labels: Sequence[object] | None, w: float, size: float) -> None:
        self.labels, self.w, self.size = labels or (), w, size
        shown = every(len(self.labels), w, size)
        self.names = {j: drawable(self.labels[j]) for j in shown}
        self.wide = {name for name in self.names.values() if width(name, size) > w * shown.step - 0.02}
        self.above, self.beyond = self._room() if self.names else (0.05, 0.0)

    def _room(self) -> tuple[float, float]:
        names, size = [*self.names.values()], self.size
        downwards = max((len(name) for name in self.wide if is_chinese(name)), default=1) * 1.25 * size / 72
        if all(map(is_chinese, self.wide)):
            return downwards + 0.09, width(names[-1], size) / 2
        leaning = 0.71 * max(width(name, size) for name in names if not is_chinese(name))
        return max(downwards + 0.09, leaning + 0.2), leaning + 0.1

    def draw(self, ax: Any, x: float, y: float) -> None:
        """Write them above a matrix with its upper left corner at x, y."""
        size, middles = self.size, {j: x + (j + 0.5) * self.w for j in self.names}
        if isinstance(self.labels, range) and not self.wide:
            at = [(middle, y - 0.08 - size / 200) for middle in middles.values()]
            write_numbers(ax, at, list(self.names.values()), size, INK)
            return
        for j, name in self.names.items():
            if is_chinese(name):
                name = "\n".join(name) if name in self.wide else name
                write(ax, middles[j], y - 0.07, name, size, INK, va="bottom", linespacing=1.1)
            elif all(map(is_chinese, self.wide)):
                write(ax, middles[j], y - 0.07, name, size, INK, va="bottom")
            else:
                turned = {"rotation": 45, "rotation_mode": "anchor"}
                write(ax, middles[j], y - 0.06, name, size, INK, "left", "bottom", **turned)


def fitting_columns(labels: Sequence[object] | None, w: float) -> Columns:
    """Return Columns in the largest of three sizes at which every name fits, else in the middle one."""
    ways = [Columns(labels, w, size) for size in (10, 9, 8)]
    return next((columns for columns in ways if not columns.wide), ways[1])


def draw_row_sums(ax, x, y, A, h, size):
    """Write the sum beside each row of weights, in red unless it is 1, or 0 for a fully masked row."""
    sums = _row_sums(A)
    lines = [sum_text(total) for total in sums]
    at = [(x + 0.1 + width(line, size) / 2, y + (i + 0.5) * h) for i, line in enumerate(lines)]
    write_numbers(ax, at, lines, size, [ALARM if not_one(total) else GREY for total in sums])


def row_sums_need(A, size):
    return 0.18 + max(width(sum_text(total), size) for total in _row_sums(A))


def _row_sums(A):
    return np.where(np.isfinite(A), A, 0).sum(-1)


def sum_text(total):
    """Write the sum of a row of weights: Σ 1.00, or Σ 0.80 ≠ 1."""
    return f"Σ {number(total)}" + (" ≠ 1" if not_one(total) else "")


def not_one(total):
    """Tell whether a row is no row of weights; zeros alone are one that may attend to nothing."""
    return bool(abs(total - 1) > 0.005 and abs(total) > 1e-9)
