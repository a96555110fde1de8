"""Pictures of many values, drawn by seaborn: how they are spread, how runs differ, which rows are alike.

seaborn, and with it pandas, is loaded when one of these is drawn: importing it takes 0.6 s and 26 MiB.
"""

import numpy as np
from matplotlib.figure import Figure

from attnlib.draw.numbers import short
from attnlib.draw.plots._axes import axes, few, log_axes, name_axes, name_ends, numbers
from attnlib.draw.plots._fonts import drawable, font, width
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._read import read, read_labels
from attnlib.draw.plots._texts import text
from attnlib.draw.style import COLORMAPS, GREY, INK, LINES, reach
from attnlib.i18n import name_of

_MOST_NAMED = 40  # rows or columns of a clustered map


def distributions(samples, *, xlabel=None):
    """Draw how the numbers of each sample are spread, with lines at their quartiles.

    samples is a dict of one to five names and (k,) numbers each. ValueError says what does not fit.
    """
    import seaborn

    samples = {name: numbers("distributions", name, x) for name, x in few("distributions", samples).items()}
    names = {name: name_of(name) for name in samples}
    with plain_style():
        beside = 0.3 + max(width(name, 11) for name in names.values())
        across, high = beside + 5.4, 0.9 + 0.75 * len(samples)
        figure = Figure(figsize=(across, high), facecolor="white")
        ax = figure.add_axes((beside / across, 0.62 / high, 5.2 / across, 1 - 0.72 / high))
        labels = [name for name, x in samples.items() for _ in x]
        seaborn.violinplot(
            x=np.concatenate(list(samples.values())), y=labels, hue=labels, palette=LINES[: len(samples)],
            inner="quart", cut=0, density_norm="width", linewidth=1.2, legend=False, ax=ax,
        )  # fmt: skip
        for body in ax.collections:
            body.set_alpha(0.45)  # light enough for the lines of the quartiles
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.tick_params(left=False, colors=GREY, labelsize=10, labelfontfamily=font("0", 10).get_family())
        ax.set_yticks(range(len(names)), names.values(), color=INK)
        for label in ax.get_yticklabels():
            label.set(fontproperties=font(label.get_text(), 11), parse_math=False)
        name_axes(ax, xlabel, None)
    said = [text("alt_quartiles", name=names[name], k=len(x), **_quartiles(x)) for name, x in samples.items()]
    return Picture(figure, _joined(text("alt_distributions", x=name_of(xlabel or "x")), said))


def _quartiles(x):
    return dict(zip(("low", "middle", "high"), map(short, np.percentile(x, (25, 50, 75))), strict=True))


def bands(x, runs, *, xlabel=None, ylabel=None, log=""):
    """Draw the mean of several runs over x (k,), in a band from the smallest to the largest.

    runs is a dict of one to five names and (r, k) numbers each: r runs, with other seeds for example. log is
    "x", "y" or "xy". ValueError says what does not fit.
    """
    import seaborn

    x = numbers("bands", "x", x)
    runs = {name: _runs(name, y, len(x)) for name, y in few("bands", runs).items()}
    names = {name: name_of(name) for name in runs}
    with plain_style():
        ax = axes(names.values(), xlabel, ylabel)
        log_axes(ax, log)
        for y, color in zip(runs.values(), LINES, strict=False):
            seaborn.lineplot(
                x=np.tile(x, len(y)), y=y.ravel(), errorbar=("pi", 100), color=color, linewidth=2, ax=ax
            )
        name_axes(ax, xlabel, ylabel)  # seaborn has written its own
        means = {name: y.mean(0) for name, y in runs.items()}
        name_ends(ax, x, means, names)
    said = [
        text(
            "alt_runs", name=names[name], r=len(y), first=short(y[:, 0].mean()), last=short(y[:, -1].mean()),
            low=short(y[:, -1].min()), high=short(y[:, -1].max()),
        )
        for name, y in runs.items()
    ]  # fmt: skip
    what = text(
        "alt_curves", x=name_of(xlabel or "x"), y=name_of(ylabel or "y"), a=short(x[0]), b=short(x[-1])
    )
    return Picture(ax.figure, _joined(what, said))


def _runs(name, y, size):
    rows = [numbers("bands", name, row, size) for row in np.atleast_2d(np.asarray(y, dtype=float))]
    return np.stack(rows)


def clusters(A, rows=None, cols=None, *, kind="weights", title=None):
    """Draw a matrix (n, m) with those rows beside each other that are alike, and the tree of their likeness.

    rows and cols are n and m names; kind is as in `heatmap`. Rows are joined by their distance, on average.
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
    said = text("alt_clusters", n=n, m=m, rows=text("alt_comma").join(f"“{name}”" for name in closest))
    return Picture(grid.figure, said)


def _name_cells(axis, names):
    axis.set_ticks(np.arange(len(names)) + 0.5, [drawable(name) for name in names])
    axis.set_tick_params(length=0)
    for label in axis.get_ticklabels():
        label.set(fontproperties=font(label.get_text(), 9), color=INK, parse_math=False, rotation=0)


def _joined(what, said):
    return what + text("alt_space") + text("alt_semicolon").join(said) + text("alt_stop")
