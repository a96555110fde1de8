"""Draw one frame of a film of a training: the weights at a step, and the curves up to there."""

from collections.abc import Mapping, Sequence
from typing import Any

from attnlib.draw.numbers import short
from attnlib.draw.plots.axes import few, name_axes, name_ends, numbers
from attnlib.draw.plots.describe import favourites
from attnlib.draw.plots.fonts import font
from attnlib.draw.plots.labels import name_cells, write_title
from attnlib.draw.plots.matrix import draw_cells
from attnlib.draw.plots.paper import arrange, new_figure, panel, whole
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import GREY, LINES
from attnlib.languages import join_sentences, name_of
from classroom.lab.pictures._texts import text

_CHART = 2.9, 2.3  # inches


def frame(
    maps: Mapping[str, Any],
    x: Any,
    lines: Mapping[str, Any],
    at: int,
    *,
    cols: Sequence[object] | None = None,
    xlabel: str | None = None,
) -> Picture:
    """Draw one frame of a film of a training: maps of weights, and beside them lines with a mark at x[at].

    Args:
        maps: name -> (n, m) weights, one below the other; all have the same m
        x: (k,)
        lines: name -> (k,) numbers from 0 to 1; one to five lines
        at: a position in x
        cols: m names
        xlabel: the name of x
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> frame({"head": [[0.2, 0.8]]}, [0, 100], {"right": [0.25, 1]}, at=1, xlabel="step")
        At step 100: right 1. head: row 0 looks most at “1” 0.80.
    """
    x = numbers("frame", "x", x)
    lines = {name: _share(name, y, len(x)) for name, y in few("frame", lines).items()}
    if not 0 <= at < len(x):
        raise ValueError(f"frame: at needs to be from 0 to {len(x) - 1}, but is {at!r}.")
    given = _read_maps(maps)
    m = next(A.shape[1] for A, _ in given.values())
    cols = read_labels("frame", "cols", cols, m, "column") or list(map(str, range(m)))
    cell = whole(min(0.3, 3.2 / m))  # a film fits under its code on a small laptop
    with plain_style():
        figure = new_figure()
        places: dict = {}
        for k, (name, (A, hidden)) in enumerate(given.items()):
            ax = places[k, 0] = panel(figure, m * cell, len(A) * cell)
            name_cells(ax, A.shape, cols if len(A) == m else None, cols, 9)
            write_title(ax, name_of(name), size=11)
            draw_cells(ax, A, hidden, "weights", size=0)
        places[0, 1] = _chart(panel(figure, *_CHART), x, lines, at, xlabel)
        arrange(places)
    return Picture(figure, _alt(given, cols, x, lines, at, xlabel))


def _share(name, y, size):
    y = numbers("frame", name, y, size)
    beyond = y[(y < 0) | (y > 1)]
    if len(beyond):
        raise ValueError(f"frame: {name} needs numbers from 0 to 1, but has {short(beyond[0])}.")
    return y


def _read_maps(maps):
    given = {name: read("frame", name, A, need="(n, m)") for name, A in maps.items()}
    if not given:
        raise ValueError("frame: maps needs a map at least, but is empty.")
    if len({A.shape[1] for A, _ in given.values()}) > 1:
        shapes = " and ".join(f"{name} is {A.shape}" for name, (A, _) in given.items())
        raise ValueError(f"frame: maps need the same number of columns, but {shapes}.")
    return given


def _chart(ax, x, lines, at, xlabel):
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(colors=GREY, labelsize=10, labelfontfamily=font("0", 10).get_family())
    name_axes(ax, xlabel, None)
    ax.set_ylim(-0.03, 1.05)
    ax.axvline(x[at], color=GREY, linewidth=1)
    for y, color in zip(lines.values(), LINES, strict=False):
        ax.plot(x, y, color=color, linewidth=1.2, alpha=0.4)
        ax.plot(x[: at + 1], y[: at + 1], color=color, linewidth=2.4)
        ax.plot(x[at], y[at], "o", color=color, ms=6)
    name_ends(ax, x, lines, {name: name_of(name) for name in lines})
    return ax


def _alt(given, cols, x, lines, at, xlabel):
    said = [f"{name_of(name)} {short(y[at])}" for name, y in lines.items()]
    parts = [
        text("alt_frame", x=name_of(xlabel or "x"), at=short(x[at]), lines=shared("alt_comma").join(said))
    ]
    for name, (A, hidden) in given.items():
        rows = cols if len(A) == len(cols) else None
        parts.append(name_of(name) + shared("alt_colon") + favourites(A, hidden, rows, cols, most=3))
    return join_sentences(*parts)
