"""Tell whether an answer is right, and if not, which mistake makes the same numbers: found by trying.

Inputs come in layers, the easiest first. A verdict is about the first layer on which the answer fails.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from classroom.exercises.errors import SHAPES, key_of
from classroom.exercises.exercise import LAYERS, Mistake, all_steps, follow
from classroom.exercises.findings import IN_FRONT, OF_A_SHAPE, Finding
from classroom.exercises.locate import locate
from classroom.exercises.numeric_patterns import holds_tables, numeric_pattern
from classroom.exercises.sandbox import Outcome


@dataclass(frozen=True)
class Verdict:
    """The state of an answer, "todo", "right" or "wrong", and for a wrong one what was found."""

    state: str
    mistakes: tuple[Mistake, ...] = ()  # the one that was found, or a pair
    others: tuple[Mistake, ...] = ()  # they give the same numbers on every input
    finding: Finding | None = None  # what else was seen
    detail: str = ""  # of the finding: an argument, a type, …; "gap" where a part is still to do
    case: int = 0  # the place of the first input on which it shows
    layer: str = ""  # the layer of that input, if there are easier ones that came out right
    located: tuple[str, ...] = ()  # a right variable, its step, and the line from which on the mistake is
    outcomes: list[Outcome] = field(default_factory=list)
    inputs: list[dict] = field(default_factory=list)
    expected: list = field(default_factory=list)
    right: int = 0  # on how many inputs it is right


@np.errstate(all="ignore")  # there is no telling what numbers come out of a wrong answer
def judge(exercise, outcomes, inputs, is_named=True) -> Verdict:
    """Compare the outcomes with the reference and, where they differ, with the catalogue of mistakes.

    Without is_named nothing is said of a wrong one: whoever has more inputs asks again.
    """
    facts = {"outcomes": outcomes, "inputs": inputs, "case": len(outcomes) - 1}
    if outcomes[-1].kind == "todo":
        return Verdict("todo", detail=outcomes[-1].detail, **facts)
    if outcomes[-1].kind == "nothing":
        return Verdict("wrong", finding=Finding.NOTHING, **facts)
    if any(outcome.leans for outcome in outcomes):
        return Verdict("wrong", finding=Finding.LEANS, **facts)
    if len(outcomes) < len(inputs):  # it took too long, or too much memory
        return Verdict("wrong", finding=Finding.ERROR, **facts)
    expected = [follow(exercise.reference, given) for given in inputs]
    n = sum(given["layer"] != "tells" for given in inputs)  # those that only tell stand at the end
    facts |= {"outcomes": outcomes[:n], "inputs": inputs[:n], "expected": expected[:n]}
    wrong = [k for k in range(n) if not _equal(outcomes[k], expected[k])]
    facts["right"] = n - len(wrong)
    if not wrong:
        return _right_numbers(exercise, facts)
    facts["case"] = wrong[0]
    layer = inputs[wrong[0]]["layer"]
    facts["layer"] = _layer(layer, inputs, wrong) if layer != inputs[0]["layer"] else ""
    if not is_named:
        return Verdict("wrong", **facts)
    if _is_in_the_other_order(facts):
        return Verdict("wrong", finding=Finding.OTHER_ORDER, **facts)
    if everywhere := _everywhere(outcomes):
        return Verdict("wrong", finding=everywhere, **facts)
    if _is_constant(outcomes):
        return Verdict("wrong", finding=Finding.CONSTANTS, **facts)
    rows = list(zip(outcomes, inputs, expected, strict=True))
    if all(_is_nan(outcome.value) for outcome, given, _ in rows if given["layer"] == inputs[0]["layer"]):
        return Verdict("wrong", finding=Finding.ALL_NAN, **facts)
    mistakes, others = _find_mistakes(exercise, rows, layer)
    if mistakes:
        return Verdict("wrong", mistakes, others, **facts)
    finding, detail = _find_anything_else(facts)
    return Verdict("wrong", finding=finding, detail=detail, **facts)


def judge_again(exercise, verdict, outcomes, inputs) -> Verdict:
    """Judge a wrong answer on more inputs; on those of the verdict it was called once more: is it random?"""
    again = {id(given): outcome for given, outcome in zip(inputs, outcomes, strict=True)}
    for given, outcome in zip(verdict.inputs, verdict.outcomes, strict=True):
        if not _is_same(outcome.value, again[id(given)].value):
            return replace(verdict, finding=Finding.RANDOM)
    return judge(exercise, outcomes, inputs)


def _is_same(a, b):
    return a is None or b is None or np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def _layer(layer, inputs, wrong):
    """Return the layer, or "axes" if a batch is right until it has more axes in front than its first."""
    axes = {k: _axes(given) for k, given in enumerate(inputs) if given["layer"] == layer}
    fails = [axes[k] for k in wrong if k in axes]
    return "axes" if layer == "batch" and min(fails) > min(axes.values()) else layer


def _axes(given):
    """Return the most axes that an array of an input has."""
    return max((np.ndim(x) for x in given.values()), default=0)


def is_right_on(verdict, k):
    """Return whether the answer is right for the input at place k."""
    return _equal(verdict.outcomes[k], verdict.expected[k])


def located(exercise, f, verdict):
    """Return a verdict with the place of the mistake, if some inputs with wrong numbers agree on it."""
    wrong = [
        k for k, out in enumerate(verdict.outcomes) if out.value is not None and not is_right_on(verdict, k)
    ]
    layer = verdict.inputs[verdict.case]["layer"]
    wrong = sorted(wrong, key=lambda k: verdict.inputs[k]["layer"] != layer)[:3]
    right = [k for k in range(len(verdict.inputs)) if is_right_on(verdict, k)][:3]
    tensor = verdict.outcomes[verdict.case].tensor
    failing, passing = ([verdict.inputs[k] for k in some] for some in (wrong, right))
    return replace(verdict, located=locate(exercise, f, failing, passing, tensor))


def _right_numbers(exercise, facts):
    """Return the verdict on right numbers: wrong if inputs are changed in place, or lists come back."""
    for k, outcome in enumerate(facts["outcomes"]):
        if outcome.changed or (outcome.kind == "list" and not exercise.may_be_a_list):
            finding = Finding.IN_PLACE if outcome.changed else Finding.LIST
            return Verdict("wrong", finding=finding, detail=outcome.changed, **facts | {"case": k})
        if outcome.second is not None and not _is_beside_its_weights(exercise, outcome, facts["inputs"][k]):
            return Verdict("wrong", finding=Finding.NOT_WEIGHTS, **facts | {"case": k})
    return Verdict("right", **facts)


def _is_beside_its_weights(exercise, outcome, given):
    weights = all_steps(exercise.reference, given)["weights"]
    return holds_tables(outcome.second, weights) or (
        "h" in given and holds_tables(outcome.second, weights.mean(-3))  # of all heads, as PyTorch returns it
    )


def _find_anything_else(facts):
    """Return a finding, and its detail, for an answer that is no mistake of the catalogue."""
    outcomes, expected = facts["outcomes"], facts["expected"]
    out, right = outcomes[facts["case"]], expected[facts["case"]]
    if out.error is not None:
        return Finding.ERROR, ""
    if changed := next((outcome.changed for outcome in outcomes if outcome.changed), ""):
        return Finding.IN_PLACE, changed
    if out.value is None:
        return Finding.NO_ARRAY, out.kind
    if right.dtype == bool and out.value.dtype != bool:
        return Finding.NO_BOOLS if right.ndim else Finding.NO_BOOL, str(out.value.dtype)
    if right.dtype != bool and out.value.dtype == bool:
        return Finding.NO_NUMBERS, ""
    if right.dtype.kind == "f" and out.value.dtype.kind != "f":
        return Finding.NO_FLOATS, str(out.value.dtype)
    layer = facts["inputs"][facts["case"]]["layer"]
    wrong = [
        (o, r)
        for o, r, given in zip(outcomes, expected, facts["inputs"], strict=True)
        if given["layer"] == layer and not _equal(o, r)
    ]
    if all(_equal(o, r, rtol=0.01, atol=0.006) for o, r in wrong):
        return Finding.ROUNDED, ""
    finding, detail = numeric_pattern([(o.value, r) for o, r in wrong])
    is_in_front = finding in (Finding.UNKNOWN, *OF_A_SHAPE) and facts["layer"] in IN_FRONT
    return (Finding.IN_FRONT, "") if is_in_front else (finding, detail)


def _is_in_the_other_order(facts):
    """Return whether the second of each pair is the right output."""
    pairs = zip(facts["outcomes"], facts["expected"], strict=True)
    return all(isinstance(o.second, np.ndarray) and _equal(replace(o, value=o.second), r) for o, r in pairs)


def _everywhere(outcomes):
    """Return the finding that every number of every outcome is 0, or 1; None if that is not so.

    Nothing tells then which mistake has made them.
    """
    values = [outcome.value for outcome in outcomes]
    if any(value is None or value.dtype.kind == "b" for value in values):
        return None
    both = {0: Finding.ALL_ZERO, 1: Finding.ALL_ONE}
    return next((both[x] for x in both if all(np.allclose(value, x, atol=1e-6) for value in values)), None)


def _is_constant(outcomes):
    """Return whether inputs of every shape give the same numbers: the function does not use its inputs."""
    first = outcomes[0].value
    return (
        first is not None
        and not _is_nan(first)
        and all(o.value is not None and _equal(o, first) for o in outcomes)
    )


def _equal(outcome, right, rtol=1e-4, atol=1e-5):
    """Return whether an outcome equals a result of the steps: an array, or an exception.

    The tolerance is larger than rounding in float32, and far below what any mistake does to these inputs.
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


