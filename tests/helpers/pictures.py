"""What tests read off a picture: its numbers, words, colours and hatching."""

import re
from html.parser import HTMLParser

import numpy as np
from matplotlib.text import Text

from attnlib.attention import softmax

RNG = np.random.default_rng(0)
HOSTILE = [
    "",
    " a ",
    "$$",
    "$\\frac",
    "a\nb",
    "שלום",
    "x" * 500,
    '"><script>alert(1)</script>',
    "\u202eevil",
    "\ud800",
]


def weights(n, m=None):
    return softmax(RNG.normal(size=(n, m or n)))


def numbers(pict):
    """The numbers in a picture as they are written: those in cells first, then those beside them."""
    return [c.texts for ax in pict.figure.axes for c in ax.collections if hasattr(c, "texts")]


def words(pict):
    """The words in a picture; names as they were given, though they are typeset."""
    said = [text.get_text() for text in pict.figure.findobj(Text)]
    return [re.sub(r"\$(\w_\w)\$", r"\1", word) for word in said if word]


def colors(pict, which=0):
    return images(pict)[which].get_array()


def images(pict):
    return [image for ax in pict.figure.axes for image in ax.images]


def hatched(pict):
    return [patch for ax in pict.figure.axes for patch in ax.patches if patch.get_hatch()]


def contrast(one, other):
    def luminance(rgb):
        return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [
            0.2126,
            0.7152,
            0.0722,
        ]

    a, b = luminance(np.asarray(one)), luminance(np.asarray(other))
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
