"""A matrix as a grid of coloured cells with its numbers and names, in an Axes measured in inches."""

import math
from functools import lru_cache

import matplotlib
import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, IdentityTransform

from attnlib.entries import not_one, sum_text, texts
from attnlib.picture import DPI, drawable, font, is_chinese, width

MOST_NUMBERED = 16  # tokens; beyond, numbers are too small to read and too many to draw
INK, GREY, ALARM = "#1a1a1a", "#595959", "#b91c1c"  # on white 17, 7 and 6 : 1
_FADED = 0.3  # how much of its colour a faded cell keeps
_FADED_INK = "#404040"  # 4.5 : 1 and more on every faded colour
COLORMAPS = {"weights": "cividis", "signed": "PuOr"}  # safe for colour-blind readers


# On what


def paper(width, height):
    """A white figure of so many inches, and in it an Axes in inches, from the left and from the top."""
    width, height = math.ceil(width * DPI) / DPI, math.ceil(height * DPI) / DPI
    figure = Figure(figsize=(width, height), facecolor="white")
    return measure(figure.add_axes((0, 0, 1, 1)), width, height)


def whole(inches):
    """That length in whole pixels of the file: equal cells are drawn equal, sharp, and small to store."""
    return max(1, round(inches * DPI)) / DPI


def measure(ax, width, height):
    """Let the Axes count inches from its left and from its top, and show nothing of its own."""
    ax.set(xlim=(0, width), ylim=(height, 0), aspect="auto")
    ax.set_axis_off()
    return ax


def write(ax, x, y, text, size, color=INK, ha="center", va="center", **more):
    """Put a line of text there, as it is: no dollar sign begins a formula."""
    return ax.text(
        x, y, text, font=font(text, size), color=color, ha=ha, va=va, parse_math=False, clip_on=False, **more
    )


# How


def draw_cells(ax, x, y, A, hidden, kind, w, h, limit=None, size=None, faded=False):
    """Draw the matrix with its upper left corner at x, y and cells of w by h inches.

    Signed colours end at limit (else a little beyond the largest number). Numbers are of that size in points
    (else of what fits; 0: none).
    """
    n, m = A.shape
    box = (x, x + m * w, y + n * h, y)
    colors = colors_of(A, hidden, kind, limit or reach(A, hidden), faded)
    _draw_image(ax, colors, box)
    if hidden.any():
        ax.add_patch(_hatched(x, y, hidden, w, h))
    if max(n, m) > MOST_NUMBERED:
        ax.add_collection(_lines(box, 1, 1, GREY, 0.6), autolim=False)
        return
    # The white of a zero needs an edge to be seen as a cell; colours of weights are set apart by white.
    edge = "white" if kind == "weights" else "#dfe2e7"
    ax.add_collection(_lines(box, n, m, edge, min(1.4, 3.2 * min(w, h))), autolim=False)
    size = number_size(A, hidden, kind, w, h) if size is None else size
    if size > 4 and not hidden.all():
        rows, cols = np.nonzero(~hidden)
        written = texts(A, hidden, kind)
        lines = [written[i][j] for i, j in zip(rows, cols, strict=True)]
        at = np.stack([x + (cols + 0.5) * w, y + (rows + 0.5) * h], -1)
        write_numbers(ax, at, lines, size, _FADED_INK if faded else ink(colors[rows, cols]))


def colors_of(A, hidden, kind, limit=1.0, faded=False):
    """The colour of each cell, (n, m, 3) bytes: from 0 to 1, or from -limit to limit; white where hidden."""
    norm = Normalize(0, 1) if kind == "weights" else Normalize(-limit, limit)
    colors = matplotlib.colormaps[COLORMAPS[kind]](norm(np.where(hidden, 0, A)), bytes=True)[..., :3]
    colors = np.where(hidden[..., None], 255, colors)
    return (255 - (255 - colors) * (_FADED if faded else 1)).astype(np.uint8)


