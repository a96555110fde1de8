"""The numbers that a picture draws, stored beside it in a built notebook.

The bytes of a PNG differ from machine to machine, and a wrong number changes no more of them than that: so nbval
compares these numbers in their place.
"""

import numpy as np
from matplotlib.axis import Axis
from matplotlib.collections import Collection, QuadMesh
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch
from matplotlib.spines import Spine
from matplotlib.text import Annotation, Text

from attnlib.draw.stored import digest, packed

MANY = 2000  # numbers: cells of a few pixels, of which two digits are enough


def drawn(figure, png):
    """Return the texts and arrays of a figure that has been drawn, packed, and what tells its PNG from others."""
    artists = [*_shown(figure)]
    texts = [text for artist in artists for text in _texts(artist)]
    arrays = [_rounded(array) for artist in artists if (array := _array(artist)).size]
    return packed({"png": digest(png), "texts": texts, "arrays": arrays})


def _shown(artist):
    """Yield what is drawn inside an artist, but for frames and for axes that are switched off."""
    for child in artist.get_children():
        is_frame = isinstance(child, Spine) or child is getattr(artist, "patch", None)
        is_off = isinstance(child, Axis) and not child.axes.axison
        if child.get_visible() and not is_frame and not is_off:
            yield child
            yield from _shown(child)


def _texts(artist):
    """Return the words that an artist draws: its own, or those of many numbers in one."""
    if isinstance(artist, Text):
        return [artist.get_text()] if artist.get_text() else []
    return list(getattr(artist, "texts", [])) if isinstance(artist, Collection) else []


def _array(artist):
    """Return the numbers behind an artist, where it has any that no text shows."""
    if hasattr(artist, "numbers"):  # of cells, whose colours are but bytes
        return np.asarray(artist.numbers, float)
    if isinstance(artist, Annotation):
        return np.asarray(artist.xy, float)
    if isinstance(artist, Line2D):
        return np.asarray(artist.get_xydata(), float)
    if isinstance(artist, AxesImage | QuadMesh):
        return np.ma.filled(np.ma.asarray(artist.get_array(), float), np.nan)
    if isinstance(artist, Collection) and not hasattr(artist, "texts"):
        outlines = [path.vertices for path in artist.get_paths()]
        return np.concatenate([np.asarray(artist.get_offsets(), float), *outlines])
    if isinstance(artist, Patch) and not isinstance(artist, FancyArrowPatch):
        return np.asarray(artist.get_patch_transform().transform_path(artist.get_path()).vertices)
    return np.empty(0)


def _rounded(array):
    """Return an array's shape, a step, and its numbers as multiples of that; None where there is none."""
    finite = np.isfinite(array)
    largest = np.abs(array[finite]).max(initial=0)
    digits = 2 if array.size > MANY else 4
    step = 10.0 ** (np.floor(np.log10(largest)) - digits) if largest else 1.0
    multiples = np.round(np.where(finite, array, 0) / step).astype(int)
    known = [int(n) if there else None for n, there in zip(multiples.flat, finite.flat, strict=True)]
    return {"shape": array.shape, "step": step, "multiples": known}
