"""Some of the matrices of attention, from left to right, each under its name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from attnlib.draw.plots._describe import alt_heatmap
from attnlib.draw.plots._heatmap import draw_title, title_width
from attnlib.draw.plots._labels import Columns, Rows, fitting_columns
from attnlib.draw.plots._matrix import draw_cells, limit_of
from attnlib.draw.plots._paper import paper, whole
from attnlib.draw.plots._picture import Picture, plain_style
from attnlib.draw.plots._read import read, read_labels
from attnlib.draw.steps import COLORED_ALIKE, STEPS
from attnlib.i18n import join_sentences

_CELL = whole(0.46)  # inches
_WIDE = 9.0  # inches: what does not fit goes into the next line
_GAP = 0.35
_SIZE = 11  # of row names, in points


def beside(
    matrices: Mapping[str, tuple[Any, Any, Any]], keep: Any = None, also_weights: Sequence[str] = ()
) -> Picture:
    """Draw matrices of attention, at most 16 × 16 each: name -> (numbers (n, m), n names, m names).

    keep broadcasts to the weights' (n, m); the weights that it masks are hatched. also_weights names the
    matrices that are weights under another name, such as those of one head.
    """
    panels = []
    for name, (A, rows, cols) in matrices.items():
        kind = "weights" if name in also_weights else STEPS[name].kind if name in STEPS else "signed"
        panels.append(_panel(name, kind, A, rows, cols, keep if kind == "weights" else None))
    limits: dict[str, float] = {}
    for alike in COLORED_ALIKE:
        limits |= dict.fromkeys(
            alike, max((limit_of(p.A, p.hidden) for p in panels if p.name in alike), default=0)
        )
    places, across, down = _lay_out(panels)
    with plain_style():
        ax = paper(across, down)
        for p, (x, y) in zip(panels, places, strict=True):
            draw_title(ax, x, y - p.cols.above - 0.06, p.name, p.note, short=True)
            draw_cells(ax, x, y, p.A, p.hidden, p.kind, _CELL, _CELL, limit=limits.get(p.name))
            p.rows.draw(ax, x, y)
            p.cols.draw(ax, x, y)
    said = [alt_heatmap(p.A, p.hidden, p.rows.labels, p.cols.labels, p.kind, p.name) for p in panels]
    return Picture(ax.figure, join_sentences(*said))


@dataclass(frozen=True)
class _Panel:
    """One matrix, and the room in inches that it and the names around it need."""

    name: str
    kind: str
    A: Any
    hidden: Any
    rows: Rows
    cols: Columns

    @property
    def note(self):
        return "{} × {}".format(*self.A.shape)

    @cached_property
    def right(self):
        """From its left edge to the end of its title, or of the last column's name."""
        cells = self.A.shape[1] * _CELL
        return max(cells, cells - _CELL / 2 + self.cols.beyond, title_width(self.name, self.note, short=True))

    @property
    def high(self):
        return len(self.A) * _CELL


def _panel(name, kind, A, rows, cols, keep=None):
    A, hidden = read("beside", name, A, keep)
    rows = read_labels("beside", "rows", rows, A.shape[0], "row")
    cols = read_labels("beside", "cols", cols, A.shape[1], "column")
    return _Panel(name, kind, A, hidden, Rows(rows, _CELL, _SIZE), fitting_columns(cols, _CELL))


def _lay_out(panels):
    """Return the upper left corner of each matrix, and the size of the paper."""
    lines: list[list[_Panel]] = [[]]
    right = 0.0
    for p in panels:
        if lines[-1] and right + p.rows.left + p.right > _WIDE:
            lines.append([])
            right = 0.0
        lines[-1].append(p)
        right += p.rows.left + p.right + _GAP
    places, across, down = [], 0.0, 0.0
    for line in lines:
        x, y = 0.0, whole(down + 0.38 + max(p.cols.above for p in line))
        for p in line:
            places.append((whole(x + p.rows.left), y))
            x += p.rows.left + p.right + _GAP
        across, down = max(across, x - _GAP), y + max(p.high for p in line) + 0.15
    return places, across + 0.05, down
