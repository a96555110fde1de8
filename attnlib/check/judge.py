"""Is the answer right, and if not, which mistake makes just these numbers? Found by trying, not guessing."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from attnlib.check.errors import SHAPES, key_of
from attnlib.check.exercises import ARGUMENTS, cases
from attnlib.check.mistakes import MISTAKES
from attnlib.check.recipes import RECIPES, follow

# Looser than rounding in float32, and far from what any mistake of the catalogue does to these inputs.
_CLOSE = {"rtol": 1e-4, "atol": 1e-5, "equal_nan": True}


@dataclass(frozen=True)
class Outcome:
    """What came out for one input: an array, or the exception that came instead."""

    value: Any = None
    error: BaseException | None = None
    changed: str = ""  # the argument that was changed in place
    kind: str = "array"  # or "list", "todo", "nothing", or the type of what is no array


@dataclass(frozen=True)
class Verdict:
    """state is "todo", "right" or "wrong"; what follows is for a wrong answer."""

    state: str
    mistakes: tuple = ()  # the one that was found, or a pair
    others: tuple = ()  # mistakes that give the same numbers on every input
    special: str = ""  # what else it is: in_place, list, constants, error, … (phrases.py)
    detail: str = ""  # the argument that it is about, a type, …
    case: int = 0  # the first input on which it shows
    outcomes: list = field(default_factory=list)
    inputs: list = field(default_factory=list)
    expected: list = field(default_factory=list)
    right: int = 0  # on how many inputs it is right


def inputs_of(exercise, seed):
    return list(cases(exercise, np.random.default_rng(seed)))


def arguments_of(exercise, given):
    return {name: given[key] for name, key in ARGUMENTS[exercise].items()}


def judge(exercise, outcomes, inputs):
    """Compare what came out with the reference and, where they differ, with the catalogue."""
    told = {"outcomes": outcomes, "inputs": inputs, "case": len(outcomes) - 1}
    if outcomes[-1].kind == "todo":
        return Verdict("todo", **told)
    if outcomes[-1].kind == "nothing":
        return Verdict("wrong", special="nothing", **told)
    if len(outcomes) < len(inputs):  # it took too long, or too much memory
        return Verdict("wrong", special="error", **told)
    told["expected"] = expected = [follow(RECIPES[exercise], given) for given in inputs]
    wrong = [k for k, right in enumerate(expected) if not _equal(outcomes[k], right)]
    told["right"] = len(inputs) - len(wrong)
    if not wrong:
        return _habits(outcomes, told)
    told["case"] = wrong[0]
    if _is_constant(outcomes):
        return Verdict("wrong", special="constants", **told)
    named = _name(exercise, outcomes, inputs, expected)
    if named:
        return Verdict("wrong", *named, **told)
    return _without_a_name(outcomes, expected, told)


def _habits(outcomes, told):
    """Right numbers, but in a way that will hurt: inputs changed in place, or lists."""
    for k, outcome in enumerate(outcomes):
        if outcome.changed or outcome.kind == "list":
            special = "in_place" if outcome.changed else "list"
            return Verdict("wrong", special=special, detail=outcome.changed, **told | {"case": k})
    return Verdict("right", **told)


def _without_a_name(outcomes, expected, told):
    """What can be said of an answer that is no mistake of the catalogue."""
    out, right = outcomes[told["case"]], expected[told["case"]]
    changed = next((outcome.changed for outcome in outcomes if outcome.changed), "")
    if out.error is not None:
        special, detail = "error", ""
    elif changed:
        special, detail = "in_place", changed
    elif out.value is None:
        special, detail = "no_array", out.kind
    elif right.dtype == bool and out.value.dtype != bool:
        special, detail = "no_bools", str(out.value.dtype)
    elif right.dtype != bool and out.value.dtype.kind not in "f":
        special, detail = "no_floats", str(out.value.dtype)
    elif all(_equal(o, r, rtol=0.01, atol=0.006) for o, r in zip(outcomes, expected, strict=True)):
        special, detail = "rounded", ""
    else:
        special, detail = "unknown", ""
    return Verdict("wrong", special=special, detail=detail, **told)


def _is_constant(outcomes):
    """The same numbers for inputs of every shape: typed in, or computed from something else than the inputs."""  # noqa: E501
    first = outcomes[0].value
    return first is not None and all(o.value is not None and _equal(o, first) for o in outcomes)


def _equal(outcome, right, **close):
    """Whether an outcome is what the catalogue or the reference gives: an array, or an exception."""
    if isinstance(right, Exception) or outcome.error is not None:
        return isinstance(right, Exception) and outcome.error is not None
    value = outcome.value
    same_kind = (
        value is not None and value.shape == right.shape and (value.dtype == bool) == (right.dtype == bool)
    )
    return same_kind and bool(np.allclose(value, right, **_CLOSE | close))


def _name(exercise, outcomes, inputs, expected):
    """The mistake, or the pair of mistakes, that gives these outcomes, and others that cannot be told apart."""  # noqa: E501
    possible = [mistake for mistake in MISTAKES if exercise in mistake.of]
    told = exercise, outcomes, inputs, expected
    singles = [mistake for mistake in possible if _makes(mistake.steps, *told)]
    if singles:
        return (singles[0],), tuple(singles[1:])
    for a, b in combinations(possible, 2):
        if not a.steps.keys() & b.steps.keys() and _makes(a.steps | b.steps, *told):
            return (a, b), ()
    return None


def _makes(steps, exercise, outcomes, inputs, expected):
    """Whether these steps give those outcomes. Most do not on the first input, and the rest is not tried."""
    numbers, wrong_numbers, alike = 0, 0, True
    for outcome, given, right in zip(outcomes, inputs, expected, strict=True):
        result = _result(exercise, given, steps)
        if not _equal(outcome, result):
            return False
        if outcome.error is None:
            numbers += 1
            wrong_numbers += not _equal(outcome, right)
        else:
            alike &= key_of(outcome.error) in SHAPES
    # To fail everywhere is no resemblance; and where only exceptions tell, they must be of the same kind.
    return numbers > 0 and (wrong_numbers > 0 or alike)


def _result(exercise, given, steps):
    try:
        return np.asarray(follow(RECIPES[exercise], given, steps))
    except (ValueError, IndexError) as error:
        return error
