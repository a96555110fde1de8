"""Pages of A4 from lessons: their HTML, printed by Chromium."""

import re
import tempfile
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from attnlib.i18n import language, use_language
from tools.browser import chromium
from tools.handout.cells import handout
from tools.handout.words import words
from tools.site import build
from tools.site.formulas import Formulas
from tools.site.page import Page

HERE = Path(__file__).parent
FOLDER = Path("build", "handout")
_TEMPLATES = Environment(
    loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)


def lesson(name, lang, folder):
    """Write the hand-out of a lesson; its path."""
    return _write(folder / f"{name}.{lang}.pdf", lang, [name])


def book(lang, folder):
    """Write all lessons and the glossary as one book, with a title and a table of contents; its path."""
    names = [*(one.name for one in build.lessons_of(build.PROJECT, lang)), "glossary"]
    return _write(folder / f"book.{lang}.pdf", lang, names)


def _write(path, lang, names):
    path.parent.mkdir(parents=True, exist_ok=True)
    notebooks = build.notebooks(build.PROJECT, lang, names)
    formulas = Formulas(build.formulas_of({lang: notebooks}, {}))
    parts = lessons(lang, notebooks, formulas)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        style, starts = formulas.style(Path(folder)), [2]  # the first page is that of the contents
        for part in parts if len(parts) > 1 else []:  # Chromium cannot say in one where another begins
            print_pdf(browser, html(lang, [part], style), Path(folder), path)
            starts.append(starts[-1] + pages(path))
        print_pdf(browser, html(lang, parts, style, starts), Path(folder), path)
    return path


def lessons(lang, notebooks, formulas):
    """Return for each notebook name, title, body and answers, the last two as HTML."""
    before = language()
    use_language(lang)  # in which attnlib answers
    try:
        found = []
        for name, notebook in notebooks.items():
            page = Page(
                lang=lang,
                name=name,
                title=notebook.metadata.title,
                notebook=notebook,
                formulas=formulas,
                terms=build.terms_of(build.PROJECT, lang) if name == "glossary" else [],
                pictures={},
                ways=[],
            )
            found.append((name, page.title, *map(Markup, handout(page))))
        return found
    finally:
        use_language(before)


def html(lang, parts, of_formulas, starts=()):
    """Return the HTML of a hand-out, or of a book of several lessons, which start on these pages."""
    styles = [path.read_text("utf-8") for path in (build.ASSETS / "site.css", HERE / "handout.css")]
    style = Markup("\n".join([of_formulas, *styles]))
    return _TEMPLATES.get_template("handout.html").render(
        words=words(lang), lessons=parts, style=style, starts=starts
    )


def print_pdf(browser, text, folder, path):
    """Print HTML, for which what it names is in this folder."""
    source = folder / "handout.html"
    source.write_text(text, "utf-8", newline="\n")
    page = browser.new_page()
    page.goto(source.as_uri())
    page.evaluate("document.fonts.ready")
    page.pdf(path=path, prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
    page.close()


def pages(path):
    """Count the pages of a PDF made by Chromium."""
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))
