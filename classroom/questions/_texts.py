"""The texts around a question."""

from attnlib.languages import text_from

text = text_from(__file__)
