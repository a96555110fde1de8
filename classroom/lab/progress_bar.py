"""Show how far a training has come, in one line that disappears at the end, so that none is stored."""

import sys
import time
from collections.abc import Collection, Iterator
from typing import Any

from attnlib.languages import text_from

EVERY = 0.2  # seconds between two updates
LONG = 10  # seconds; what takes longer says how long it still takes,
SURE = 1  # once it has run for so long

text = text_from(__file__, "progress_bar")


def progress(whole: int | Collection[Any]) -> Iterator[Any]:
    """Count from 1 to a number, or go through a collection, and show how far it is below the cell meanwhile.

    A loop inside shares the line of the one around it: "2 of 4 · 120 / 200".

    Args:
        whole: the last number, or the items
    Yields:
        1, 2, …, whole, or the items

    Example:
        >>> [*progress(3)]
        [1, 2, 3]
        >>> [(word, k) for word in progress("ab") for k in progress(2)]
        [('a', 1), ('a', 2), ('b', 1), ('b', 2)]
    """
    global _line
    items = range(1, whole + 1) if isinstance(whole, int) else whole
    # A loop that was interrupted in an earlier cell may never end.
    if _line is None or _line.cell != _cell():
        _line = _Line(_cell())
    line, depth = _line, len(_line.loops)
    try:
        for k, item in enumerate(items, 1):
            line.loops[depth:] = [(k, len(items))]
            yield item
            line.update()
    finally:
        del line.loops[depth:]
        if depth == 0:
            line.end()
            _line = None if _line is line else _line


class _Line:
    """The line below a cell, and how far each of its loops is, the outermost first."""

    def __init__(self, cell):
        self.cell, self.loops = cell, []
        self.began = self.updated = time.monotonic()
        self.shown = None

    def update(self):
        if time.monotonic() - self.updated > EVERY and in_notebook():
            self.updated, self.shown = time.monotonic(), self.shown or _display()
            self.shown.update({"text/plain": self.say()}, raw=True)

    def end(self):
        if self.shown:
            self.shown.update({}, raw=True)

    def say(self):
        *around, (t, steps) = self.loops
        said = [text("one_of", k=k, n=n) for k, n in around]
        return " · ".join([*said, f"{t} / {steps}", *self.left()])

    def left(self):
        """Return in words how long it still takes, if that is known and worth saying."""
        *around, (t, steps) = self.loops
        done = t / steps
        for k, n in reversed(around):
            done = (k - 1 + done) / n
        elapsed = time.monotonic() - self.began
        seconds = elapsed / done - elapsed
        if elapsed < SURE or elapsed + seconds < LONG:
            return []
        unit, n = ("minutes", seconds / 60) if seconds > 90 else ("seconds", seconds)
        return [text(f"{unit}_left", n=max(1, round(n)))]


_line: _Line | None = None


def in_notebook() -> bool:
    """Return True in a kernel, False in Python or IPython in a terminal."""
    return hasattr(_shell(), "kernel")


def _shell():
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def _cell():
    """Return the number of the cell that runs."""
    return getattr(_shell(), "execution_count", None)


def _display():
    from IPython.display import display

    return display({}, raw=True, display_id=True)
