"""Lines and histograms for the small experiments: what happens to a number when another one changes.

Both return a Picture, which says in words what it shows. The names of lines and axes are written as they are,
or, where data/names.json has them, in the language in force.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from attnlib.language import name_of
from attnlib.plots._fonts import font, width
from attnlib.plots._picture import Picture, plain_style
from attnlib.plots._texts import text
from attnlib.theme import GREY, LINES, short

# Dashes tell the lines apart in grey, too.
_DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (3, 1, 1, 1, 1, 1)))
_MOST = len(LINES)


def curves(x, lines, *, xlabel=None, ylabel=None, log=""):
    """Draw lines over x (k,): a dict of names and (k,) numbers each. log is "x", "y" or "xy".

    A name stands at the end of its line. At most five lines; ValueError says what does not fit.
    """
    x = _numbers("curves", "x", x)
    lines = {name: _numbers("curves", name, y, len(x)) for name, y in _few("curves", lines).items()}
    names = {name: name_of(name) for name in lines}
    with plain_style():
        ax = _axes(names.values(), xlabel, ylabel)
        for name in log:
            getattr(ax, f"set_{name}scale")("log", base=2 if name == "x" else 10)
            axis = getattr(ax, f"{name}axis")
            axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
            axis.set_minor_formatter(NullFormatter())
        for y, color, dash in zip(lines.values(), LINES, _DASHES, strict=False):
            ax.plot(x, y, color=color, linestyle=dash, linewidth=2, marker="o" if len(x) <= 16 else "", ms=4)
        _name_ends(ax, x, lines, names)
    return Picture(ax.figure, _alt_curves(x, lines, names, xlabel, ylabel))


def histograms(samples, *, xlabel=None, bins=40):
    """Draw how often numbers occur: a dict of names and (k,) numbers each, over common bins, as outlines."""
    samples = {name: _numbers("histograms", name, x) for name, x in _few("histograms", samples).items()}
    names = {name: name_of(name) for name in samples}
    low, high = (f(f(x) for x in samples.values()) for f in (min, max))
    edges = np.linspace(low, high if high > low else low + 1, bins + 1)
    with plain_style():
        ax = _axes((), xlabel, "share")
        for (name, x), color, dash in zip(samples.items(), LINES, _DASHES, strict=False):
            shares = np.histogram(x, edges)[0] / len(x)
            ax.stairs(shares, edges, color=color, linestyle=dash, linewidth=2, label=names[name])
        legend = ax.legend(frameon=False, handlelength=3)
        for label in legend.get_texts():
            label.set_fontproperties(font(label.get_text(), 11))
    return Picture(ax.figure, _alt_histograms(samples, names, xlabel))


# What is given


def _few(caller, given):
    if not isinstance(given, dict) or not 1 <= len(given) <= _MOST:
        raise ValueError(
            f"{caller}: needs a dict of 1 to {_MOST} names and their numbers, but got {given!r:.60}."
        )
    return given


def _numbers(caller, name, x, size=None):
    x = np.asarray(x.detach() if hasattr(x, "detach") else x, dtype=float)
    if x.ndim != 1 or not len(x) or (size is not None and len(x) != size):
        need = "(k,)" if size is None else f"({size},), as x"
        raise ValueError(f"{caller}: {name} needs the shape {need}, but has {x.shape}.")
    if not np.isfinite(x).all():
        raise ValueError(f"{caller}: {name} needs finite numbers.")
    return x


# How it is drawn


def _axes(names, xlabel, ylabel):
    """A figure with room on the right for the names of the lines."""
    room = max([0.2, *(0.25 + width(name, 11) for name in names)])
    across, high = 0.9 + 5.0 + room, 3.4
    figure = Figure(figsize=(across, high), facecolor="white")
    ax = figure.add_axes((0.9 / across, 0.62 / high, 5.0 / across, 2.6 / high))
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(colors=GREY, labelsize=10, labelfontfamily=font("0", 10).get_family())
    for which, label in (("x", xlabel), ("y", ylabel)):
        if label:
            name = name_of(label)
            getattr(ax, f"set_{which}label")(
                name, fontproperties=font(name, 11), color=GREY, parse_math=False
            )
    return ax


def _name_ends(ax, x, lines, names):
    """Each name at the right end of its line; names that would lie on each other move apart."""
    ax.get_xlim(), ax.get_ylim()  # only now matplotlib decides which numbers the axes show
    ends = [ax.transData.transform((x[-1], y[-1]))[1] * 72 / ax.figure.dpi for y in lines.values()]  # points
    colors, at = dict(zip(lines, LINES, strict=False)), -np.inf
    for end, name in sorted(zip(ends, lines, strict=True)):
        at = max(end, at + 15)
        ax.annotate(
            names[name], (x[-1], lines[name][-1]), (10, at - end), textcoords="offset points",
            fontproperties=font(names[name], 11), color=colors[name], va="center", annotation_clip=False,
            parse_math=False,
        )  # fmt: skip


# What it shows, in words


def _alt_curves(x, lines, names, xlabel, ylabel):
    said = [
        text("alt_line", name=names[name], first=short(y[0]), last=short(y[-1])) for name, y in lines.items()
    ]
    what = text(
        "alt_curves",
        x=name_of(xlabel or "x"),
        y=name_of(ylabel or "y"),
        a=short(x[0]),
        b=short(x[-1]),
    )
    return what + text("alt_space") + text("alt_semicolon").join(said) + text("alt_stop")


def _alt_histograms(samples, names, xlabel):
    said = [
        text("alt_sample", name=names[name], k=len(x), mean=short(x.mean()), sd=short(x.std()))
        for name, x in samples.items()
    ]
    what = text("alt_histograms", x=name_of(xlabel or "x"))
    return what + text("alt_space") + text("alt_semicolon").join(said) + text("alt_stop")
