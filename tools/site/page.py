"""A page of the site: what stands in it, what it needs, and the frame around it, which is in page.html."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from attnlib.languages import LANGUAGES, pairs_of
from tools.site.formulas import Formulas

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def words(lang):
    """Return the site's own words in one language, by key."""
    return {key: pair[LANGUAGES.index(lang)] for key, pair in pairs_of(__file__).items()}


@dataclass
class Page:
    """One page in one language, and what is noted while its cells become HTML."""

    lang: str
    name: str  # of its file, without .html
    title: str
    notebook: dict
    formulas: Formulas
    terms: list  # the whole glossary
    pictures: dict  # of the whole site: name of a file -> its bytes
    ways: list  # (name, address) of each way to write programs
    course: tuple = ()  # the names of its lessons, where the site is one of some lessons
    root: str = ""  # the public address of the site, once there is one
    says: str = ""  # a sentence or two about the page, for those who have not opened it
    headings: list = field(default_factory=list)  # (id, words as HTML), of the second level
    used: dict = field(default_factory=dict)  # the terms that it links to, by id
    answers: list = field(default_factory=list)  # as HTML, of what it asks: for the end of it on paper
    alive: bool = False  # whether there is a widget on it

    @property
    def words(self):
        return words(self.lang)


def framed(template, page, **more):
    """Return the HTML of a page in this template."""
    html = TEMPLATES.get_template(template).render(page=page, words=page.words, html=Markup, **more)
    return _LESSON.sub(lambda link: link[0 if link[1] in page.course else 2], html) if page.course else html


_LESSON = re.compile(r'<a\b[^>]*\bhref="(\d\d_\w+|exam)\.html[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
