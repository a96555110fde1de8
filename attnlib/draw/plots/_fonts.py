"""The letters in a picture, Chinese ones too: which font has them, and how wide they are."""

from functools import lru_cache
from pathlib import Path

import matplotlib
from matplotlib.font_manager import FontEntry, FontProperties, fontManager, get_font
from matplotlib.textpath import text_to_path

from attnlib.draw.numbers import letters, one_line


def font(text, size):
    """The fonts that have the letters of the text: Chinese first where there is any, at a size in points."""
    return FontProperties(
        family=_families(text), size=size, weight="normal", style="normal", stretch="normal"
    )


@lru_cache(4096)
def width(text, size):
    """How wide the text is, in inches."""
    return text_to_path.get_text_width_height_descent(text, font(text, size), ismath=False)[0] / 72


def drawable(text, most=12):
    """The same with � for each letter that none of our fonts has whole."""
    return "".join(one if all(map(_has_glyph, one)) else "�" for one in letters(one_line(text, most)))


@lru_cache(4096)
def _has_glyph(c):
    return any(get_font(_files[family]).get_char_index(ord(c)) for family in _families(c))


def is_chinese(text):
    """Whether there is a Chinese (or Japanese) character in it, or their punctuation."""
    return any("⺀" <= c <= "鿿" or "豈" <= c <= "﫿" or "！" <= c <= "￮" or c > "\U0001ffff" for c in text)


def _families(text):
    latin = _latin()
    return [*_chinese(), latin] if is_chinese(text) else [latin]


# Of macOS, Windows and Linux, for where the package with the font is missing.
CHINESE = ("PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC")

_files: dict[str, str] = {}  # family -> file


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
        return [_register(f"attnlib {name}", known[name]) for name in CHINESE if name in known][:1]
    return [_register("attnlib Chinese", sans_path())]
