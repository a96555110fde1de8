"""Draw the whole formula in one picture."""

from collections.abc import Sequence
from itertools import pairwise

from matplotlib.patches import ConnectionPatch, Rectangle

from attnlib.attention import Trace
from attnlib.draw.explain import divisors
from attnlib.draw.numbers import short
from attnlib.draw.plots.describe import alt_pipeline
from attnlib.draw.plots.labels import fitting_size, name_cells, write_title
from attnlib.draw.plots.matrix import draw_cells, limit_of, number_size
from attnlib.draw.plots.paper import arrange, new_figure, panel, whole
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import queries_and_keys, read
from attnlib.draw.steps import ACROSS, COLORED_ALIKE, STEPS
from attnlib.draw.style import GREY, HUES, INK

_BELOW = {"Q": "K", "weights": "V"}  # upper matrix -> the one below it, beside the step that needs it
_ARROW = "#8b919c"


def pipeline(
    trace: Trace,
    tokens: Sequence[object] | tuple[Sequence[object], Sequence[object]] | None = None,
    highlight: str | Sequence[str] | None = None,
) -> Picture:
    """Draw the whole formula: Q, K -> scores -> scaled -> masked (if anything is) -> weights, V -> output.

    Args:
        trace: of one sentence and one head
        tokens: n names, or a pair of lists if queries and keys have different ones
        highlight: the name of a step, or several: the other steps fade
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> from attnlib import load_example
        >>> pipeline(load_example("first_look").trace()).save("first_look.png")
    """
    lit = {highlight} if isinstance(highlight, str) else set(highlight or ())
    for name in lit - set(STEPS):
        raise ValueError(f"pipeline: highlight needs to be one of {', '.join(STEPS)}, but is {name!r}.")
    if not isinstance(trace, Trace):
        raise TypeError(f"pipeline: trace needs to be what attend returns, but is {type(trace).__name__}.")
    need = "(n, d), one sentence and one head"
    steps = {name: read("pipeline", name, array, need=need) for name, array in trace}
    hidden = steps["masked"][1]
    steps["weights"] = steps["weights"][0], hidden
    if not hidden.any() and "masked" not in lit:
        del steps["masked"]
    queries, keys = queries_and_keys("pipeline", tokens, *hidden.shape)
    with plain_style():
        figure = _draw_flow(steps, queries, keys, lit, divisors(trace))
    return Picture(figure, alt_pipeline(steps, queries, keys, lit))


def _draw_flow(steps, queries, keys, lit, divided_by):
    """Draw the steps, name -> (numbers, hidden), from left to right, K under Q and V under the weights."""
    notes = {name: "" if name in "QKV" else STEPS[name].formula for name in steps}
    notes["scaled"] = f"÷ {'·'.join(divided_by)}" if divided_by else ""
    weights, masked = steps["weights"]
    limits: dict[str, float] = {"weights": limit_of(weights, masked, "weights")}
    if limits["weights"] < 1:
        notes["weights"] = f"0 … {short(limits['weights'], 2)}"
    for alike in COLORED_ALIKE:
        limits |= dict.fromkeys(alike, max(limit_of(*steps[name]) for name in alike & steps.keys()))
    upper = [name for name in steps if name not in _BELOW.values()]
    n, m = weights.shape
    h = whole(min(0.5, 8.5 / sum(steps[name][0].shape[1] for name in upper), 2.4 / max(n, m)))
    w = {name: whole(min(h, 2.4 / A.shape[1])) for name, (A, _) in steps.items()}
    kinds = {name: STEPS[name].kind for name in steps}
    numbers = min(number_size(A, hidden, kinds[name], w[name], h) for name, (A, hidden) in steps.items())
    figure, panels = new_figure(), {}
    for name, (A, hidden) in steps.items():
        ax = panels[name] = panel(figure, A.shape[1] * w[name], len(A) * h)
        rows = queries if name == "Q" else keys if name in "KV" else None
        cols = keys if name in ACROSS else None
        name_cells(ax, A.shape, rows, cols, fitting_size(keys, w["scores"]))
        color = HUES.get(name, INK if not lit or name in lit else GREY)
        write_title(ax, name, notes[name], 11, color, short=True)
        draw_cells(ax, A, hidden, kinds[name], limits.get(name), numbers if numbers > 6.5 else 0)
        if name in lit:
            x, y = 0.02 / w[name], 0.02 / h  # a little beyond the cells
            corner, across, down = (-x, -y), A.shape[1] + 2 * x, len(A) + 2 * y
            ax.add_patch(Rectangle(corner, across, down, fill=False, ec=color, lw=2.5, clip_on=False))
    places = {(0, k): panels[name] for k, name in enumerate(upper)}
    arrange(places | {(1, upper.index(name)): panels[below] for name, below in _BELOW.items()}, gap=0.36)
    for name, following in pairwise(upper):
        _join(panels[name], panels[following], (0, 0.5))
    for below, into in (("K", "scores"), ("V", "output")):
        _join(panels[below], panels[into], (0.5, 0), "angle,angleA=0,angleB=90,rad=0")
    return figure


def _join(ax, other, end, way="arc3"):
    """Draw an arrow from the right of an Axes to a place of another."""
    ax.figure.add_artist(
        ConnectionPatch(
            (1, 0.5), end, ax.transAxes, other.transAxes, arrowstyle="-|>", connectionstyle=way, shrinkA=5,
            shrinkB=5, mutation_scale=11, color=_ARROW, lw=1.4,
        )
    )  # fmt: skip
