"""Draw one matrix."""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from attnlib.draw import steps
from attnlib.draw.plots._describe import alt_heatmap
from attnlib.draw.plots._fonts import drawable, width
from attnlib.draw.plots._labels import (
    Columns,
    Rows,
    draw_row_sums,
    label_size,
    row_sums_need,
)
from attnlib.draw.plots._matrix import draw_cells, draw_color_bar, limit_of
from attnlib.draw.plots._paper import measure, paper, whole, write
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._read import read, read_labels
from attnlib.draw.style import COLORMAPS, GREY, HUES, INK, MOST_NUMBERED

_CELL = 0.55  # inches
_SIDE = 5.6  # inches: the longest side of a matrix
TITLE_SIZE = 13


def heatmap(
    A: Any,
    rows: Sequence[object] | None = None,
    cols: Sequence[object] | None = None,
    *,
    kind: str = "weights",
    title: str | None = None,
    ax: Any = None,
    keep: Any = None,
    sums: bool = True,
) -> Picture:
    """Draw a matrix as coloured cells, with numbers up to 16 × 16, hatched where masked.

    Args:
        A: (n, m); -inf counts as masked
        rows: n names
        cols: m names
        kind: "weights" (colours from 0 to 1) or "signed" (colours centred at 0)
        title: any text, or the name of a step
        ax: a matplotlib Axes to draw in, with everything around the cells; by default a new figure
        keep: the mask, in a shape that broadcasts to (n, m)
        sums: whether to write the sum of each row of weights beside it; without, they need not sum to 1
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> heatmap([[0.25, 0.75], [1, 0]], ["cat", "fish"], ["cat", "fish"])
        attention weights, 2 × 2. “cat” looks most at “fish” 0.75; “fish” looks most at “cat” 1.00.
    """
    if kind not in COLORMAPS:
        raise ValueError(f'heatmap: kind needs to be "weights" or "signed", but is {kind!r}.')
    A, hidden = read("heatmap", "A", A, keep, need="(n, m), one sentence and one head")
    n, m = A.shape
    rows = read_labels("heatmap", "rows", rows, n, "row")
    cols = read_labels("heatmap", "cols", cols, m, "column")
    alt = alt_heatmap(A, hidden, rows, cols, kind if sums else "signed", title)
    many = max(n, m) > MOST_NUMBERED
    if many:  # without names they are numbered
        rows, cols = rows or range(n), cols or range(m)
    with plain_style():
        ax, x, y, row_names, col_names = _place(ax, A, rows, cols, kind, title, sums)
        w, h = col_names.w, row_names.h
        draw_cells(ax, x, y, A, hidden, kind, w, h)
        row_names.draw(ax, x, y)
        col_names.draw(ax, x, y)
        if title:
            draw_title(ax, x, y - col_names.above - 0.06, title, f"{n} × {m}")
        if many:
            draw_color_bar(ax, x + m * w + 0.25, y, min(n * h, 2), kind, limit_of(A, hidden))
        elif kind == "weights" and sums:
            draw_row_sums(ax, x + m * w, y, A, h, row_names.size - 2)
    return Picture(_root(ax), alt)


def _place(ax, A, row_labels, col_labels, kind, title, sums):
    """Return the Axes, the corner of the matrix, and Rows and Columns of the size of its cells."""
    n, m = A.shape
    size = label_size(max(n, m))
    if ax is None:
        w, h = _cell(A, col_labels, size)
        rows, cols = Rows(row_labels, h, size), Columns(col_labels, w, size)
        left, top, right, bottom = _margins(A, rows, cols, kind, title, sums)
        return paper(left + m * w + right, top + n * h + bottom), left, top, rows, cols
    across, down = ax.bbox.width / ax.figure.dpi, ax.bbox.height / ax.figure.dpi
    rows, cols = Rows(row_labels, down / n, size), Columns(col_labels, across / m, size)
    for _ in range(2):  # the room for names depends on the cells, and the cells on the room
        left, top, right, bottom = _margins(A, rows, cols, kind, title, sums)
        cols = Columns(col_labels, max(across - left - right, 0.2 * across) / m, size)
    rows = Rows(row_labels, max(down - top - bottom, 0.2 * down) / n, size)
    return measure(ax, across, down), left, top, rows, cols


def _cell(A, col_labels, size):
    """Return the width and the height of a cell in a figure made to measure."""
    n, m = A.shape
    w, h = min(_CELL, _SIDE / m), min(_CELL, _SIDE / n)
    if max(n, m) > MOST_NUMBERED:
        return w, h
    need = max((width(drawable(name), size) for name in col_labels or [""]), default=0) + 0.12
    # Better a wider column than a leaning name.
    return whole(need if w < need <= 1 and need * m <= 7 else w), whole(min(h, 1.3 * w))


def _margins(A, rows, cols, kind, title, sums):
    """Return the margins around the matrix: left, above, right, below."""
    n, m = A.shape
    many = max(n, m) > MOST_NUMBERED
    beside = 0.9 if many else row_sums_need(A, rows.size - 2) if kind == "weights" and sums else 0.08
    titled = title_width(title, f"{n} × {m}") - m * cols.w + 0.08 if title else 0
    left, top = whole(rows.left), whole(cols.above + (0.38 if title else 0.03))
    return left, top, max(beside, titled, cols.beyond - cols.w / 2 + 0.05), 0.1


def draw_title(ax, x, y, title, note, short=False):
    """Write a title in the hue of its step and a note in grey, with their baseline at y."""
    text, size = drawable(steps.title(title, short), 60), TITLE_SIZE
    write(ax, x, y, text, size, HUES.get(title, INK), "left", "baseline")
    write(ax, x + width(text, size) + 0.1, y, note, size - 3, GREY, "left", "baseline")


def title_width(title, note, short=False):
    return width(drawable(steps.title(title, short), 60), TITLE_SIZE) + 0.1 + width(note, TITLE_SIZE - 3)


def _root(ax):
    figure = ax.figure
    while not isinstance(figure, Figure):  # a SubFigure
        figure = figure.figure
    return figure
