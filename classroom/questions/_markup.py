"""The marks of an author's text: `code`, *an emphasised word*, W_Q, an empty line between paragraphs.

js/questions/markup.js shows the same in the browser.
"""

import re
from html import escape

_PIECES = re.compile(r"`([^`]+)`|\*([^*\s](?:[^*]*[^*\s])?)\*")
_NAME = re.compile(r"\b([WXbdqk])_([QKVOkvijq0-9]|model|ff)\b", re.ASCII)  # of W_Kᵀ, too


def plain(text: str) -> str:
    """Return the text without its marks.

    >>> plain("*cat* and `W_Q`")
    'cat and W_Q'
    """
    return _PIECES.sub(lambda piece: piece[1] or piece[2], text)


def html(text: str) -> str:
    """Return the text as HTML.

    >>> html("*cat* < W_Q")
    '<em>cat</em> &lt; W<sub>Q</sub>'
    """
    parts = [_PIECES.sub(_as_html, escape(part, quote=False)) for part in text.split("\n\n")]
    return "<br><br>".join(_outside_code(part) for part in parts)


def _as_html(piece):
    return f"<code>{piece[1]}</code>" if piece[1] else f"<em>{piece[2]}</em>"


def _outside_code(text):
    """Write W_Q with a small Q and q_i with a small i, but not in code."""
    parts = re.split(r"(<code>.*?</code>)", text)
    return "".join(part if k % 2 else _NAME.sub(r"\1<sub>\2</sub>", part) for k, part in enumerate(parts))
