"""The weights of many heads, side by side."""

from collections.abc import Sequence
from typing import Any

from attnlib.draw.plots._describe import alt_heads
from attnlib.draw.plots._labels import (
    column_size,
    columns_need,
    draw_column_labels,
    draw_row_labels,
    row_labels_need,
)
from attnlib.draw.plots._matrix import draw_cells
from attnlib.draw.plots._paper import paper, whole, write
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._read import queries_and_keys, read
from attnlib.draw.plots._texts import text
from attnlib.draw.style import INK


def heads(
    weights: Any, tokens: Sequence[object] | tuple[Sequence[object], Sequence[object]] | None = None
) -> Picture:
    """Draw the weights of many heads, four in a row.

    Args:
        weights: (h, n, m)
        tokens: n names, or a pair of lists if queries and keys have different ones
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> heads([[[0.9, 0.1]], [[0.2, 0.8]]])
        Attention weights of each head, 2 × 1 × 2. head 1: row 0 looks most at column 0 0.90; head 2: ...
    """
    A, hidden = read("heads", "weights", weights, axes=3, need="(heads, n, m)")
    h, n, m = A.shape
    queries, keys = queries_and_keys("heads", tokens, n, m)
    cell = whole(min(0.5, 2.2 / max(n, m)))
    rows_size, cols_size = 10 if cell > 0.25 else 8, column_size(keys, cell)
    left, above = (
        row_labels_need(queries, cell, rows_size),
        columns_need(keys, cell, cols_size)[0],
    )
    across, down = m * cell + 0.3, n * cell + above + 0.4
    with plain_style():
        ax = paper(left + min(h, 4) * across - 0.1, -(-h // 4) * down + 0.05)
        for k in range(h):
            x, y = whole(left + k % 4 * across), whole(k // 4 * down + above + 0.28)
            draw_cells(ax, x, y, A[k], hidden[k], "weights", cell, cell, size=None if cell > 0.3 else 0)
            write(ax, x, y - above - 0.04, text("head", k=k + 1), 11, INK, "left", "baseline")
            if keys:
                draw_column_labels(ax, x, y, keys, cell, cols_size)
            if queries and k % 4 == 0:
                draw_row_labels(ax, x, y, queries, cell, rows_size)
    return Picture(ax.figure, alt_heads(A, hidden, (queries, keys)))
