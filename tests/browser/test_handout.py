"""Hand-outs as Chromium prints them: pages of A4, on which nothing stands beyond the edge."""

import re
from pathlib import Path

import pytest

from tests.helpers.sites import need_katex
from tools.handout import pdf
from tools.site import build
from tools.site.formulas import Formulas

LESSON, LANG = "01_embedding", "zh"
BETWEEN_MARGINS = 174  # mm, of the 210 of A4


@pytest.fixture(scope="module")
def folder(browser, tmp_path_factory):
    """With the lesson's handout.html and handout.pdf."""
    need_katex()
    folder = tmp_path_factory.mktemp("handout")
    notebooks = build.notebooks(build.PROJECT, LANG, [LESSON])
    formulas = Formulas(build.formulas_of({LANG: notebooks}, {}))
    text = pdf.html(LANG, pdf.lessons(LANG, notebooks, formulas), formulas.style(folder))
    pdf.print_pdf(browser, text, folder, folder / "handout.pdf")
    return folder


def test_the_pages_are_a4(folder):
    sizes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", (folder / "handout.pdf").read_bytes())
    assert 5 <= len(sizes) <= 20
    assert {(round(float(width)), round(float(height))) for width, height in sizes} == {(595, 842)}


def test_nothing_is_cut_at_the_edge_and_every_picture_and_font_is_there(browser, folder):
    page = browser.new_page(viewport={"width": round(BETWEEN_MARGINS / 25.4 * 96), "height": 1000})
    page.emulate_media(media="print")
    page.goto(Path(folder, "handout.html").as_uri())
    beyond = page.evaluate("""() => [...document.querySelectorAll("article *")].filter(one =>
        one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".katex-mathml")
    ).map(one => one.outerHTML.slice(0, 200))""")
    assert beyond == []
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    assert page.evaluate("document.fonts.check('12px KaTeX_Main')")
    page.close()
