"""Some of the matrices of attention, from left to right, each under its name."""

from collections.abc import Mapping, Sequence
from typing import Any

from attnlib.draw.plots.describe import alt_heatmap
from attnlib.draw.plots.labels import fitting_size, name_cells, write_title
from attnlib.draw.plots.matrix import draw_cells, limit_of
from attnlib.draw.plots.paper import arrange, new_figure, panel, ruler, whole
from attnlib.draw.plots.picture import DPI, Picture, plain_style
from attnlib.draw.plots.read import read, read_labels
from attnlib.draw.steps import COLORED_ALIKE, STEPS
from attnlib.languages import join_sentences

_CELL = whole(0.46)  # inches
_WIDE = 9.0  # inches: what does not fit goes into the next line
_GAP = 0.35


def beside(
    matrices: Mapping[str, tuple[Any, Any, Any]], keep: Any = None, also_weights: Sequence[str] = ()
) -> Picture:
    """Draw matrices of attention, at most 16 × 16 each: name -> (numbers (n, m), n names, m names).

    keep broadcasts to the weights' (n, m); the weights that it masks are hatched. also_weights names the
    matrices that are weights under another name, such as those of one head.
    """
    given = {}
    for name, (A, rows, cols) in matrices.items():
        kind = "weights" if name in also_weights else STEPS[name].kind if name in STEPS else "signed"
        A, hidden = read("beside", name, A, keep if kind == "weights" else None)
        rows = read_labels("beside", "rows", rows, A.shape[0], "row")
        cols = read_labels("beside", "cols", cols, A.shape[1], "column")
        given[name] = A, hidden, rows, cols, kind
    limits: dict[str, float] = {}
    for alike in COLORED_ALIKE:
        limits |= dict.fromkeys(
            alike, max((limit_of(*given[name][:2]) for name in alike & given.keys()), default=0)
        )
    places: dict = {}
    line, right = 0, 0.0
    with plain_style():
        figure = new_figure()
        for k, (name, (A, hidden, rows, cols, kind)) in enumerate(given.items()):
            n, m = A.shape
            ax = panel(figure, m * _CELL, n * _CELL)
            name_cells(ax, A.shape, rows, cols, fitting_size(cols, _CELL))
            write_title(ax, name, f"{n} × {m}", short=True)
            draw_cells(ax, A, hidden, kind, limits.get(name))
            across = ax.get_tightbbox(ruler(ax)).width / DPI
            if places and right + across > _WIDE:
                line, right = line + 1, 0.0
            places[line, k] = ax
            right += across + _GAP
        arrange(places, _GAP)
    said = [
        alt_heatmap(A, hidden, rows, cols, kind, name)
        for name, (A, hidden, rows, cols, kind) in given.items()
    ]
    return Picture(figure, join_sentences(*said))
