"""The texts in pictures and in their descriptions."""

from attnlib.languages import text_from

text = text_from(__file__)


def sentence(said):
    """Return one sentence that says all of these."""
    return text("alt_semicolon").join(said) + text("alt_stop")
