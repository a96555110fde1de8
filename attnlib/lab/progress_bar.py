"""How far a training has come: one line on the page, which goes when it is done, so that none is stored."""

import sys
import time

EVERY = 0.2  # seconds between two lines


def progress(steps):
    """Count 1, 2, …, steps, as range does, and say meanwhile "120 / 200" below the cell of a notebook."""
    line, said = None, time.monotonic()
    for step in range(1, steps + 1):
        yield step
        if time.monotonic() - said > EVERY and in_notebook():
            shown, said = {"text/plain": f"{step} / {steps}"}, time.monotonic()
            line = line or _line()
            line.update(shown, raw=True)
    if line:
        line.update({}, raw=True)


def in_notebook():
    """Whether there is a page: a kernel, and not Python or IPython in a terminal."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def _line():
    from IPython.display import display

    return display({}, raw=True, display_id=True)
