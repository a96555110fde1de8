"""Draw lines and bands for the small experiments."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from attnlib.draw.numbers import short
from attnlib.draw.plots.axes import axes, few, fit, log_axes, name_ends, numbers
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import sentence, text
from attnlib.draw.style import LINES
from attnlib.languages import join_sentences, name_of

# Dashes tell the lines apart in grey, too.
_DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (3, 1, 1, 1, 1, 1)))


def curves(
    x: Any, lines: Mapping[str, Any], *, xlabel: str | None = None, ylabel: str | None = None, log: str = ""
) -> Picture:
    """Draw lines over x, each with its name at its end.

    Args:
        x: (k,)
        lines: name -> (k,) numbers; one to five lines
        xlabel: the name of x
        ylabel: the name of the numbers
        log: the axes with a logarithmic scale: "", "x", "y" or "xy"
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> curves([1, 2, 4], {"attention": [1, 4, 16]}, xlabel="n", log="xy")
        Lines: y over n from 1 to 4. attention goes from 1 to 16.
    """
    x = numbers("curves", "x", x)
    lines = {name: numbers("curves", name, y, len(x)) for name, y in few("curves", lines).items()}
    names = {name: name_of(name) for name in lines}
    with plain_style():
        ax = axes(xlabel, ylabel)
        log_axes(ax, log)
        for y, color, dash in zip(lines.values(), LINES, _DASHES, strict=False):
            ax.plot(x, y, color=color, linestyle=dash, linewidth=2, marker="o" if len(x) <= 16 else "", ms=4)
        name_ends(ax, x, lines, names)
        fit(ax)
    return Picture(ax.figure, _alt_curves(x, lines, names, xlabel, ylabel))


def bands(
    x: Any,
    runs: Mapping[str, Any],
    *,
    xlabel: str | None = None,
    ylabel: str | None = None,
    log: str = "",
    each: bool = False,
) -> Picture:
    """Draw the mean of several runs over x, in a band from the smallest to the largest.

    Args:
        x: (k,)
        runs: name -> (r, k) numbers of r runs, with other seeds for example; one to five names
        xlabel: the name of x
        ylabel: the name of the numbers
        log: the axes with a logarithmic scale: "", "x", "y" or "xy"
        each: whether to draw each run as a thin line, in place of the mean and the band
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> bands([1, 2], {"attention": [[0.1, 0.8], [0.3, 1.0]]}, xlabel="step")
        Lines: y over step from 1 to 2. attention, the mean of 2 runs, goes from 0.2 to 0.9, and the runs ...
    """
    x = numbers("bands", "x", x)
    runs = {name: _runs(name, y, len(x)) for name, y in few("bands", runs).items()}
    means = {name: y.mean(0) for name, y in runs.items()}
    names = {name: name_of(name) for name in runs}
    with plain_style():
        ax = axes(xlabel, ylabel)
        log_axes(ax, log)
        for (name, y), color in zip(runs.items(), LINES, strict=False):
            if each:
                ax.plot(x, y.T, color=color, linewidth=1)
            else:
                ax.fill_between(x, y.min(0), y.max(0), color=color, alpha=0.2)
                ax.plot(x, means[name], color=color, linewidth=2)
        name_ends(ax, x, {name: y.max(0) for name, y in runs.items()} if each else means, names)
        fit(ax)
    return Picture(ax.figure, _alt_bands(x, runs, names, xlabel, ylabel))


def _runs(name, y, size):
    rows = [numbers("bands", name, row, size) for row in np.atleast_2d(np.asarray(y, dtype=float))]
    return np.stack(rows)


# Their descriptions


def _alt_curves(x, lines, names, xlabel, ylabel):
    said = [
        text("alt_line", name=names[name], first=short(y[0]), last=short(y[-1])) for name, y in lines.items()
    ]
    return join_sentences(_alt_axes(x, xlabel, ylabel), sentence(said))


def _alt_bands(x, runs, names, xlabel, ylabel):
    said = [
        text(
            "alt_runs", name=names[name], r=len(y), first=short(y[:, 0].mean()), last=short(y[:, -1].mean()),
            low=short(y[:, -1].min()), high=short(y[:, -1].max()),
        )
        for name, y in runs.items()
    ]  # fmt: skip
    return join_sentences(_alt_axes(x, xlabel, ylabel), sentence(said))


def _alt_axes(x, xlabel, ylabel):
    a, b = (short(end, 6 if end == round(end) else 3) for end in (x[0], x[-1]))  # 1024, and 0.333
    return text("alt_curves", x=name_of(xlabel or "x"), y=name_of(ylabel or "y"), a=a, b=b)
