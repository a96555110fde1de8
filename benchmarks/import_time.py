"""How much longer `import attnlib` takes than `import numpy`, each in a fresh Python, one after the other."""

import statistics
import subprocess
import sys

ROUNDS = 15

TIMED = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def seconds(module):
    run = [sys.executable, "-c", TIMED.format(module)]
    return float(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def main():
    taken = {"numpy": [], "attnlib": []}
    for _ in range(ROUNDS + 1):
        for module in taken:
            taken[module].append(seconds(module))
    numpy, attnlib = (
        statistics.median(times[1:]) for times in taken.values()
    )  # the first round fills caches
    print(f"import numpy   {numpy:.3f} s")
    print(f"import attnlib {attnlib:.3f} s, that is {attnlib - numpy:.3f} s longer (at most 0.35 wanted)")


if __name__ == "__main__":
    main()
