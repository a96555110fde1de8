"""The READMEs: what a newcomer reads is short, and names every lesson as the table of lessons does."""

import re

import pytest
from markdown_it import MarkdownIt

from tests.browser.conftest import require
from tools.browser import chromium, find_chromium, offline_page
from tools.readme_links import HERE
from tools.site.build import lessons_of

READMES = {"en": "README.md", "zh": "README.zh-CN.md"}
WIDTH = 830  # pixels of a README on GitHub in a window of 1280 x 800, of which 750 show it
MOST = 2 * 750
PAGE = """<!DOCTYPE html><base href="{base}/"><style>
body {{ width: 830px; margin: 0; font: 16px/1.5 "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif }}
h1, h2 {{ margin: 24px 0 16px; padding-bottom: .3em; line-height: 1.25; border-bottom: 1px solid #ddd }}
h1 {{ font-size: 2em; margin-top: 0 }} p, ul, pre {{ margin: 0 0 16px }} ul {{ padding-left: 2em }}
pre {{ padding: 16px; font: 85%/1.45 monospace }} code {{ font-size: 85% }} img {{ max-width: 100% }}
</style><body>{text}"""


def test_it_is_two_screens_long(tmp_path):
    require("Chromium", find_chromium())
    with chromium() as browser:
        page, _, _ = offline_page(browser, viewport={"width": 1280, "height": 800})
        for name in READMES.values():
            text = MarkdownIt("commonmark").render((HERE / name).read_text("utf-8"))
            (tmp_path / "page.html").write_text(PAGE.format(base=HERE.as_uri(), text=text), "utf-8")
            page.goto((tmp_path / "page.html").as_uri())
            page.wait_for_load_state("load")
            assert page.locator("img").evaluate("img => img.naturalWidth") > WIDTH
            assert page.locator("body").bounding_box()["height"] <= MOST, name


@pytest.mark.parametrize("lang", READMES)
def test_it_names_the_lessons_of_the_table(lang):
    text = (HERE / READMES[lang]).read_text("utf-8")
    named = re.findall(rf"\[(\d\d) ([^\]]*)\]\(\S*notebooks/{lang}/(\w+)\.ipynb\)", text)
    assert named == [lesson[:3] for lesson in lessons_of(HERE, lang)]
