"""A picture on a dark page: what colours the filter gives it, when, and that all can be read."""

import io

import matplotlib
import numpy as np
import pytest
from PIL import Image

from attnlib.draw.plots.dark import on_dark
from attnlib.draw.plots.matrix import colors_of
from attnlib.draw.plots.picture import Picture, plain_style
from attnlib.draw.style import ALARM, COLORMAPS, GREY, INK, LINES, REACH, ink
from tests.helpers.pictures import contrast

HOSTS = [  # how the page of a notebook, or of the site, says that it is light or dark
    ("document.body.dataset.jpThemeLight = '{}'", "true", "false"),
    ("document.body.dataset.vscodeThemeKind = document.body.className = 'vscode-{}'", "light", "dark"),
    ("document.documentElement.setAttribute('theme', '{}')", "light", "dark"),
]


def rgb(*names):
    return np.array([matplotlib.colors.to_rgb(name) for name in names])


@pytest.mark.parametrize("kind", COLORMAPS)
def test_a_number_is_read_on_a_cell_of_any_colour(kind):
    A = np.linspace(-1, 1, 2001)[:, None]
    cells = colors_of(A, np.zeros(A.shape, bool), kind, REACH if kind == "signed" else 1)[:, 0]
    numbers = rgb(*ink(cells))
    for background, text in ((cells / 255, numbers), (on_dark(cells / 255), on_dark(numbers))):
        assert contrast(background, text).min() >= 4.5


def test_texts_and_lines_are_read_on_the_dark_paper():
    paper, *said = on_dark(rgb("white", INK, GREY, ALARM, *LINES))
    assert contrast(paper, said).min() >= 4.5
    assert on_dark(rgb("white", "black")).tolist() == [[0, 0, 0], [1, 1, 1]]


def test_colours_keep_their_order_and_their_hue():
    gray = on_dark(np.repeat(np.linspace(0, 1, 256)[:, None], 3, 1))[:, 0]
    assert (np.diff(gray) <= 1e-9).all()
    for name in LINES[1:]:
        before, after = (
            matplotlib.colors.rgb_to_hsv(color)[0, 0] for color in (rgb(name), on_dark(rgb(name)))
        )
        assert abs((after - before + 0.5) % 1 - 0.5) < 0.05, name


@pytest.fixture
def shown(page):
    """The colours of a picture of nine stripes as a browser shows them."""
    stripes = rgb("white", "black", INK, "#f7fbff", *LINES[1:], "#7a6aa7")
    with plain_style():
        figure = matplotlib.figure.Figure((3, 1), dpi=192)
        figure.add_axes((0, 0, 1, 1), frameon=False).imshow([stripes], aspect="auto", interpolation="none")
    page.set_content(f"<body>{Picture(figure, 'stripes').html}")

    def colors():
        png = page.locator("img").screenshot()
        pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
        return pixels[40, 16::32] / 255

    return page, stripes, colors


def test_the_filter_gives_a_picture_these_colours_on_a_dark_page_alone(shown):
    page, light, colors = shown
    exact = 3 / 255
    assert colors() == pytest.approx(light, abs=exact)
    page.emulate_media(color_scheme="dark")
    assert colors() == pytest.approx(on_dark(light), abs=exact)
    for host, says_light, says_dark in HOSTS:
        page.emulate_media(color_scheme="dark")
        page.evaluate(host.format(says_light))
        assert colors() == pytest.approx(light, abs=exact), host
        page.emulate_media(color_scheme="light")
        page.evaluate(host.format(says_dark))
        assert colors() == pytest.approx(on_dark(light), abs=exact), host
        page.emulate_media(media="print")
        assert colors() == pytest.approx(light, abs=exact), host
        page.emulate_media(media="screen")
        page.evaluate(host.format(says_light))
        page.evaluate(
            "delete document.body.dataset.jpThemeLight, delete document.body.dataset.vscodeThemeKind"
        )
        page.evaluate("document.documentElement.removeAttribute('theme')")
