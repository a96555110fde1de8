"""Pictures, which a notebook holds as text, as files of the site, loaded when they come into sight."""

import hashlib
import re
import struct
from base64 import b64decode

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


def size(png):
    """Return the width and the height of a Picture's PNG on a page, where two of its pixels are one."""
    width, height = struct.unpack(">II", png[16:24])  # which stand at its beginning
    return f'width="{width // 2}" height="{height // 2}"'
