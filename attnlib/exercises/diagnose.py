"""Is the answer right, and if not, which mistake makes just these numbers? Found by trying, not guessing.

Inputs come in layers, the easiest first. What is said is said of the first layer on which the answer fails.
"""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from attnlib.exercises.errors import SHAPES, key_of
from attnlib.exercises.exercise import LAYERS, follow
from attnlib.exercises.numeric_patterns import sighting


@dataclass(frozen=True)
class Verdict:
    """state is "todo", "right" or "wrong"; what follows is for a wrong answer."""

    state: str
    mistakes: tuple = ()  # the one that was found, or a pair
    others: tuple = ()  # mistakes that give the same numbers on every input
    special: str = ""  # what else it is: in_place, list, constants, error, … (message.py)
    detail: str = ""  # the argument that it is about, a type, …
    case: int = 0  # the first input on which it shows
    layer: str = ""  # the layer of that input, if there are easier ones that came out right
    located: tuple = ()  # a right variable, the step it is, and the line from which on it is wrong
    outcomes: list = field(default_factory=list)
    inputs: list = field(default_factory=list)
    expected: list = field(default_factory=list)
    right: int = 0  # on how many inputs it is right


@np.errstate(all="ignore")  # there is no telling what numbers come out of a wrong answer
def judge(exercise, outcomes, inputs):
    """Compare what came out with the reference and, where they differ, with the catalogue."""
    told = {"outcomes": outcomes, "inputs": inputs, "case": len(outcomes) - 1}
    if outcomes[-1].kind == "todo":
        return Verdict("todo", special=outcomes[-1].detail, **told)
    if outcomes[-1].kind == "nothing":
        return Verdict("wrong", special="nothing", **told)
    if len(outcomes) < len(inputs):  # it took too long, or too much memory
        return Verdict("wrong", special="error", **told)
    expected = [follow(exercise.steps, given) for given in inputs]
    n = sum(given["layer"] != "tells" for given in inputs)  # those that only tell stand at the end
    told |= {"outcomes": outcomes[:n], "inputs": inputs[:n], "expected": expected[:n]}
    wrong = [k for k in range(n) if not _equal(outcomes[k], expected[k])]
    told["right"] = n - len(wrong)
    if not wrong:
        return _habits(exercise, told)
    told["case"] = wrong[0]
    layer = inputs[wrong[0]]["layer"]
    told["layer"] = layer if layer != inputs[0]["layer"] else ""
    if _is_constant(outcomes):
        return Verdict("wrong", special="constants", **told)
    rows = list(zip(outcomes, inputs, expected, strict=True))
    if all(_is_nan(outcome.value) for outcome, given, _ in rows if given["layer"] == inputs[0]["layer"]):
        return Verdict("wrong", special="all_nan", **told)
    named = _name(exercise, rows, layer)
    if named:
        return Verdict("wrong", *named, **told)
    return _without_a_name(told)


def is_right_on(verdict, k):
    """Whether the answer gave what it should for the input at that place."""
    return _equal(verdict.outcomes[k], verdict.expected[k])


def _habits(exercise, told):
    """Right numbers, but in a way that will hurt: inputs changed in place, or lists."""
    for k, outcome in enumerate(told["outcomes"]):
        if outcome.changed or (outcome.kind == "list" and not exercise.may_be_a_list):
            special = "in_place" if outcome.changed else "list"
            return Verdict("wrong", special=special, detail=outcome.changed, **told | {"case": k})
    return Verdict("right", **told)


def _without_a_name(told):
    """What can be said of an answer that is no mistake of the catalogue."""
    outcomes, expected = told["outcomes"], told["expected"]
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
    elif right.dtype.kind == "f" and out.value.dtype.kind != "f":
        special, detail = "no_floats", str(out.value.dtype)
    else:
        layer = told["inputs"][told["case"]]["layer"]
        wrong = [
            (o, r)
            for o, r, given in zip(outcomes, expected, told["inputs"], strict=True)
            if given["layer"] == layer and not _equal(o, r)
        ]
        close = all(_equal(o, r, rtol=0.01, atol=0.006) for o, r in wrong)
        special, detail = ("rounded", "") if close else sighting([(o.value, r) for o, r in wrong])
    return Verdict("wrong", special=special, detail=detail, **told)


def _is_constant(outcomes):
    """The same numbers for inputs of every shape: typed in, or made of something else than the inputs."""
    first = outcomes[0].value
    return first is not None and all(o.value is not None and _equal(o, first) for o in outcomes)


def _equal(outcome, right, rtol=1e-4, atol=1e-5):
    """Whether an outcome is what the catalogue or the reference gives: an array, or an exception.

    This is looser than rounding in float32, and far from what any mistake does to these inputs.
    """
    if isinstance(right, Exception) or outcome.error is not None:
        return isinstance(right, Exception) and outcome.error is not None
    value = outcome.value
    if value is None or value.shape != right.shape or (value.dtype == bool) != (right.dtype == bool):
        return False
    if right.dtype == bool:
        return np.array_equal(value, right)
    finite = np.isfinite(right)
    size = abs(right)
    near = finite & (abs(value - right) <= rtol * size + atol * size.max(where=finite, initial=1))
    return bool((near | (value == right) | (np.isnan(value) & np.isnan(right))).all())


def _is_nan(value):
    return value is not None and value.dtype.kind == "f" and value.size > 0 and bool(np.isnan(value).all())


def _name(exercise, rows, layer):
    """The mistake, or the pair of them, that gives these outcomes, and others that cannot be told apart.

    If none makes them all, one that makes those up to the first layer that fails: there may be more to come.
    """
    last = LAYERS.index(layer)
    near = [row for row in rows if LAYERS.index(row[1]["layer"]) <= last]
    judged = [row for row in rows if row[1]["layer"] != "tells"]
    one = ((mistake,) for mistake in exercise.mistakes)
    two = ((a, b) for a, b in combinations(exercise.mistakes, 2) if not a.steps.keys() & b.steps.keys())
    partly = []
    for tries in one, two:
        fits = [some for some in tries if _makes(exercise, some, near)]
        found = [some for some in fits if _makes(exercise, some, judged)]
        found = [some for some in found if _makes(exercise, some, rows)] or found
        if found:
            return found[0], tuple(other for (other, *more) in found[1:] if not more)
        enough = _wrong_numbers(near) >= (1 if tries is one else 2)
        partly += fits if enough else []
    return (partly[0], ()) if partly else None


def _wrong_numbers(rows):
    """On how many inputs there are wrong numbers to go by, and not only a failure."""
    return sum(outcome.value is not None and not _equal(outcome, right) for outcome, _, right in rows)


def _makes(exercise, some, rows):
    """Whether one or two mistakes make those outcomes. Most fail the first row, and the rest is not tried."""
    steps = some[0].steps | some[-1].steps
    numbers, wrong_numbers, alike = 0, 0, True
    for outcome, given, right in rows:
        if not _equal(outcome, _result(exercise, given, steps)):
            return False
        if outcome.error is None:
            numbers += 1
            wrong_numbers += not _equal(outcome, right)
        else:
            alike &= key_of(outcome.error) in SHAPES
    # To fail everywhere is no resemblance; and where only exceptions tell, they must be of the same kind.
    return numbers > 0 and (wrong_numbers > 0 or alike)


def _result(exercise, given, steps):
    """What the steps of the exercise make of an input, some of them replaced by these."""
    try:
        return np.asarray(follow(exercise.steps, given, steps))
    except (ValueError, IndexError) as error:
        return error
