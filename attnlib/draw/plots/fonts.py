"""Find the font for a text, Chinese included, and measure the text."""

import re
from functools import lru_cache
from pathlib import Path

import matplotlib
from matplotlib.font_manager import FontEntry, FontProperties, fontManager, get_font
from matplotlib.textpath import text_to_path

from attnlib.draw.numbers import one_line


def font(text, size):
    """Return fonts that have the letters of the text, a Chinese one first if it needs one."""
    return FontProperties(
        family=_families(text), size=size, weight="normal", style="normal", stretch="normal"
    )


@lru_cache(4096)
def width(text, size):
    """Return the width of the text in inches, at a size in points."""
    return text_to_path.get_text_width_height_descent(text, font(text, size), ismath=False)[0] / 72


def typeset(text):
    """Return what matplotlib needs to write a name: of W_Q and d_model the small letters stand lower."""
    if "$" in text or not _SYMBOL.search(text):  # a dollar sign of the reader begins no formula
        return {"text": text, "parse_math": False}
    return {"text": _SYMBOL.sub(_formula, text), "parse_math": True}


_SYMBOL = re.compile(r"(?<![A-Za-z0-9_.])([A-Za-z])_([A-Za-z0-9]+)(?![A-Za-z0-9_(])")


def _formula(found):
    letter, index = found.groups()
    return f"${letter}_{index}$" if len(index) == 1 else rf"${letter}_{{\mathrm{{{index}}}}}$"


def drawable(text, most=12):
    """Return the text as one line, with � for each letter that our fonts lack."""
    return "".join(c if _has_glyph(c) else "�" for c in one_line(text, most))


@lru_cache(4096)
def _has_glyph(c):
    return any(get_font(_files[family]).get_char_index(ord(c)) for family in _families(c))


def is_chinese(text):
    """Tell whether the text has a Chinese (or Japanese) character or punctuation mark."""
    return any("⺀" <= c <= "鿿" or "豈" <= c <= "﫿" or "！" <= c <= "￮" or c > "\U0001ffff" for c in text)


def _families(text):
    latin = _latin()
    return [*_chinese(), latin] if is_chinese(text) else [latin]


# On macOS, Windows and Linux, in case the package with the font, which the extra `zh` brings, is missing.
CHINESE = ["PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC"]
CHINESE += ["Source Han Sans SC", "SimHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"]

_files: dict[str, str] = {}  # family -> file


def _register(family, file):
    # Under our own name, so that matplotlib does not take a font of the reader's system instead.
    fontManager.ttflist.append(FontEntry(fname=str(file), name=family))
    _files[family] = str(file)
    return family


@lru_cache(1)
def _latin():
    return _register("attnlib Latin", Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"))


@lru_cache(1)
def _chinese():
    """Return the family for Chinese in a list, registered at first use; [] if there is no font."""
    try:
        from pylopdf_fonts_zh_cn import sans_path  # Noto Sans SC
    except ImportError:
        known = {entry.name: entry.fname for entry in fontManager.ttflist}
        return [_register(f"attnlib {name}", known[name]) for name in CHINESE if name in known][:1]
    return [_register("attnlib Chinese", sans_path())]
