"""Chinese letters, with the font that comes along and without."""

import subprocess
import sys
from pathlib import Path

import matplotlib

from attnlib.draw.plots import fonts, heatmap
from attnlib.languages import use_language


def test_chinese_is_drawn_with_the_packaged_font():
    from pylopdf_fonts_zh_cn import sans_path

    first = fonts.font("我 love 中国", 10).get_family()[0]
    found = matplotlib.font_manager.findfont(matplotlib.font_manager.FontProperties(family=first))
    assert Path(found).samefile(sans_path())
    assert fonts.font("love", 10).get_family()[0] != first


def test_chinese_letters_are_drawn_and_not_boxes(recwarn):
    files = {heatmap([[1.0]], [letter], title=None).png for letter in "我爱中国"}
    assert len(files) == 4  # boxes would all look alike
    use_language("zh")
    assert heatmap([[1.0]], ["我"], ["爱"], title="weights").png
    assert not recwarn.list


def test_without_the_packaged_font_a_font_of_the_system_is_used(monkeypatch):
    script = """
import sys, warnings
warnings.simplefilter("error")
sys.modules["pylopdf_fonts_zh_cn"] = None
from matplotlib.font_manager import FontEntry, fontManager
from attnlib.draw.plots import fonts, heatmap
fontManager.ttflist = [entry for entry in fontManager.ttflist if entry.name not in fonts.CHINESE]
assert heatmap([[1.0]], ["我"]).png and fonts.drawable("我") == "�"  # no Chinese font at all: no failure
fonts._chinese.cache_clear(); fonts._has_glyph.cache_clear(); fonts.width.cache_clear()
fontManager.ttflist.append(FontEntry(fname=FONT, name="PingFang SC"))
assert fonts.drawable("我") == "我"
assert heatmap([[1.0]], ["我"]).png
"""
    from pylopdf_fonts_zh_cn import sans_path

    subprocess.run([sys.executable, "-c", script.replace("FONT", repr(str(sans_path())))], check=True)
