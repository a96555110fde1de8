"""Draw a matrix with similar rows beside each other.

seaborn draws it. It imports pandas and scipy, which take time and memory, and is imported at the first call.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attnlib.draw.numbers import short
from attnlib.draw.plots.fonts import drawable, font
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import COLORMAPS, GREY, INK
from attnlib.languages import join_sentences, name_of
from classroom.lab.pictures._texts import text
from classroom.optional import bring

_NAMED = 3  # rows of a group that are named; of a larger one they are counted


def clusters(
    tables: Mapping[str, Any],
    rows: Sequence[object] | None = None,
    cols: Sequence[object] | None = None,
    *,
    groups: int = 1,
) -> Picture:
    """Draw weights with similar rows beside each other, and the tree that joins them, by seaborn.

    Rows are joined by their distance in the first table, on average. The other tables show the same rows in
    the same order. White lines part the groups that are joined last.

    Args:
        tables: name -> (n, m) weights from 0 to 1, two rows or more
        rows: n names
        cols: m names
        groups: how many groups, at most n
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> clusters({"weights": [[1, 0], [0, 1], [0.9, 0.1]]}, ["small", "cat", "big"], groups=2)
        A map of 3 × 2 numbers, rows that are alike beside each other. attention weights, ...
    """
    seaborn: Any = bring("seaborn", "clusters")
    hierarchy: Any = bring("scipy.cluster.hierarchy", "clusters")
    from matplotlib import pyplot

    arrays = [_read(name, A) for name, A in tables.items()]
    if not arrays or len({A.shape for A in arrays}) > 1:
        raise ValueError("clusters: tables needs tables of one shape.")
    n, m = arrays[0].shape
    if not 1 <= groups <= n:
        raise ValueError(f"clusters: groups needs to be from 1 to {n}, but is {groups}.")
    rows = read_labels("clusters", "rows", rows, n, "row") or list(map(str, range(n)))
    cols = read_labels("clusters", "cols", cols, m, "column") or list(map(str, range(m)))
    tree = hierarchy.linkage(arrays[0], "average")
    with plain_style():
        grid = seaborn.clustermap(
            np.hstack(arrays), row_linkage=tree, col_cluster=False, cmap=COLORMAPS["weights"], vmin=0, vmax=1,
            xticklabels=False, yticklabels=False, figsize=(7.2, 5.4), dendrogram_ratio=(0.2, 0.08),
            cbar_kws={"orientation": "horizontal", "ticks": [0, 1]},
        )  # fmt: skip
        grid.gs.update(left=0.02, right=0.84, bottom=0.06, top=0.99)
        pyplot.close(grid.figure)  # or it is shown a second time below the cell
        order = [int(i) for i in grid.dendrogram_row.reordered_ind]
        parts = _parts(hierarchy.fcluster(tree, groups, "maxclust")[order])
        ax = grid.ax_heatmap
        for part in parts[1:]:
            ax.axhline(part.start, color="white", linewidth=1)
        for k, name in enumerate(tables):
            if k:
                ax.axvline(k * m, color="white", linewidth=10)
            _write(ax.text((k + 0.5) * m, -0.01 * n, drawable(name_of(name), 30), ha="center"), 11)
        _name(ax.xaxis, np.arange(m * len(arrays)) + 0.5, [name_of(name) for name in cols] * len(arrays))
        said = [_said([rows[i] for i in sorted(order[part])]) for part in parts]
        _name(ax.yaxis, _apart([(part.start + part.stop) / 2 for part in parts], n / 26), said)
        grid.ax_cbar.set_position((0.03, 0.95, 0.12, 0.02))
        grid.ax_cbar.tick_params(
            length=0, colors=GREY, labelsize=9, labelfontfamily=font("0", 9).get_family()
        )
    described = [
        _described(name, A[order], parts, said, cols) for name, A in zip(tables, arrays, strict=True)
    ]
    return Picture(grid.figure, join_sentences(text("alt_clusters", n=n, m=m), *described))


def _read(name, A):
    A, hidden = read("clusters", name, A, need="(n, m), two rows or more")
    if hidden.any() or len(A) < 2 or A.min() < 0 or A.max() > 1:
        raise ValueError(f"clusters: {name} needs two rows or more of weights from 0 to 1.")
    return A


def _parts(group):
    """Return where each group of neighbours begins and ends."""
    ends = [*np.flatnonzero(np.diff(group)) + 1, len(group)]
    return [slice(int(begin), int(end)) for begin, end in zip([0, *ends], ends, strict=False)]


def _said(names):
    if len(names) > _NAMED:
        return text("clustered", k=len(names))
    return shared("alt_comma").join(drawable(name) for name in names)


def _apart(places, least):
    """Return the places, those moved down that are too near to the one above them."""
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + least)
    return places


def _described(table, A, parts, said, cols):
    """Return the mean of each column in each group of a table, in words."""
    groups = []
    for part, names in zip(parts, said, strict=True):
        means = zip(cols, A[part].mean(0), strict=True)
        shown = shared("alt_comma").join(f"{name_of(col)} {short(mean, 2)}" for col, mean in means)
        groups.append(text("alt_group", names=names, means=shown))
    return text("alt_groups", table=name_of(table), groups=shared("alt_semicolon").join(groups))


def _name(axis, places, names):
    axis.set_ticks(places, [drawable(name, 40) for name in names])
    axis.set_tick_params(length=0)
    for label in axis.get_ticklabels():
        _write(label, 10)


def _write(label, size):
    label.set(fontproperties=font(label.get_text(), size), color=INK, parse_math=False, rotation=0)
