"""Show how far a training has come, in one line that disappears at the end, so that none is stored."""

import sys
import time
from collections.abc import Iterator

EVERY = 0.2  # seconds between two updates


def progress(iterations: int) -> Iterator[int]:
    """Count from 1 to a number, and show "120 / 200" below the cell of a notebook meanwhile.

    Args:
        iterations: the last number
    Yields:
        1, 2, …, iterations

    Example:
        >>> [*progress(3)]
        [1, 2, 3]
    """
    line, updated = None, time.monotonic()
    for t in range(1, iterations + 1):
        yield t
        if time.monotonic() - updated > EVERY and in_notebook():
            updated, line = time.monotonic(), line or _line()
            line.update({"text/plain": f"{t} / {iterations}"}, raw=True)
    if line:
        line.update({}, raw=True)


def in_notebook() -> bool:
    """Return True in a kernel, False in Python or IPython in a terminal."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def _line():
    from IPython.display import display

    return display({}, raw=True, display_id=True)
