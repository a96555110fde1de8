"""How long it takes to prove a lesson, `python tasks.py check NN`; with --all, the tests as well."""

import subprocess
import sys
import time

from tools.build import NOTEBOOKS


def seconds(*words):
    """Time a command of tasks.py; its output stays on the screen only if it fails."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "tasks.py", *words], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n")
    return time.perf_counter() - start


def main():
    for path in sorted((NOTEBOOKS / "src").glob("[0-9]*.py")):
        number = path.stem[:2]
        print(f"check {number}: {seconds('check', number):.1f} s (at most 20 wanted)", flush=True)
    if "--all" in sys.argv[1:]:
        print(f"test: {seconds('test'):.0f} s (at most 240 wanted, on two cores)")


if __name__ == "__main__":
    main()
