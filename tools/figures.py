"""Read the numbers in a text, and say which of them may state a result.

These are the numbers with decimals, with % or a separator of thousands, or whole and above ten. Passed over
are code, years, minutes, and the numbers of lessons, sections, exercises and tables.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from tools.markdown import Html, is_code, is_formula, tokens

SMALL = 10  # whole numbers up to this one count what is in sight

_NUMBER = re.compile(
    r"(?<![A-Za-z\d_.])(?<![A-Za-z]-)"  # not in a name: d_1, GPT-2
    r"(\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(\.\d+)?(?!\d|\.\d|[A-Za-z_])"
    r"(?:\s?(\\?%|million\b|billion\b|万亿|万|亿))?"
)
_UNITS = {"%": 0.01, "million": 1e6, "billion": 1e9, "万": 1e4, "亿": 1e8, "万亿": 1e12}
_AND = r"(?:(?:\s?[,、–]|,?\s(?:and|or|to)|\s?[到和至])\s?第?\s?\d+)*"
_NO_RESULT = re.compile(
    rf"\b(?:[Ll]esson|[Ss]ection|[Ee]xercise|[Tt]able|[Ff]igure)s?\s\d[\d.]*{_AND}"
    rf"|第\s?\d+{_AND}\s?[课节章]|[\d.]+\s节|(?:练习|[表图])\s?\d[\d.]*{_AND}"
    r"|\b\d+\smin\w*|\d+\s分钟|(?<=minutes, and )\d+|(?<=练习另需 )\d+"
    r"|^[^\w]*\d+\s·|^(?:0\d|1[0-3])$|[(（](?:0\d|1[0-3])[)）]"  # of headings; of lessons, in a table
    r"|(?<![\d,.])(?:19|20)\d\d(?![\d,.]*\d)",  # a year: a thousand has its comma
    re.MULTILINE,
)


class Figure(NamedTuple):
    """A number as it is written, without its sign: its value, and what one of its last digit is worth."""

    text: str
    value: float
    unit: float

    def is_rounded(self, value):
        """Return whether this is the other value with fewer digits, or the same."""
        return abs(abs(value) - self.value) <= 0.5001 * self.unit

    def is_part_of(self, other):
        """Return whether the other number says the same, with at least as many digits."""
        return self.is_rounded(other.value) and other.unit <= 1.0001 * self.unit


def figures(text):
    """Return all numbers of a plain text."""
    found = []
    for match in _NUMBER.finditer(text):
        whole, decimals, unit = match.groups(default="")
        times = _UNITS.get(unit.lstrip("\\"), 1)
        value = float(re.sub(r"[,{}]", "", whole) + decimals) * times
        if times > 1 and not decimals:  # 3900 万 says 39 million, to the nearest million
            times *= 10 ** (len(whole) - len(whole.rstrip("0")))
        written = match[0].replace("{,}", ",").replace("\\", "")
        found.append(Figure(written, value, 10.0 ** -max(0, len(decimals) - 1) * times))
    return found


@lru_cache(4096)  # each is read in several checks
def results(text):
    """Return the numbers of a text cell that may state a result."""
    written = _NO_RESULT.sub(" # ", plain(text))
    return [figure for figure in figures(written) if figure.value > SMALL or not figure.text.isdigit()]


def plain(text):
    """Return the words and formulas of a text cell, without code and the words of links to lessons."""
    parts, in_link = [], False
    for token in tokens(text):
        if token.type in ("link_open", "link_close"):
            in_link = ".ipynb" in str(token.attrs.get("href", ""))
        if is_formula(token) or (token.type == "text" and not in_link):
            parts.append(token.content)
        elif token.type == "html_block":
            parts.append(Html(token.content).text)
        elif is_code(token):
            parts.append("x")
        elif token.block or token.type == "softbreak":
            parts.append("\n")
    return "".join(parts)
