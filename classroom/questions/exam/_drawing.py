"""Draw an exam with a seed: its questions, and the numbers of each. js/exam/drawing.js draws the same."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import Any

from classroom.questions.exam._formulas import value

LENGTH = 40  # questions in an exam
FROM_EACH = 2  # of each lesson at least
TRIES = 1000

_FILLED = re.compile(r"\{([A-Za-z]\w*)(?::(\d))?\}")


def random_from(text: str) -> Callable[[], float]:
    """Return a source of numbers from 0 to 1, below 1, the same for the same text.

    The generator of Park and Miller (1988), with their factor of 1993; it begins with a hash of the text.

    >>> round(random_from("7 scores")(), 4)
    0.1963
    """
    state = 2166136261
    for character in text + text:  # twice, so that near texts begin with numbers that have nothing in common
        state = (state ^ ord(character)) * 16777619 & 0xFFFFFFFF
        state ^= state >> 13
    state = state % 2147483646 + 1

    def draw():
        nonlocal state
        state = state * 48271 % 2147483647
        return (state - 1) / 2147483646

    return draw


def chosen(questions: Sequence[Any], seed: int) -> list[Any]:
    """Return the questions of the exam with this seed, in the order of the lessons."""
    random, order = random_from(f"exam {seed}"), list(range(len(questions)))
    for k in range(len(order) - 1, 0, -1):
        other = int(random() * (k + 1))
        order[k], order[other] = order[other], order[k]
    taken: dict[str, list[int]] = {}
    rest: list[int] = []
    for k in order:
        of_lesson = taken.setdefault(questions[k].lesson, [])
        (of_lesson if len(of_lesson) < FROM_EACH else rest).append(k)
    first = [k for of_lesson in taken.values() for k in of_lesson]
    return [questions[k] for k in sorted((first + rest)[:LENGTH])]


def numbers_of(question: Any, seed: int) -> dict[str, float]:
    """Return the numbers of a question in the exam with this seed, by name.

    Raises:
        ValueError: If no draw satisfies its `where`, or if two answers, right or wrong, are always the same.
    """
    random = random_from(f"{seed} {question.id}")
    for _ in range(TRIES):
        numbers = {name: values[int(random() * len(values))] for name, values in question.draw.items()}
        for name, formula in question.let.items():
            numbers[name] = value(formula, numbers)
        if question.where is not None and not value(question.where, numbers):
            continue
        right, within = answer_of(question, question.answer, numbers), question.within
        answers = [right, *(answer_of(question, given, numbers) for given, _ in question.wrong)]
        if not any(_same(*pair, 2 * within) for pair in combinations(answers, 2)):  # each may be rounded
            return numbers | ({"answer": right} if question.kind == "number" else {})
    raise ValueError(f"{TRIES} draws gave no numbers that can be used: see draw and where.")


def answer_of(question: Any, answer: Any, numbers: Mapping[str, float]) -> Any:
    """Return an answer, right or wrong, with these numbers: a place, a number, or sizes."""
    if question.kind == "choices":
        return answer
    if question.kind == "shape":
        return [round(value(size, numbers)) for size in answer]
    return value(answer, numbers)


def _same(one, other, within):
    return one == other if isinstance(one, list) else abs(one - other) <= within + 1e-9 * max(1, abs(one))


def filled(text: str, numbers: Mapping[str, float], code: bool = False) -> str:
    """Return a text with its numbers filled in; in code as Python writes them.

    Raises:
        ValueError: If the text names a number that there is not.

    >>> filled("{n} of {m:2}, {k}", {"n": -3, "m": 2 / 3, "k": 12000})
    '−3 of 0.67, 12,000'
    """

    def number(found):
        if found[1] not in numbers:
            raise ValueError(f"a text has {found[0]}, but there is no number of that name.")
        return written(numbers[found[1]], found[2] and int(found[2]), code)

    return _FILLED.sub(number, text)


def written(x: float, decimals: int | None = None, code: bool = False) -> str:
    """Return a number as a text has it: with thousands separated, and at most four decimals."""
    rounded = Decimal(x).quantize(Decimal(1).scaleb(-(4 if decimals is None else decimals)), ROUND_HALF_UP)
    if rounded == 0:
        rounded = abs(rounded)
    large = abs(rounded) >= 10_000 and not code
    text = f"{rounded:,f}" if large else f"{rounded:f}"
    if decimals is None and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text if code else text.replace("-", "−")
