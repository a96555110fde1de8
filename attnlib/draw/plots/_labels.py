"""Write the names of the rows and columns of a matrix, and the sums of rows of weights."""

import math

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


def draw_row_labels(ax, x, y, labels, h, size, color=INK):
    """Write labels, names or a range of positions, beside the rows."""
    names = {i: drawable(labels[i]) for i in every(len(labels), h, size)}
    if isinstance(labels, range):
        at = [(x - 0.08 - width(name, size) / 2, y + (i + 0.5) * h) for i, name in names.items()]
        return write_numbers(ax, at, list(names.values()), size, color)
    for i, name in names.items():
        write(ax, x - 0.08, y + (i + 0.5) * h, name, size, color, "right")


def row_labels_need(labels, h, size):
    """Return the width that the names need on the left of the matrix."""
    if not labels:
        return 0.08
    return 0.16 + max(width(drawable(labels[i]), size) for i in every(len(labels), h, size))


def draw_column_labels(ax, x, y, labels, w, size, color=INK):
    """Write labels above the columns; if too wide, Latin names lean and Chinese ones go downwards."""
    names, wide = _column_names(labels, w, size)
    if isinstance(labels, range) and not wide:
        at = [(x + (j + 0.5) * w, y - 0.08 - size / 200) for j in names]
        return write_numbers(ax, at, list(names.values()), size, color)
    for j, name in names.items():
        middle = x + (j + 0.5) * w
        if is_chinese(name):
            name = "\n".join(name) if name in wide else name
            write(ax, middle, y - 0.07, name, size, color, va="bottom", linespacing=1.1)
        elif all(map(is_chinese, wide)):
            write(ax, middle, y - 0.07, name, size, color, va="bottom")
        else:
            turned = {"rotation": 45, "rotation_mode": "anchor"}
            write(ax, middle, y - 0.06, name, size, color, "left", "bottom", **turned)


def columns_need(labels, w, size):
    """Return the height that the names need, and the width from the middle of the last column."""
    if not labels:
        return 0.05, 0
    names, wide = _column_names(labels, w, size)
    downwards = max((len(name) for name in wide if is_chinese(name)), default=1) * 1.25 * size / 72
    if all(map(is_chinese, wide)):
        return downwards + 0.09, width(list(names.values())[-1], size) / 2
    leaning = 0.71 * max(width(name, size) for name in names.values() if not is_chinese(name))
    return max(downwards + 0.09, leaning + 0.2), leaning + 0.1


def column_size(labels, w, sizes=(10, 9, 8)):
    """Return the largest of the sizes at which every name fits above its column, else the middle one."""
    return next((size for size in sizes if not labels or not _column_names(labels, w, size)[1]), sizes[1])


def _column_names(labels, w, size):
    """Return column -> name for the names to show, and the set of those that are too wide."""
    shown = every(len(labels), w, size)
    names = {j: drawable(labels[j]) for j in shown}
    return names, {name for name in names.values() if width(name, size) > w * shown.step - 0.02}


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
