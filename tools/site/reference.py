"""The reference page: the functions and classes of both packages with arguments, docstring and source.

It is read from the source files, so that it can be made without PyTorch. The docstrings are English, in both
editions.
"""

import ast
import inspect
import re
import textwrap
from html import escape
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import attnlib
import classroom
from attnlib.languages import LANGUAGES
from tools import gallery
from tools.site.cells import as_shown
from tools.site.pictures import figure

LONGEST = 120  # lines of a source that is shown
SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Examples?):\n((?:(?: {4}.*)?\n)+)", re.MULTILINE)


class Entry(NamedTuple):
    """A function or class: its name, its signature, its docstring and its source."""

    name: str
    call: str
    doc: str
    source: str


def groups():
    """Return (public name of a module, its docstring, its entries) for all public names, in order."""
    found: dict[str, list] = {}
    homes: dict[str, str] = {}
    names = [(package, name) for package in (attnlib, classroom) for name in package.__all__]
    if "layers" not in attnlib.__all__:  # as where there is no PyTorch
        names.insert(len(attnlib.__all__), (attnlib, "layers"))
    for package, name in names[1:]:  # the first is the version
        thing = getattr(package, name) if name != "layers" else None  # which needs PyTorch
        if thing is None or isinstance(thing, ModuleType):
            shown = f"{package.__name__}.{name}"
            home = homes[shown] = "attnlib.layers" if thing is None else thing.__name__
            lists = getattr(thing, "__all__", [])  # those that it has from elsewhere
            those = [one for one in entries(home) if one.name[0] != "_"]
            found[shown] = [entry(thing, one) for one in lists] or those
        else:
            shown = re.sub(r"\._\w+$", "", thing.__module__)  # a private file is nobody's business
            homes[shown] = shown
            found.setdefault(shown, []).append(entry(package, name))
    return [(name, docstring(homes[name]), those) for name, those in found.items() if those]


def entry(module, name):
    """Return the reference entry of `module.name`; for an instance, that of its class."""
    thing = getattr(module, name)
    wanted = getattr(thing, "__name__", type(thing).__name__)
    found = next((one for one in entries(thing.__module__) if one.name == wanted), None)
    if found is None:  # made by a function, as the checks are
        return Entry(name, f"{name}{inspect.signature(thing)}", inspect.getdoc(thing) or "", "")
    return found if wanted == name else found._replace(name=name, call=name)


def entries(module):
    """Return an entry for each function and class that a module defines."""
    text = path_of(module).read_text("utf-8")
    return [
        Entry(
            node.name, called(node), ast.get_docstring(node) or "", ast.get_source_segment(text, node) or ""
        )
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]


def called(node):
    """Return name(arguments) without types; for a class the arguments of its __init__, if it has one."""
    if isinstance(node, ast.FunctionDef):
        return f"{node.name}({ast.unparse(without_types(node.args))})"
    inits = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    if inits:
        return f"{node.name}({re.sub(r'^self(, )?', '', ast.unparse(without_types(inits[0].args)))})"
    return node.name


def without_types(arguments):
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return arguments


def path_of(module):
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"{module} has no source that could be shown.")
    return Path(spec.origin)


def docstring(module):
    return ast.get_docstring(ast.parse(path_of(module).read_text("utf-8"))) or ""


# As HTML, and as words for the search


def html(page):
    """Return the groups as HTML, and note their headings in page."""
    pieces = []
    for module, says, those in groups():
        id = module.replace(".", "-")
        page.headings.append((id, f"<code>{module}</code>"))
        pieces.append(
            f'<div class="text"><h2 id="{id}"><code>{module}</code></h2>'
            f'<div lang="en">{paragraphs(says)}</div></div>'
        )
        pieces += [entry_html(entry, module, page) for entry in those]
    return "\n".join(pieces)


def entry_html(entry, module, page):
    source = f"<summary>{page.words['source']}</summary><pre>{escape(entry.source)}</pre>"
    short = 0 < entry.source.count("\n") < LONGEST
    source = f'<details class="source">{source}</details>' if short else ""
    return (
        f'<div class="text entry"><h3 id="{place(entry, module)}"><code>{escape(entry.call)}</code></h3>'
        f'<div lang="en">{described(entry.doc)}{picture(entry.name, page)}</div>{source}</div>'
    )


def picture(name, page):
    """Return the picture of the gallery, and a link to the script that draws it, if there is one."""
    script = gallery.scripts().get(name)
    if script is None:
        return ""
    drawn = figure(script.picture.read_bytes(), script.says[LANGUAGES.index(page.lang)])
    program = f'<p><a href="gallery.html#{name}">{page.words["picture_program"]}</a></p>'
    return as_shown(drawn, page) + program


def place(entry, module):
    return f"{module.replace('.', '-')}-{entry.name}"


def described(doc):
    """Return a docstring as HTML: its paragraphs and its sections, in their order."""
    doc, pieces, end = inspect.cleandoc(doc) + "\n", [], 0
    for found in SECTION.finditer(doc):
        pieces += [paragraphs(doc[end : found.start()]), section(*found.groups())]
        end = found.end()
    return "".join([*pieces, paragraphs(doc[end:])])


def section(title, body):
    """Return a section of a docstring as HTML: a list of names, or an example as it is written."""
    body = textwrap.dedent(body).strip("\n")
    if title.startswith("Example"):
        return f"<h4>{title}</h4><pre>{escape(body)}</pre>"
    items = re.split(r"\n(?=\S)", body)  # a line that is indented continues the one before
    named = title != "Returns"
    return f"<h4>{title}</h4><ul>" + "".join(f"<li>{item_html(item, named)}</li>" for item in items) + "</ul>"


def item_html(item, named):
    name, colon, says = item.partition(": ")
    return f"<code>{escape(name)}</code>: {inline(says)}" if named and colon else inline(item)


def paragraphs(doc):
    """Return text as HTML; indented parts, shapes mostly, and examples stay as they are written."""
    parts = [part for part in re.split(r"\n\s*\n", inspect.cleandoc(doc)) if part]
    return "".join(
        f"<pre>{escape(inspect.cleandoc(part))}</pre>"
        if part.startswith((" ", ">>>"))
        else f"<p>{inline(part)}</p>"
        for part in parts
    )


def inline(text):
    """Return a line as HTML, with `code` as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(" ".join(text.split())))


def sections(page):
    """Return the entries for the search, in the form of index.sections."""
    return [
        [f"{page.name}.html#{place(entry, module)}", page.title, entry.call, " ".join(entry.doc.split())]
        for module, _, those in groups()
        for entry in those
    ]
