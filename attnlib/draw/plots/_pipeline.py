"""Draw the whole formula in one picture, or only the names of its steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle

from attnlib.attention import Trace
from attnlib.draw.explain import divisors
from attnlib.draw.plots._describe import alt_pipeline, alt_strip
from attnlib.draw.plots._fonts import drawable, width
from attnlib.draw.plots._labels import Rows, fitting_columns
from attnlib.draw.plots._matrix import draw_cells, limit_of, number_size
from attnlib.draw.plots._paper import paper, whole, write
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._read import queries_and_keys, read
from attnlib.draw.steps import ACROSS, COLORED_ALIKE, STEPS, title
from attnlib.draw.style import GREY, HUES, INK

_BELOW = {"Q": "K", "weights": "V"}  # upper matrix -> the one below it, beside the step that needs it
_ARROW = "#8b919c"


def pipeline(
    trace: Trace | None,
    tokens: Sequence[object] | tuple[Sequence[object], Sequence[object]] | None = None,
    highlight: str | Sequence[str] | None = None,
) -> Picture:
    """Draw the whole formula: Q, K -> scores -> scaled -> masked (if anything is) -> weights, V -> output.

    Args:
        trace: of one sentence and one head; None draws only the names of the steps
        tokens: n names, or a pair of lists if queries and keys have different ones
        highlight: the name of a step, or several: the other steps fade
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> pipeline(None, highlight="scores")
        Steps of self-attention: X → Q, K, V → scores → scaled → masked → weights → output. Lit: scores.
    """
    lit = {highlight} if isinstance(highlight, str) else set(highlight or ())
    for name in lit - set(STEPS):
        raise ValueError(f"pipeline: highlight needs to be one of {', '.join(STEPS)}, but is {name!r}.")
    if trace is None:
        with plain_style():
            return Picture(_draw_strip(lit), alt_strip(lit))
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


@dataclass(frozen=True)
class _Panel:
    """One matrix of the picture: its upper left corner, and its cells, in inches."""

    name: str
    note: str
    A: Any
    hidden: Any
    x: float
    y: float
    w: float
    h: float

    @property
    def kind(self):
        return "weights" if self.name == "weights" else "signed"

    @property
    def right(self):
        return self.x + self.A.shape[1] * self.w

    @property
    def bottom(self):
        return self.y + self.A.shape[0] * self.h

    @property
    def middle(self):
        return (self.x + self.right) / 2, (self.y + self.bottom) / 2


def _draw_flow(steps, queries, keys, lit, divided_by):
    """Draw the steps, name -> (numbers, hidden), from left to right, K under Q and V under the weights."""
    notes = {name: "" if name in "QKV" else STEPS[name].formula for name in steps}
    notes["scaled"] = f"÷ {'·'.join(divided_by)}" if divided_by else ""
    panels, rows, columns, ax = _lay_out(steps, queries, keys, notes)
    limits: dict[str, float] = {}
    for alike in COLORED_ALIKE:
        limits |= dict.fromkeys(alike, max(limit_of(*steps[name]) for name in alike & steps.keys()))
    numbers = min(number_size(p.A, p.hidden, p.kind, p.w, p.h) for p in panels.values())
    numbers = numbers if numbers > 6.5 else 0
    for name in steps:
        _draw_panel(ax, panels[name], limits.get(name), numbers, not lit or name in lit, name in lit)
    for name in "QKV":
        rows[name].draw(ax, panels[name].x, panels[name].y)
    for name in ACROSS:
        if name in panels:
            columns.draw(ax, panels[name].x, panels[name].y)
    _draw_arrows(ax, panels)
    return ax.figure


def _lay_out(steps, queries, keys, notes):
    """Return the panels by name, the names of rows by panel and of columns, and an Axes to draw in."""
    n, m = steps["weights"][0].shape
    columns = [name for name in steps if name not in _BELOW.values()]
    cell = whole(min(0.5, 8.5 / sum(steps[name][0].shape[1] for name in columns), 2.4 / max(n, m)))
    w = {name: whole(min(cell, 2.4 / A.shape[1])) for name, (A, _) in steps.items()}
    rows = {name: Rows(queries if name == "Q" else keys, cell, 10 if cell > 0.3 else 8) for name in "QKV"}
    across = fitting_columns(keys, w["scores"])
    x = max(names.left for names in rows.values())
    top = 0.3 + across.above
    second = top + n * cell + 0.5
    panels = {}
    for name in columns:
        stack = [part for part in (name, _BELOW.get(name)) if part]
        for part, y in zip(stack, (top, second), strict=False):
            A, hidden = steps[part]
            panels[part] = _Panel(part, notes[part], A, hidden, whole(x), whole(y), w[part], cell)
        x += 0.36 + max(max(panels[part].right - x, _title_width(panels[part])) for part in stack)
    return panels, rows, across, paper(x - 0.28, second + m * cell + 0.1)


def _title_width(panel):
    return width(drawable(title(panel.name, short=True), 60), 11) + 0.08 + width(panel.note or " ", 9)


def _draw_panel(ax, panel, limit, numbers, named, lit):
    draw_cells(
        ax, panel.x, panel.y, panel.A, panel.hidden, panel.kind, panel.w, panel.h, limit=limit, size=numbers
    )
    # All titles of the upper row stand on one line, above the names of the columns.
    y = panel.y - 0.1 if panel.name in _BELOW.values() else 0.2
    name = title(panel.name, short=True)
    color = HUES.get(panel.name, INK if named else GREY)
    write(ax, panel.x, y, name, 11, color, "left", "baseline")
    if panel.note:
        write(ax, panel.x + width(name, 11) + 0.08, y, panel.note, 9, GREY, "left", "baseline")
    if lit:
        across, down = panel.right - panel.x, panel.bottom - panel.y
        ax.add_patch(
            Rectangle(
                (panel.x - 0.02, panel.y - 0.02), across + 0.04, down + 0.04, fill=False, ec=color, lw=2.5
            )
        )


def _draw_arrows(ax, panels):
    """Draw arrows from each step to the next, and from below: K to the scores, V to the output."""
    upper = [panel for name, panel in panels.items() if name not in _BELOW.values()]
    for panel, following in zip(upper, upper[1:], strict=False):
        y = panel.middle[1]
        _arrow(ax, (panel.right + 0.07, y), (following.x - 0.07, y))
    for below, into in (("K", "scores"), ("V", "output")):
        x, y = panels[into].middle[0], panels[below].middle[1]
        start = panels[below].right + 0.07
        ax.plot([start, x], [y, y], color=_ARROW, linewidth=1.4, solid_capstyle="butt")
        _arrow(ax, (x, y), (x, panels[into].bottom + 0.07))


def _arrow(ax, start, end):
    ax.add_patch(
        FancyArrowPatch(
            start, end, arrowstyle="-|>", mutation_scale=11, shrinkA=0, shrinkB=0, color=_ARROW, lw=1.4
        )
    )


def _draw_strip(lit):
    """Draw the names of all steps in a row of boxes, and fill those that are lit."""
    titles = [title(name, short=True) for name in STEPS]
    widths = [
        0.24 + max(width(written, 12), width((STEPS[name].formula or " "), 9))
        for name, written in zip(STEPS, titles, strict=True)
    ]
    gaps = [0.06 if name in "QK" else 0.32 for name in STEPS]
    ax = paper(sum(widths) + sum(gaps[:-1]) + 0.1, 0.66)
    x = 0.05
    for name, written, across, gap in zip(STEPS, titles, widths, gaps, strict=True):
        color = HUES.get(name, INK)
        face, edge, ink, soft = (
            (color, color, "white", "white")
            if name in lit
            else ("white", "#c9cdd3", HUES.get(name, GREY), GREY)
        )
        ax.add_patch(
            FancyBboxPatch(
                (x, 0.05), across, 0.56, "round,pad=0,rounding_size=0.06", fc=face, ec=edge, lw=1.2
            )
        )
        note = STEPS[name].formula
        write(ax, x + across / 2, 0.23 if note else 0.33, written, 12, ink)
        if note:
            write(ax, x + across / 2, 0.46, note, 9, soft)
        x += across
        if gap > 0.1 and name != "output":
            _arrow(ax, (x + 0.05, 0.33), (x + gap - 0.05, 0.33))
        x += gap
    return ax.figure
