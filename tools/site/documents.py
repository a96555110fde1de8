"""Pages of docs/ that are pages of the site, too: each becomes a notebook, as the lessons are."""

import re

import nbformat

from attnlib.languages import LANGUAGES
from tools import gallery
from tools.markdown import unbroken
from tools.site.pictures import figure

TEXTS = ("teaching", "misconceptions", "using", "hub")
GALLERY = "gallery"
PAGES = (*TEXTS, GALLERY)
ENDS = {"en": "", "zh": ".zh-CN"}
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)]*)\)")
_OTHER_LANGUAGE = re.compile(r"^\[[^\]]*\]\(\w+(\.zh-CN)?\.md\)\n+", re.M)  # the frame of a page has it
_PROGRAM = re.compile(r"^```\w*\n(.*?)\n```$", re.M | re.S)
_COMMENT = re.compile(r"<!--.*?-->\n", re.S)


def documents(project, lang):
    """Return these pages as notebooks, by name, a cell for each section."""
    texts = {
        name: _notebook((project / "docs" / f"{name}{ENDS[lang]}.md").read_text("utf-8")) for name in TEXTS
    }
    return texts | {GALLERY: _gallery(lang)}


def _gallery(lang):
    """Return the gallery: for each picture what it shows, the picture, and its program."""
    at = LANGUAGES.index(lang)
    title = gallery.TITLES[at]
    cells = [nbformat.v4.new_markdown_cell(f"# {title}\n\n{gallery.SAYS[at]}", id="top")]
    for script in gallery.scripts().values():
        drawn = figure(script.picture.read_bytes(), script.says[at])
        shown = nbformat.v4.new_output("display_data", data={"text/html": drawn})
        cells += [
            nbformat.v4.new_markdown_cell(f"## {script.name}\n\n{script.says[at]}", id=script.name),
            nbformat.v4.new_code_cell("", outputs=[shown]),
            nbformat.v4.new_code_cell(script.program),
        ]
    return nbformat.v4.new_notebook(cells=cells, metadata={"title": title})


def _notebook(text):
    text = unbroken(_LINK.sub(_link, _COMMENT.sub("", _OTHER_LANGUAGE.sub("", text))))
    cells = []
    for k, part in enumerate(re.split(r"^(?=## )", text, flags=re.M)):
        said, *others = re.split(_PROGRAM, part)
        cells.append(nbformat.v4.new_markdown_cell(said, id=f"part-{k}"))
        for program, more in zip(others[::2], others[1::2], strict=True):
            cells += [nbformat.v4.new_code_cell(program), nbformat.v4.new_markdown_cell(more)]
    title = text.split("\n")[0].removeprefix("# ")
    return nbformat.v4.new_notebook(cells=cells, metadata={"title": title})


def _link(found):
    """Return a link as notebooks have it; its words alone, where the site has no page for it."""
    words, way = found.groups()
    name = re.sub(r"(/README|\.zh-CN)?\.md$", "", way)
    if name in PAGES:
        return f"[{words}]({name}.ipynb)"
    notebook = re.fullmatch(r"\.\./notebooks/\w+/(\w+\.ipynb)", way)
    if notebook:
        return f"[{words}]({notebook[1]})"
    return found[0] if way.startswith("http") else words
