"""Say a verdict in words: what was seen, then what diagnosis_text.py says of it. Never the answer."""

import numpy as np

from attnlib.languages import in_force, text_from
from classroom.exercises import sandbox
from classroom.exercises.diagnosis_text import meaning_of, shape_is_wrong
from classroom.exercises.errors import line_of, words_of
from classroom.exercises.exercise import arguments_of
from classroom.exercises.findings import OF_WHAT_IS_MISSING, OF_WHAT_WAS_GIVEN, Finding
from classroom.exercises.render import listed
from classroom.exercises.sandbox import TookTooLong

text = text_from(__file__, "message")


def lines_of(exercise, verdict):
    """Return the lines of the card, three at most."""
    if verdict.state == "todo":
        return [text("gap_left" if verdict.detail == "gap" else "nothing_written")]
    if verdict.state == "right":
        random = any(isinstance(x, np.ndarray) for x in verdict.inputs[0].values())
        return [text("all_right" if random else "all_right_sizes", k=len(verdict.inputs))]
    return [line for line in (_seen(exercise, verdict), *meaning_of(exercise, verdict)) if line]


def hints_of(exercise):
    """Return the title and the lines of each hint; the last one says what there is besides."""
    hints = [in_force(hint) for hint in exercise.hints]
    titles = [text("hint", k=k + 1, total=len(hints)) for k in range(len(hints))]
    lines = [[hint] for hint in hints[:-1]] + [[hints[-1], text("no_more_hints", name=exercise.name)]]
    return list(zip(titles, lines, strict=True))


def about_ours():
    """Return the lines for attnlib's own function, when that is what was handed in."""
    return [text("ours"), text("run_yours")]


def small_print(verdict, seed, name=""):
    """Return the seed, if there were inputs, and whose function now has the name of the answer."""
    if verdict.state == "todo":
        return ""
    seed_of_it = text("seed", seed=seed)
    wrong = name and verdict.state == "wrong"
    return f"{text('ours_until', name=name)} · {seed_of_it}" if wrong else seed_of_it


def _seen(exercise, verdict):
    """Return what came out for the first input on which it shows, in the learner's own numbers."""
    if verdict.finding in OF_WHAT_IS_MISSING:
        return ""
    if verdict.finding in OF_WHAT_WAS_GIVEN:
        return text("takes" if verdict.finding is Finding.ARGUMENTS else "given", detail=verdict.detail)
    if not verdict.outcomes:
        return ""
    seen = _result(exercise, verdict)
    seen = seen.removesuffix(".") if seen.endswith(".") and not seen.endswith("…") else seen
    layer = text(f"layer_{verdict.layer}") if verdict.layer else ""
    return layer + text("for_inputs", inputs=_inputs(exercise, verdict.inputs[verdict.case]), seen=seen)


def _inputs(exercise, given):
    """Return the inputs in short: Q (4, 3), K (5, 3), d_k = 3."""
    if exercise.is_module and "X" not in given:  # it could not even be made
        return text("module_of", **given)
    arguments = arguments_of(exercise, given)
    if exercise.is_module:
        arguments["d_k"] = given["d_k"]  # with which it was made
    return listed(
        f"{name} {x.shape}" if isinstance(x, np.ndarray) else f"{name} = {getattr(x, '__name__', x)}"
        for name, x in arguments.items()
    )


def _result(exercise, verdict):
    out = verdict.outcomes[verdict.case]
    if out.error is not None:
        return _raised(out.error)
    if verdict.right == len(verdict.inputs):
        return text("numbers_right")
    if out.value is None:
        return text("type_is", kind="None" if out.kind == "nothing" else out.kind)
    if out.value.ndim and shape_is_wrong(verdict):
        return text("shape_is", shape=out.value.shape)
    return _number(exercise, out.value, verdict.expected[verdict.case])


def _raised(error):
    line = line_of(error)
    if isinstance(error, TookTooLong):
        key = "took_too_long_at" if line else "took_too_long"
        return text(key, seconds=sandbox.SECONDS, line=line)
    return text("line_raised" if line else "raised", line=line, error=words_of(error))


def _number(exercise, value, right):
    """Return a row that should sum to one and does not, else the number that is farthest off."""
    if exercise.rows_sum_to_one and np.isfinite(value).all():
        off = np.where(right.sum(-1) > 0, abs(value.sum(-1) - 1), 0)
        if off.max() > 0.01:
            if not off.ndim:
                return text("result_sums_to", x=_text(value.sum(-1)))
            place = np.unravel_index(off.argmax(), off.shape)
            row = _place(place) if len(place) == 1 else f"({_place(place)})"
            return text("row_sums_to", place=row, x=_text(value.sum(-1)[place]))
    if value.ndim == 0:
        return text("number_is", x=_text(value))
    with np.errstate(invalid="ignore", over="ignore"):
        off = abs(value.astype(float) - right)
    off = np.where(np.isfinite(value), off, np.where(np.isfinite(right), np.inf, 0))
    place = np.unravel_index(off.argmax(), off.shape)
    return text("entry_is", place=_place(place), x=_text(value[place]))


def _place(place):
    return ", ".join(str(int(i)) for i in place)


def _text(x):
    """Return a number in four digits, with a true minus; or True, or False."""
    if np.asarray(x).dtype == bool:
        return str(bool(x))
    digits = "NaN" if np.isnan(x) else "∞" if x == np.inf else "−∞" if x == -np.inf else f"{x + 0:.4g}"
    return digits.replace("-", "−")
