"""How long a check takes when the answer is right, and when wrong: one mistake, two, or none that we know.

Beside the time that passes stands the processor's, which other work on the machine changes less.
"""

import contextlib
import io
import statistics
import time
from itertools import combinations

import torch  # noqa: F401  so that a check tries torch, too

from classroom import check
from classroom.exercises.catalog import EXERCISES
from tests.helpers.checking import inputs_of, run_code, solution, with_steps

SEED, ROUNDS = 3, 7
KINDS = "right", "one mistake", "two", "unknown"


def milliseconds(exercise, f):
    """Time some rounds: the median of the time that passed, and of the processor's."""
    taken = []
    for _ in range(ROUNDS):
        start, worked = time.perf_counter(), time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            getattr(check, exercise)(f, seed=SEED)
        taken.append((1000 * (time.perf_counter() - start), 1000 * (time.process_time() - worked)))
    return [statistics.median(one) for one in zip(*taken, strict=True)]


def modules():
    """Yield the same for the nn.Module."""
    code = EXERCISES["self_attention"].solution
    unscaled = code.replace(" / Q.shape[-1] ** 0.5", "")
    yield "right", run_code(code)
    yield "one mistake", run_code(unscaled)
    yield "two", run_code(unscaled.replace("dim=-1", "dim=-2"))
    yield "unknown", run_code(code.replace("weights @ V,", "weights @ V + 0.3,"))


def functions(exercise):
    """Right, with the last mistake of the catalogue, with the last pair, and wrong in a way of its own."""
    inputs = inputs_of(exercise, SEED)
    right = solution(exercise)
    own = EXERCISES[exercise].mistakes
    pairs = [
        a.instead | b.instead for a, b in combinations(own, 2) if not a.instead.keys() & b.instead.keys()
    ]
    yield "right", right
    yield "one mistake", with_steps(exercise, own[-1].instead, inputs)
    if pairs:
        yield "two", with_steps(exercise, pairs[-1], inputs)
    yield "unknown", lambda *given: right(*given) * 1.25


def main():
    worst = {}
    print(f"{'ms (processor)':24}" + "".join(f"{kind:>17}" for kind in KINDS))
    for exercise in EXERCISES:
        answers = dict(modules() if exercise == "self_attention" else functions(exercise))
        print(f"{exercise:24}", end="")
        for kind in KINDS:
            if kind not in answers:
                print(17 * " ", end="")
                continue
            passed, worked = milliseconds(exercise, answers[kind])
            worst[kind] = [max(pair) for pair in zip(worst.get(kind, [0, 0]), (passed, worked), strict=True)]
            print(f"{passed:8.1f} ({worked:6.1f})", end="")
        print()
    print("worst: " + ", ".join(f"{kind} {ms:.0f} ({worked:.0f}) ms" for kind, (ms, worked) in worst.items()))
    print("wanted: right at most 150 ms, wrong at most 400 ms")


if __name__ == "__main__":
    main()
