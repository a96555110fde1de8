"""How often the checks are right about programs that were written without a look at their catalogue.

`python -m benchmarks.verdicts 20` judges those in benchmarks/programs on 20 seeds each. It counts wrong ones
that are accepted, right ones that are refused, and wrong ones of which no more is said. Whether that is true,
a person has to judge: `python -m benchmarks.verdicts 1 --cards` prints the cards.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from tests.helpers.checking import lines_of
from tests.helpers.student_programs import programs, said_of

FOLDER = Path(__file__).with_name("programs")
LIMITS = {True: 150, False: 400}  # milliseconds of the processor, for a right and for a wrong program


def judged(one, seeds, with_cards):
    """Return what is said of a program, counted, and the median of the time."""
    said, times = Counter(), []
    for seed in range(seeds):
        start = time.process_time()
        verdict = one.verdict(seed)
        times.append(1000 * (time.process_time() - start))
        said[said_of(verdict)] += 1
        if with_cards and not one.is_right and seed == 0:
            print(f"\n{one.exercise}: {one.what}", *lines_of(one.exercise, verdict), sep="\n  ")
    return said, sorted(times)[seeds // 2]


def main(seeds=20, *words):
    """Print each program that is not judged as it should be, and the counts."""
    counts = Counter()
    for path in sorted(FOLDER.glob("*.txt")):
        for one in programs(path.stem, FOLDER):
            said, taken = judged(one, int(seeds), "--cards" in words)
            counts["right programs" if one.is_right else "wrong programs"] += 1
            accepted = said["right"]
            if one.is_right and accepted < said.total():
                fault = "right ones refused"
            elif not one.is_right and accepted:
                fault = "wrong ones accepted"
            else:
                fault = "wrong ones merely refused" if said["refused"] else ""
            if taken > LIMITS[one.is_right]:
                counts["slow"] += 1
                print(f"{one.exercise}: {one.what}: {taken:.0f} ms")
            if fault:
                counts[fault] += 1
                print(f"{one.exercise}: {one.what}: {dict(said)}")
    print(*(f"{count} {what}" for what, count in counts.items()), sep=", ")


if __name__ == "__main__":
    main(*sys.argv[1:])
