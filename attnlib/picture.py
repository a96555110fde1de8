"""A figure that draws itself and says what it shows, and the letters in it, Chinese ones too."""

import base64
import io
import unicodedata
from contextlib import contextmanager
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.font_manager import FontEntry, FontProperties, fontManager, get_font
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from PIL import Image

DPI = 128  # four pixels of the file to three of the page: sharp on a projector, small in a notebook
_PAGE = 96  # pixels of a page to the inch


class Picture:
    """A matplotlib figure with words for who cannot see it; the last line of a cell shows it.

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
        for text in self.figure.findobj(Text):
            text._renderer = None  # it would keep all pixels of the figure, for as long as the cell's output
        width, height = (int(inches * DPI) for inches in self.figure.get_size_inches())
        palette, places = _few_colors(np.frombuffer(raw.getvalue(), "<u4"))
        image = Image.frombytes("P", (width, height), places.tobytes())
        image.putpalette(palette.tobytes())
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

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
        data = {"text/html": self.html, "image/png": self.png, "text/plain": self.alt}
        return data, {"image/png": {"width": width, "height": height}}


_AT_ONCE = 1 << 15  # pixels: arrays for all of them would stay in the memory of the process


def _few_colors(pixels):
    """A palette of at most 256 colours, and for each pixel (RGBA in 32 bits) its place in the palette.

    Colours that agree in five bits of red, green and blue are taken together, as the commonest of them, so
    that a cell keeps its own colour; of what is then too many, the rare ones become the nearest of the rest.
    Pillow's own choice is either three times slower or turns white to grey.
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


@contextmanager
def plain_style():
    """Draw in matplotlib's own style, whatever style the reader has set; the reader's stays as it is."""
    keys = (key for key in matplotlib.rcParamsDefault if key not in _NO_STYLE)
    with matplotlib.rc_context({key: matplotlib.rcParamsDefault[key] for key in keys} | _STYLE):
        yield


_NO_STYLE = {"backend", "backend_fallback", "interactive", "toolbar", "timezone"}
_STYLE = {"hatch.linewidth": 0.8, "hatch.color": "#8b919c"}


# Letters


def font(text, size):
    """The fonts that have the letters of the text: Chinese first where there is any, at a size in points."""
    return FontProperties(
        family=_families(text), size=size, weight="normal", style="normal", stretch="normal"
    )


@lru_cache(4096)
def width(text, size):
    """How wide the text is, in inches."""
    return text_to_path.get_text_width_height_descent(text, font(text, size), ismath=False)[0] / 72


def one_line(text, most=12):
    """Any text as one short line, cut after `most` columns; a Chinese character takes two.

    What cannot be seen becomes a sign: a newline ↵, a space at either end ␣, nothing at all ∅.
    """
    text = str(text)[: 4 * most]
    inner = text.strip(" ")
    if not inner:
        text = "␣" * len(text) or "∅"
    else:
        start, end = text.index(inner), len(text.rstrip(" "))
        text = "␣" * start + inner + "␣" * (len(text) - end)
    text = "".join(map(_visible, text))
    columns = np.cumsum([1 + (unicodedata.east_asian_width(c) in "WF") for c in text])
    return text if columns[-1] <= most else text[: int(np.searchsorted(columns, most - 1, "right"))] + "…"


def drawable(text, most=12):
    """The same with � for each letter that none of our fonts has."""
    return "".join(c if _has_glyph(c) else "�" for c in one_line(text, most))


def _visible(c):
    kind = unicodedata.category(c)[0]
    signs = {"\n": "↵", "\r": "↵", "\t": "⇥"}
    return signs.get(c) or ("�" if kind == "C" else " " if kind == "Z" else c)


@lru_cache(4096)
def _has_glyph(c):
    return any(get_font(_files[family]).get_char_index(ord(c)) for family in _families(c))


def is_chinese(text):
    """Whether there is a Chinese (or Japanese) character in it, or their punctuation."""
    return any("⺀" <= c <= "鿿" or "豈" <= c <= "﫿" or "！" <= c <= "￮" or c > "\U0001ffff" for c in text)


def _families(text):
    latin = _latin()
    return [*_chinese(), latin] if is_chinese(text) else [latin]


_files = {}  # family -> file


def _register(family, file):
    # Under a name of our own, so that no font of the reader's system is taken instead of this file.
    fontManager.ttflist.append(FontEntry(fname=str(file), name=family))
    _files[family] = str(file)
    return family


@lru_cache(1)
def _latin():
    return _register("attnlib Latin", Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))


@lru_cache(1)
def _chinese():
    """The family for Chinese, registered when it is first drawn with; none if there is no such font."""
    try:
        from pylopdf_fonts_zh_cn import sans_path  # Noto Sans SC
    except ImportError:
        known = {entry.name: entry.fname for entry in fontManager.ttflist}
        wanted = ("PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC")
        return [_register(f"attnlib {name}", known[name]) for name in wanted if name in known][:1]
    return [_register("attnlib Chinese", sans_path())]
