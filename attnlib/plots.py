"""Pictures of the steps: a matrix, the whole formula, many heads, and outputs between the values.

Each function returns a Picture, which draws itself and says in words what it shows. Arrays may be numpy or
torch or nested lists; they are of one sentence and, but for `heads`, of one head. Bad input is a ValueError
(a TypeError for what holds no numbers) that says what was given and what was needed.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from attnlib import cells
from attnlib.alt import STEPS, alt_between, alt_heads, alt_heatmap, alt_pipeline, alt_strip, step_name
from attnlib.arithmetic import COLORS
from attnlib.attention import Trace
from attnlib.cells import GREY, INK, MOST_NUMBERED, draw_cells, whole, write
from attnlib.entries import read, read_labels
from attnlib.flow import draw_flow, draw_strip
from attnlib.language import word
from attnlib.picture import Picture, drawable, font, plain_style, width

_CELL = 0.55  # inches
_SIDE = 5.6  # inches: the longest side of a matrix


def heatmap(A, rows=None, cols=None, *, kind="weights", title=None, ax=None, keep=None):
    """Draw a matrix (n, m) as coloured cells, numbered up to 16 × 16, hatched where masked.

    rows and cols are n and m names. kind is "weights" (colours from 0 to 1, sums beside the rows) or
    "signed" (colours centred at 0). title may be the name of a step. keep (True: may look) broadcasts to
    (n, m); -inf counts as masked. With ax it draws within that Axes, names and all.
    """
    if kind not in cells.COLORMAPS:
        raise ValueError(f'heatmap: kind needs to be "weights" or "signed", but is {kind!r}.')
    A, hidden = read("heatmap", "A", A, keep, need="(n, m), one sentence and one head")
    n, m = A.shape
    rows = read_labels("heatmap", "rows", rows, n, "row")
    cols = read_labels("heatmap", "cols", cols, m, "column")
    alt = alt_heatmap(A, hidden, rows, cols, kind, title)
    many = max(n, m) > MOST_NUMBERED
    if many:  # by position, where they have no names
        rows, cols = rows or range(n), cols or range(m)
    with plain_style():
        ax, x, y, w, h = _place(ax, A, rows, cols, kind, title)
        draw_cells(ax, x, y, A, hidden, kind, w, h)
        size = cells.label_size(max(n, m))
        if rows:
            cells.draw_row_labels(ax, x, y, rows, h, size)
        if cols:
            cells.draw_column_labels(ax, x, y, cols, w, size)
        if title:
            above = cells.columns_need(cols, w, size)[0]
            _draw_title(ax, x, y - above - 0.06, title, f"{n} × {m}")
        if many:
            cells.draw_color_bar(ax, x + m * w + 0.25, y, min(n * h, 2), kind, cells.reach(A, hidden))
        elif kind == "weights":
            cells.draw_row_sums(ax, x + m * w, y, A, h, size - 2)
    return Picture(_root(ax), alt)


def _place(ax, A, rows, cols, kind, title):
    """Where the matrix goes, and how large its cells are: in a figure made to measure, or within the Axes."""
    n, m = A.shape
    if ax is not None:
        across, down = ax.bbox.width / ax.figure.dpi, ax.bbox.height / ax.figure.dpi
        w = across / m
        for _ in range(2):  # how much room the names need depends on the cells, and these on the room
            left, top, right, bottom = _margins(A, rows, cols, kind, title, w, down / n)
            w = max(across - left - right, 0.2 * across) / m
        return cells.measure(ax, across, down), left, top, w, max(down - top - bottom, 0.2 * down) / n
    size, many = cells.label_size(max(n, m)), max(n, m) > MOST_NUMBERED
    w, h = min(_CELL, _SIDE / m), min(_CELL, _SIDE / n)
    if not many:
        need = max((width(drawable(name), size) for name in cols or [""]), default=0) + 0.12
        h = whole(min(h, 1.3 * w))
        w = whole(need if w < need <= 1 and need * m <= 7 else w)  # rather a wider column than a leaning name
    left, top, right, bottom = _margins(A, rows, cols, kind, title, w, h)
    return cells.paper(left + m * w + right, top + n * h + bottom), left, top, w, h


def _margins(A, rows, cols, kind, title, w, h):
    """The room that is needed around the matrix: left, above, right, below."""
    n, m = A.shape
    size, many = cells.label_size(max(n, m)), max(n, m) > MOST_NUMBERED
    above, beyond = cells.columns_need(cols, w, size)
    beside = 0.9 if many else cells.row_sums_need(A, size - 2) if kind == "weights" else 0.08
    titled = _title_width(title, f"{n} × {m}") - m * w + 0.08 if title else 0
    left, top = whole(cells.row_labels_need(rows, h, size)), whole(above + (0.38 if title else 0.03))
    return left, top, max(beside, titled, beyond - w / 2 + 0.05), 0.1


def _draw_title(ax, x, y, title, note, size=13):
    """A title in the hue of its step, and a note in grey, standing on y."""
    text = drawable(step_name(title), 60)
    write(ax, x, y, text, size, COLORS.get(title, INK), "left", "baseline")
    write(ax, x + width(text, size) + 0.1, y, note, size - 3, GREY, "left", "baseline")


def _title_width(title, note, size=13):
    return width(drawable(step_name(title), 60), size) + 0.1 + width(note, size - 3)


def _root(ax):
    figure = ax.figure
    while not isinstance(figure, Figure):  # a SubFigure
        figure = figure.figure
    return figure


def pipeline(trace, tokens=None, highlight=None):
    """Draw Q, K -> scores -> scaled -> masked (if anything is) -> weights, V -> output, with highlight lit.

    trace is of one sentence and one head. tokens are n names, or a pair of lists where queries and keys
    differ. highlight is the name of a step, or several. Without a trace: the names of the steps alone.
    """
    lit = {highlight} if isinstance(highlight, str) else set(highlight or ())
    for name in lit - set(STEPS):
        raise ValueError(f"pipeline: highlight needs to be one of {', '.join(STEPS)}, but is {name!r}.")
    if trace is None:
        with plain_style():
            return Picture(draw_strip(lit), alt_strip(lit))
    if not isinstance(trace, Trace):
        raise TypeError(f"pipeline: trace needs to be what attend returns, but is {type(trace).__name__}.")
    need = "(n, d), one sentence and one head"
    steps = {name: read("pipeline", name, array, need=need) for name, array in trace}
    hidden = steps["masked"][1]
    steps["weights"] = steps["weights"][0], hidden
    if not hidden.any() and "masked" not in lit:
        del steps["masked"]
    queries, keys = _queries_and_keys("pipeline", tokens, *hidden.shape)
    with plain_style():
        figure = draw_flow(steps, queries, keys, lit, trace.Q.shape[-1], trace.temperature)
    return Picture(figure, alt_pipeline(steps, queries, keys, lit))


def _queries_and_keys(who, tokens, n, m):
    """The names of rows and columns: tokens for both, or a pair of lists where they differ."""
    pair = isinstance(tokens, tuple) and len(tokens) == 2 and not any(isinstance(t, str) for t in tokens)
    queries, keys = tokens if pair else (tokens, tokens)
    return read_labels(who, "tokens", queries, n, "query"), read_labels(who, "tokens", keys, m, "key")


def heads(weights, tokens=None):
    """Draw the weights (h, n, m) of many heads, four in a row. tokens as in `pipeline`."""
    A, hidden = read("heads", "weights", weights, axes=3, need="(heads, n, m)")
    h, n, m = A.shape
    queries, keys = _queries_and_keys("heads", tokens, n, m)
    cell = whole(min(0.5, 2.2 / max(n, m)))
    rows_size, cols_size = 10 if cell > 0.25 else 8, cells.column_size(keys, cell)
    left, above = (
        cells.row_labels_need(queries, cell, rows_size),
        cells.columns_need(keys, cell, cols_size)[0],
    )
    across, down = m * cell + 0.3, n * cell + above + 0.4
    with plain_style():
        ax = cells.paper(left + min(h, 4) * across - 0.1, -(-h // 4) * down + 0.05)
        for k in range(h):
            x, y = whole(left + k % 4 * across), whole(k // 4 * down + above + 0.28)
            draw_cells(ax, x, y, A[k], hidden[k], "weights", cell, cell, size=None if cell > 0.3 else 0)
            write(ax, x, y - above - 0.04, word("head", k=k + 1), 11, INK, "left", "baseline")
            if keys:
                cells.draw_column_labels(ax, x, y, keys, cell, cols_size)
            if queries and k % 4 == 0:
                cells.draw_row_labels(ax, x, y, queries, cell, rows_size)
    return Picture(ax.figure, alt_heads(A, hidden, (queries, keys)))


def between(V, outputs, tokens=None):
    """Draw values V (m, 2), outputs (k, 2), and around the values the hull that no average can leave."""
    V, hidden = read("between", "V", V, need="(m, 2)", last=2)
    outputs, gone = read("between", "outputs", outputs, need="(k, 2)", last=2)
    if hidden.any() or gone.any():
        raise ValueError("between: V and outputs need finite numbers, but hold -inf.")
    tokens = read_labels("between", "tokens", tokens, len(V), "value")
    hull = _hull(V)
    outside = int((~_inside(outputs, hull)).sum())
    with plain_style():
        names = [drawable(token) for token in tokens or ()]
        beside = 0.57 + max([0, *(width(name, 12) - 0.5 for name in names)])  # inches, for the longest name
        across = 3.16 + 2 * beside
        figure = Figure(figsize=(0.9 + across, 4.4), facecolor="white")
        ax = figure.add_axes((0.68 / (0.9 + across), 0.14, across / (0.9 + across), 0.72))
        ax.margins(x=beside / 3.16, y=0.18)
        ax.add_patch(Polygon(hull, fc=COLORS["V"] + "14", ec=COLORS["V"], lw=1.2))
        ax.scatter(*outputs.T, s=14, color=INK, alpha=0.3, linewidth=0)
        ax.scatter(*V.T, s=90, color=COLORS["V"], edgecolor="white", zorder=3)
        ax.spines[["top", "right"]].set_visible(False)
        for point, name in zip(V, names, strict=False):
            _name_point(ax, point, V.mean(0), name)
        ax.tick_params(colors=GREY, labelsize=9, labelfontfamily=font("0", 9).get_family())
        ax.set_xlabel(word("first_number"), fontproperties=font(word("first_number"), 10), color=GREY)
        ax.set_ylabel(word("second_number"), fontproperties=font(word("second_number"), 10), color=GREY)
        _write_key(ax, len(outputs))
    return Picture(figure, alt_between(V, outputs, outside, tokens))


def _name_point(ax, point, center, text):
    """Write the name of a value beside its point, on the side away from the others."""
    away = point - center
    away = away / np.hypot(*away) * 14 if away.any() else (0, 14)  # points
    ha = "left" if away[0] > 3 else "right" if away[0] < -3 else "center"
    ax.annotate(
        text, point, away, textcoords="offset points", fontproperties=font(text, 12), color=COLORS["V"],
        ha=ha, va="center", parse_math=False,
    )  # fmt: skip


def _write_key(ax, k):
    """Above the picture what its two kinds of points are."""
    values, outputs = word("values"), word("outputs", k=k)
    at = {"transform": ax.transAxes, "va": "center", "clip_on": False}
    ax.scatter([0.015], [1.1], s=90, color=COLORS["V"], transform=ax.transAxes, clip_on=False)
    ax.text(0.045, 1.1, values, fontproperties=font(values, 11), color=COLORS["V"], **at)
    ax.scatter([0.345], [1.1], s=14, color=INK, alpha=0.6, transform=ax.transAxes, clip_on=False, linewidth=0)
    ax.text(0.365, 1.1, outputs, fontproperties=font(outputs, 11), color=INK, **at)


def _hull(points):
    """The corners of the convex hull, counterclockwise (Andrew's monotone chain)."""
    points = sorted(map(tuple, np.unique(points, axis=0).tolist()))

    def chain(points):
        kept = []
        for p in points:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept

    return np.array(chain(points)[:-1] + chain(points[::-1])[:-1] or points)


def _turn(a, b, p):
    """Positive where p lies to the left of the way from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _inside(points, hull):
    """Which points lie in the hull, but for rounding."""
    slack = 1e-9 * max(1.0, float(np.abs(hull).max()))
    left = [_turn(a, b, points.T) >= -slack for a, b in zip(hull, np.roll(hull, -1, axis=0), strict=True)]
    box = ((points >= hull.min(0) - slack) & (points <= hull.max(0) + slack)).all(-1)
    return np.all(left, axis=0) & box
