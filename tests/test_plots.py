"""The pictures, on the data of their figures: colours, numbers, hatching, labels, words, errors."""

import base64
import io
import itertools
import subprocess
import sys
from html.parser import HTMLParser

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.textpath import TextPath
from PIL import Image

from attnlib import theme
from attnlib.attention import apply_mask, attend, causal_mask, mix, softmax
from attnlib.examples import load_example
from attnlib.language import use_language
from attnlib.plots import _fonts, _matrix, _png, between, heads, heatmap, pipeline
from attnlib.plots._picture import DPI
from attnlib.theme import HUES

RNG = np.random.default_rng(0)
HOSTILE = [
    "",
    " a ",
    "$$",
    "$\\frac",
    "a\nb",
    "שלום",
    "x" * 500,
    '"><script>alert(1)</script>',
    "\u202eevil",
    "\ud800",
]


@pytest.fixture
def look():
    return load_example("first_look")


def weights(n, m=None):
    return softmax(RNG.normal(size=(n, m or n)))


def numbers(pict):
    """The numbers in a picture as they are written: those in cells first, then those beside them."""
    return [c.texts for ax in pict.figure.axes for c in ax.collections if hasattr(c, "texts")]


def words(pict):
    return [text.get_text() for text in pict.figure.findobj(Text) if text.get_text()]


def colors(pict, which=0):
    return pict.figure.axes[0].images[which].get_array()


def hatched(pict):
    return [patch for patch in pict.figure.axes[0].patches if patch.get_hatch()]


def contrast(one, other):
    def luminance(rgb):
        return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [
            0.2126,
            0.7152,
            0.0722,
        ]

    a, b = luminance(np.asarray(one)), luminance(np.asarray(other))
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


# Numbers


def test_weights_have_two_decimals_and_the_sum_of_each_row_beside_them():
    cells_, sums = numbers(heatmap([[0.25, 0.75], [1, 0]]))
    assert cells_ == ["0.25", "0.75", "1.00", "0.00"]
    assert sums == ["Σ 1.00", "Σ 1.00"]
    assert numbers(heatmap([[1, 0]]))[0] == ["1.00", "0.00"]  # whole or not


def test_a_row_that_does_not_sum_to_one_stands_out_and_an_empty_one_does_not():
    pict = heatmap([[0.3, 0.8], [0, 0], [0.5, 0.5]])
    sums = pict.figure.axes[0].collections[-1]
    assert sums.texts == ["Σ 1.10 ≠ 1", "Σ 0.00", "Σ 1.00"]
    red, *others = (matplotlib.colors.to_hex(color) for color in sums.get_facecolors())
    assert red == theme.ALARM
    assert others == [theme.GREY, theme.GREY]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ([[1, -2]], ["1", "−2"]),
        ([[1.0, -2.5]], ["1.00", "−2.50"]),
        ([[-0.001, 0.5]], ["0.00", "0.50"]),
        ([[-0.0, 3.0]], ["0", "3"]),
        ([[-123456.0, 0.5]], ["−1.2e5", "0.50"]),
        ([[1e300, -1e300]], ["1.0e300", "−1.0e300"]),
        ([[True, False]], ["1", "0"]),
    ],
)
def test_signed_numbers(given, shown):
    assert numbers(heatmap(given, kind="signed")) == [shown]


def test_every_number_is_drawn_as_its_letters_in_the_middle_of_its_cell():
    A = RNG.normal(size=(3, 4)) * 10
    pict = heatmap(A, kind="signed")
    collection = next(c for c in pict.figure.axes[0].collections if hasattr(c, "texts"))
    left, right, bottom, top = pict.figure.axes[0].images[0].get_extent()
    for k, (text, path) in enumerate(zip(collection.texts, collection.get_paths(), strict=True)):
        outline = TextPath((0, 0), text, size=1, prop=_fonts.font(text, 1))
        np.testing.assert_array_equal(path.codes, outline.codes)
        shift = path.vertices - outline.vertices
        np.testing.assert_allclose(shift, np.broadcast_to(shift[0], shift.shape), atol=1e-9)
        np.testing.assert_allclose((path.get_extents().x0 + path.get_extents().x1) / 2, 0, atol=1e-6)
        i, j = divmod(k, 4)
        middle = left + (j + 0.5) * (right - left) / 4, top + (i + 0.5) * (bottom - top) / 3
        np.testing.assert_allclose(collection.get_offsets()[k], middle)