class _Colors(AxesImage):
    """Cells of flat colour; numpy enlarges them in a tenth of the time that matplotlib takes."""

    def make_image(self, renderer, magnification=1.0, unsampled=False):
        x0, y0, x1, y1 = self.get_window_extent(renderer).extents.round().astype(int)
        n, m = self.get_size()
        # Cells smaller than a pixel are to be averaged, which numpy would not do here.
        if unsampled or magnification != 1 or x1 - x0 < m or y1 - y0 < n:
            return super().make_image(renderer, magnification, unsampled)
        rows = np.arange(y1 - y0)[::-1] * n // (y1 - y0)
        cols = np.arange(x1 - x0) * m // (x1 - x0)
        pixels = np.full((y1 - y0, x1 - x0, 4), 255, np.uint8)
        pixels[..., :3] = self.get_array()[rows[:, None], cols]
        return pixels, x0, y0, IdentityTransform()


def _draw_image(ax, colors, box):
    image = _Colors(ax, extent=box, interpolation="auto", clip_on=False)
    image.set_data(colors)
    ax.add_image(image)


def reach(A, hidden):
    """Where the colours of signed numbers end: beyond the largest, so that they stay light enough."""
    return min(1.25 * float(np.abs(A[~hidden]).max(initial=0)), 8e307) or 1.0


def ink(colors):
    """Black or white, whichever can be read on the colours (k, 3) of bytes: 4.58 : 1 or more."""
    parts = colors / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.where(linear @ [0.2126, 0.7152, 0.0722] > 0.179, "#000000", "#ffffff")


