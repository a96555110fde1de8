"""Builds the site: reads notebooks and the lessons' table, renders all pages, writes what they share."""

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import nbformat

from classroom.explorer.words import table_for_pages
from tools import glossary, stored_widgets
from tools.bundle import bundle
from tools.contents import standing_for
from tools.glossary_page import title
from tools.lesson_source import GLOSSARY, terms_at
from tools.markdown import is_formula, tokens
from tools.readme_links import address_and_version, is_open, places
from tools.site import home, index, printed, reference, text_cells
from tools.site.cells import as_shown, cells, code
from tools.site.documents import documents
from tools.site.formulas import Formulas
from tools.site.page import TEMPLATES, Page, framed, words

PROJECT = Path(__file__).resolve().parent.parent.parent
ASSETS = Path(__file__).parent / "assets"
LANGUAGES = ("en", "zh")
# Which keys to press, and the like: in a text, and as the tag of a cell.
OF_NOTEBOOKS = re.compile(r' ?<span class="notebook">.*?</span>')
NOTEBOOK = "notebook"
TABLES = {"en": "docs/lessons.md", "zh": "docs/lessons.zh-CN.md"}


class Lesson(NamedTuple):
    """A row of the table in docs/lessons.md."""

    number: str
    title: str
    name: str
    hook: str
    minutes: str


def build(folder, names=None, project=PROJECT, course=()):
    """Write the whole site into a folder, which is emptied; with names, only the pages of these notebooks.

    A course is a site of its own, of these lessons and the glossary.
    """
    names = [*course, GLOSSARY] if course else names
    editions = {lang: notebooks(project, lang, names) | documents(project, lang) for lang in LANGUAGES}
    terms = {lang: terms_of(project, lang) for lang in LANGUAGES}
    formulas = Formulas(formulas_of(editions, terms))
    shutil.rmtree(folder, ignore_errors=True)
    pictures: dict[str, bytes] = {}
    sections: dict[str, list] = {lang: [] for lang in LANGUAGES}
    root = public(project)
    for lang, edition in editions.items():
        (folder / lang).mkdir(parents=True)
        make = {"lang": lang, "formulas": formulas, "terms": terms[lang], "pictures": pictures, "root": root}
        make["course"] = course
        lessons, said = lessons_of(project, lang), words(lang)
        lessons = [lesson for lesson in lessons if not course or lesson.name in course]
        for name, notebook in edition.items():
            page = Page(
                name=name,
                title=notebook.metadata.title,
                notebook=notebook,
                ways=ways(project, lang, name),
                **make,
            )
            found = index.sections(page)
            page.says = index.summary(found)
            write(folder / lang / f"{name}.html", lesson_page(page, lessons))
            sections[lang] += found
        about = {"says": said["reference_says"], "notebook": {}, "ways": []}
        manual = Page(name="reference", title=said["reference"], **about, **make)
        write(folder / lang / "reference.html", reference_page(manual, lessons))
        sections[lang] += reference.sections(manual)
        online = ways(project, lang, lessons[0].name)[1:]
        front = {
            "notebook": {"cells": [home.explorer(lang)]},
            "ways": online,
            "says": said["lead"].replace("*", ""),
        }
        page = Page(name="index", title=said["site"], **front, **make)
        write(folder / lang / "index.html", home_page(page, lessons))
    said_in = {lang: words(lang) for lang in LANGUAGES}
    for name in ("index", "404"):
        text = TEMPLATES.get_template(f"{name}.root.html").render(editions=said_in, root=root)
        write(folder / f"{name}.html", text)
    write_assets(folder / "assets", formulas, pictures, sections, terms)
    for lang in LANGUAGES:
        (folder / "assets" / f"share.{lang}.png").write_bytes(home.to_share(project, lang))


def notebooks(project, lang, names):
    """The built notebooks of an edition, by name, without what is said of notebooks alone."""
    paths = sorted((project / "notebooks" / lang).glob("*.ipynb"))
    found = {
        path.stem: nbformat.read(path, as_version=4) for path in paths if not names or path.stem in names
    }
    for notebook in found.values():
        notebook.cells = [cell for cell in notebook.cells if NOTEBOOK not in cell.metadata.get("tags", [])]
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = OF_NOTEBOOKS.sub("", cell.source)
    return found


def terms_of(project, lang):
    """The terms of the glossary in a language."""
    return terms_at(project / "notebooks" / "src" / f"{GLOSSARY}.py", lang)


