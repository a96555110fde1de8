"""Say where attnlib.exercises is now, to lessons and assignments of before."""

raise ImportError(
    "attnlib.exercises is in classroom now: write `classroom.exercises` in place of `attnlib.exercises`. "
    "An assignment that was handed out is made anew by `python tasks.py assignment NN`."
)
