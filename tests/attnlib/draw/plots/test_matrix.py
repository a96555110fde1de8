"""Cells: their numbers, colours and hatching."""

import io
import itertools

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.text import Text
from matplotlib.textpath import TextPath
from PIL import Image

from attnlib.attention import attend, causal_mask
from attnlib.draw import style
from attnlib.draw.plots import fonts, heads, heatmap, matrix, pipeline, png
from attnlib.draw.style import HUES
from tests.helpers.pictures import RNG, colors, contrast, hatched, images, numbers, weights, words


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
    assert red == style.ALARM
    assert others == [style.GREY, style.GREY]


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
        outline = TextPath((0, 0), text, size=1, prop=fonts.font(text, 1))
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
        hidden = np.zeros(A.shape, bool)
        w, h = matrix.cell_size(pict.figure.axes[0], A.shape)
        size = matrix.number_size(A, hidden, "signed", w, h)
        assert max(fonts.width(line, 12) / 12 for line in lines) * size <= w
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


def faint(n):
    """Weights of which none is larger than 2 / n."""
    A = 1 + np.tri(n)[::-1]
    return A / A.sum(-1, keepdims=True)


@pytest.mark.parametrize(
    ("draw", "written"),
    [
        (heatmap, lambda pict: numbers(pict)[-1][0]),
        (lambda A: heads([A, A[::-1]]), lambda pict: words(pict)[-1].removeprefix("0 … ")),
        (
            lambda A: pipeline(attend(S := np.log(A), np.eye(len(A)), S, scaling="none")),
            lambda pict: " ".join(words(pict)).split("0 … ")[1].split()[0],
        ),
    ],
)
def test_among_hundreds_of_words_the_largest_weight_is_darkest_and_it_is_said(draw, written):
    pict = draw(faint(512))
    assert written(pict) == "0.0039"
    assert "The colours go from 0 to 0.0039." in pict.alt
    weights_ = next(k for k, image in enumerate(images(pict)) if np.nanmin(image.numbers) > 0.0009)
    assert colors(pict, weights_).sum(-1).min() < 200
    assert "colours" not in draw(faint(64)).alt


def test_numbers_are_one_collection_since_texts_take_the_time():
    tokens = list("abcdefghijklmnop")
    assert len(words(heatmap(weights(16), tokens, tokens, title="weights"))) == 2 * 16 + 2


# Colours


def test_the_larger_a_weight_the_darker_whatever_else_is_shown():
    A = np.linspace(0, 1, 12).reshape(3, 4)
    shades = colors(heatmap(A)).reshape(-1, 3) / 255
    on_white = contrast(shades, np.ones(3))
    assert (np.diff(on_white) > 0).all()
    assert on_white[0] < 1.1 < 10 < on_white[-1]
    half = colors(heatmap(A / 2)).reshape(-1, 3) / 255  # among small weights none is dark
    assert contrast(half, np.ones(3)).max() < 5


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
    for i, j in itertools.product(range(4), range(4)):
        x, y = pict.figure.axes[0].transData.transform((j + 0.1, i + 0.15))
        found = file[len(file) - int(y), int(x)]
        assert np.abs(found - colors(pict)[i, j]).max() <= 7
    np.testing.assert_array_equal(file[0, 0], 255)  # the page stays white


def test_few_colours_are_kept_and_of_many_the_common_ones():
    few = RNG.integers(0, 256, (200, 4), dtype=np.uint8) & 0xF8 | 5
    few[:, 3] = 255
    palette, places = png._few_colors(np.repeat(few, 10, axis=0).view("<u4")[:, 0])
    np.testing.assert_array_equal(palette[places], np.repeat(few, 10, axis=0)[:, :3])
    many = RNG.integers(0, 256, (50_000, 4), dtype=np.uint8)
    many[:20_000] = [246, 247, 255, 255]
    palette, places = png._few_colors(many.view("<u4")[:, 0])
    assert palette.shape == (256, 3)
    assert (palette[places[:20_000]] == [246, 247, 255]).all()
    far = np.abs(palette[places].astype(int) - many[:, :3]).max(-1)
    assert far.mean() < 20


def test_every_number_can_be_read_on_its_colour():
    A = np.linspace(0, 1, 5001)[None]
    for kind in ("weights", "signed"):
        cell = matrix.colors_of(A if kind == "weights" else 2 * A - 1, A < 0, kind)[0]
        ink = style.ink(cell)
        assert contrast(cell / 255, np.array([to_rgb(color) for color in ink])).min() >= 4.5


def test_the_numbers_drawn_have_that_ink(look):
    trace = look.trace()
    for pict in (
        heatmap(trace.weights),
        pipeline(trace, highlight="weights"),
        heatmap(trace.Q, kind="signed"),
    ):
        for ax in pict.figure.axes:
            written = next(c for c in ax.collections if hasattr(c, "texts"))
            on = ax.images[0].get_array().reshape(-1, 3) / 255
            assert contrast(on, written.get_facecolors()[:, :3]).min() >= 4.5


@pytest.mark.parametrize("color", [style.INK, style.GREY, style.ALARM, *HUES.values()])
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