def lessons_of(project, lang):
    """The lessons as the table in docs has them."""
    text = (project / TABLES[lang]).read_text("utf-8")
    row = re.compile(
        rf"^\| (\d\d) \| \[([^\]]*)\]\([^)]*notebooks/{lang}/(\w+)\.ipynb\)(.*) \| (\d+) \|$", re.M
    )
    return [Lesson(number, title, name, hook, time) for number, title, name, hook, time in row.findall(text)]


def formulas_of(editions, terms):
    """Every formula of these notebooks, and of what all terms mean: (formula, whether it stands alone)."""
    written = [
        cell.source
        for edition in editions.values()
        for book in edition.values()
        for cell in book.cells
        if cell.cell_type == "markdown"
    ]
    written += [term.meaning for known in terms.values() for term in known]
    return {
        (token.content, token.type != "math_inline")
        for text in written
        for token in tokens(text)
        if is_formula(token)
    }


def ways(project, lang, name):
    """Where a lesson's programs can be written: (name, address). Online, once the project has an address."""
    address, version = address_and_version(project)
    online = [] if is_open(address) else [("Binder", "binder"), ("Colab", "colab"), ("Kaggle", "kaggle")]
    at = places(lang, address, version, f"{name}.ipynb")
    return [(words(lang)["at_home"], "index.html#run"), *((said, at[key]) for said, key in online)]


def public(project):
    """Return the public address of the site, or nothing while the project has none."""
    address, version = address_and_version(project)
    return "" if is_open(address) else places("en", address, version, "")["site"].removesuffix("en/")


def lesson_page(page, lessons):
    """The HTML of a notebook's page."""
    body = "".join(cells(page)) + printed.answers(page)
    at = next((k for k, lesson in enumerate(lessons) if lesson.name == page.name), None)
    before = lessons[at - 1] if at else None
    after = lessons[at + 1] if at is not None and at + 1 < len(lessons) else None
    return framed(
        "lesson.html", page, body=body, lessons=lessons, before=before, after=after, cards=cards(page)
    )


def reference_page(page, lessons):
    """The HTML of the reference of attnlib."""
    head = f'<div class="text"><h1>{page.title}</h1><p>{page.words["reference_says"]}</p></div>\n'
    body = head + reference.html(page)
    return framed("lesson.html", page, body=body, lessons=lessons, before=None, after=None, cards={})


def cards(page):
    """What each term's card says, as HTML."""
    return {id: text_cells.inline(f"{title(term)}<br>{term.meaning}", page) for id, term in page.used.items()}


def home_page(page, lessons):
    """The HTML of the first page in a language."""
    scene = home.scene(page.lang)
    asks = [asked_by(lesson, page.lang) for lesson in lessons]
    return framed(
        "index.html",
        page,
        lessons=lessons,
        lead=text_cells.inline(page.words["lead"], page),
        scene=scene,
        said=[text_cells.inline(page.words["scene_says"].format(**facts), page) for facts in scene["facts"]],
        body="".join(cells(page)),
        asks=[text_cells.inline(one, page) for one in asks],
        machine=as_shown(home.whole_machine(page.lang), page),
        windows=text_cells.inline(page.words["run_windows"], page),
        commands=code("make lab\nmake test", page),
        cards={},
    )


def asked_by(lesson, lang):
    """The question on a lesson's card; where nobody has written one, what its title says after the colon."""
    asks = standing_for(lesson.name).get("asks")
    return asks[LANGUAGES.index(lang)] if asks else lesson.hook.strip(" :：") or lesson.title


def write_assets(folder, formulas, pictures, sections, terms):
    """Write what all pages share, and the pictures."""
    (folder / "pictures").mkdir(parents=True)
    shutil.copyfile(ASSETS / "icon.svg", folder / "icon.svg")
    for name, picture in pictures.items():
        (folder / "pictures" / name).write_bytes(picture)
    write(folder / "site.css", formulas.style(folder) + (ASSETS / "site.css").read_text("utf-8"))
    # A browser loads no module from a folder of files: so these are scripts of the old kind.
    bundle([ASSETS / name for name in ("site.js", "widgets.js", "widgets.css")], folder, "--format", "iife")
    for lang in LANGUAGES:
        said = {"words": words(lang), "shared": stored_widgets.shared(lang)}
        write_script(folder / f"words.{lang}.js", "attnlibSite", said)
        found = {"sections": sections[lang], "groups": glossary.groups(terms[lang])}
        write_script(folder / f"index.{lang}.js", "attnlibIndex", found)
    write_script(folder / "vectors.js", "attnlibVectors", table_for_pages())


def write_script(path, name, value):
    """Write a script that gives a value a name."""
    said = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    write(path, f"globalThis.{name} = {said};\n")


def write(path, text):
    path.write_text(text, "utf-8", newline="\n")
