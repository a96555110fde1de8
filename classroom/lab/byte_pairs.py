"""Learn by counting how to cut a text into pieces: byte-pair encoding, for lesson 01.

Sennrich et al. 2016, algorithm 1, on letters instead of bytes. Nothing is glued across what is no letter.
"""

import re
from collections import Counter
from html import escape

from attnlib._validate import check_count
from attnlib.languages import text_from

text = text_from(__file__, "byte_pairs")

Pair = tuple[str, str]

_RUN = re.compile(r"[^\W\d_]+|[\W\d_]")
_BOX = "border:1px solid #9ca3af;border-radius:.25em;padding:0 .15em;margin:.1em;display:inline-block"


def learn(given: str, times: int) -> list[Pair]:
    """Return the pairs of pieces that are glued: the most frequent first, of equals the first in the text.

    Args:
        given: the text in which pairs are counted
        times: how many pairs to glue
    Returns:
        the pairs in their order; fewer than `times` where nothing is left to glue
    Raises:
        ValueError: unless times is a whole number from 1, or 0

    Example:
        >>> learn("rest, rest, rain", 3)
        [('r', 'e'), ('re', 's'), ('res', 't')]
    """
    if times:
        check_count("learn", times=times)
    runs = [list(run) for run in _RUN.findall(given)]
    pairs: list[Pair] = []
    while len(pairs) < times:
        counts = Counter(pair for run in runs for pair in zip(run, run[1:], strict=False))
        if not counts:
            break
        [(pair, _)] = counts.most_common(1)
        runs = [_glued(run, pair) for run in runs]
        pairs.append(pair)
    return pairs


def cut(given: str, pairs: list[Pair]) -> list[str]:
    """Return the pieces of a text, glued in the order in which the pairs were learned.

    Args:
        given: any text
        pairs: as `learn` returns them
    Returns:
        its pieces; together they are the text

    Example:
        >>> cut("restrain", learn("rest, rest, rain", 3))
        ['rest', 'r', 'a', 'i', 'n']
    """
    pieces = []
    for run in _RUN.findall(given):
        parts = list(run)
        for pair in pairs:
            parts = _glued(parts, pair)
        pieces += parts
    return pieces


def view(given: str, new: str, times: int) -> str:
    """Return as an HTML table what is glued so far, and how that cuts the text and a new word.

    Args:
        given: the text in which pairs are counted
        new: a word to cut
        times: how many pairs to glue
    Returns:
        HTML, in the language in force

    Example:
        >>> "glued so far" in view("rest, rest, rain", "restrain", 3)
        True
    """
    pairs = learn(given, times)
    rows = (
        (text("glued"), " ".join(map(_boxed, map("".join, pairs))) or "–"),
        (text("text"), _words(cut(given, pairs))),
        (text("new"), _words(cut(new, pairs))),
    )
    cell = "padding:.4em .8em;text-align:left;vertical-align:top"
    lines = [
        f'<tr><th scope="row" style="{cell};font-weight:normal;white-space:nowrap">{name}</th>'
        f'<td style="{cell};line-height:1.8">{pieces}</td></tr>'
        for name, pieces in rows
    ]
    return f"<table>{''.join(lines)}</table>"


def _glued(parts: list[str], pair: Pair) -> list[str]:
    """Return the parts with every occurrence of the pair made one, from left to right."""
    found: list[str] = []
    last_is_new = False  # a piece that has just been glued takes no part in the same round
    for part in parts:
        if found and not last_is_new and (found[-1], part) == pair:
            found[-1] += part
            last_is_new = True
        else:
            found.append(part)
            last_is_new = False
    return found


def _words(pieces: list[str]) -> str:
    """Return the pieces as HTML in which lines break between words alone."""
    words = [""]
    for piece in pieces:
        words[-1] += _boxed(piece)
        if not piece.isalpha():
            words.append("")
    begin = '<span style="display:inline-block;margin-right:.35em">'
    return "".join(f"{begin}{word}</span>" for word in words if word)


def _boxed(piece: str) -> str:
    return f'<span style="{_BOX}">{escape(piece)}</span>' if piece.isalpha() else escape(piece)
