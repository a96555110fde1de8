"""Draw a matrix as coloured cells with numbers."""

from functools import lru_cache

import matplotlib
import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import Normalize
from matplotlib.image import AxesImage
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform, ScaledTranslation

from attnlib.draw.numbers import is_whole, number, short
from attnlib.draw.plots.fonts import font, width
from attnlib.draw.style import COLORMAPS, GREY, MOST_NUMBERED, end_of, ink, reach


def draw_cells(ax, A, hidden, kind, limit=None, size=None):
    """Draw the matrix in an Axes that counts its cells, from the upper left corner.

    limit is the number at which colours end, by default that of limit_of; size is that of the numbers in
    points, by default the largest that fits; 0 writes none.
    """
    n, m = A.shape
    colors = colors_of(A, hidden, kind, limit or limit_of(A, hidden, kind))
    draw_image(ax, colors, (0, m, n, 0), np.where(hidden, np.nan, A))
    if hidden.any():
        ax.add_patch(_hatched(hidden))
    if max(n, m) > MOST_NUMBERED:
        ax.add_collection(_lines([0, n], [0, m], GREY, 0.6), autolim=False)
        return
    w, h = cell_size(ax, A.shape)
    # The white of a zero needs an edge to be seen as a cell.
    edge = min(1.4, 3.2 * min(w, h))
    ax.add_collection(_lines(range(n + 1), range(m + 1), "#dfe2e7", edge), autolim=False)
    size = number_size(A, hidden, kind, w, h) if size is None else size
    if size > 4 and not hidden.all():
        rows, cols = np.nonzero(~hidden)
        written = texts(A, hidden, kind)
        lines = [written[i][j] for i, j in zip(rows, cols, strict=True)]
        write_numbers(ax, np.stack([cols, rows], -1) + 0.5, lines, size, ink(colors[rows, cols]))


def cell_size(ax, shape):
    """Return the width and the height of a cell in inches."""
    across, down = ax.bbox.size / ax.figure.dpi
    return across / shape[1], down / shape[0]


def colors_of(A, hidden, kind, limit=1.0):
    """Return the colour of each cell as (n, m, 3) bytes; masked cells are white."""
    norm = Normalize(0 if kind == "weights" else -limit, limit)
    colors = matplotlib.colormaps[COLORMAPS[kind]](norm(np.where(hidden, 0, A)), bytes=True)[..., :3]
    return np.where(hidden[..., None], np.uint8(255), colors)


def limit_of(A, hidden, kind="signed"):
    """Return the number at which the colours of a matrix end."""
    return (end_of if kind == "weights" else reach)(np.where(hidden, 0, A))


def texts(A, hidden, kind):
    """Write each number: two decimals, none if a signed matrix is whole, "" where masked."""
    whole = kind == "signed" and is_whole(A[~hidden])
    return [
        ["" if gone else number(x, whole) for x, gone in zip(*row, strict=True)]
        for row in zip(A, hidden, strict=True)
    ]


class _Colors(AxesImage):
    """Cells of flat colour, which numpy enlarges ten times faster than matplotlib does."""

    def make_image(self, renderer, magnification=1.0, unsampled=False):
        x0, y0, x1, y1 = self.get_window_extent(renderer).extents.round().astype(int)
        n, m = self.get_size()
        # Cells smaller than a pixel must be averaged, which indexing does not do.
        if unsampled or magnification != 1 or x1 - x0 < m or y1 - y0 < n:
            return super().make_image(renderer, magnification, unsampled)
        rows = np.arange(y1 - y0)[::-1] * n // (y1 - y0)
        cols = np.arange(x1 - x0) * m // (x1 - x0)
        pixels = np.full((y1 - y0, x1 - x0, 4), 255, np.uint8)
        pixels[..., :3] = self.get_array()[rows[:, None], cols]
        return pixels, x0, y0, IdentityTransform()