def test_numbers_fit_their_cells():
    for A in (weights(16), RNG.normal(size=(8, 8)) * 1000, weights(2, 16)):
        pict = heatmap(A, kind="signed")
        (lines,) = numbers(pict)
        left, right, bottom, top = pict.figure.axes[0].images[0].get_extent()
        hidden = np.zeros(A.shape, bool)
        w, h = (right - left) / A.shape[1], (bottom - top) / A.shape[0]
        size = _matrix.number_size(A, hidden, "signed", w, h)
        assert max(_fonts.width(line, 12) / 12 for line in lines) * size <= w
        assert 5 < size <= 12


@pytest.mark.parametrize(
    ("n", "m", "numbered"), [(16, 16, True), (17, 2, False), (2, 17, False), (64, 64, False)]
)
def test_no_numbers_above_16_but_a_colour_bar(n, m, numbered):
    pict = heatmap(weights(n, m))
    assert (sum(map(len, numbers(pict)[:1])) == n * m) == numbered
    assert len(pict.figure.axes[0].images) == (1 if numbered else 2)
    if not numbered:
        assert numbers(pict)[-1] == ["1", "0.5", "0"]


def test_numbers_are_one_collection_since_texts_take_the_time():
    tokens = list("abcdefghijklmnop")
    assert len(words(heatmap(weights(16), tokens, tokens, title="weights"))) == 2 * 16 + 2


# Colours


def test_colours_of_weights_are_cividis_from_0_to_1():
    A = np.linspace(0, 1, 12).reshape(3, 4)
    expected = matplotlib.colormaps["cividis"](A, bytes=True)[..., :3]
    np.testing.assert_array_equal(colors(heatmap(A)), expected)
    np.testing.assert_array_equal(
        colors(heatmap(A / 10)), matplotlib.colormaps["cividis"](A / 10, bytes=True)[..., :3]
    )


def test_colours_of_signed_numbers_are_puor_and_centred_at_0():
    A = np.array([[-3, 0, 3], [1, -1, 0.5]])
    shown = colors(heatmap(A, kind="signed"))
    expected = matplotlib.colormaps["PuOr"](0.5 + A / (2 * 1.25 * 3), bytes=True)[..., :3]
    np.testing.assert_array_equal(shown, expected)
    np.testing.assert_array_equal(shown[0, 1], matplotlib.colormaps["PuOr"](0.5, bytes=True)[:3])


def test_the_file_has_these_colours():
    A = RNG.normal(size=(4, 4))
    pict = heatmap(A, kind="signed")
    file = np.asarray(Image.open(io.BytesIO(pict.png)).convert("RGB")).astype(int)
    left, right, bottom, top = pict.figure.axes[0].images[0].get_extent()
    for i, j in itertools.product(range(4), range(4)):
        x, y = left + (j + 0.1) * (right - left) / 4, top + (i + 0.15) * (bottom - top) / 4
        found = file[int(y * DPI), int(x * DPI)]
        assert np.abs(found - colors(pict)[i, j]).max() <= 7
    np.testing.assert_array_equal(file[0, 0], 255)  # the page stays white


def test_few_colours_are_kept_and_of_many_the_common_ones():
    few = RNG.integers(0, 256, (200, 4), dtype=np.uint8) & 0xF8 | 5
    few[:, 3] = 255
    palette, places = _png._few_colors(np.repeat(few, 10, axis=0).view("<u4")[:, 0])
    np.testing.assert_array_equal(palette[places], np.repeat(few, 10, axis=0)[:, :3])
    many = RNG.integers(0, 256, (50_000, 4), dtype=np.uint8)
    many[:20_000] = [246, 247, 255, 255]
    palette, places = _png._few_colors(many.view("<u4")[:, 0])
    assert palette.shape == (256, 3)
    assert (palette[places[:20_000]] == [246, 247, 255]).all()
    far = np.abs(palette[places].astype(int) - many[:, :3]).max(-1)
    assert far.mean() < 20


def test_every_number_can_be_read_on_its_colour():
    A = np.linspace(0, 1, 5001)[None]
    for kind, faded in itertools.product(("weights", "signed"), (False, True)):
        cell = _matrix.colors_of(A if kind == "weights" else 2 * A - 1, A < 0, kind, 1.0, faded)[0]
        ink = np.broadcast_to("#404040", len(cell)) if faded else theme.ink(cell)
        assert _matrix._FADED_INK == "#404040"
        assert contrast(cell / 255, np.array([to_rgb(color) for color in ink])).min() >= 4.5


