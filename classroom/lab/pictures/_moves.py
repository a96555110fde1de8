"""Draw where attention moves one word in several sentences, and who pulled."""

import numpy as np
from matplotlib.figure import Figure

from attnlib.draw.explain import locate
from attnlib.draw.numbers import number
from attnlib.draw.plots.axes import name_axes
from attnlib.draw.plots.fonts import drawable, font, width
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import sentence
from attnlib.draw.plots.texts import text as shared
from attnlib.draw.style import GREY, HUES, INK
from attnlib.examples import Example
from attnlib.languages import join_sentences, name_of
from classroom.lab.pictures._texts import text


def moves(example: Example, word: str) -> Picture:
    """Draw a word's value and, by arrows, where attention moves it in each sentence of an example.

    The values of the other words are drawn too: they pull.

    Args:
        example: with values of two numbers, d_v = 2
        word: a token that stands in every sentence, always with the same value
    Returns:
        A Picture
    Raises:
        ValueError: for values of another size, and for a word that is missing

    Example:
        >>> from attnlib import load_example
        >>> moves(load_example("apple"), "apple")
        “apple” alone: food 1.00, tech 1.00. in “eat apple” food 1.97, tech 0.03, pulled by “eat” ...
    """
    places = [_place(sentence, word) for sentence in example.sentences]
    start = places[0]["value"]
    if len(start) != 2 or any((place["value"] != start).any() for place in places):
        raise ValueError("moves: needs values of two numbers, the same for the word in every sentence.")
    names = example.column_names("V") or [text("first_number"), text("second_number")]
    with plain_style():
        points = np.array(
            [start, *(p["output"] for p in places), *(V for p in places for V, _ in p["others"])]
        )
        beside = max(width(drawable(place["sentence"], 24), 12) for place in places)
        figure = Figure(figsize=(4.3 + beside, 4.2), facecolor="white")
        ax = figure.add_axes((0.7 / (4.3 + beside), 0.15, 3.3 / (4.3 + beside), 0.8))
        _frame(ax, points)
        for place in places:
            for V, name in place["others"]:
                ax.scatter(V[0], V[1], s=70, color=HUES["V"], zorder=2, clip_on=False)
                away = (V - start) / (np.hypot(*(V - start)) or 1) * 17  # points, away from the arrow
                if V[0] < start[0]:
                    away = np.array([0, np.sign(away[1]) * 22])  # else the name crosses the axis at the left
                _name(ax, V, drawable(name), HUES["V"], away)
            ax.annotate(
                "",
                place["output"],
                start,
                arrowprops={"arrowstyle": "-|>", "color": INK, "lw": 2, "shrinkA": 7},
            )
            ax.scatter(*place["output"], s=60, color=INK, zorder=3, clip_on=False)
        near = np.ptp(points) / 8  # two names so near to each other would overlap
        for output, names_there in _ends(places, near).items():
            _name(ax, output, names_there, INK, (12, 8), "left")
        ax.scatter(*start, s=80, facecolor="white", edgecolor=INK, linewidth=2, zorder=3)
        hardly = any(np.hypot(*(p["output"] - start)) < near for p in places)
        word = drawable(places[0]["word"])
        below = all(p["output"][1] > start[1] for p in places)  # where no arrow goes
        away = (-12, -8) if hardly else (12, -10 if below else 8)
        _name(ax, start, word, INK, away, "right" if hardly else "left")
        name_axes(ax, *names)
    return Picture(figure, _alt(places, start, names))


def _place(sentence, word):
    """Collect what is drawn of one sentence: the word's value and output, and who pulls it most."""
    trace = sentence.trace()
    (i, name), _ = locate("moves", trace, "output", word, 0)
    others = [(trace.V[j], token) for j, token in enumerate(sentence.tokens) if j != i]
    most = int(trace.weights[i].argmax())
    return {
        "word": name, "sentence": " ".join(sentence.tokens), "value": trace.V[i], "output": trace.output[i],
        "others": others, "by": sentence.tokens[most], "weight": trace.weights[i, most],
    }  # fmt: skip


def _ends(places, near):
    """Return point -> names of the sentences that move the word there, or nearly there, one a line."""
    ends: dict = {}
    for place in places:
        end = tuple(place["output"])
        end = next((other for other in ends if np.hypot(*np.subtract(end, other)) < near), end)
        ends[end] = [*ends.get(end, []), drawable(place["sentence"], 24)]
    return {end: "\n".join(names) for end, names in ends.items()}


def _frame(ax, points):
    """Use one unit across and up, from zero to a little beyond all points."""
    low, high = min(0, points.min()), points.max()
    room = 0.15 * (high - low)
    ax.set(xlim=(low - room, high + room), ylim=(low - room, high + room), aspect="equal")
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(colors=GREY, labelsize=9, labelfontfamily=font("0", 9).get_family())


def _name(ax, point, name, color, away, ha="center"):
    ax.annotate(
        name, point, away, textcoords="offset points", fontproperties=font(name, 12), color=color, ha=ha,
        va="center", linespacing=1.3, parse_math=False, annotation_clip=False,
    )  # fmt: skip


def _alt(places, start, names):
    def at(point):
        return shared("alt_comma").join(
            f"{name_of(n)} {number(x)}" for n, x in zip(names, point, strict=True)
        )

    said = [
        text(
            "alt_moved", sentence=place["sentence"], at=at(place["output"]), by=place["by"],
            weight=number(place["weight"]),
        )
        for place in places
    ]  # fmt: skip
    what = text("alt_moves", word=places[0]["word"], at=at(start))
    return join_sentences(what, sentence(said))
