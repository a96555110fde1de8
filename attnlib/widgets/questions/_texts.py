"""The texts around a question."""

from attnlib.i18n import text_from

text = text_from("questions")
