"""The explorer's JavaScript and CSS as one piece each, and a page that holds all of it."""

import json
from base64 import b64encode
from html import escape
from pathlib import Path

_HERE = Path(__file__).parent

# In an order in which each imports from those before it alone.
MODULES = ("numbers", "maths", "arithmetic", "colors", "words", "record", "table", "map", "plane")
MODULES += ("head", "controls", "ask", "layout", "kernel", "explorer")


def javascript():
    """All modules as one file, which is what a notebook is handed: no imports, comments or indentation."""
    return "\n".join(_module(name) for name in MODULES)


def _module(name):
    lines = map(str.strip, (_HERE / f"{name}.js").read_text(encoding="utf-8").splitlines())
    kept = [line for line in lines if line and not line.startswith(("import ", "// "))]
    names_only = (
        line.removeprefix("export ") if not line.startswith("export default") else line for line in kept
    )
    return "\n".join(names_only)


def css():
    return (_HERE / "explorer.css").read_text(encoding="utf-8")


def page(state, title):
    """One HTML page with the explorer in that state; it may load nothing, from nowhere."""
    state = {
        key: value
        for key, value in state.items()
        if not key.startswith(("_esm", "_css", "_dom", "_model", "_view"))
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
renderPage(state, document.getElementById("explorer"));
</script>
</body>
</html>
"""
