"""What a built notebook keeps beside a picture or a widget, for pages without Python and for tests.

A Python that builds or tests notebooks asks for it by ATTNLIB_FILM=1. Each is a MIME type of its own, which
JupyterLab and GitHub do not know and so pass over.
"""

import hashlib
import json
import os
import zlib
from base64 import b64decode, b64encode

LIVE = "application/vnd.attnlib.live"  # the state of a widget, or a film
DRAWN = "application/vnd.attnlib.drawn"  # the numbers of a picture


def is_wanted():
    """Return whether this Python builds or tests notebooks."""
    return os.environ.get("ATTNLIB_FILM") == "1"


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