def _find_mistakes(exercise, rows, layer):
    """Return the mistake, or the one pair, that gives all these outcomes, and others that do so, too.

    Exceptions beyond the first layer that fails may stay unexplained: there the answer is wrong once more.
    """
    rows = sorted(rows, key=lambda row: _equal(row[0], row[2]))  # a wrong one tells sooner what does not fit
    easier = LAYERS[: LAYERS.index(layer) + 1]
    near = [row for row in rows if row[1]["layer"] in easier]
    numbers = [row for row in rows if row[0].error is None or row[1]["layer"] in easier]
    singles = [(mistake,) for mistake in exercise.mistakes]
    fits = None
    for known in [rows] if len(numbers) == len(rows) else [rows, numbers]:
        judged = [row for row in known if row[1]["layer"] != "tells"]
        found = [some for some in singles if _gives(exercise, some, judged)]
        found = [some for some in found if _gives(exercise, some, known)] or found
        if found and (known is rows or len(_wrong_numbers(known)) > 1):
            return found[0], tuple(other for (other, *_) in found[1:])
        if fits is None:
            pairs = _joined(singles, exercise.mistakes)
            fits = [some for some in pairs if _gives(exercise, some, near)]
        found = [some for some in fits if _gives(exercise, some, judged)]
        if len(found) > 1:
            found = [some for some in found if _gives(exercise, some, known)]
        if not found:  # perhaps with a third one, which shows only in a later layer
            more = {some: _joined([some], exercise.mistakes) for some in fits}
            found = [some for some in fits if any(_gives(exercise, three, judged) for three in more[some])]
        if len(found) == 1 and _is_told(exercise, singles, judged):
            return found[0], ()
    return (), ()


