"""Draw how samples are spread, one below the other.

seaborn draws it, and is imported at the first call: it takes time and memory.
"""

from collections.abc import Mapping
from typing import Any

from matplotlib.figure import Figure

from attnlib.draw.numbers import short
from attnlib.draw.plots.axes import few, name_axes, numbers
from attnlib.draw.plots.fonts import font, typeset
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import sentence
from attnlib.draw.style import GREY, INK, LINES
from attnlib.languages import join_sentences, name_of
from classroom.lab.pictures._texts import text
from classroom.optional import bring


def violins(samples: Mapping[str, Any], *, xlabel: str | None = None) -> Picture:
    """Draw a violin for each sample, by seaborn: the thicker it is, the more numbers are near.

    A bar in each violin reaches from the mean one standard deviation to either side.

    Args:
        samples: name -> (k,) numbers; one to five samples
        xlabel: the name of the numbers
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> violins({"scores": [0, 1, 1, 2]}, xlabel="score")
        The spread of score. scores: 4 numbers, mean 1, standard deviation 0.707.
    """
    seaborn: Any = bring("seaborn", "violins")

    samples = {name: numbers("violins", name, x) for name, x in few("violins", samples).items()}
    names = {name: name_of(name) for name in samples}
    with plain_style():
        figure = Figure((6.6, 0.8 + 0.75 * len(samples)), facecolor="white", layout="constrained")
        ax = figure.add_subplot()
        seaborn.violinplot(
            list(samples.values()), orient="h", inner=None, cut=0, density_norm="width", width=0.9,
            palette=LINES[1 : len(samples) + 1], saturation=1, alpha=0.35, linewidth=1, ax=ax,
        )  # fmt: skip
        for k, x in enumerate(samples.values()):
            mean, sd = x.mean(), x.std()
            ax.plot([mean - sd, mean + sd], [k, k], color=INK, linewidth=2, marker="|", markersize=9)
        ax.spines[["top", "right", "left"]].set_visible(False)
        typed = [typeset(name) for name in names.values()]
        ax.set_yticks(range(len(samples)), [name["text"] for name in typed])
        ax.tick_params(colors=GREY, labelsize=10, labelfontfamily=font("0", 10).get_family())
        ax.tick_params("y", length=0)
        for label, name in zip(ax.get_yticklabels(), typed, strict=True):
            label.set(fontproperties=font(name["text"], 11), color=INK, parse_math=name["parse_math"])
        name_axes(ax, xlabel, None)
    said = [
        text(
            "alt_sample", name=names[name], k=len(x), mean=short(round(float(x.mean()), 4)), sd=short(x.std())
        )
        for name, x in samples.items()
    ]
    return Picture(figure, join_sentences(text("alt_violins", x=name_of(xlabel or "x")), sentence(said)))
