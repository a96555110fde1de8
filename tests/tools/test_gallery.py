"""The gallery: a script for every kind of picture, which runs as it stands and draws what is shown."""

import io

import pytest
from PIL import Image

from attnlib.draw import plots
from classroom.lab import pictures
from tools import gallery


def test_every_kind_of_picture_has_a_script_and_the_page_shows_them():
    assert {*plots.__all__, *pictures.__all__, "atlas"} - {"Picture"} <= gallery.scripts().keys()
    text = (gallery.FOLDER / "README.md").read_text("utf-8")
    assert text == gallery.page(), "python -m tools.gallery writes it"


@pytest.mark.parametrize("name", gallery.scripts())
def test_a_script_draws_what_is_shown(name):
    script = gallery.scripts()[name]
    assert all(script.says)
    new, shown = (Image.open(io.BytesIO(data)) for data in (gallery.drawn(name), script.picture.read_bytes()))
    assert new.size == pytest.approx(shown.size, rel=0.05)  # another machine may have other fonts
