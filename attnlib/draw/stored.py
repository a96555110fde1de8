"""Write and read what a built notebook stores beside a picture or a widget.

Pages without Python read it, and tests. A Python that builds or tests notebooks asks for it with
ATTNLIB_STORE=1. JupyterLab and GitHub do not know its MIME types, and so do not show it.
"""

import hashlib
import json
import os
import zlib
from base64 import b64decode, b64encode

STORED_STATE = "application/vnd.attnlib.live"  # the state of a widget, or the frames of `live`
STORED_NUMBERS = "application/vnd.attnlib.drawn"  # the numbers of a picture
FRAMES = "film"  # the kind of a state that holds frames, as built notebooks have it


def is_storing():
    """Return whether this Python builds or tests notebooks."""
    return os.environ.get("ATTNLIB_STORE") == "1"


def packed(said):
    """Return JSON as a line of letters and digits: whoever searches a notebook finds no answer in it."""
    line = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(line.encode(), 9)).decode()


def unpacked(line):
    """Return the JSON that was packed into a line."""
    return json.loads(zlib.decompress(b64decode(line)))


def digest(data):
    """Return eight letters and digits that other bytes do not have."""
    return hashlib.sha256(data).hexdigest()[:8]