def test_the_numbers_drawn_have_that_ink(look):
    trace = look.trace()
    for pict in (
        heatmap(trace.weights),
        pipeline(trace, highlight="weights"),
        heatmap(trace.Q, kind="signed"),
    ):
        for collection in pict.figure.axes[0].collections:
            if not hasattr(collection, "texts") or collection.texts[0].startswith("Σ"):
                continue
            inks = collection.get_facecolors()[:, :3]
            at = collection.get_offsets()
            for image in pict.figure.axes[0].images:
                left, right, bottom, top = image.get_extent()
                n, m, _ = image.get_array().shape
                if left < at[0, 0] < right and top < at[0, 1] < bottom:
                    on = image.get_array().reshape(n * m, 3) / 255
                    assert contrast(on, np.broadcast_to(inks, on.shape)).min() >= 4.5
                    break
            else:
                raise AssertionError("numbers outside of every matrix")


@pytest.mark.parametrize("color", [theme.INK, theme.GREY, theme.ALARM, *HUES.values()])
def test_letters_can_be_read_on_white(color):
    assert contrast(to_rgb(color), (1, 1, 1)) >= 4.5


def test_the_hues_of_q_k_v_in_titles(look):
    trace = look.trace()
    for name in "QKV":
        pict = heatmap(getattr(trace, name), kind="signed", title=name)
        (title,) = (t for t in pict.figure.findobj(Text) if t.get_text() == name)
        assert title.get_color() == HUES[name]


# Masks


@pytest.mark.parametrize("kind", ["weights", "signed"])
def test_masked_cells_are_hatched_white_and_have_no_number(kind):
    A = weights(4)
    keep = causal_mask(4)
    for pict in (heatmap(A, kind=kind, keep=keep), heatmap(np.where(keep, A, -np.inf), kind=kind)):
        assert (colors(pict)[~keep] == 255).all()
        assert not (colors(pict)[keep] == 255).all(-1).any()
        (patch,) = hatched(pict)
        left, right, bottom, top = pict.figure.axes[0].images[0].get_extent()
        for i, j in itertools.product(range(4), range(4)):
            middle = left + (j + 0.5) * (right - left) / 4, top + (i + 0.5) * (bottom - top) / 4
            assert patch.get_path().contains_point(middle) == (not keep[i, j])
        assert len(numbers(pict)[0]) == keep.sum()


def test_the_hatching_is_seen_in_the_file():
    keep = np.array([[True, False]])
    file = np.asarray(Image.open(io.BytesIO(heatmap([[1.0, 0.0]], keep=keep).png)).convert("L"))
    plain = np.asarray(Image.open(io.BytesIO(heatmap([[1.0, 0.0]], kind="signed").png)).convert("L"))
    middle = file.shape[0] // 2
    assert (np.diff((file[middle, 85:150] < 200).astype(int)) == 1).sum() >= 3  # lines, one beside the other
    assert plain.shape[0] == file.shape[0]


def test_nothing_is_hatched_without_a_mask():
    assert hatched(heatmap(weights(4))) == []


def test_a_mask_may_be_broadcast():
    assert len(numbers(heatmap(weights(3, 4), keep=np.array([True, True, False, True])))[0]) == 9


def test_everything_may_be_masked():
    pict = heatmap(np.full((2, 2), -np.inf), kind="signed")
    assert len(pict.png) > 500
    assert pict.alt == "matrix, 2 × 2. 4 of 4 cells are masked."
    assert heatmap(np.full((20, 20), -np.inf), kind="signed").png


# Names


def test_names_stand_in_order_beside_rows_and_above_columns():
    pict = heatmap(weights(2, 3), ["one", "two"], ["a", "b", "c"])
    assert words(pict) == ["one", "two", "a", "b", "c"]
    place = {text.get_text(): text.get_position() for text in pict.figure.findobj(Text) if text.get_text()}
    assert place["one"][1] < place["two"][1]  # y counts downwards
    assert place["a"][0] < place["b"][0] < place["c"][0]
    assert place["a"][1] < place["one"][1]


@pytest.mark.parametrize("n", [17, 64, 512])
def test_few_names_where_there_are_many_tokens(n):
    names = [f"t{i}" for i in range(n)]
    shown = words(heatmap(weights(n), names, names))
    assert 10 <= len(shown) <= 20
    assert shown[0] == "t0"


def test_positions_where_many_rows_have_no_names():
    rows, cols, _ = numbers(heatmap(weights(64)))
    assert rows == cols == ["0", "8", "16", "24", "32", "40", "48", "56"]


