"""Say where attnlib.i18n is now, to lessons and programs of before."""

raise ImportError("attnlib.i18n is attnlib.languages now: write `from attnlib.languages`.")
