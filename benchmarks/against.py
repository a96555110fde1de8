"""The explorer now against the explorer of an earlier commit: `python -m benchmarks.against COMMIT`.

Each edits a page of its own in the same browser, one edit here and one there: a machine that is slow for a
while is slow for both, so the ratio of their medians holds where a single time does not. The times run from
key press to paint, as in benchmarks/explorer.py. `make bench` leaves this out: it needs a commit.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.explorer import EDITS, EXPLORER, LARGE, choose, milliseconds, pause, press, run
from tools.browser import chromium, find_chromium, jupyterlab, write_notebook

HERE = Path(__file__).resolve().parent.parent
FIRST = 4  # edits that are not counted: what runs for the first time is compiled
PRINT_PATH = "import inspect\nprint(inspect.getfile(Explorer))"


@contextmanager
def files_of(commit):
    """Yield a folder with the project's files as they were at that commit."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder).resolve() / "earlier"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", path, commit], cwd=HERE, check=True)
        try:
            yield path
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", path], cwd=HERE, check=True)


def opened(stack, browser, path, name, code):
    """Open a notebook whose kernel has the explorer of that folder."""
    os.environ["PYTHONPATH"] = str(path)
    lab = stack.enter_context(jupyterlab(stack.enter_context(tempfile.TemporaryDirectory())))
    write_notebook(lab.root / name, [code, PRINT_PATH])
    page = run(browser, lab, name)
    page.locator("pre", has_text=str(path)).wait_for()  # that it is the one that is meant
    return page


def compare(paths, name, code):
    """Print the times of both, and the ratio."""
    with ExitStack() as stack:
        browser = stack.enter_context(chromium())
        pages = [opened(stack, browser, path, name, code) for path in paths]
        choices = [random.Random(0) for _ in pages]
        times = [[] for _ in pages]
        for _ in range(FIRST + EDITS):
            for page, rng, measured in zip(pages, choices, times, strict=True):
                page.bring_to_front()
                digit = choose(page, rng)
                pause(page)
                measured.append(press(page, ".ax-inputs, .ax-results", digit))
                pause(page)
    earlier, now = [measured[FIRST:] for measured in times]
    print(f"{name}, earlier: {milliseconds(earlier)}")
    print(f"{name}, now: {milliseconds(now)}")
    ratio = statistics.median(t for _, t in now) / statistics.median(t for _, t in earlier)
    print(f"{name}: now takes {ratio:.2f} of the time")


def main(words):
    if len(words) != 1:
        return "Name one commit: python -m benchmarks.against COMMIT"
    if not find_chromium():
        return "against: not measured, since no Chromium was found (set ATTNLIB_CHROMIUM to its path)"
    with files_of(words[0]) as earlier:
        compare([earlier, HERE], "first_look.ipynb", EXPLORER)
        compare([earlier, HERE], "sixteen_words.ipynb", LARGE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
