"""Give every Axes of a figure its place, with room for the names around it; write a line of text."""

import math
from functools import lru_cache

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure

from attnlib.draw.plots.fonts import font
from attnlib.draw.plots.picture import DPI
from attnlib.draw.style import INK

_EDGE = 8  # pixels around everything


def new_figure():
    """Return an empty figure, which `arrange` gives its size."""
    return Figure(dpi=DPI, facecolor="white")


def panel(figure, width, height):
    """Add an Axes of this size in inches to a figure; `arrange` gives it its place."""
    across, down = figure.get_size_inches()
    return figure.add_axes((0, 0, whole(width) / across, whole(height) / down))


def arrange(places, gap=0.25, least=(0, 0)):
    """Place Axes from left to right and from above, as near as their names allow; cut the figure to them.

    All in one column begin at one x, and all in one row at one y.

    Args:
        places: (row, column) -> Axes
        gap: between two of them, in inches
        least: room on the left and on the right of each, in inches: one that is drawn again with other
            numbers then keeps its size
    """
    figure = next(iter(places.values())).figure
    rooms = {place: _room(ax, least) for place, ax in places.items()}
    gap = _even(gap * DPI)
    columns, across = _starts({(c, r): room[0] for (r, c), room in rooms.items()}, gap, new_line=False)
    rows, down = _starts({place: room[1] for place, room in rooms.items()}, gap, new_line=True)
    sizes = {ax: ax.bbox.size for ax in places.values()}
    figure.set_size_inches(across / DPI, down / DPI)
    for (row, column), ax in places.items():
        width, height = sizes[ax]
        ax.set_position(
            (columns[column] / across, 1 - (rows[row] + height) / down, width / across, height / down)
        )


def _room(ax, least):
    """Return the pixels that an Axes needs before its left edge and after it; the same from its top edge."""
    box, outer = ax.bbox, ax.get_tightbbox(ruler(ax))
    left, right = (round(inches * DPI) for inches in least)
    return (
        (_even(max(box.x0 - outer.x0, left)), _even(max(outer.x1, box.x1 + right) - box.x0)),
        (_even(outer.y1 - box.y1), _even(box.y1 - outer.y0)),
    )


def ruler(ax):
    """Return what measures texts in the figure of an Axes."""
    return _ruler(ax.figure.dpi)


@lru_cache(4)
def _ruler(dpi):
    return RendererAgg(1, 1, dpi)


def _starts(rooms, gap, new_line):
    """Return where each line begins, and where the last one ends: (line, place in it) -> (before, after).

    A place that no line before has begins at the edge, or with new_line behind everything.
    """
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for line in sorted({line for line, _ in rooms}):
        here = {place: room for (one, place), room in rooms.items() if one == line}
        first = max(ends.values(), default=_EDGE) if new_line else _EDGE
        starts[line] = max(ends.get(place, first) + before for place, (before, _) in here.items())
        ends |= {place: starts[line] + after + gap for place, (_, after) in here.items()}
    return starts, max(ends.values()) - gap + _EDGE


def paper(width, height):
    """Return an Axes in a white figure of width by height inches, measured from the upper left corner."""
    width, height = _even(width * DPI) / DPI, _even(height * DPI) / DPI
    ax = Figure(figsize=(width, height), dpi=DPI, facecolor="white").add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0))
    ax.set_axis_off()
    return ax


def whole(inches):
    """Round a length to whole pixels of the page, so that equal cells look equal, sharp, and pack well."""
    return 2 * max(1, round(inches * DPI / 2)) / DPI


def _even(pixels):
    """Round up to an even number of pixels of the file, which are whole pixels of the page."""
    return 2 * math.ceil(pixels / 2)


def write(ax, x, y, text, size, color=INK, ha="center", va="center", **more):
    """Write a line of text as it is: a dollar sign begins no formula."""
    return ax.text(
        x, y, text, font=font(text, size), color=color, ha=ha, va=va, parse_math=False, clip_on=False, **more
    )
