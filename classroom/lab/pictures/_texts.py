"""The texts in these pictures and in their descriptions."""

from attnlib.languages import text_from

text = text_from(__file__)
