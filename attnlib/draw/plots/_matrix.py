"""Draw a matrix as coloured cells with numbers, in an Axes measured in inches."""

from functools import lru_cache

import matplotlib
import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import Normalize
from matplotlib.image import AxesImage
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, IdentityTransform

from attnlib.draw.numbers import is_whole, number, short
from attnlib.draw.plots._fonts import font, width
from attnlib.draw.style import COLORMAPS, GREY, MOST_NUMBERED, ink, reach


def draw_cells(ax, x, y, A, hidden, kind, w, h, limit=None, size=None):
    """Draw the matrix with its upper left corner at x, y and cells of w by h inches.

    limit is the number at which signed colours end, by default a little beyond the largest; size is that of
    the numbers in points, by default the largest that fits; 0 writes none.
    """
    n, m = A.shape
    box = (x, x + m * w, y + n * h, y)
    colors = colors_of(A, hidden, kind, limit or limit_of(A, hidden))
    draw_image(ax, colors, box, np.where(hidden, np.nan, A))
    if hidden.any():
        ax.add_patch(_hatched(x, y, hidden, w, h))
    if max(n, m) > MOST_NUMBERED:
        ax.add_collection(_lines(box, 1, 1, GREY, 0.6), autolim=False)
        return
    # The white of a zero needs an edge to be seen as a cell.
    ax.add_collection(_lines(box, n, m, "#dfe2e7", min(1.4, 3.2 * min(w, h))), autolim=False)
    size = number_size(A, hidden, kind, w, h) if size is None else size
    if size > 4 and not hidden.all():
        rows, cols = np.nonzero(~hidden)
        written = texts(A, hidden, kind)
        lines = [written[i][j] for i, j in zip(rows, cols, strict=True)]
        at = np.stack([x + (cols + 0.5) * w, y + (rows + 0.5) * h], -1)
        write_numbers(ax, at, lines, size, ink(colors[rows, cols]))


def colors_of(A, hidden, kind, limit=1.0):
    """Return the colour of each cell as (n, m, 3) bytes; masked cells are white."""
    norm = Normalize(0, 1) if kind == "weights" else Normalize(-limit, limit)
    colors = matplotlib.colormaps[COLORMAPS[kind]](norm(np.where(hidden, 0, A)), bytes=True)[..., :3]
    return np.where(hidden[..., None], np.uint8(255), colors)


def limit_of(A, hidden):
    """Return the number at which the colours of a signed matrix end."""
    return reach(np.where(hidden, 0, A))


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


def write_numbers(ax, at, lines, size, colors):
    """Write many numbers, centred at (k, 2), as one collection of outlines.

    As Text objects they would take longer than the rest of the picture.
    """
    points = Affine2D().scale(size / 72) + ax.figure.dpi_scale_trans
    collection = PathCollection(
        [_outline(line) for line in lines],
        offsets=at,
        offset_transform=ax.transData,
        facecolors=colors,
        linewidths=0,
        clip_on=False,
    )
    collection.set_transform(points)
    collection.texts = lines  # so that they can be read again
    ax.add_collection(collection, autolim=False)


@lru_cache(4096)
def _outline(line):
    """Return a number as one outline of size 1, with the middle of its digits at 0, 0."""
    path = TextPath((0, 0), line, size=1, prop=font(line, 1))
    box, digit = path.get_extents(), TextPath((0, 0), "0", size=1, prop=font("0", 1)).get_extents()
    return path.transformed(Affine2D().translate(-(box.x0 + box.x1) / 2, -digit.y1 / 2))


def number_size(A, hidden, kind, w, h):
    """Return the size in points, at most 12, at which the widest number fits a cell."""
    lines = {line for row in texts(A, hidden, kind) for line in row}
    widest = max(width(line, 12) / 12 for line in lines | {"0.00"})
    return min(12, 0.9 * w / widest, 0.6 * h * 72)


def _hatched(x, y, hidden, w, h):
    """Return one hatched outline for all masked cells: one for each would take seconds at 512 tokens."""
    corners = []
    for i, row in enumerate(hidden):
        edges = np.flatnonzero(np.diff(row, prepend=False, append=False))  # of runs of hidden cells
        for start, end in edges.reshape(-1, 2):
            left, right, top, bottom = x + start * w, x + end * w, y + i * h, y + (i + 1) * h
            corners += [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * (len(corners) // 5)
    return PathPatch(Path(corners, codes), facecolor="#f6f6f7", hatch="/////", linewidth=0, clip_on=False)


def _lines(box, n, m, color, thickness):
    """Return the lines around n × m cells."""
    x0, x1, y1, y0 = box
    across = [[(x0, y), (x1, y)] for y in np.linspace(y0, y1, n + 1)]
    down = [[(x, y0), (x, y1)] for x in np.linspace(x0, x1, m + 1)]
    return LineCollection(
        across + down, colors=color, linewidths=thickness, capstyle="projecting", clip_on=False
    )


def draw_color_bar(ax, x, y, height, kind, limit):
    """Draw a colour scale, for a matrix without numbers."""
    low, high = (0, 1) if kind == "weights" else (-limit, limit)
    ramp = np.linspace(high, low, 64)[:, None]
    draw_image(ax, colors_of(ramp, ramp > high, kind, limit), (x, x + 0.12, y + height, y), [low, high])
    lines = [short(value, 2) for value in (high, (high + low) / 2, low)]
    left = [x + 0.18 + width(line, 9) / 2 for line in lines]
    write_numbers(ax, list(zip(left, (y, y + height / 2, y + height), strict=True)), lines, 9, GREY)
