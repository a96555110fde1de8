"""A figure that draws itself and says in words what it shows."""

import base64
import io
from contextlib import contextmanager
from functools import cached_property
from html import escape
from pathlib import Path

import matplotlib
from matplotlib.axis import Axis
from matplotlib.text import Text

from attnlib.draw.plots._drawn import drawn
from attnlib.draw.plots._png import to_png
from attnlib.draw.stored import DRAWN, is_wanted

DPI = 128  # four pixels of the file to three of the page: sharp on a projector, small in a notebook
_PAGE = 96  # pixels of a page to the inch


class Picture:
    """A matplotlib figure with words for those who cannot see it; the last line of a cell shows it.

    `figure` is the Figure, `alt` the words, `png` the bytes, `html` a <figure> that holds both.
    """

    def __init__(self, figure, alt):
        self.figure, self.alt = figure, alt

    @cached_property
    def png(self):
        """The picture as the bytes of a PNG of 256 colours: the same figure gives the same bytes."""
        raw = io.BytesIO()
        with plain_style():
            self.figure.savefig(raw, format="rgba", dpi=DPI)
        for text in _texts(self.figure):
            text._renderer = None  # it would keep all pixels of the figure, for as long as the cell's output
        width, height = (int(inches * DPI) for inches in self.figure.get_size_inches())
        return to_png(raw.getvalue(), width, height)

    @property
    def size(self):
        """Width and height on the page, in its pixels."""
        return tuple(round(inches * _PAGE) for inches in self.figure.get_size_inches())

    @property
    def html(self):
        """The picture with its words, in one piece that needs no other file."""
        width, height = self.size
        data = base64.b64encode(self.png).decode()
        return (
            f'<figure style="margin:0"><img alt="{escape(self.alt)}" width="{width}" height="{height}" '
            f'style="max-width:100%;height:auto" src="data:image/png;base64,{data}"></figure>'
        )

    def save(self, path):
        """Write the picture to a file: PNG, or what else the name ends in that matplotlib knows."""
        if Path(path).suffix.lower() == ".png":
            Path(path).write_bytes(self.png)
        else:
            with plain_style():
                self.figure.savefig(path)

    def __repr__(self):
        return self.alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        # The words stand in the HTML because JupyterLab and nbconvert drop those given as metadata; the bare
        # PNG is what an untrusted notebook and GitHub may show.
        width, height = self.size
        data: dict = {"text/html": self.html, "image/png": self.png, "text/plain": self.alt}
        if is_wanted():
            data[DRAWN] = drawn(self.figure, self.png)
        return data, {"image/png": {"width": width, "height": height}}


def _texts(artist):
    """Each text of a figure, but for axes that are not drawn: asked, they make ticks, which takes a while."""
    if isinstance(artist, Text):
        yield artist
    elif not isinstance(artist, Axis) or artist.axes.axison:
        for child in artist.get_children():
            yield from _texts(child)


@contextmanager
def plain_style():
    """Draw in matplotlib's own style, whatever style the reader has set; the reader's stays as it is."""
    keys = (key for key in matplotlib.rcParamsDefault if key not in _NO_STYLE)
    with matplotlib.rc_context({key: matplotlib.rcParamsDefault[key] for key in keys} | _STYLE):
        yield


_NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "timezone"}
_STYLE = {"hatch.linewidth": 0.8, "hatch.color": "#8b919c"}
