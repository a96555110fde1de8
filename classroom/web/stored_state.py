"""The state of a widget, stored beside its picture in a built notebook: a page without Python shows it alive.

Texts and constants that all widgets share are left out: they are put back when a page is made.
"""

import io
import re
from base64 import b64decode, b64encode
from math import prod

import numpy as np

from attnlib.draw.stored import FRAMES, STORED_NUMBERS, STORED_STATE, digest, is_storing, packed, unpacked

SHARED = ("texts", "config")

PICTURE = re.compile(r"(?<=data:image/png;base64,)[A-Za-z0-9+/=]+")
_LEFT_OUT = (
    "_anywidget",
    "_code",
    "_css",
    "_dom",
    "_edit",
    "_esm",
    "_followed",
    "_kept",
    "_live",
    "_model",
    "_note",
    "_view",
)
_OF_IPYWIDGETS = ("layout", "tabbable", "tooltip")


def stored_state(kind, widget, drawn=()):
    """Return the state of a widget by MIME type for a built notebook, and nothing for a reader's.

    drawn are the numbers of pictures that the widget shows.
    """
    return {STORED_STATE: packed(state_of(kind, widget) | {"drawn": [*drawn]})} if is_storing() else {}


def state_of(kind, widget):
    """Return a widget's kind, its arrays in base64, and its state, which refers to these by number."""
    arrays: dict[str, int] = {}  # the start is there twice, and a sentence

    def plain(value):
        if isinstance(value, dict) and isinstance(value.get("data"), bytes | memoryview):
            return value | {"data": arrays.setdefault(_short(value["data"], value["shape"]), len(arrays))}
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items()}
        return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value

    state = widget.page_state()
    state["_fixed"] = {name: value for name, value in state["_fixed"].items() if name not in SHARED}
    kept = {
        name: plain(value)
        for name, value in sorted(state.items())
        if value is not None and not name.startswith(_LEFT_OUT) and name not in _OF_IPYWIDGETS
    }
    return {"kind": kind, "arrays": [*arrays], "state": kept}


def _short(data, shape):
    """Return numbers in base64, in half the length where nothing is lost, as with small whole numbers."""
    data = bytes(data)
    if len(data) == 8 * prod(shape):
        double = np.frombuffer(data)
        single = double.astype(np.float32)
        data = single.tobytes() if (single == double).all() else data
    return b64encode(data).decode()


def packed_frames(controls, frames):
    """Return the frames of `live` and its controls as a built notebook stores them.

    frames are the MIME bundles of draw; their HTML is stored, and the numbers of their pictures. All pictures
    are compressed together, since pictures that are alike then take little room.
    """
    import lzma  # which some Pythons lack, and only a build needs

    from PIL import Image

    pictures = [
        Image.open(io.BytesIO(b64decode(found))).convert("RGB")
        for frame in frames
        for found in PICTURE.findall(frame["text/html"])
    ]
    # The usual preset 6 takes six times as long, and the size is much the same.
    pixels = lzma.compress(b"".join(picture.tobytes() for picture in pictures), preset=3)
    state = {
        "controls": controls,
        "frames": [PICTURE.sub("", frame["text/html"]) for frame in frames],
        "pictures": {
            "data": b64encode(pixels).decode(),
            "digest": digest(pixels),
            "shape": [picture.size for picture in pictures],
        },
    }
    drawn = [unpacked(frame[STORED_NUMBERS]) for frame in frames if STORED_NUMBERS in frame]
    return packed({"kind": FRAMES, "arrays": [], "state": state, "drawn": drawn})
