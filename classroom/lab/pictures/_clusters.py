"""Draw a matrix with similar rows beside each other.

seaborn draws it. It imports pandas and scipy, which take time and memory, and is imported at the first call.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from attnlib.draw.numbers import short
from attnlib.draw.plots.fonts import drawable, font, width
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import COLORMAPS, GREY, INK, reach
from attnlib.languages import name_of
from classroom.lab.pictures._texts import text

_MOST_NAMED = 40  # rows or columns of a clustered map


def clusters(
    A: Any,
    rows: Sequence[object] | None = None,
    cols: Sequence[object] | None = None,
    *,
    kind: str = "weights",
    title: str | None = None,
) -> Picture:
    """Draw a matrix with similar rows beside each other, and the tree that joins them, by seaborn.

    Rows are joined by their distance, on average.

    Args:
        A: (n, m) finite numbers, two rows or more
        rows: n names
        cols: m names
        kind: "weights" or "signed", as in `heatmap`
        title: any text
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> clusters([[1, 0], [0, 1], [0.9, 0.1]], ["small", "cat", "big"])
        A map of 3 × 2 numbers, rows that are alike beside each other. From the top: “cat”, “small”, “big” …
    """
    import seaborn
    from matplotlib import pyplot

    A, hidden = read("clusters", "A", A, need="(n, m), two rows or more")
    if hidden.any() or len(A) < 2:
        raise ValueError("clusters: A needs two rows or more of finite numbers.")
    if kind not in COLORMAPS:
        raise ValueError(f'clusters: kind needs to be "weights" or "signed", but is {kind!r}.')
    n, m = A.shape
    rows = read_labels("clusters", "rows", rows, n, "row") or list(map(str, range(n)))
    cols = read_labels("clusters", "cols", cols, m, "column") or list(map(str, range(m)))
    low, high = (0, 1) if kind == "weights" else (-reach(A), reach(A))
    # In inches: the cells, the tree on their left, the names on their right and below, title and scale above.
    beside = 0.15 + (max(width(drawable(name), 9) for name in rows) if n <= _MOST_NAMED else 0)
    across = min(7, max(2.5, 0.34 * m))
    down = min(8 if n <= _MOST_NAMED else 5, max(1.2, 0.21 * n))  # rows without names need less
    size = (1.3 + across + beside, 0.62 + down + 0.35)
    with plain_style():
        grid = seaborn.clustermap(
            A, col_cluster=False, method="average", cmap=COLORMAPS[kind], vmin=low, vmax=high, figsize=size,
            xticklabels=False, yticklabels=False, dendrogram_ratio=(1.2 / (1.2 + across), 1e-6),
            cbar_kws={"orientation": "horizontal", "ticks": [low, high]},
        )  # fmt: skip
        grid.gs.update(
            left=0.1 / size[0], right=1 - beside / size[0], bottom=0.35 / size[1], top=1 - 0.62 / size[1]
        )
        pyplot.close(grid.figure)  # or it is shown a second time below the cell
        order = [int(i) for i in grid.dendrogram_row.reordered_ind]
        ax = grid.ax_heatmap
        if n <= _MOST_NAMED:
            _name_cells(ax.yaxis, [rows[i] for i in order])
        if m <= _MOST_NAMED:
            _name_cells(ax.xaxis, list(map(name_of, cols)))
        if title:
            ax.set_title(drawable(name_of(title), 60), fontproperties=font(name_of(title), 13), color=INK)
        grid.ax_cbar.set_position((0.2 / size[0], 1 - 0.3 / size[1], 0.8 / size[0], 0.12 / size[1]))
        grid.ax_cbar.set_xticks([low, high], [short(low), short(high)])
        grid.ax_cbar.tick_params(
            length=0, colors=GREY, labelsize=9, labelfontfamily=font("0", 9).get_family()
        )
    closest = [rows[i] for i in order[:6]]
    said = text("alt_clusters", n=n, m=m, rows=shared("alt_comma").join(f"“{name}”" for name in closest))
    return Picture(grid.figure, said)


def _name_cells(axis, names):
    axis.set_ticks(np.arange(len(names)) + 0.5, [drawable(name) for name in names])
    axis.set_tick_params(length=0)
    for label in axis.get_ticklabels():
        label.set(fontproperties=font(label.get_text(), 9), color=INK, parse_math=False, rotation=0)
