"""Draw a batch as a cube of sentences × words × numbers, and light the cells that share one mean."""

from collections.abc import Mapping

import numpy as np
from matplotlib.patches import Polygon

from attnlib.draw.plots.fonts import drawable, width
from attnlib.draw.plots.paper import paper, write
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.texts import sentence
from attnlib.draw.style import GREY, INK, LINES
from attnlib.languages import join_sentences
from classroom.lab.pictures._texts import text

_CELL = 0.3  # inches
_BACK = np.array([0.2, -0.16])  # how far to the right and up the next sentence stands
_AT = (0, 1, 2)  # the cell whose mean is taken: a sentence, a word, a number


def cubes(means: Mapping[str, int | tuple[int, ...]], shape: tuple[int, int, int] = (3, 4, 6)) -> Picture:
    """Draw a batch as a cube for each kind of normalisation, and light the cells that share one mean.

    They share it with the third number of the second word of the first sentence.

    Args:
        means: name -> the axes that the mean goes over, {"LayerNorm": -1, "BatchNorm": (0, 1)} for example
        shape: (sentences, words, numbers), at least (1, 2, 3)
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> cubes({"LayerNorm": -1})
        A batch of 3 sentences of 4 words of 6 numbers. LayerNorm: 6 numbers share one mean.
    """
    if not isinstance(means, dict) or not means:
        raise ValueError(f"cubes: needs a dict of names and axes, but got {means!r:.60}.")
    if len(shape) != 3 or any(size <= at for size, at in zip(shape, _AT, strict=False)):
        raise ValueError(f"cubes: shape needs to be three sizes, at least 1, 2 and 3, but is {shape}.")
    lit = {name: _sharing(name, axes, shape) for name, axes in means.items()}
    sentences, words, numbers = shape
    beside = 0.2 + width(text("words"), 10)
    behind = sentences * _BACK
    across = numbers * _CELL + behind[0]
    step = beside + across + 0.35 + width(text("sentences"), 10)
    with plain_style():
        ax = paper(0.1 + step * len(lit), 0.45 - behind[1] + words * _CELL + 0.35)
        for k, (name, cells) in enumerate(lit.items()):
            corner = np.array([0.1 + k * step + beside, 0.45 - behind[1]])
            _draw_cube(ax, corner, cells)
            _name_cube(ax, corner, drawable(name, 30), shape)
    said = [text("alt_cube", name=name, k=int(cells.sum())) for name, cells in lit.items()]
    what = text("alt_cubes", sentences=sentences, words=words, numbers=numbers)
    return Picture(ax.figure, join_sentences(what, sentence(said)))


def _sharing(name, axes, shape):
    """Tell which cells (sentences, words, numbers) share a mean with the one at _AT."""
    axes = np.atleast_1d(axes)
    if not all(-3 <= axis < 3 for axis in axes):
        raise ValueError(f"cubes: {name} needs axes from -3 to 2, but got {axes.tolist()}.")
    free = {int(axis) % 3 for axis in axes}
    cells = np.zeros(shape, dtype=bool)
    cells[tuple(slice(None) if axis in free else at for axis, at in enumerate(_AT))] = True
    return cells


def _draw_cube(ax, corner, lit):
    """Draw the three visible faces: in front, on top and on the right."""
    right, down = np.array([_CELL, 0]), np.array([0, _CELL])
    sentences, words, numbers = lit.shape
    _draw_face(ax, corner, right, down, lit[0].T)
    _draw_face(ax, corner, right, _BACK, lit[:, 0].T)
    _draw_face(ax, corner + numbers * right, _BACK, down, lit[:, :, -1])


def _draw_face(ax, corner, a, b, lit):
    """Draw the cells of a face: lit[i, j] is i steps of a and j steps of b away from the corner."""
    for i, j in np.ndindex(lit.shape):
        here = corner + i * a + j * b
        color = LINES[1] if lit[i, j] else "white"
        ax.add_patch(Polygon([here, here + a, here + a + b, here + b], fc=color, ec="#8b919c", lw=0.9))


def _name_cube(ax, corner, name, shape):
    sentences, words, numbers = shape
    x, y = corner
    right, bottom = x + numbers * _CELL, y + words * _CELL
    write(ax, x, 0.18, name, 13, INK, "left")
    write(ax, x - 0.1, (y + bottom) / 2, text("words"), 10, GREY, "right")
    write(ax, (x + right) / 2, bottom + 0.17, text("numbers_of_a_word"), 10, GREY)
    write(ax, right + _BACK[0] * sentences / 2 + 0.1, bottom + _BACK[1] * sentences / 2 + 0.08,
          text("sentences"), 10, GREY, "left")  # fmt: skip
