"""Values and outputs of two numbers as points in the plane."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from attnlib.draw.numbers import number
from attnlib.draw.plots.describe import name_in_words
from attnlib.draw.plots.fonts import drawable, font, width
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import GREY, HUES, INK
from attnlib.languages import join_sentences
from classroom.lab.pictures._texts import text


def between(
    V: Any, outputs: Any, tokens: Sequence[object] | None = None, cols: Sequence[object] | None = None
) -> Picture:
    """Draw values and outputs in the plane, and the convex hull of the values, which no average can leave.

    Args:
        V: (m, 2)
        outputs: (k, 2)
        tokens: m names of the values
        cols: 2 names of their numbers, for the axes
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> between([[2, 0], [-1, 2], [2, -1]], [[1, 0.5]])
        1 outputs and 3 values in the plane: every output lies between the values. The values: ...
    """
    V, hidden = read("between", "V", V, need="(m, 2)", last=2)
    outputs, gone = read("between", "outputs", outputs, need="(k, 2)", last=2)
    if hidden.any() or gone.any():
        raise ValueError("between: V and outputs need finite numbers, but hold -inf.")
    tokens = read_labels("between", "tokens", tokens, len(V), "value")
    cols = read_labels("between", "cols", cols, 2, "column") or [text("first_number"), text("second_number")]
    hull = _hull(V)
    outside = int((~_inside(outputs, hull)).sum())
    with plain_style():
        names = [drawable(token) for token in tokens or ()]
        beside = 0.57 + max([0, *(width(name, 12) - 0.5 for name in names)])  # inches, for the longest name
        across = 3.16 + 2 * beside
        figure = Figure(figsize=(0.9 + across, 4.4), facecolor="white")
        ax = figure.add_axes((0.68 / (0.9 + across), 0.14, across / (0.9 + across), 0.72))
        ax.margins(x=beside / 3.16, y=0.18)
        ax.add_patch(Polygon(hull, fc=HUES["V"] + "14", ec=HUES["V"], lw=1.2))
        ax.scatter(outputs[:, 0], outputs[:, 1], s=14, color=INK, alpha=0.3, linewidth=0)
        ax.scatter(V[:, 0], V[:, 1], s=90, color=HUES["V"], edgecolor="white", zorder=3)
        ax.spines[["top", "right"]].set_visible(False)
        for point, name in zip(V, names, strict=False):
            _name_point(ax, point, V.mean(0), name)
        ax.tick_params(colors=GREY, labelsize=9, labelfontfamily=font("0", 9).get_family())
        for write_label, name in zip(
            (ax.set_xlabel, ax.set_ylabel), (drawable(col, 40) for col in cols), strict=True
        ):
            write_label(name, fontproperties=font(name, 10), color=GREY, parse_math=False)
        _write_key(ax, len(outputs))
    return Picture(figure, _alt(V, outputs, outside, tokens))


def _name_point(ax, point, center, name):
    """Write the name of a value beside its point, on the side away from the others."""
    away = point - center
    away = away / np.hypot(*away) * 14 if away.any() else (0, 14)  # points
    ha = "left" if away[0] > 3 else "right" if away[0] < -3 else "center"
    ax.annotate(
        name, point, away, textcoords="offset points", fontproperties=font(name, 12), color=HUES["V"],
        ha=ha, va="center", parse_math=False,
    )  # fmt: skip


def _write_key(ax, k):
    """Explain the two kinds of points above the picture."""
    values, outputs = text("values"), text("outputs", k=k)
    at = {"transform": ax.transAxes, "va": "center", "clip_on": False}
    ax.scatter([0.015], [1.1], s=90, color=HUES["V"], transform=ax.transAxes, clip_on=False)
    ax.text(0.045, 1.1, values, fontproperties=font(values, 11), color=HUES["V"], **at)
    ax.scatter([0.345], [1.1], s=14, color=INK, alpha=0.6, transform=ax.transAxes, clip_on=False, linewidth=0)
    ax.text(0.365, 1.1, outputs, fontproperties=font(outputs, 11), color=INK, **at)


def _hull(points):
    """Return the corners of the convex hull, counterclockwise (Andrew's monotone chain)."""
    points = sorted(map(tuple, np.unique(points, axis=0).tolist()))

    def chain(points):
        kept: list[tuple[float, float]] = []
        for p in points:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept

    return np.array(chain(points)[:-1] + chain(points[::-1])[:-1] or points)


def _turn(a, b, p):
    """Return a positive number if p lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _inside(points, hull):
    """Tell which points lie in the hull, up to rounding."""
    slack = 1e-9 * max(1.0, float(np.abs(hull).max()))
    left = [_turn(a, b, points.T) >= -slack for a, b in zip(hull, np.roll(hull, -1, axis=0), strict=True)]
    box = ((points >= hull.min(0) - slack) & (points <= hull.max(0) + slack)).all(-1)
    return np.all(left, axis=0) & box


def _alt(V, outputs, outside, tokens):
    """Count the outputs and those outside the values, and say where the values are."""
    key = "alt_none_outside" if not outside else "alt_outside"
    places = [
        f"{name_in_words('row', tokens, i)} ({number(a)}, {number(b)})" for i, (a, b) in enumerate(V[:8])
    ] + ["…"] * (len(V) > 8)
    return join_sentences(
        text(key, k=len(outputs), m=len(V), outside=outside),
        text("alt_values", values=shared("alt_comma").join(places)),
    )
