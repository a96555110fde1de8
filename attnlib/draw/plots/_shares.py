"""Draw a table of measured shares: a row for each model, a column for each task or seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from attnlib.draw.numbers import number
from attnlib.draw.plots.fonts import typeset
from attnlib.draw.plots.labels import name_cells
from attnlib.draw.plots.matrix import draw_cells
from attnlib.draw.plots.paper import arrange, new_figure, panel, whole
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.plots.texts import text
from attnlib.languages import name_of

_CELL = 0.55, 0.36  # inches


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
    w, h = map(whole, _CELL)
    with plain_style():
        ax = panel(new_figure(), len(cols) * w, len(names) * h)
        name_cells(ax, A.shape, names, cols, 11, longest=40)
        for name in ax.texts:
            name.set(**typeset(name.get_text()))
        draw_cells(ax, A, hidden, "weights")
        arrange({(0, 0): ax})
    comma, colon = text("alt_comma"), text("alt_colon")
    said = [
        name + colon + comma.join(f"{col} {number(x)}" for col, x in zip(cols, row, strict=True))
        for name, row in zip(names, A, strict=True)
    ]
    return Picture(ax.figure, text("alt_semicolon").join(said) + text("alt_stop"))
