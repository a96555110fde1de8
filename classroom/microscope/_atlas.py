"""Draw the attention maps of all heads of all blocks on one screen."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from attnlib.draw.numbers import number
from attnlib.draw.plots.describe import scale
from attnlib.draw.plots.matrix import colors_of, draw_color_bar, draw_image, limit_of
from attnlib.draw.plots.paper import paper, write
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.plots.read import read
from attnlib.draw.style import ALARM, GREY
from attnlib.languages import join_sentences, text_from

_ACROSS = 7.4  # inches, of all maps of a block
_LEFT, _ABOVE, _BESIDE = 0.42, 0.3, 0.75

text = text_from(__file__)


def atlas(weights: Any, mark: Sequence[Any] = ()) -> Picture:
    """Draw the attention maps of all heads as small maps, a row of them for each block.

    Args:
        weights: (blocks, heads, n, m)
        mark: one (block, head), or a list of these: their maps get a frame
    Returns:
        A Picture
    Raises:
        TypeError, ValueError: as `attnlib.draw.plots` says

    Example:
        >>> atlas([[[[1, 0], [0, 1]], [[1, 0], [1, 0]]]])
        Attention maps of 1 × 2 heads, 2 × 2 each; the first column gets 0.75 of a row on average.
    """
    A, hidden = read("atlas", "weights", weights, axes=4, need="(blocks, heads, n, m)")
    blocks, heads, n, m = A.shape
    mark = [mark] if np.ndim(mark) == 1 and len(mark) else list(mark)
    for block, head in mark:
        if not (0 <= block < blocks and 0 <= head < heads):
            raise ValueError(f"atlas: there are {blocks} blocks of {heads} heads, and no {(block, head)}.")
    limit = limit_of(A, hidden, "weights")
    gap = max(1, round(max(n, m) / 8))  # in cells
    picture = np.full((blocks * (n + gap), heads * (m + gap), 3), 255, np.uint8)
    for block in range(blocks):
        for head in range(heads):
            top, left = block * (n + gap), head * (m + gap)
            picture[top : top + n, left : left + m] = colors_of(
                A[block, head], hidden[block, head], "weights", limit
            )
    across, cell = _ACROSS, _ACROSS / (heads * (m + gap))
    down = blocks * (n + gap) * cell
    with plain_style():
        ax = paper(_LEFT + across + _BESIDE, _ABOVE + down)
        draw_image(ax, picture, (_LEFT, _LEFT + across, _ABOVE + down, _ABOVE), np.where(hidden, np.nan, A))
        for head in range(heads):
            x = _LEFT + (head * (m + gap) + m / 2) * cell
            write(ax, x, _ABOVE - 0.1, f"H{head}", 9, GREY)
        for block in range(blocks):
            y = _ABOVE + (block * (n + gap) + n / 2) * cell
            write(ax, _LEFT - 0.08, y, f"L{block}", 9, GREY, "right")
        for block, head in mark:
            x, y = _LEFT + head * (m + gap) * cell, _ABOVE + block * (n + gap) * cell
            ax.add_patch(Rectangle((x, y), m * cell, n * cell, fill=False, ec=ALARM, lw=2, clip_on=False))
        draw_color_bar(ax, _LEFT + across + 0.1, _ABOVE, 0.12, min(down, 1.6), "weights", limit)
    said = text("alt_atlas", b=blocks, h=heads, n=n, m=m, x=number(A[..., 0].mean()))
    return Picture(ax.figure, join_sentences(said, scale(A, hidden)))
