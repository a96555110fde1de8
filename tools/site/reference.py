"""The reference page: the functions and classes of attnlib with arguments, docstring and source.

It is read from the source files, of which none is imported here but attnlib's list: so it can be made where
there is no PyTorch. The docstrings are English, in both editions.
"""

import ast
import inspect
import re
from html import escape
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import attnlib
from tools import gallery
from tools.site.cells import code

LONGEST = 80  # lines of a source that is shown


class Entry(NamedTuple):
    """A function or class: its name, how it is called, what it says of itself, and its source."""

    name: str
    call: str
    doc: str
    source: str


def groups():
    """Return (public name of a module, its docstring, its entries) for all public names, in order."""
    found: dict[str, list] = {}
    homes: dict[str, str] = {}
    for name in attnlib.__all__[1:]:  # the first is the version
        thing = getattr(attnlib, name) if name != "layers" else None  # which needs PyTorch
        if thing is None or isinstance(thing, ModuleType):
            home = homes[f"attnlib.{name}"] = "attnlib.layers" if thing is None else thing.__name__
            names = getattr(thing, "__all__", [])  # those that it has from elsewhere
            those = [one for one in entries(home) if one.name[0] != "_"]
            found[f"attnlib.{name}"] = [entry(thing, one) for one in names] or those
        else:
            shown = re.sub(r"\._\w+$", "", thing.__module__)  # a private file is nobody's business
            homes[shown] = shown
            found.setdefault(shown, []).append(entry(attnlib, name))
    return [(name, docstring(homes[name]), those) for name, those in found.items() if those]


def entry(module, name):
    """Return the reference entry of `module.name`; for an instance, that of its class."""
    thing = getattr(module, name)
    wanted = getattr(thing, "__name__", type(thing).__name__)
    found = next((one for one in entries(thing.__module__) if one.name == wanted), None)
    if found is None:  # written nowhere: each check is made of its exercise
        return Entry(name, f"{name}{inspect.signature(thing)}", inspect.getdoc(thing) or "", "")
    return found if wanted == name else found._replace(name=name, call=name)


def entries(module):
    """The functions and classes that a module defines."""
    text = path_of(module).read_text("utf-8")
    return [
        Entry(
            node.name, called(node), ast.get_docstring(node) or "", ast.get_source_segment(text, node) or ""
        )
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]


def called(node):
    """name(arguments), of a class those of its __init__, or its fields."""
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


# As HTML, and as words to be searched


def html(page):
    """The groups as HTML; notes their headings in page."""
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
    short = entry.source and entry.source.count("\n") < LONGEST
    source = f'<details class="source">{source}</details>' if short else ""
    return (
        f'<div class="text entry"><h3 id="{place(entry, module)}"><code>{escape(entry.call)}</code></h3>'
        f'<div lang="en">{paragraphs(entry.doc)}{picture(entry.name, page)}</div>{source}</div>'
    )


def picture(name, page):
    """What the gallery has of it: a picture, and the script that draws it."""
    script = gallery.scripts().get(name)
    if script is None:
        return ""
    file = f"gallery-{name}.png"
    page.pictures[file] = script.picture.read_bytes()
    image = f'<img loading="lazy" src="../assets/pictures/{file}" alt="{escape(script.says)}">'
    return f'<figure class="shown">{image}</figure>{code(script.program, page)}'


def place(entry, module):
    return f"{module.replace('.', '-')}-{entry.name}"


def paragraphs(doc):
    """Return a docstring as HTML; parts with indented lines (Args, shapes) and examples keep their lines."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(doc))
    return "".join(
        f"<pre>{escape(inspect.cleandoc(part))}</pre>"
        if re.search(r"^(?: |>>>)", part, re.MULTILINE)
        else re.sub(r"`([^`]+)`", r"<code>\1</code>", f"<p>{escape(part)}</p>")
        for part in parts
    )


def sections(page):
    """The entries for the search, as index.sections gives them."""
    return [
        [f"{page.name}.html#{place(entry, module)}", page.title, entry.call, " ".join(entry.doc.split())]
        for module, _, those in groups()
        for entry in those
    ]
