"""The numbers that a picture draws, stored beside it in a built notebook.

The bytes of a PNG differ from machine to machine, with right numbers as with wrong ones: so nbval compares
these numbers in their place.
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


def stored_numbers(figure, png):
    """Return the texts and arrays of a figure that has been drawn, and a digest of its PNG, packed."""
    artists = [*_shown(figure)]
    texts = [text for artist in artists for text in _texts(artist)]
    arrays = [_rounded(array) for artist in artists for array in _arrays(artist) if array.size]
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


def _arrays(artist):
    """Return the numbers behind an artist that no text shows; of points, those across and those upwards."""
    if hasattr(artist, "numbers"):  # of cells, whose colours are but bytes
        return [np.asarray(artist.numbers, float)]
    if isinstance(artist, AxesImage | QuadMesh):
        return [_filled(artist.get_array())]
    return [*_filled(_points(artist)).reshape(-1, 2).T]


def _filled(array):
    """Return an array of floats, NaN where it was masked."""
    return np.ma.filled(np.ma.asarray(array, float), np.nan)


def _points(artist):
    """Return the places that an artist joins, or where it stands, (n, 2)."""
    if isinstance(artist, Annotation):
        return artist.xy if artist.xycoords == "data" else []
    if isinstance(artist, Line2D):
        return artist.get_xydata()
    if isinstance(artist, Collection) and not hasattr(artist, "texts"):
        return np.concatenate([artist.get_offsets(), *(path.vertices for path in artist.get_paths())])
    if isinstance(artist, Patch) and not isinstance(artist, FancyArrowPatch):
        return artist.get_patch_transform().transform_path(artist.get_path()).vertices
    return []


def _rounded(array):
    """Return an array's shape, a step, and its numbers as multiples of that; None where there is none."""
    finite = np.isfinite(array)
    largest = np.abs(array[finite]).max(initial=0)
    digits = 2 if array.size > MANY else 4
    step = 10.0 ** (np.floor(np.log10(largest)) - digits) if largest else 1.0
    multiples = np.round(np.where(finite, array, 0) / step).astype(int)
    known = [int(n) if there else None for n, there in zip(multiples.flat, finite.flat, strict=True)]
    return {"shape": array.shape, "step": step, "multiples": known}
