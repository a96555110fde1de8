"""Write a picture as a PNG of at most 256 colours."""

import io

import numpy as np
from PIL import Image


def to_png(pixels, width, height):
    """Return RGBA pixels of 32 bits as a PNG; the same pixels always give the same bytes."""
    palette, places = _few_colors(np.frombuffer(pixels, "<u4"))
    image = Image.frombytes("P", (width, height), places.tobytes())
    image.putpalette(palette.tobytes())
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


_AT_ONCE = 1 << 15  # pixels: the memory of larger arrays would stay with the process


def _few_colors(pixels):
    """Return a palette of at most 256 colours, and for each pixel (RGBA in 32 bits) its index in it.

    Colours that agree in five bits of red, green and blue become the most frequent of them, so that a cell
    keeps its colour; beyond 256, rare colours become the nearest of the others. Pillow's own methods are
    three to seven times slower, or turn white to grey.
    """

    def alike(packed):
        return packed >> 3 & 0x1F | packed >> 6 & 0x3E0 | packed >> 9 & 0x7C00

    groups = np.empty(len(pixels), np.uint16)
    sizes = np.zeros(1 << 15, int)
    for k in range(0, len(pixels), _AT_ONCE):
        part = slice(k, k + _AT_ONCE)
        groups[part] = alike(pixels[part])
        sizes += np.bincount(groups[part], minlength=1 << 15)
    some, counts = np.unique(pixels[::7], return_counts=True)
    some = some[np.argsort(counts, kind="stable")]
    color = np.arange(1 << 15)
    color = (color & 0x1F) << 3 | (color & 0x3E0) << 6 | (color & 0x7C00) << 9  # for what the sample lacks
    color[alike(some)] = some  # where several are alike, the last stays: the commonest
    rgb = (color[:, None] >> [0, 8, 16] & 0xFF).astype(np.float32)
    there = np.flatnonzero(sizes)
    kept = there[np.argsort(-sizes[there], kind="stable")][:256]
    far = (rgb[kept] ** 2).sum(-1) - 2 * rgb[there] @ rgb[kept].T
    place = np.zeros(1 << 15, np.uint8)
    place[there] = far.argmin(-1)
    return rgb[kept].astype(np.uint8), place[groups]
