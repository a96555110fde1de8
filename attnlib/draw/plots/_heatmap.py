"""Draw one matrix."""

from collections.abc import Sequence
from typing import Any

from attnlib.draw.numbers import table_names
from attnlib.draw.plots.describe import alt_heatmap
from attnlib.draw.plots.fonts import drawable, width
from attnlib.draw.plots.labels import label_size, name_cells, write_row_sums, write_title, write_who_looks
from attnlib.draw.plots.matrix import cell_size, draw_cells, draw_color_bar, limit_of
from attnlib.draw.plots.paper import arrange, new_figure, panel, whole
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.style import COLORMAPS, MOST_NUMBERED

_CELL = 0.55  # inches
_SIDE = 5.6  # inches: the longest side of a matrix


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
    looks: bool = False,
) -> Picture:
    """Draw a matrix as coloured cells, with numbers up to 16 × 16, hatched where masked.

    Args:
        A: (n, m); -inf counts as masked
        rows: n names; by default those of a DataFrame
        cols: m names; likewise
        kind: "weights" (colours from 0 to 1) or "signed" (colours centred at 0)
        title: any text, or the name of a step
        ax: a matplotlib Axes to draw in; its figure gets a constrained layout, which makes room for the
            names; by default a new figure
        keep: the mask, in a shape that broadcasts to (n, m)
        sums: whether to write the sum of each row of weights beside it; without, they need not sum to 1
        looks: whether to write beside the names that rows look and columns are looked at
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
    named = table_names(A)
    rows, cols = (own if given is None else given for given, own in zip((rows, cols), named, strict=True))
    A, hidden = read("heatmap", "A", A, keep, need="(n, m), one sentence and one head")
    n, m = A.shape
    rows = read_labels("heatmap", "rows", rows, n, "row")
    cols = read_labels("heatmap", "cols", cols, m, "column")
    alt = alt_heatmap(A, hidden, rows, cols, kind if sums else "signed", title)
    many = max(n, m) > MOST_NUMBERED
    if many:  # without names they are numbered
        rows, cols = rows or range(n), cols or range(m)
    size = label_size(max(n, m))
    with plain_style():
        given, ax = ax, ax or panel(new_figure(), *_size(A.shape, cols, size))
        if given:
            _make_room(ax, A.shape, rows, cols, size)
        name_cells(ax, A.shape, rows, cols, size)
        if looks:
            write_who_looks(ax)
        if title:
            write_title(ax, title, f"{n} × {m}")
        draw_cells(ax, A, hidden, kind)
        if many:
            w, h = cell_size(ax, A.shape)
            draw_color_bar(ax, m + 0.25 / w, 0, 0.12 / w, min(n, 2 / h), kind, limit_of(A, hidden, kind))
        elif kind == "weights" and sums:
            write_row_sums(ax, A, size - 2)
        if not given:
            arrange({(0, 0): ax})
    return Picture(ax.get_figure(root=True), alt)


def _size(shape, cols, size):
    """Return the width and the height of the matrix in a figure made to measure."""
    n, m = shape
    w, h = min(_CELL, _SIDE / m), min(_CELL, _SIDE / n)
    if max(n, m) > MOST_NUMBERED:
        return m * w, n * h
    need = max((width(drawable(name), size) for name in cols or [""]), default=0) + 0.12
    # Better a wider column than a leaning name.
    w, h = whole(need if w < need <= 1 and need * m <= 7 else w), whole(min(h, 1.3 * w))
    return m * w, n * h


def _make_room(ax, shape, rows, cols, size):
    """Make room for the names in a figure of the reader."""
    figure = ax.get_figure(root=True)
    if figure.get_layout_engine() is None:
        figure.set_layout_engine("constrained")
    name_cells(ax, shape, rows, cols, size)
    figure.get_layout_engine().execute(figure)
    for name in [*ax.texts]:  # in the room that is left they may have to lean
        name.remove()
