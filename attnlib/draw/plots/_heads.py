"""The weights of many heads, side by side."""

from collections.abc import Sequence
from typing import Any

from attnlib.draw.numbers import short
from attnlib.draw.plots.describe import alt_heads
from attnlib.draw.plots.labels import fitting_size, name_cells, write_title
from attnlib.draw.plots.matrix import draw_cells, limit_of
from attnlib.draw.plots.paper import arrange, new_figure, panel, whole
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import queries_and_keys, read
from attnlib.draw.plots.texts import text
from attnlib.languages import name_of


def heads(
    weights: Any,
    tokens: Sequence[object] | tuple[Sequence[object], Sequence[object]] | None = None,
    names: Sequence[str] | None = None,
    *,
    kind: str = "heads",
) -> Picture:
    """Draw the weights of many heads, four in a row.

    Args:
        weights: (h, n, m)
        tokens: n names, or a pair of lists if queries and keys have different ones
        names: what to write over each head; by default head 1, head 2, and so on
        kind: "heads", or "tables" of weights that are no heads: said to those who cannot see the picture
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> heads([[[0.9, 0.1]], [[0.2, 0.8]]])
        Attention weights of each head, 2 × 1 × 2. head 1: row 0 looks most at column 0 0.90; head 2: ...
    """
    if kind not in ("heads", "tables"):
        raise ValueError(f'heads: kind needs to be "heads" or "tables", but is {kind!r}.')
    A, hidden = read("heads", "weights", weights, axes=3, need="(heads, n, m)")
    h, n, m = A.shape
    if names is None:
        names = [text("head", k=k + 1) for k in range(h)]
    elif len(names) != h:
        raise ValueError(f"heads: names needs {h} names, one for each head, but has {len(names)}.")
    names = [name_of(name) for name in names]
    queries, keys = queries_and_keys("heads", tokens, n, m)
    cell = whole(min(0.5, 2.2 / max(n, m)))
    size = fitting_size(keys, cell)
    limit = limit_of(A, hidden, "weights")
    note = f"0 … {short(limit, 2)}" if limit < 1 else ""
    places: dict = {}
    with plain_style():
        figure = new_figure()
        for k in range(h):
            ax = places[divmod(k, 4)] = panel(figure, m * cell, n * cell)
            name_cells(ax, (n, m), queries if k % 4 == 0 else None, keys, size)
            write_title(ax, names[k], note, size=11)
            draw_cells(ax, A[k], hidden[k], "weights", limit, size=None if cell > 0.3 else 0)
        arrange(places)
    return Picture(figure, alt_heads(A, hidden, (queries, keys), names, kind))