def _joined(some, mistakes):
    """Return each of some with one more of the mistakes that changes other steps; no two are the same set."""
    order = {mistake: k for k, mistake in enumerate(mistakes)}
    return [
        (*those, one)
        for those in some
        for one in mistakes
        if all(one.instead.keys().isdisjoint(other.instead) for other in those)
        and (len(those) > 1 or order[those[0]] < order[one])
    ]


def _wrong_numbers(rows):
    """Return the inputs for which there are wrong numbers to go by, and not only an exception."""
    return [row for row in rows if row[0].value is not None and not _equal(row[0], row[2])]


def _is_told(exercise, singles, rows):
    """Return whether two inputs or more tell the outcomes from each single mistake, by numbers, not all 0."""
    wrong = [row for row in _wrong_numbers(rows) if row[0].value.any()]
    return all(
        any(tells) and any(tells)  # the second goes on where the first has stopped
        for (one,) in singles
        for tells in [(not _equal(out, _result(exercise, given, one.instead)) for out, given, _ in wrong)]
    )


def _gives(exercise, some, rows):
    """Return whether some mistakes together give those outcomes; most fail on the first row."""
    instead = {name: step for mistake in some for name, step in mistake.instead.items()}
    # Raising on every input is no evidence of a mistake; if only exceptions tell, they must be about shapes.
    return (
        any(outcome.error is None for outcome, _, _ in rows)
        and all(_equal(outcome, _result(exercise, given, instead)) for outcome, given, _ in rows)
        and (
            any(outcome.error is None and not _equal(outcome, right) for outcome, _, right in rows)
            or all(key_of(outcome.error) in SHAPES for outcome, _, _ in rows if outcome.error is not None)
        )
    )


def _result(exercise, given, instead):
    """Return what the reference makes of an input with these steps instead: an array, or an exception."""
    try:
        return np.asarray(follow(exercise.reference, given, instead))
    except (ValueError, IndexError) as error:
        return error
