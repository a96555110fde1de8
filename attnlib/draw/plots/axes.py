"""Common parts of all charts: their arguments, their axes, and the names at the ends of lines."""

from functools import partial

import numpy as np
from matplotlib.ticker import FuncFormatter, NullFormatter

from attnlib.draw.plots.fonts import font, typeset
from attnlib.draw.plots.paper import arrange, new_figure, panel
from attnlib.draw.style import GREY, LINES
from attnlib.languages import name_of

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def few(caller, given):
    """Return the dict; raise ValueError unless it has one to five names."""
    if not isinstance(given, dict) or not 1 <= len(given) <= len(LINES):
        raise ValueError(
            f"{caller}: needs a dict of 1 to {len(LINES)} names and their numbers, but got {given!r:.60}."
        )
    return given


def numbers(caller, name, x, size=None):
    """Return finite numbers (k,) as float64; raise ValueError for anything else."""
    x = np.asarray(x.detach() if hasattr(x, "detach") else x, dtype=float)
    if x.ndim != 1 or not len(x) or (size is not None and len(x) != size):
        need = "(k,)" if size is None else f"({size},), as x"
        raise ValueError(f"{caller}: {name} needs the shape {need}, but has {x.shape}.")
    if not np.isfinite(x).all():
        raise ValueError(f"{caller}: {name} needs finite numbers.")
    return x


def axes(xlabel, ylabel):
    """Return the axes of a new figure."""
    ax = panel(new_figure(), 5.0, 2.6)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(colors=GREY, labelsize=10, labelfontfamily=font("0", 10).get_family())
    name_axes(ax, xlabel, ylabel)
    return ax


def fit(ax):
    """Cut the figure to these axes and the names around them."""
    arrange({(0, 0): ax}, least=(0.85, 0.15))


def name_axes(ax, xlabel, ylabel):
    """Write the names of the axes, if they have any."""
    for axis, label in ((ax.xaxis, xlabel), (ax.yaxis, ylabel)):
        name = name_of(label or "")
        axis.label.set(**typeset(name), fontproperties=font(name, 11), color=GREY)


def log_axes(ax, log):
    """Make the named axes, "x", "y" or "xy", logarithmic: with base 2 across, 10 upwards."""
    for name in log:
        getattr(ax, f"set_{name}scale")("log", base=2 if name == "x" else 10)
        axis = getattr(ax, f"{name}axis")
        axis.set_major_formatter(FuncFormatter(partial(_name_of_tick, axis)))
        axis.set_minor_formatter(NullFormatter())


def _name_of_tick(axis, x, _):
    """Write a number as it is, but as a power of ten on an upright axis that reaches 0.00001 or a million."""
    low, high = axis.get_view_interval()
    if axis.axis_name == "x" or (low > 1e-5 and high < 1e6):
        return f"{x:g}"
    return "10" + f"{np.log10(x):.0f}".translate(SUPERSCRIPTS)


def name_ends(ax, x, lines, names):
    """Write each name at the right end of its line, and move overlapping names apart."""
    ax.get_xlim(), ax.get_ylim()  # makes matplotlib fix the limits of the axes
    ends = [ax.transData.transform((x[-1], y[-1]))[1] * 72 / ax.figure.dpi for y in lines.values()]  # points
    colors, at = dict(zip(lines, LINES, strict=False)), -np.inf
    for end, name in sorted(zip(ends, lines, strict=True)):
        at = max(end, at + 15)
        ax.annotate(
            **typeset(names[name]), xy=(x[-1], lines[name][-1]), xytext=(10, at - end),
            textcoords="offset points", fontproperties=font(names[name], 11), color=colors[name], va="center",
            annotation_clip=False,
        )  # fmt: skip
