"""Programs that students might write, and what the check should say of each.

classroom/exercises/catalog/NAME.txt holds those for an exercise, each below a line that says what it is:

    # --- right: by a loop
    # --- wrong: the root of d_k is forgotten [named no_root]

In brackets stands how much the check says of a wrong one:

- `named ID`, or `named ID + ID`: which mistake it is;
- `located NAME`: the variable up to which it is right, and the line after;
- `explained KEY`: its exception in plain words, or what can be seen of its result; `todo`: it is unfinished;
- `refused`: only that it is wrong.

The key, or the name, may be left out. `python -m tests.helpers.student_programs` counts, with times.
"""

import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from classroom.exercises import texts
from classroom.exercises.errors import key_of, line_of
from classroom.exercises.findings import Finding
from tests.helpers.checking import run_code, verdict_of

FOLDER = Path(texts.__file__).with_name("catalog")
_HEAD = re.compile(r"^# --- (right|wrong): (.+?)(?: \[([^\[\]]+)\])?$", re.MULTILINE)


@dataclass(frozen=True)
class Program:
    """What a student wrote for an exercise."""

    exercise: str
    is_right: bool
    what: str  # it is, or is wrong with it
    said: str  # of it, as the head says
    code: str

    def verdict(self, seed=0):
        return verdict_of(self.exercise, run_code(self.code), seed)

    def fits(self, said):
        """Whether that is what should be said of it."""
        return self.said in (said, said.split()[0])


def exercises():
    """The exercises for which there are programs."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def programs(exercise, folder=FOLDER):
    """The programs for an exercise, in their order."""
    _, *parts = _HEAD.split((folder / f"{exercise}.txt").read_text(encoding="utf-8"))
    heads = zip(parts[0::4], parts[1::4], parts[2::4], parts[3::4], strict=True)
    return [
        Program(exercise, is_it == "right", what, said or is_it, code) for is_it, what, said, code in heads
    ]


def named(exercise, id):
    """The first program of an exercise that makes this mistake, and no other."""
    return next(run_code(one.code) for one in programs(exercise) if one.said == f"named {id}")


def said_of(verdict):
    """How much the check says, in the words of a head."""
    if verdict.state != "wrong":
        return verdict.state
    if verdict.mistakes:
        return "named " + " + ".join(mistake.id for mistake in verdict.mistakes)
    if verdict.located:
        return f"located {verdict.located[0]}".strip()
    if verdict.finding is Finding.ERROR:
        error = verdict.outcomes[verdict.case].error
        key = key_of(error, line_of(error))
        return f"explained {key}" if key else "refused"
    return "refused" if verdict.finding is Finding.UNKNOWN else f"explained {verdict.finding}"


def main(*wanted):
    """Print what is said of each program, where it is not what its head says; then count."""
    total: Counter = Counter()
    for exercise in wanted or exercises():
        counts: Counter = Counter()
        for one in programs(exercise):
            start = time.process_time()
            verdict = one.verdict()
            taken = 1000 * (time.process_time() - start)
            said = said_of(verdict)
            if verdict.state == "right" or one.is_right:
                kind = "right" if one.is_right == (verdict.state == "right") else "FALSE VERDICT"
            else:
                kind = said.split()[0]
            counts[kind] += 1
            counts["slow"] += taken > (150 if one.is_right else 400)
            if not one.fits(said):
                print(f"{exercise}: {one.what} [{one.said}]: {said}")
        print(
            f"{exercise:24}" + ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()) if count)
        )
        total += counts
    print(f"{'all':24}" + ", ".join(f"{kind} {count}" for kind, count in sorted(total.items())))


if __name__ == "__main__":
    main(*sys.argv[1:])
