"""How the JavaScript of a widget reaches the browser: in a notebook, and on a page that stands alone.

`python -m tools.bundle` makes FEATURE/static/FEATURE.js from FEATURE/js, and FEATURE.css there from the style
sheet of that name. They are committed, so that a reader needs no bundler.
"""

import json
from base64 import b64encode
from html import escape
from pathlib import Path

import anywidget
import traitlets
from ipywidgets import Widget

CLASSROOM = Path(__file__).parent.parent
FEATURES = ["desk", "explorer", "microscope", "questions", "sliders"]  # those with a bundle

# A browser never lets go of a module that it has loaded. So anywidget loads these
# few lines for each widget, and they load the bundle once for all of a kind, however often a cell is run.
LOADER = """
const bundles = (globalThis.$attnlib ??= new Map());

async function load(manager, reference) {
  const source = await manager.get_model(reference.slice("IPY_MODEL_".length));
  const [code, css] = [source.get("code"), source.get("css")];
  const key = code + css;
  if (!bundles.has(key)) {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    bundles.set(key, import(url).finally(() => URL.revokeObjectURL(url)));
    document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  }
  return (await bundles.get(key)).default;
}

export default {
  async render(widget) {
    const bundle = await load(widget.model.widget_manager, widget.model.get("_code"));
    return bundle.render(widget);
  },
};
"""


class BundledWidget(anywidget.AnyWidget):
    """A widget whose JavaScript is a bundle, that of its `_code`."""

    _esm = LOADER

    def page_state(self) -> dict:
        """Return what a page without Python needs to show this widget."""
        return self.get_state()

    def close(self) -> None:
        """Close it in the browser. Showing it once more opens it again."""
        if self.comm is None:
            return
        self.layout.close()
        super().close()
        del self.__dict__["_repr_mimebundle_"]  # ipywidgets puts it there so that it is never shown again


def code(feature: str) -> traitlets.Unicode:
    """Return the trait `_code`, by which LOADER finds the bundle of this feature.

    The browser gets a reference to one `_Bundle`: with the text itself, each explorer would send and save
    120 kB.
    """
    return traitlets.Unicode(feature).tag(sync=True, to_json=_reference)


class _Bundle(Widget):
    """A bundle in the browser: one for each feature, for all the time of a kernel."""

    code = traitlets.Unicode().tag(sync=True)
    css = traitlets.Unicode().tag(sync=True)


_sent: dict[str, _Bundle] = {}


def _reference(feature, _):
    """Refer to the bundle that was sent; send it where there is none, or where its files have changed."""
    code, css = read(feature, "js"), read(feature, "css")
    sent = _sent.get(feature)
    if sent is None or sent.comm is None or (sent.code, sent.css) != (code, css):
        sent = _sent[feature] = _Bundle(code=code, css=css)
    return f"IPY_MODEL_{sent.model_id}"


def read(feature: str, ending: str) -> str:
    """Return the text of a feature's bundle.

    >>> ".ax" in read("explorer", "css")
    True
    """
    return (CLASSROOM / feature / "static" / f"{feature}.{ending}").read_text("utf-8")


def page(widget: BundledWidget, feature: str, title: str) -> str:
    """Return one HTML page with this widget, live in its present state, that loads nothing from anywhere.

    The bundle of the feature shows the state that stands in the page.
    """
    state = {
        key: value
        for key, value in widget.page_state().items()
        if not key.startswith(("_esm", "_code", "_css", "_dom", "_kept", "_live", "_model", "_view"))
    }
    language = {"en": "en", "zh": "zh-CN"}[state["_fixed"]["language"]]
    # An array may be the start, a sentence and the state: it stands in the page once.
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
        css=read(feature, "css"),
        saved=f"[{written(list(arrays))},{state}]",
        javascript=read(feature, "js"),
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
:root {{ color-scheme: light dark; }}
body {{ margin: 1rem; background: light-dark(#fff, #0d0f13); }}
{css}
</style>
</head>
<body>
<main id="widget"></main>
<script type="application/json" id="attnlib-saved">{saved}</script>
<script type="module">
{javascript}
</script>
</body>
</html>
"""
