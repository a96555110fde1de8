"""The follow-up of a question as HTML: the argument `then` of `ask`, shown with the explanation."""

from base64 import b64encode
from typing import Any

from ipywidgets import Widget

from attnlib.draw.stored import STORED_NUMBERS, unpacked


def follow_up_html(then: Any) -> str | None:
    """Return a Picture, HTML, anything that shows itself as HTML or PNG, or a list of these as HTML.

    Raises:
        TypeError: If it is none of these.
    """
    if then is None or isinstance(then, str):
        return then
    if isinstance(then, list | tuple):
        return "".join(f'<div class="aq-then-one">{follow_up_html(one)}</div>' for one in then)
    data = {} if isinstance(then, Widget) else _shows(then)
    if data.get("text/html"):
        return data["text/html"]
    if data.get("image/png"):
        png = data["image/png"]
        png = b64encode(png).decode() if isinstance(png, bytes) else png
        return f'<img alt="" src="data:image/png;base64,{png}">'
    what = type(then).__name__
    hint = f"; {what}.picture() is a Picture" if hasattr(then, "picture") else ""
    raise TypeError(
        f"ask: then needs to be a Picture, HTML or what shows itself as one, but is {what}{hint}."
    )


def follow_up_numbers(then):
    """Return the numbers of the pictures in a follow-up, which a built notebook stores."""
    if isinstance(then, list | tuple):
        return [numbers for one in then for numbers in follow_up_numbers(one)]
    data = {} if isinstance(then, Widget | str | None) else _shows(then)
    return [unpacked(data[STORED_NUMBERS])] if STORED_NUMBERS in data else []


def _shows(thing):
    """Return what a thing shows itself as, by MIME type."""
    if hasattr(thing, "_repr_mimebundle_"):
        bundle = thing._repr_mimebundle_()
        return bundle[0] if isinstance(bundle, tuple) else bundle
    found = {}
    for kind, name in (("text/html", "_repr_html_"), ("image/png", "_repr_png_")):
        if hasattr(thing, name):
            found[kind] = getattr(thing, name)()
    return found
