"""Draw a table of measured shares: a row for each model, a column for each task or seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from attnlib.draw.numbers import number
from attnlib.draw.plots._fonts import drawable, width
from attnlib.draw.plots._labels import columns_need, draw_column_labels
from attnlib.draw.plots._matrix import draw_cells
from attnlib.draw.plots._paper import paper, whole, write
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._read import read, read_labels
from attnlib.draw.plots._texts import text
from attnlib.i18n import name_of

_CELL = 0.55, 0.36  # inches
_LONGEST = 40  # letters of a name


def shares(rows: Mapping[str, Any], cols: Sequence[object]) -> Picture:
    """Draw a table of shares, with colours as of weights.

    Args:
        rows: name -> (m,) numbers from 0 to 1
        cols: m names
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> shares({"one head": [0.25, 1]}, ["left", "both"])
        one head: left 0.25, both 1.00.
    """
    A, hidden = read("shares", "rows", [*rows.values()], need="(rows, columns)")
    names = [name_of(name) for name in rows]
    cols = read_labels("shares", "cols", [name_of(col) for col in cols], A.shape[1], "column")
    w, h = whole(_CELL[0]), whole(_CELL[1])
    shown = [drawable(name, _LONGEST) for name in names]
    left, (above, beyond) = whole(0.16 + max(width(name, 11) for name in shown)), columns_need(cols, w, 10)
    above = whole(above)
    with plain_style():
        ax = paper(left + len(cols) * w + beyond + 0.1, above + len(names) * h + 0.1)
        draw_cells(ax, left, above, A, hidden, "weights", w, h)
        for k, name in enumerate(shown):
            write(ax, left - 0.08, above + (k + 0.5) * h, name, 11, ha="right")
        draw_column_labels(ax, left, above, cols, w, 10)
    comma, colon = text("alt_comma"), text("alt_colon")
    said = [
        name + colon + comma.join(f"{col} {number(x)}" for col, x in zip(cols, row, strict=True))
        for name, row in zip(names, A, strict=True)
    ]
    return Picture(ax.figure, text("alt_semicolon").join(said) + text("alt_stop"))
