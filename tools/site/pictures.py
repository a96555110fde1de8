"""Pictures, which a notebook holds as text, as files of the site, loaded when they come into sight."""

import hashlib
import re
import struct
from base64 import b64decode, b64encode
from html import escape

from attnlib.draw.plots.dark import STYLE

_PICTURE = re.compile(
    r"(?:src=)(?P<quote>\\?[\"'])data:image/png;base64,(?P<data>[A-Za-z0-9+/=\s]+)(?P=quote)"
)


def with_files(html, files):
    """HTML, be it within JSON, whose pictures are files; notes in files what each holds."""

    def named(found):
        picture = b64decode(found["data"])
        name = f"{hashlib.sha256(picture).hexdigest()[:16]}.png"
        files[name] = picture
        quote = found["quote"]
        return f"loading={quote}lazy{quote} src={quote}../assets/pictures/{name}{quote}"

    return _PICTURE.sub(named, html)


def figure(png, says):
    """Return a stored Picture's PNG as HTML; two of its pixels are one of the page, which keeps its place."""
    width, height = struct.unpack(">II", png[16:24])  # which stand at its beginning
    what = f'alt="{escape(says)}" width="{width // 2}" height="{height // 2}"'
    data = f"data:image/png;base64,{b64encode(png).decode()}"
    return f'<figure style="margin:0"><img class="attn-picture" {what} src="{data}">{STYLE}</figure>'