def test_chinese_is_never_turned_and_latin_leans_only_where_it_is_too_wide():
    names = ["我", "中国人民", "internationalization", "a", *"bcdefghijklm"]
    pict = heatmap(weights(16), cols=names)
    turned = {t.get_text(): t.get_rotation() for t in pict.figure.findobj(Text) if t.get_text()}
    assert turned["我"] == 0
    assert turned["中\n国\n人\n民"] == 0  # written downwards
    assert turned["internation…"] == turned["a"] == 45
    for names in (["small", "cat", "chases", "fish"], ["我", "爱", "中国人", "a"]):
        pict = heatmap(weights(4), cols=names)
        shown = {t.get_text(): t.get_rotation() for t in pict.figure.findobj(Text) if t.get_text()}
        assert shown == dict.fromkeys(names, 0)


def test_nothing_is_cut_off_at_the_edge(look):
    long = ["internationalization", "我爱中国我爱中国", "c", "d"]
    trace = look.trace(keep=causal_mask(4))
    for pict in (
        heatmap(weights(3), list("abc"), list("abc")),
        heatmap(weights(4), long, long, title="—" * 60),
        heatmap(
            weights(16), [f"token{i}" for i in range(16)], [f"token{i}" for i in range(16)], title="weights"
        ),
        heatmap(RNG.normal(size=(30, 30)), kind="signed", title="scores"),
        pipeline(trace, long, highlight="masked"),
        pipeline(None, None, "output"),
        heads(np.stack([weights(4)] * 5), long),
        between(trace.V, trace.output, long),
        between([[1, 1]], [[1, 1]], ["alone"]),
        heatmap(weights(4), list("abcd"), long, title="weights", ax=Figure().subplots()),
    ):
        file = np.asarray(Image.open(io.BytesIO(pict.png)).convert("L")).astype(int)
        edge = np.concatenate([file[0], file[-1], file[:, 0], file[:, -1]])
        assert (edge > 245).all()
        page = pict.figure.bbox
        for text in pict.figure.findobj(Text):
            if text.get_text().strip("−.0123456789"):  # ticks beyond the limits are not drawn
                box = text.get_window_extent(FigureCanvasAgg(pict.figure).get_renderer())
                assert page.x0 <= box.x0 <= box.x1 <= page.x1, text
                assert page.y0 <= box.y0 <= box.y1 <= page.y1, text


# Tokens are not ours


def test_hostile_tokens_are_drawn_as_text(recwarn, look):
    n = len(HOSTILE)
    trace = attend(RNG.normal(size=(n, 3)), RNG.normal(size=(n, 3)), RNG.normal(size=(n, 2)))
    for pict in (
        heatmap(weights(n), HOSTILE, HOSTILE, title="$x$ <b>"),
        pipeline(trace, HOSTILE),
        heads(np.stack([weights(n)] * 2), HOSTILE),
        between(trace.V, trace.output, HOSTILE),
    ):
        assert pict.png
        tags = Tags(pict.html).found
        assert [tag for tag, _ in tags] == ["figure", "img"]
        assert tags[1][1]["alt"] == pict.alt
        pict.alt.encode()
        assert not any(text.get_parse_math() for text in pict.figure.findobj(Text) if "$" in text.get_text())
        assert len(pict.alt) < 700
    assert not recwarn.list


def test_what_cannot_be_seen_is_shown_by_a_sign():
    shown = [_fonts.drawable(token) for token in HOSTILE]
    assert shown == ["∅", "␣a␣", "$$", "$\\frac", "a↵b", "שלום", "xxxxxxxxxxx…", '"><script>a…', "�evil", "�"]
    assert _fonts.drawable("   ") == "␣␣␣"
    assert _fonts.drawable("中国人民大学生物系") == "中国人民大…"


def test_a_letter_that_no_font_has_warns_nobody(recwarn):
    assert _fonts.drawable("한") == "�"
    pict = heatmap([[1.0]], ["한"], ["한"])
    assert pict.png
    assert "“한” looks most at “한”" in pict.alt  # in words it can be said
    assert not recwarn.list


# Chinese


def test_chinese_is_drawn_with_the_font_that_is_a_dependency():
    from pylopdf_fonts_zh_cn import sans_path

    first = _fonts.font("我 love 中国", 10).get_family()[0]
    assert matplotlib.font_manager.findfont(matplotlib.font_manager.FontProperties(family=first)) == str(
        sans_path()
    )
    assert _fonts.font("love", 10).get_family()[0] != first


