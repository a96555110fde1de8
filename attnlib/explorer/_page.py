"""The explorer's JavaScript and CSS as one piece each, and a page that holds all of it."""

import json
import re
from base64 import b64encode
from html import escape
from pathlib import Path

from attnlib.explorer._facts import hues

FOLDER = Path(__file__).parent / "js"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^\s*/\*(?:(?!\*/).)*\*/\s*$", re.MULTILINE | re.DOTALL)


def javascript(folder=FOLDER):
    """All modules as one, which is what a notebook is handed: explorer.js, after those that it imports.

    Each becomes a function that is called at once, so that its names are its own, and gives what it exports.
    Comments on lines of their own and indentation are left out. Raises ValueError for what it cannot join.
    """
    exports, pieces = {}, []

    def add(name, importing):
        if name in importing:
            raise ValueError(
                f"{' -> '.join([*importing, name])}: modules cannot import one another in a circle."
            )
        if name in exports:
            return
        path = folder / f"{name}.js"
        if not path.is_file():
            raise ValueError(f"{importing[-1]}.js imports {name}.js, and there is no such file.")
        code = path.read_text(encoding="utf-8")
        for _, other in _IMPORT.findall(code):
            add(other, (*importing, name))
        exports[name] = _EXPORT.findall(code)
        pieces.append(_joined(name, code, exports))

    add("explorer", ())
    return "\n".join([*pieces, "export default { render: $explorer.render };"])


def _joined(name, code, exports):
    """A module as `const $name = (() => { … return { what it exports }; })();`."""

    def read(match):
        names, other = [one.strip() for one in match[1].split(",") if one.strip()], match[2]
        for one in names:
            if one not in exports[other]:
                raise ValueError(f"{name}.js imports `{one}`, but {other}.js exports no such name.")
        return f"const {{ {', '.join(names)} }} = ${other};\n"

    code = _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub(read, code)))
    lines = [line for line in map(str.strip, code.splitlines()) if line and not line.startswith("//")]
    for line in lines:
        if re.match(r"(import|export)\b", line) or re.search(r"\bimport\(", line):
            known = 'import { a, b } from "./c.js"; export const, function, class'
            raise ValueError(f"{name}.js: `{line}` cannot be joined; what can is {known}.")
        if line.count("`") % 2:
            raise ValueError(
                f"{name}.js: a text in backticks needs to end on its line, but here is `{line}`."
            )
    return "\n".join(
        [f"const ${name} = (() => {{", *lines, f"return {{ {', '.join(exports[name])} }};", "})();"]
    )


def css():
    """The hues of all pictures, and explorer.css without comments and indentation."""
    lines = _COMMENT.sub("", (FOLDER / "explorer.css").read_text(encoding="utf-8")).splitlines()
    rules = "\n".join([hues(), *(line.strip() for line in lines if line.strip())])
    return re.sub(r"(?<=[{;,])\n", "", rules)


def page(state, title):
    """One HTML page with the explorer in that state; it may load nothing, from nowhere."""
    state = {
        key: value
        for key, value in state.items()
        if not key.startswith(("_esm", "_code", "_css", "_dom", "_model", "_view"))
    }
    language = {"en": "en", "zh": "zh-CN"}[state["_fixed"]["language"]]
    arrays = {}  # each stands in the page once, though it be the start, a sentence and the state

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
        css=css(),
        saved=f"[{written(list(arrays))},{state}]",
        javascript=javascript(),
    )


# What anywidget loads for each explorer. A browser never lets go of a module that it has loaded, so the large
# one is loaded once for all explorers of a page, however often a cell is run.
SHARED = """
const modules = (globalThis.$attnlib ??= new Map());
export default {
  async render(widget) {
    const code = widget.model.get("_code");
    if (!modules.has(code)) {
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      modules.set(code, import(url).finally(() => URL.revokeObjectURL(url)));
    }
    const explorer = await modules.get(code);
    return explorer.default.render(widget);
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
body {{ margin: 1rem; }}
{css}
</style>
</head>
<body>
<main id="explorer"></main>
<script type="application/json" id="saved">{saved}</script>
<script type="module">
{javascript}
const saved = document.getElementById("saved").textContent;
const [arrays] = JSON.parse(saved);
const [, state] = JSON.parse(saved, (key, value) => (key === "data" ? arrays[value] : value));
$explorer.renderPage(state, document.getElementById("explorer"));
</script>
</body>
</html>
"""
