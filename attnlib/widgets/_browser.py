"""What the widgets share in the browser: modules joined into one, colours, a page that is live on its own.

A widget is a folder of JavaScript modules, whose first has the widget's name; js/ here holds those for all.
"""

import json
import re
from base64 import b64encode
from html import escape
from itertools import pairwise
from pathlib import Path

from attnlib.draw.style import ALARM, DARK_HUES, GREY, HUES, INK, PAPERS

JS = Path(__file__).parent / "js" / "shared"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/(?:[\w-]+/|\.\./)*)(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
_REMARK = re.compile(r"(?<=[;,{(\[]) // .*$|/\*\* @type [^*]*\*/ ?", re.MULTILINE)  # in a line of code
# Texts and patterns, which stay; or else blanks beside a sign. No + or -: a - -b is no a--b.
_TEXT = r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)"""
_PATTERN = r"(/(?! )(?:\\.|\[(?:\\.|[^]\\])*\]|[^/\\])+/)"
_SIGN = r"[=<>?:,;(){}[\]&|*!]"
_BLANK = re.compile(f"{_TEXT}|{_PATTERN}|(?<={_SIGN}) +| +(?={_SIGN})")
_COMMENT = re.compile(r"^\s*/\*(?:(?!\*/).)*\*/\s*$", re.MULTILINE | re.DOTALL)


def javascript(first):
    """All modules as one, which is what a notebook is handed: the first, after those that it imports.

    Raises ValueError for what it cannot join.
    """
    last = f"const $widget = ${first.stem};\nexport default {{ render: $widget.render }};"
    return f"{_modules(first)}\n{last}"


def classic(first):
    """The same as an expression that gives what the first module exports, for a script that is no module.

    A browser loads no module from a folder of files.
    """
    return f'(() => {{\n"use strict";\n{_modules(first)}\nreturn ${first.stem};\n}})()'


def _modules(first):
    """The first module, after those that it imports, each a function that is called at once.

    So its names are its own, and it gives what it exports. Comments, indentation and blanks
    beside signs are left out, and ends of lines where brackets or signs say the same.
    """
    exports: dict[str, list[str]] = {}
    folders: dict[str, Path] = {}
    pieces: list[str] = []

    def add(folder, name, importing):
        if name in importing:
            raise ValueError(
                f"{' -> '.join([*importing, name])}: modules cannot import one another in a circle."
            )
        path = (folder / f"{name}.js").resolve()
        if folders.setdefault(name, path.parent) != path.parent:
            raise ValueError(
                f"{importing[-1]}.js imports {name}.js, and another module one of that name elsewhere."
            )
        if name in exports:
            return
        if not path.is_file():
            raise ValueError(f"{importing[-1]}.js imports {name}.js, and there is no such file.")
        code = path.read_text(encoding="utf-8")
        for _, way, other in _IMPORT.findall(code):
            add(path.parent / way, other, (*importing, name))
        exports[name] = _EXPORT.findall(code)
        pieces.append(_joined(name, code, exports))

    add(first.parent, first.stem, ())
    return "\n".join(pieces)


def _joined(name, code, exports):
    """A module as `const $name = (() => { … return { what it exports }; })();`."""

    def read(match):
        names, other = [one.strip() for one in match[1].split(",") if one.strip()], match[3]
        for one in names:
            if one not in exports[other]:
                raise ValueError(f"{name}.js imports `{one}`, but {other}.js exports no such name.")
        return f"const {{ {', '.join(names)} }} = ${other};\n"

    code = _REMARK.sub("", _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub(read, code))))
    lines = [line for line in map(str.strip, code.splitlines()) if line and not line.startswith("//")]
    for line in lines:
        if re.match(r"(import|export)\b", line) or re.search(r"\bimport\(", line):
            known = 'import { a, b } from "./c.js"; export const, function, class'
            raise ValueError(f"{name}.js: `{line}` cannot be joined; what can is {known}.")
        if line.count("`") % 2:
            raise ValueError(
                f"{name}.js: a text in backticks needs to end on its line, but here is `{line}`."
            )
    last = f"return {{ {', '.join(exports[name])} }};"
    return _packed([f"const ${name} = (() => {{", *map(_tight, lines), last, "})();"])


def _tight(line):
    """A line without blanks that only a reader needs; one with a text in a text, or a remark, stays."""
    is_clear = "//" not in line and not re.search(r"\$\{[^}]*`", line)
    return _BLANK.sub(lambda match: match[1] or match[2] or "", line) if is_clear else line


def _packed(lines):
    """The lines one behind the other, where nothing is lost: a page of the explorer is to stay small."""
    packed = lines[0]
    for before, line in pairwise(lines):
        is_clear = before[-1] in "([{,;" or line[0] in ")]}?:.&|"
        packed += line if is_clear and "//" not in before else f"\n{line}"
    return packed


def css(*paths):
    """The hues of all pictures, what all widgets share and those files, without comments and blanks."""
    rules = _hues() + "".join(file.read_text(encoding="utf-8") for file in (JS / "base.css", *paths))
    rules = re.sub(r"/\*.*?\*/", "", rules, flags=re.DOTALL).strip()
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"(?<=[\w-]):\s+", ":", rules)).replace("}", "}\n")


def _hues():
    """The first rule of every style sheet: the hues of all pictures, in light and dark."""
    pairs = {name.lower(): (light, DARK_HUES[name]) for name, light in HUES.items()}
    pairs |= {"ink": (INK, "#eceef1"), "grey": (GREY, "#b3bac4"), "bad": (ALARM, "#ff9b93"), "paper": PAPERS}
    given = " ".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in pairs.items())
    return f".ax {{ {given} }}"


def page(widget, title):
    """One HTML page with that widget, live in its present state; it may load nothing, from nowhere.

    The first of its modules needs to export renderPage(state, element).
    """
    state = {
        key: value
        for key, value in widget.get_state().items()
        if not key.startswith(("_esm", "_code", "_css", "_dom", "_model", "_view"))
    }
    language = {"en": "en", "zh": "zh-CN"}[state["_fixed"]["language"]]
    # Each stands in the page once, though it be the start, a sentence and the state.
    arrays: dict[str, int] = {}

    def binary(value):
        if isinstance(value, memoryview):
            return arrays.setdefault(b64encode(value).decode(), len(arrays))
        return None  # layout, of no use here

    def written(value):
        text = json.dumps(value, default=binary, ensure_ascii=False, separators=(",", ":"))
        return text.replace("<", "\\u003c")  # no token may end the script

    state = written(state)
    return _PAGE.format(
        language=language,
        title=escape(title),
        css=widget._css,
        saved=f"[{written(list(arrays))},{state}]",
        javascript=widget._code,
    )


# What anywidget loads for each widget. A browser never lets go of a module that it has loaded, so the large
# one, in _code, is loaded once for all widgets of its kind on a page, however often a cell is run.
SHARED = """
const modules = (globalThis.$attnlib ??= new Map());
export default {
  async render(widget) {
    const code = widget.model.get("_code");
    if (!modules.has(code)) {
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      modules.set(code, import(url).finally(() => URL.revokeObjectURL(url)));
    }
    const loaded = await modules.get(code);
    return loaded.default.render(widget);
  },
};
"""

_PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 1rem; background: light-dark(#fff, #0d0f13); }}
{css}
</style>
</head>
<body>
<main id="widget"></main>
<script type="application/json" id="saved">{saved}</script>
<script type="module">
{javascript}
const saved = document.getElementById("saved").textContent;
const [arrays] = JSON.parse(saved);
const [, state] = JSON.parse(saved, (key, value) => (key === "data" ? arrays[value] : value));
$widget.renderPage(state, document.getElementById("widget"));
</script>
</body>
</html>
"""