def test_chinese_letters_are_drawn_and_not_boxes(recwarn):
    files = {heatmap([[1.0]], [letter], title=None).png for letter in "我爱中国"}
    assert len(files) == 4  # boxes would all look alike
    use_language("zh")
    assert heatmap([[1.0]], ["我"], ["爱"], title="weights").png
    assert not recwarn.list


def test_without_that_font_the_system_is_asked(monkeypatch):
    script = """
import sys, warnings
warnings.simplefilter("error")
sys.modules["pylopdf_fonts_zh_cn"] = None
from matplotlib.font_manager import FontEntry, fontManager
from attnlib.plots import _fonts, heatmap
fontManager.ttflist = [entry for entry in fontManager.ttflist if entry.name not in _fonts.CHINESE]
assert heatmap([[1.0]], ["我"]).png and _fonts.drawable("我") == "�"  # no Chinese font at all: no failure
_fonts._chinese.cache_clear(); _fonts._has_glyph.cache_clear(); _fonts.width.cache_clear()
fontManager.ttflist.append(FontEntry(fname=FONT, name="PingFang SC"))
assert _fonts.drawable("我") == "我"
assert heatmap([[1.0]], ["我"]).png
"""
    from pylopdf_fonts_zh_cn import sans_path

    subprocess.run([sys.executable, "-c", script.replace("FONT", repr(str(sans_path())))], check=True)


# Words


def test_words_of_weights_in_both_languages(look):
    trace = look.trace()
    assert heatmap(trace.weights, look.tokens, look.tokens, title="weights").alt == (
        "attention weights, 4 × 4. “small” looks most at “cat” 0.76; “cat” looks most at “chases” 0.96; "
        "“chases” looks most at “fish” 0.83; “fish” looks most at “cat” 0.80."
    )
    use_language("zh")
    assert heatmap(trace.weights, look.tokens, look.tokens, title="weights").alt == (
        "注意力权重，4 行 4 列。“小”最关注“猫”，权重 0.76；“猫”最关注“追”，权重 0.96；"
        "“追”最关注“鱼”，权重 0.83；“鱼”最关注“猫”，权重 0.80。"
    )


def test_words_of_signed_numbers_in_both_languages(look):
    scores = apply_mask(look.trace().scores, causal_mask(4))
    assert heatmap(scores, look.tokens, look.tokens, kind="signed", title="scores").alt == (
        "scores, 4 × 4. smallest −4 in row “chases”, column “chases”; largest 4 in row “fish”, column “cat”. "
        "6 of 16 cells are masked."
    )
    use_language("zh")
    assert heatmap(scores, kind="signed", title="masked").alt == (
        "加掩码后的分数，4 行 4 列。最小值 −4 在第 2 行第 2 列；最大值 4 在第 3 行第 1 列。"
        "16 格中有 6 格被掩码遮住。"
    )


def test_words_say_what_is_wrong_with_weights():
    assert heatmap([[0.3, 0.8], [0, 0]]).alt == (
        "attention weights, 2 × 2. row 0 looks most at column 1 0.80; row 1 looks nowhere. "
        "Rows that do not sum to 1: 1 (row 0 Σ 1.10 ≠ 1)."
    )


def test_words_do_not_tell_what_is_hidden():
    keep = np.array([[True, False, True], [False, False, False]])
    assert heatmap([[0.2, 0.7, 0.1], [0.1, 0.8, 0.1]], cols=list("abc"), keep=keep).alt == (
        "attention weights, 2 × 3. row 0 looks most at “a” 0.20; row 1 looks nowhere. "
        "4 of 6 cells are masked."
    )


def test_words_stay_short():
    for pict in (
        heatmap(weights(512)),
        heads(weights(64)[None].repeat(50, 0)),
        between(RNG.normal(size=(50, 2)), [[0, 0]]),
    ):
        assert 20 < len(pict.alt) < 600


def test_words_of_the_pipeline(look):
    use_language("zh")
    assert pipeline(look.trace(), look.tokens, highlight="output").alt == (
        "自注意力的步骤：Q 4 × 3、K 4 × 3、V 4 × 2、注意力分数 4 × 4、缩放后的分数 4 × 4、注意力权重 4 × 4、"
        "输出 4 × 2。突出显示的是：输出。“小”最关注“猫”，权重 0.76；“猫”最关注“追”，权重 0.96；"
        "“追”最关注“鱼”，权重 0.83；“鱼”最关注“猫”，权重 0.80。"
        "输出：最小值 −0.97 在“猫”行第 1 列；最大值 1.94 在“猫”行第 0 列。"
    )