def draw_image(ax, colors, box, numbers):
    """Draw cells of these colours, which stand for these numbers."""
    image = _Colors(ax, extent=box, interpolation="auto", clip_on=False)
    image.set_data(colors)
    image.numbers = numbers  # so that they can be compared
    ax.add_image(image)


def write_numbers(ax, at, lines, size, colors, after=None):
    """Write many numbers, centred at (k, 2) or `after` points on the right, as one collection of outlines.

    As Text objects they would take longer than the rest of the picture.
    """
    inches = ax.figure.dpi_scale_trans
    collection = _Numbers(
        [_outline(line, after is None) for line in lines],
        offsets=at,
        offset_transform=ax.transData + ScaledTranslation((after or 0) / 72, 0, inches),
        facecolors=colors,
        linewidths=0,
        clip_on=False,
    )
    collection.set_transform(Affine2D().scale(size / 72) + inches)
    collection.texts = lines  # so that they can be read again
    collection.set_in_layout(after is not None)  # those in cells need no room
    ax.add_collection(collection, autolim=False)


class _Numbers(PathCollection):
    """Outlines that are measured as they are drawn; matplotlib would measure their places alone."""

    def get_window_extent(self, renderer=None):
        at = self.get_offset_transform().transform(self.get_offsets())
        drawn = [self.get_transform().transform(path.vertices) for path in self.get_paths()]
        return Bbox.union([Bbox([(p + xy).min(0), (p + xy).max(0)]) for p, xy in zip(drawn, at, strict=True)])


@lru_cache(4096)
def _outline(line, centred):
    """Return a number as one outline of size 1, with the middle of its digits (or its left end) at 0, 0."""
    path = TextPath((0, 0), line, size=1, prop=font(line, 1))
    box, digit = path.get_extents(), TextPath((0, 0), "0", size=1, prop=font("0", 1)).get_extents()
    left = (box.x0 + box.x1) / 2 if centred else box.x0
    return path.transformed(Affine2D().translate(-left, -digit.y1 / 2))


def number_size(A, hidden, kind, w, h):
    """Return the size in points, at most 12, at which the widest number fits a cell."""
    lines = {line for row in texts(A, hidden, kind) for line in row}
    widest = max(width(line, 12) / 12 for line in lines | {"0.00"})
    return min(12, 0.9 * w / widest, 0.6 * h * 72)


def _hatched(hidden):
    """Return one hatched outline for all masked cells: one for each would take seconds at 512 tokens."""
    corners = []
    for i, row in enumerate(hidden):
        edges = np.flatnonzero(np.diff(row, prepend=False, append=False))  # of runs of hidden cells
        for left, right in edges.reshape(-1, 2):
            corners += [(left, i), (right, i), (right, i + 1), (left, i + 1), (left, i)]
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * (len(corners) // 5)
    return PathPatch(Path(corners, codes), facecolor="#f6f6f7", hatch="/////", linewidth=0, clip_on=False)


def _lines(ys, xs, color, thickness):
    """Return the lines around cells."""
    across = [[(xs[0], y), (xs[-1], y)] for y in ys]
    down = [[(x, ys[0]), (x, ys[-1])] for x in xs]
    return LineCollection(
        across + down, colors=color, linewidths=thickness, capstyle="projecting", clip_on=False
    )


def draw_color_bar(ax, x, y, across, down, kind, limit):
    """Draw a colour scale, for a matrix without numbers, with its upper left corner at x, y."""
    low, high = 0 if kind == "weights" else -limit, limit
    ramp = np.linspace(high, low, 64)[:, None]
    draw_image(ax, colors_of(ramp, ramp > high, kind, limit), (x, x + across, y + down, y), [low, high])
    at = [(x + across, y), (x + across, y + down / 2), (x + across, y + down)]
    lines = [short(value, 2) for value in (high, (high + low) / 2, low)]
    write_numbers(ax, at, lines, 9, GREY, after=4)
