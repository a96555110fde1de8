"""A figure that draws itself and describes in words what it shows."""

import base64
import io
from contextlib import contextmanager
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.text import Text

from attnlib.draw.plots.dark import STYLE
from attnlib.draw.plots.png import to_png
from attnlib.draw.plots.stored import stored_numbers
from attnlib.draw.stored import STORED_NUMBERS, is_storing

DPI = 192  # two pixels of the file to one of the page, so that text is sharp on a HiDPI screen
_PAGE = 96  # pixels of a page to the inch


class Picture:
    """Hold a matplotlib figure and its description; as the last line of a cell it shows itself.

    `figure` is the Figure, `alt` the description, `png` the bytes, `html` a <figure> with both.

    Args:
        figure: a matplotlib Figure
        alt: the description, for those who cannot see it

    Example:
        >>> from attnlib import heatmap
        >>> picture = heatmap([[0.25, 0.75]])
        >>> picture.alt
        'attention weights, 1 × 2. row 0 looks most at column 1 0.75.'
        >>> picture.save("weights.png")
    """

    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure, self.alt = figure, alt

    @cached_property
    def png(self) -> bytes:
        """The picture as the bytes of a PNG of 256 colours: the same figure gives the same bytes."""
        raw = io.BytesIO()
        with plain_style():
            self.figure.savefig(raw, format="rgba", dpi=DPI)
        for text in _texts(self.figure):
            text._renderer = None  # or it keeps all pixels of the figure as long as the cell's output lives
        width, height = (int(inches * DPI) for inches in self.figure.get_size_inches())
        return to_png(raw.getvalue(), width, height)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height on the page, in its pixels."""
        width, height = self.figure.get_size_inches()
        return round(width * _PAGE), round(height * _PAGE)

    @property
    def html(self) -> str:
        """The picture with its description as HTML that needs no other file."""
        width, height = self.size
        data = base64.b64encode(self.png).decode()
        return (
            f'<figure style="margin:0"><img class="attn-picture" alt="{escape(self.alt)}" width="{width}" '
            f'height="{height}" style="max-width:100%;height:auto" src="data:image/png;base64,{data}">'
            f"{STYLE}</figure>"
        )

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, as PNG or another format that matplotlib knows by its ending."""
        if Path(path).suffix.lower() == ".png":
            Path(path).write_bytes(self.png)
        else:
            with plain_style():
                self.figure.savefig(path)

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict, dict]:
        # JupyterLab and nbconvert drop a description given as metadata, so the HTML holds it. In an
        # untrusted notebook that has lost its style, so it stays white; GitHub shows the bare PNG.
        width, height = self.size
        data: dict = {"text/html": self.html, "image/png": self.png, "text/plain": self.alt}
        if is_storing():
            data[STORED_NUMBERS] = stored_numbers(self.figure, self.png)
        return data, {"image/png": {"width": width, "height": height}}


def _texts(artist):
    """Yield each text of a figure, except of hidden axes, which would make all their ticks first."""
    if isinstance(artist, Text):
        yield artist
    elif not isinstance(artist, Axis) or artist.axes.axison:
        for child in artist.get_children():
            yield from _texts(child)


@contextmanager
def plain_style():
    """Draw in matplotlib's default style, and leave the style that the reader has set as it is."""
    with matplotlib.rc_context(_STYLE):
        yield


_NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "timezone"}
_STYLE = {key: value for key, value in matplotlib.rcParamsDefault.items() if key not in _NO_STYLE}
_STYLE |= {"hatch.linewidth": 0.8, "hatch.color": "#8b919c"}