# The picture as an object


def test_the_picture_draws_itself_and_keeps_its_words():
    pict = heatmap([[1.0]], ['"a" <b>'])
    data, metadata = pict._repr_mimebundle_()
    assert data.keys() == {"text/html", "image/png", "text/plain"}
    assert data["text/plain"] == repr(pict) == pict.alt
    assert data["image/png"] == pict.png
    (tag, image) = Tags(data["text/html"]).found[1]
    assert (tag, image["alt"]) == ("img", pict.alt)
    head, encoded = image["src"].split(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(encoded) == pict.png
    assert "max-width:100%" in image["style"]
    width, height = Image.open(io.BytesIO(pict.png)).size
    assert metadata == {"image/png": {"width": round(width * 0.75), "height": round(height * 0.75)}}
    assert image["width"] == str(round(width * 0.75))


def test_the_same_input_gives_the_same_bytes_and_no_metadata(look):
    def again():
        return pipeline(look.trace(), look.tokens, highlight="weights").png

    assert again() == again()
    assert Image.open(io.BytesIO(again())).info == {}


def test_a_small_heatmap_is_a_small_file(look):
    assert len(heatmap(look.trace().weights, look.tokens, look.tokens, title="weights").png) < 14_000


def test_the_readers_style_neither_changes_the_picture_nor_is_changed(look):
    plain = heatmap(look.trace().weights, look.tokens, look.tokens).png
    with matplotlib.rc_context(
        {"text.usetex": True, "font.size": 30, "axes.grid": True, "savefig.bbox": "tight"}
    ):
        before = dict(matplotlib.rcParams)
        assert heatmap(look.trace().weights, look.tokens, look.tokens).png == plain
        assert dict(matplotlib.rcParams) == before


def test_saving(tmp_path):
    pict = heatmap([[1.0]], ["我"])
    pict.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == pict.png
    pict.save(str(tmp_path / "a.svg"))
    assert "<svg" in (tmp_path / "a.svg").read_text()


def test_drawing_into_an_axes_of_the_readers():
    figure = Figure(figsize=(8, 4))
    left, right = figure.subplots(1, 2)
    pict = heatmap(weights(3), list("abc"), list("abc"), title="weights", ax=right)
    assert pict.figure is figure
    assert (len(left.images), len(right.images)) == (0, 1)
    assert tuple(figure.get_size_inches()) == (8, 4)
    assert words(pict).count("a") == 2
    assert Image.open(io.BytesIO(pict.png)).size == (8 * DPI, 4 * DPI)
    inner = figure.subfigures()
    assert heatmap(weights(3), ax=inner.subplots()).figure is figure


def test_inputs_are_not_changed():
    A, keep = weights(3), causal_mask(3)
    A.flags.writeable = keep.flags.writeable = False
    assert heatmap(A, keep=keep, kind="signed").png


def test_tensors_are_taken():
    import torch

    A = torch.softmax(torch.tensor([[0.0, 1.0], [2.0, 0.0]], requires_grad=True), -1)
    assert numbers(heatmap(A)) == numbers(heatmap(A.detach().numpy()))
    assert numbers(heatmap(A.bfloat16(), keep=torch.tensor([[True, False], [True, True]])))[0][0] == "0.27"
    assert heads(A[None]).alt.startswith("Attention weights of each head, 1 × 2 × 2.")


# The whole formula


def titles(pict):
    return [
        text
        for text in words(pict)
        if text in {"Q", "K", "V", "scores", "scaled", "masked", "weights", "output"}
    ]


def test_the_steps_stand_in_the_order_of_the_formula(look):
    pict = pipeline(look.trace(), look.tokens)
    place = {text.get_text(): text.get_position() for text in pict.figure.findobj(Text)}
    assert place["Q"][0] == place["K"][0] < place["scores"][0] < place["scaled"][0] < place["weights"][0]
    assert place["weights"][0] == place["V"][0] < place["output"][0]
    shapes = [image.get_array().shape[:2] for image in pict.figure.axes[0].images]
    assert shapes == [(4, 3), (4, 3), (4, 2), (4, 4), (4, 4), (4, 4), (4, 2)]
    assert "÷ √3" in words(pict)
    assert "÷ √3·0.5" in words(pipeline(look.trace(temperature=0.5), look.tokens))


def test_the_pipelines_numbers_are_those_of_the_trace(look):
    trace = look.trace()
    shown = numbers(pipeline(trace, look.tokens))
    steps = [(name, array) for name, array in trace if name != "masked"]
    for (name, array), lines in zip(steps, shown, strict=True):
        kind = "weights" if name == "weights" else "signed"
        nothing = np.zeros(array.shape, bool)
        assert lines == [text for row in _matrix.texts(array, nothing, kind) for text in row]


def test_masked_is_a_step_only_where_something_is_masked(look):
    assert "masked" not in titles(pipeline(look.trace()))
    assert "masked" in titles(pipeline(look.trace(), highlight="masked"))
    pict = pipeline(look.trace(keep=causal_mask(4)))
    assert "masked" in titles(pict)
    assert len(hatched(pict)) == 2  # masked, and the weights


def test_the_lit_step_has_a_frame_and_full_colours_and_the_others_are_faint(look):
    trace = look.trace()
    plain, lit = pipeline(trace), pipeline(trace, highlight="weights")
    assert [p for p in plain.figure.axes[0].patches if isinstance(p, Rectangle)] == []
    (frame,) = (p for p in lit.figure.axes[0].patches if isinstance(p, Rectangle))
    at = 5  # Q K V scores scaled weights
    left, right, bottom, top = lit.figure.axes[0].images[at].get_extent()
    (x0, y0), (x1, y1) = frame.get_bbox().min, frame.get_bbox().max
    assert x0 < left < right < x1
    assert y0 < top < bottom < y1
    for which in range(7):
        same = (colors(lit, which) == colors(plain, which)).all()
        assert same == (which == at)
        assert (colors(lit, which) >= colors(plain, which)).all()


def test_queries_and_keys_may_differ():
    trace = attend(RNG.normal(size=(2, 3)), RNG.normal(size=(4, 3)), RNG.normal(size=(4, 2)))
    shown = words(pipeline(trace, (["I", "eat"], ["小", "猫", "追", "鱼"])))
    assert shown.count("I") == 1
    assert shown.count("猫") == 5  # beside K and V, above scores, scaled and weights


@pytest.mark.parametrize("code", ["en", "zh"])
def test_the_strip_of_names_alone(code):
    use_language(code)
    pict = pipeline(None, None, highlight="output")
    name = {"en": "output", "zh": "输出"}[code]
    assert words(pict).count(name) == 1
    assert [t.get_color() for t in pict.figure.findobj(Text) if t.get_text() == name] == ["white"]
    filled = [
        p
        for p in pict.figure.axes[0].patches
        if hasattr(p, "get_boxstyle") and p.get_facecolor()[:3] != (1, 1, 1)
    ]
    assert len(filled) == 1
    assert pict.alt.endswith({"en": "Lit: output.", "zh": "突出显示的是：输出。"}[code])
    assert "Lit" not in pipeline(None).alt
    assert pipeline(None, highlight=("Q", "K")).alt.endswith(
        {"en": "Lit: Q, K.", "zh": "突出显示的是：Q、K。"}[code]
    )


# Heads, and values in the plane


def test_each_head_is_a_heatmap_with_its_title():
    pict = heads(np.stack([weights(3, 4) for _ in range(5)]), (list("abc"), list("wxyz")))
    assert [text for text in words(pict) if text.startswith("head")] == [f"head {k}" for k in range(1, 6)]
    assert len(pict.figure.axes[0].images) == 5
    assert words(pict).count("w") == 5
    assert words(pict).count("a") == 2  # once a row of four
    use_language("zh")
    assert "第 2 个头" in words(heads(np.stack([weights(3)] * 2)))


def test_words_of_heads():
    A = np.array([[[0.9, 0.1], [0.5, 0.5]], [[0.2, 0.8], [1, 0]]])
    assert heads(A, ["a", "b"]).alt == (
        "Attention weights of each head, 2 × 2 × 2. "
        "head 1: “a” looks most at “a” 0.90; head 2: “b” looks most at “a” 1.00."
    )


def test_outputs_stay_between_the_values(look):
    V = look.trace().V
    pict = between(V, mix(RNG.dirichlet(np.ones(4), 300), V), look.tokens)
    assert pict.alt.startswith("300 outputs and 4 values in the plane: every output lies between the values.")
    assert "“cat” (−1.00, 2.00)" in pict.alt
    ax = pict.figure.axes[0]
    (hull,) = ax.patches
    assert {tuple(corner) for corner in hull.get_xy().tolist()} == {(2, 0), (-1, 2), (2, -1), (1, -1)}
    assert [len(c.get_offsets()) for c in ax.collections[:2]] == [300, 4]
    assert {"small", "cat", "chases", "fish"} <= set(words(pict))


def test_the_hull_has_corners_only():
    pict = between([[0, 0], [2, 0], [1, 0], [2, 2], [1, 1], [0, 2], [1, 2]], [[1, 1]])
    (hull,) = pict.figure.axes[0].patches
    assert hull.get_xy().tolist() == [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]


def test_what_lies_outside_is_counted():
    V = np.array([[0, 0], [1, 0], [0, 1], [0.2, 0.2]])
    pict = between(V, [[0.5, 0.5], [0.1, 0.1], [0.6, 0.6], [-0.01, 0.5]])
    assert "2 outputs lie outside the values" in pict.alt


@pytest.mark.parametrize(
    ("V", "outside"),
    [([[1, 1]], 3), ([[1, 1], [1, 1]], 3), ([[0, 0], [2, 2]], 2), ([[0, 0], [1, 1], [2, 2]], 2)],
)
def test_values_in_a_line_or_a_point(V, outside):
    pict = between(V, [[1, 1], [0.5, 0.5], [3, 3], [0, 1]])
    assert f"{outside} outputs lie outside" in pict.alt
    assert pict.png


# What is refused


zeros = np.zeros


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: heatmap(zeros((2, 3, 3))), r"A needs the shape \(n, m\), one sentence.*\(2, 3, 3\)"),
        (lambda: heatmap(zeros(3)), r"A needs the shape \(n, m\).*\(3,\)"),
        (lambda: heatmap(zeros((0, 3))), r"none of it 0, but is \(0, 3\)"),
        (lambda: heatmap([[0, 1], [0]]), "rows of one length"),
        (lambda: heatmap([[0, np.nan]]), r"finite numbers.*has nan at \[0, 1\]"),
        (lambda: heatmap([[np.inf, 0]]), r"finite numbers.*has inf at \[0, 0\]"),
        (lambda: heatmap([[1]], kind="wieghts"), '"weights" or "signed", but is \'wieghts\''),
        (lambda: heatmap([[1, 0]], ["a", "b"]), "rows needs 1 labels, one for each row, but has 2"),
        (lambda: heatmap([[1, 0]], cols=["a"]), "cols needs 2 labels, one for each column, but has 1"),
        (lambda: heatmap([[1, 0]], keep=[[True] * 3]), r"keep needs the shape \(1, 2\).*\(1, 3\)"),
        (lambda: heads(zeros((3, 3))), r"weights needs the shape \(heads, n, m\).*\(3, 3\)"),
        (lambda: heads(zeros((1, 3, 3)), ["a"]), "tokens needs 3 labels, one for each query, but has 1"),
        (lambda: pipeline(None, highlight="softmax"), "highlight needs to be one of X, Q.*'softmax'"),
        (lambda: pipeline(attend(*zeros((3, 2, 4, 4)))), r"Q needs the shape \(n, d\).*\(2, 4, 4\)"),
        (lambda: pipeline(attend(*zeros((3, 4, 4))), ["a"]), "tokens needs 4 labels.*has 1"),
        (lambda: between(zeros((4, 3)), zeros((1, 2))), r"V needs the shape \(m, 2\).*\(4, 3\)"),
        (lambda: between(zeros((4, 2)), zeros(2)), r"outputs needs the shape \(k, 2\).*\(2,\)"),
        (lambda: between([[0, -np.inf]], [[0, 0]]), "finite numbers, but hold -inf"),
    ],
)
def test_shapes_and_values_are_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: heatmap([["a"]]), "real numbers, but holds <U1"),
        (lambda: heatmap([[1j]]), "real numbers, but holds complex128"),
        (lambda: heatmap([[1, 0]], keep=[[1, 0]]), "keep needs to hold True.*int64"),
        (lambda: pipeline(zeros((2, 2))), "what attend returns, but is ndarray"),
    ],
)
def test_kinds_are_refused(call, says):
    with pytest.raises(TypeError, match=says):
        call()


# What is loaded


def test_importing_and_drawing_loads_no_pyplot_seaborn_pandas_or_torch():
    script = """
import sys
import attnlib.plots, attnlib.live
import numpy as np
attnlib.plots.heatmap(np.eye(3), list("我ab")).png
attnlib.plots.between([[0, 0], [1, 1]], [[0, 1]]).png
heavy = {"matplotlib.pyplot", "seaborn", "pandas", "torch", "scipy", "ipywidgets"} & sys.modules.keys()
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", script], check=True)
