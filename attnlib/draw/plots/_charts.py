"""Lines and histograms for the small experiments: what happens to a number when another one changes.

Both return a Picture, which says in words what it shows. The names of lines and axes are written as they are,
or, where data/names.json has them, in the language in force.
"""

import numpy as np

from attnlib.draw.numbers import short
from attnlib.draw.plots._axes import axes, few, log_axes, name_ends, numbers
from attnlib.draw.plots._fonts import font
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._texts import text
from attnlib.draw.style import LINES
from attnlib.i18n import name_of

# Dashes tell the lines apart in grey, too.
_DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (3, 1, 1, 1, 1, 1)))


def curves(x, lines, *, xlabel=None, ylabel=None, log=""):
    """Draw lines over x (k,): a dict of names and (k,) numbers each. log is "x", "y" or "xy".

    A name stands at the end of its line. At most five lines; ValueError says what does not fit.
    """
    x = numbers("curves", "x", x)
    lines = {name: numbers("curves", name, y, len(x)) for name, y in few("curves", lines).items()}
    names = {name: name_of(name) for name in lines}
    with plain_style():
        ax = axes(names.values(), xlabel, ylabel)
        log_axes(ax, log)
        for y, color, dash in zip(lines.values(), LINES, _DASHES, strict=False):
            ax.plot(x, y, color=color, linestyle=dash, linewidth=2, marker="o" if len(x) <= 16 else "", ms=4)
        name_ends(ax, x, lines, names)
    return Picture(ax.figure, _alt_curves(x, lines, names, xlabel, ylabel))


def histograms(samples, *, xlabel=None, bins=40):
    """Draw how often numbers occur: a dict of names and (k,) numbers each, over common bins, as outlines."""
    samples = {name: numbers("histograms", name, x) for name, x in few("histograms", samples).items()}
    names = {name: name_of(name) for name in samples}
    low, high = (f(f(x) for x in samples.values()) for f in (min, max))
    edges = np.linspace(low, high if high > low else low + 1, bins + 1)
    with plain_style():
        ax = axes((), xlabel, "share")
        for (name, x), color, dash in zip(samples.items(), LINES, _DASHES, strict=False):
            shares = np.histogram(x, edges)[0] / len(x)
            ax.stairs(shares, edges, color=color, linestyle=dash, linewidth=2, label=names[name])
        legend = ax.legend(frameon=False, handlelength=3)
        for label in legend.get_texts():
            label.set_fontproperties(font(label.get_text(), 11))
    return Picture(ax.figure, _alt_histograms(samples, names, xlabel))


# What it shows, in words


def _alt_curves(x, lines, names, xlabel, ylabel):
    said = [
        text("alt_line", name=names[name], first=short(y[0]), last=short(y[-1])) for name, y in lines.items()
    ]
    a, b = (short(end, 6 if end == round(end) else 3) for end in (x[0], x[-1]))  # 1024, and 0.333
    what = text("alt_curves", x=name_of(xlabel or "x"), y=name_of(ylabel or "y"), a=a, b=b)
    return what + text("alt_space") + text("alt_semicolon").join(said) + text("alt_stop")


def _alt_histograms(samples, names, xlabel):
    said = [
        text("alt_sample", name=names[name], k=len(x), mean=short(x.mean()), sd=short(x.std()))
        for name, x in samples.items()
    ]
    what = text("alt_histograms", x=name_of(xlabel or "x"))
    return what + text("alt_space") + text("alt_semicolon").join(said) + text("alt_stop")
