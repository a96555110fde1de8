"""Draw things as points in a plane of two measures, or as paths."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from attnlib.draw.numbers import short
from attnlib.draw.plots.axes import name_axes
from attnlib.draw.plots.fonts import drawable, font, width
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import sentence
from attnlib.draw.style import GREY, INK, LINES
from attnlib.languages import join_sentences, name_of
from classroom.lab.pictures._texts import text

_SIDE = (5.6, 4.2)  # inches, across and up
_SIZE = 11  # points, of a name
_MOST_SAID = 12
_MOST_LETTERS = 40  # of a name


def points(places: Mapping[str, Any], *, xlabel: str | None = None, ylabel: str | None = None) -> Picture:
    """Draw named points, and paths that end at their names, in a plane of two measures.

    Args:
        places: name -> (2,) for a point, or (k, 2) for a path; at most five paths
        xlabel: the name of the first measure
        ylabel: the name of the second
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> points({"cat": (1, 2), "fish": (2, 2)})
        Across: x; upwards: y. cat at (1, 2); fish at (2, 2).
    """
    places = {name_of(name): _read(name, place) for name, place in places.items()}
    paths = [name for name, place in places.items() if len(place) > 1]
    if not places or len(paths) > len(LINES):
        raise ValueError(f"points: needs a name and its place at least, and at most {len(LINES)} paths.")
    colors = dict(zip(paths, LINES, strict=False))
    with plain_style():
        across, up = _SIDE
        room = 0.2 + max(width(drawable(name, _MOST_LETTERS), _SIZE) for name in places)
        figure = Figure(figsize=(across + room, up), facecolor="white")
        ax = figure.add_axes((0.85 / (across + room), 0.16, (across - 0.85) / (across + room), 0.8))
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(colors=GREY, labelsize=9, labelfontfamily=font("0", 9).get_family())
        name_axes(ax, xlabel, ylabel)
        for name, place in places.items():
            color = colors.get(name, INK)
            ax.plot(*place.T, color=color, lw=1.8, marker="o", ms=3.5, clip_on=False)
            ax.plot(*place[:1].T, color=color, marker="o", ms=8, mfc="white", clip_on=False)
            ax.plot(*place[-1:].T, color=color, marker="o", ms=8, clip_on=False)
        _name(ax, {name: place[-1] for name, place in places.items()}, colors)
    return Picture(figure, _alt(places, xlabel, ylabel))


def _read(name, place):
    place = np.atleast_2d(np.asarray(place, dtype=float))
    if place.ndim != 2 or place.shape[1] != 2 or not np.isfinite(place).all():
        raise ValueError(f"points: {name} needs finite numbers (2,) or (k, 2), but is {place.shape}.")
    return place


def _name(ax, ends, colors):
    """Write each name beside its point, on the side with the most room."""
    ax.get_xlim(), ax.get_ylim()  # makes matplotlib fix the limits of the axes
    at = {name: ax.transData.transform(end) * 72 / ax.figure.dpi for name, end in ends.items()}  # in points
    frame = ax.get_window_extent().get_points() * 72 / ax.figure.dpi
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in at.values()]
    taken += [(0, 0, frame[0, 0] + 2, 1e4), (0, 0, 1e4, frame[0, 1] + 2)]  # the axes and their numbers
    for name, (x, y) in at.items():
        wide = width(drawable(name, _MOST_LETTERS), _SIZE) * 72
        ways = {(8, 0): "left", (-8, 0): "right", (0, 12): "center", (0, -12): "center"}
        ways |= {(8, 12): "left", (8, -12): "left", (-8, 12): "right", (-8, -12): "right"}
        boxes = {way: _box(x + way[0], y + way[1], wide, ha) for way, ha in ways.items()}
        way = min(ways, key=lambda way: sum(_overlap(boxes[way], other) for other in taken))
        taken.append(boxes[way])
        ax.annotate(
            drawable(name, _MOST_LETTERS), ends[name], way, textcoords="offset points",
            fontproperties=font(name, _SIZE), color=colors.get(name, INK), ha=ways[way], va="center",
            parse_math=False, annotation_clip=False,
        )  # fmt: skip


def _box(x, y, wide, ha):
    left = x - {"left": 0, "center": wide / 2, "right": wide}[ha]
    return left, y - 6, left + wide, y + 6


def _overlap(a, b):
    """Return the area that two boxes share."""
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def _alt(places, xlabel, ylabel):
    def at(place):
        return f"({short(place[0])}, {short(place[1])})"

    said = [
        text("alt_path", name=name, first=at(place[0]), last=at(place[-1]))
        if len(place) > 1
        else text("alt_point", name=name, at=at(place[0]))
        for name, place in list(places.items())[:_MOST_SAID]
    ]
    said += [text("alt_more_points", k=len(places) - _MOST_SAID)] if len(places) > _MOST_SAID else []
    what = text("alt_points", x=name_of(xlabel or "x"), y=name_of(ylabel or "y"))
    return join_sentences(what, sentence(said))
