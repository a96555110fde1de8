"""The state of a widget of ours, kept in built notebooks so that a page without a kernel shows it alive.

It stands beside the picture as a kind of data of its own, which JupyterLab and GitHub do not know and so pass
over. It is packed: whoever reads or searches a notebook meets no answer of a question in it. The texts and
constants that all widgets share are left out, and put back when a page is made.
"""

import io
import json
import lzma
import re
import zlib
from base64 import b64decode, b64encode
from copy import deepcopy
from math import prod

import numpy as np
from PIL import Image

from attnlib.i18n import language, texts_of, use_language
from attnlib.widgets.explorer import Explorer
from attnlib.widgets.explorer._config import config
from attnlib.widgets.explorer._texts import texts as explorer_texts
from attnlib.widgets.questions import Ask
from attnlib.widgets.questions._texts import TEXTS as QUESTION_TEXTS

LIVE = "application/vnd.attnlib.live"
KINDS = {"explorer": Explorer, "question": Ask}

_PICTURE = re.compile(r"(?<=data:image/png;base64,)[A-Za-z0-9+/=]+")
_LEFT_OUT = ("_anywidget", "_code", "_css", "_dom", "_edit", "_esm", "_followed", "_model", "_note", "_view")
_OF_IPYWIDGETS = ("layout", "tabbable", "tooltip")
_SHARED = ("texts", "config")


def live(state, buffers):
    """What nbclient keeps of a widget -> its kind, its arrays and its state, packed into a line, or None."""
    names = {f"{of.__module__}.{of.__name__}": kind for kind, of in KINDS.items()}
    kind = names.get(state.get("_anywidget_id", "")) if state else None
    if kind is None:
        return None
    state = deepcopy(state)
    arrays: dict[str, int] = {}
    for (*way, last), buffer in sorted((buffers or {}).items()):
        at = state
        for step in way:
            at = at[step]
        array = _short(buffer["data"], at["shape"])
        at[last] = arrays.setdefault(array, len(arrays))  # the start is there twice, and a sentence
    state["_fixed"] = {name: value for name, value in state["_fixed"].items() if name not in _SHARED}
    kept = {
        name: value
        for name, value in sorted(state.items())
        if value is not None and not name.startswith(_LEFT_OUT) and name not in _OF_IPYWIDGETS
    }
    said = json.dumps(
        {"kind": kind, "arrays": [*arrays], "state": kept}, ensure_ascii=False, separators=(",", ":")
    )
    return packed(said)


def packed(said):
    """JSON as a line of letters and digits."""
    return b64encode(zlib.compress(said.encode(), 9)).decode()


def unpacked(line):
    """The JSON that was packed into a line."""
    return zlib.decompress(b64decode(line)).decode()


def film(drawn):
    """What `live` draws at some values of its controls, packed: pictures that are alike take little room."""
    pictures = [
        Image.open(io.BytesIO(b64decode(found))).convert("RGB")
        for html in drawn["frames"]
        for found in _PICTURE.findall(html)
    ]
    # Of the usual preset 6, the time is six times as long, and the size much the same.
    pixels = lzma.compress(b"".join(picture.tobytes() for picture in pictures), preset=3)
    state = {
        "controls": drawn["controls"],
        "frames": [_PICTURE.sub("", html) for html in drawn["frames"]],
        "pictures": {"data": b64encode(pixels).decode(), "shape": [picture.size for picture in pictures]},
    }
    said = {"kind": "film", "arrays": [], "state": state}
    return packed(json.dumps(said, ensure_ascii=False, separators=(",", ":")))


def frames(state):
    """The HTML of each frame of a film, its picture in it as a PNG."""
    pixels = io.BytesIO(lzma.decompress(b64decode(state["pictures"]["data"])))
    pictures = iter(
        _png(pixels.read(3 * width * height), width, height) for width, height in state["pictures"]["shape"]
    )
    return [
        re.sub(r"(?<=data:image/png;base64,)", lambda _: b64encode(next(pictures)).decode(), html)
        for html in state["frames"]
    ]


def _png(pixels, width, height):
    """A PNG of few colours, of exactly these pixels."""
    packed = np.frombuffer(pixels, np.uint8).reshape(-1, 3) @ np.array([1 << 16, 1 << 8, 1])
    colors, places = np.unique(packed, return_inverse=True)
    image = Image.frombytes("RGB", (width, height), pixels)
    if len(colors) <= 256:
        image = Image.frombytes("P", (width, height), places.astype(np.uint8).tobytes())
        image.putpalette([int(color) >> shift & 255 for color in colors for shift in (16, 8, 0)])
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _short(data, shape):
    """Numbers in base64, in half the length where nothing is lost by it, as with small whole numbers."""
    numbers = b64decode(data)
    if len(numbers) == 8 * prod(shape):
        double = np.frombuffer(numbers)
        single = double.astype(np.float32)
        numbers = single.tobytes() if (single == double).all() else numbers
    return b64encode(numbers).decode()


def shared(lang):
    """By kind, what was left out of every state: its texts in that language, and its constants."""
    before = language()
    use_language(lang)
    try:
        explorer = {"texts": explorer_texts(), "config": config()}
        return {"explorer": explorer, "question": {"texts": texts_of(QUESTION_TEXTS)}}
    finally:
        use_language(before)
