"""Write the lecturer's edition of a lesson: a notebook for the hall, and notes that the hall does not see.

python tasks.py lecture 05 zh      writes both into build/lecture, and prints their names, a line each

The hall's notebook is in large type. All of it has been run, but is written without what it shows: the
audience predicts first, and Shift+Enter reveals. Where PyTorch or a model is missing, cells that need it have
not been run: they show their recorded result, as in lessons.
"""