def write_numbers(ax, at, lines, size, colors):
    """Write many numbers, centred at (k, 2), as one collection of outlines.

    As Text objects they would take most of the time that a picture takes.
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
    collection.texts = lines  # for who would read them again
    ax.add_collection(collection, autolim=False)


@lru_cache(4096)
def _outline(line):
    """The letters of a number as one outline of size 1, with the middle of its digits at 0, 0."""
    path = TextPath((0, 0), line, size=1, prop=font(line, 1))
    box, digit = path.get_extents(), TextPath((0, 0), "0", size=1, prop=font("0", 1)).get_extents()
    return path.transformed(Affine2D().translate(-(box.x0 + box.x1) / 2, -digit.y1 / 2))


def number_size(A, hidden, kind, w, h):
    """The size in points, at most 12, at which the widest number fits a cell of w by h inches."""
    lines = {line for row in texts(A, hidden, kind) for line in row}
    widest = max(width(line, 12) / 12 for line in lines | {"0.00"})
    return min(12, 0.9 * w / widest, 0.6 * h * 72)


def _hatched(x, y, hidden, w, h):
    """All hidden cells as one outline, hatched: cell by cell, 512 tokens would take seconds."""
    corners = []
    for i, row in enumerate(hidden):
        edges = np.flatnonzero(np.diff(row, prepend=False, append=False))  # of runs of hidden cells
        for start, end in edges.reshape(-1, 2):
            left, right, top, bottom = x + start * w, x + end * w, y + i * h, y + (i + 1) * h
            corners += [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * (len(corners) // 5)
    return PathPatch(Path(corners, codes), facecolor="#f6f6f7", hatch="/////", linewidth=0, clip_on=False)


def _lines(box, n, m, color, thickness):
    """The lines around n × m cells."""
    x0, x1, y1, y0 = box
    across = [[(x0, y), (x1, y)] for y in np.linspace(y0, y1, n + 1)]
    down = [[(x, y0), (x, y1)] for x in np.linspace(x0, x1, m + 1)]
    return LineCollection(
        across + down, colors=color, linewidths=thickness, capstyle="projecting", clip_on=False
    )


# The names around it


def every(count, cell, size):
    """Which rows or columns are named: all, or as many as have room, or about eight of many."""
    room = math.ceil(size / 72 * 1.3 / cell)
    return range(0, count, max(room, 1 if count <= MOST_NUMBERED else math.ceil(count / 8)))


def label_size(size):
    return 12 if size <= 8 else 10 if size <= MOST_NUMBERED else 9


def draw_row_labels(ax, x, y, labels, h, size, color=INK):
    """Beside the rows; labels are names, or a range of positions."""
    names = {i: drawable(labels[i]) for i in every(len(labels), h, size)}
    if isinstance(labels, range):
        at = [(x - 0.08 - width(name, size) / 2, y + (i + 0.5) * h) for i, name in names.items()]
        return write_numbers(ax, at, list(names.values()), size, color)
    for i, name in names.items():
        write(ax, x - 0.08, y + (i + 0.5) * h, name, size, color, "right")


def row_labels_need(labels, h, size):
    """How much room the names need to the left of the matrix."""
    if not labels:
        return 0.08
    return 0.16 + max(width(drawable(labels[i]), size) for i in every(len(labels), h, size))


def draw_column_labels(ax, x, y, labels, w, size, color=INK):
    """Above the columns. Too wide, a Latin name leans, and a Chinese one is written downwards."""
    names, wide = _column_names(labels, w, size)
    if isinstance(labels, range) and not wide:
        at = [(x + (j + 0.5) * w, y - 0.08 - size / 200) for j in names]
        return write_numbers(ax, at, list(names.values()), size, color)
    for j, name in names.items():
        middle = x + (j + 0.5) * w
        if is_chinese(name):
            name = "\n".join(name) if name in wide else name
            write(ax, middle, y - 0.07, name, size, color, va="bottom", linespacing=1.1)
        elif all(map(is_chinese, wide)):
            write(ax, middle, y - 0.07, name, size, color, va="bottom")
        else:
            turned = {"rotation": 45, "rotation_mode": "anchor"}
            write(ax, middle, y - 0.06, name, size, color, "left", "bottom", **turned)


def columns_need(labels, w, size):
    """How much room the names need above the matrix, and to the right of the middle of its last column."""
    if not labels:
        return 0.05, 0
    names, wide = _column_names(labels, w, size)
    downwards = max((len(name) for name in wide if is_chinese(name)), default=1) * 1.25 * size / 72
    if all(map(is_chinese, wide)):
        return downwards + 0.09, width(list(names.values())[-1], size) / 2
    leaning = 0.71 * max(width(name, size) for name in names.values() if not is_chinese(name))
    return max(downwards + 0.09, leaning + 0.2), leaning + 0.1


def column_size(labels, w, sizes=(10, 9, 8)):
    """The largest of the sizes at which every name fits above its column, else the middle one."""
    return next((size for size in sizes if not labels or not _column_names(labels, w, size)[1]), sizes[1])


def _column_names(labels, w, size):
    """The names to be shown, by column, and the set of those that are too wide for their place."""
    shown = every(len(labels), w, size)
    names = {j: drawable(labels[j]) for j in shown}
    return names, {name for name in names.values() if width(name, size) > w * shown.step - 0.02}


def draw_row_sums(ax, x, y, A, h, size):
    """Beside each row of weights its sum; one that is not 1 (or 0: may look nowhere) stands out."""
    sums = _row_sums(A)
    lines = [sum_text(total) for total in sums]
    at = [(x + 0.1 + width(line, size) / 2, y + (i + 0.5) * h) for i, line in enumerate(lines)]
    write_numbers(ax, at, lines, size, [ALARM if not_one(total) else GREY for total in sums])


def row_sums_need(A, size):
    return 0.18 + max(width(sum_text(total), size) for total in _row_sums(A))


def _row_sums(A):
    return np.where(np.isfinite(A), A, 0).sum(-1)


def draw_color_bar(ax, x, y, height, kind, limit):
    """What the colours mean, where there are no numbers to say it."""
    low, high = (0, 1) if kind == "weights" else (-limit, limit)
    ramp = np.linspace(high, low, 64)[:, None]
    _draw_image(ax, colors_of(ramp, ramp > high, kind, limit), (x, x + 0.12, y + height, y))
    lines = [f"{value:.2g}".replace("-", "−") for value in (high, (high + low) / 2, low)]
    left = [x + 0.18 + width(line, 9) / 2 for line in lines]
    write_numbers(ax, list(zip(left, (y, y + height / 2, y + height), strict=True)), lines, 9, GREY)
