"""The Chinese font with the characters that a reader meets: 0.8 MB in the place of 17."""

from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path

import pylopdf_fonts_zh_cn
from fontTools import subset
from fontTools.ttLib import TTFont

from tools.lite.wheels import write_wheel

PACKAGE = "pylopdf-fonts-zh-cn"
FOLDERS = ("notebooks", "data", "attnlib")
CODE = """\
\"\"\"A part of the package of this name: one font, with the characters that these lessons need.\"\"\"
from pathlib import Path


def sans_path():
    return Path(__file__).with_name("sans.otf")
"""


def characters(project):
    """Return the 3755 commonest characters of GB 2312, all of ASCII, and whatever else the project writes."""
    rows = [bytes([row, place]) for row in range(0xB0, 0xD8) for place in range(0xA1, 0xFF)]
    common = "".join(code.decode("gb2312", "ignore") for code in rows)  # the last row is not full
    paths = [path for folder in FOLDERS for path in sorted(Path(project, folder).rglob("*"))]
    texts = [path.read_text("utf-8") for path in paths if path.suffix in {".py", ".js", ".json", ".toml"}]
    return {*common, *map(chr, range(0x20, 0x7F)), *"".join(texts)}


def part(letters):
    """Return the font reduced to these characters, as bytes."""
    options = subset.Options(hinting=False, layout_features=[], notdef_outline=True, desubroutinize=False)
    font = TTFont(pylopdf_fonts_zh_cn.sans_path())
    cut = subset.Subsetter(options)
    cut.populate(unicodes=map(ord, letters))
    cut.subset(font)
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def font_wheel(folder, project):
    """Write a wheel that stands for the font's package, with its licence."""
    of = distribution(PACKAGE)
    files: dict[str, bytes] = {f"{pylopdf_fonts_zh_cn.__name__}/__init__.py": CODE.encode()}
    files[f"{pylopdf_fonts_zh_cn.__name__}/sans.otf"] = part(characters(project))
    for path in of.files or []:
        if "licenses" in path.parts:
            files[f"{pylopdf_fonts_zh_cn.__name__}/{path.name}"] = path.read_binary()
    return write_wheel(folder, PACKAGE, of.version, files)
