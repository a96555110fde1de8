"""A folder of a site with one page in each language, whose cells a test makes."""

from collections.abc import Callable
from typing import Any

import nbformat

from attnlib.languages import use_language
from tests.helpers.sites import need_katex
from tools.site import build
from tools.site.formulas import Formulas
from tools.site.page import Page


def made_pages(folder, cells: dict[str, Callable[[], Any]]):
    """Write en/page.html and zh/page.html: for each id the cell that shows what its function returns.

    The Python of the test needs to store what it shows: ATTNLIB_STORE=1.
    """
    need_katex()
    formulas, pictures = Formulas({("x", False)}), {}
    (folder / "assets").mkdir(parents=True)
    for lang in build.LANGUAGES:
        use_language(lang)
        shown = [code_cell(id, show()) for id, show in cells.items()]
        book = nbformat.v4.new_notebook(cells=shown)
        page = Page(lang, "page", "A page", book, formulas, [], pictures, [("At home", "index.html#run")])
        lessons = build.lessons_of(build.PROJECT, lang)
        (folder / lang).mkdir()
        build.write(folder / lang / "page.html", build.lesson_page(page, lessons))
    use_language("en")
    build.write_assets(
        folder / "assets",
        formulas,
        pictures,
        dict.fromkeys(build.LANGUAGES, []),
        dict.fromkeys(build.LANGUAGES, []),
    )
    return folder


def code_cell(id, shown):
    """Return a code cell that shows this widget."""
    data, _ = shown._repr_mimebundle_()
    data = {kind: what for kind, what in data.items() if not isinstance(what, bytes)}  # no page has a PNG
    out = nbformat.v4.new_output("display_data", data=data)
    return nbformat.v4.new_code_cell("shown", id=id, outputs=[out])
