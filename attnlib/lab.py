"""Say where attnlib.lab is now, to lessons and programs of before."""

raise ImportError(
    "attnlib.lab is in classroom now: write `from classroom.lab` in place of `from attnlib.lab`."
)
