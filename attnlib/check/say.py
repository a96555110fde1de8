"""A verdict in words: what was seen, what it means, and a question. Never the answer."""

import numpy as np

from attnlib.check import call
from attnlib.check.call import TookTooLong
from attnlib.check.errors import SHAPES, key_of, line_of, sentence_of, words_of
from attnlib.check.exercises import ARGUMENTS
from attnlib.check.judge import arguments_of
from attnlib.check.phrases import own, phrase

# special verdicts in which no input plays a part
_WITHOUT_INPUTS = ("arguments", "no_function", "no_module", "no_layers", "layer_sizes")


def lines_of(exercise, verdict):
    """The lines of the card, three at most."""
    if verdict.state == "todo":
        return [phrase("nothing_written", name=exercise)]
    if verdict.state == "right":
        return [phrase("all_right", k=len(verdict.inputs))]
    return [_seen(exercise, verdict), *_meaning(exercise, verdict)]


def _meaning(exercise, verdict):
    """What it means, and one question."""
    if verdict.mistakes:
        sentences = [own(mistake.means) for mistake in verdict.mistakes]
        means = phrase("both", a=sentences[0], b=sentences[1]) if len(sentences) > 1 else sentences[0]
        for other in verdict.others:
            means = phrase("either", a=means, b=own(other.means))
        return means, own(verdict.mistakes[0].ask)
    if verdict.special == "error":
        return _meaning_of_error(verdict.outcomes[verdict.case].error)
    key, values = verdict.special, {"detail": verdict.detail, "name": exercise}
    if key == "arguments":
        values["detail"] = ", ".join(ARGUMENTS[exercise])
    means = phrase(f"means_{key}", right=verdict.right, k=len(verdict.inputs), **values)
    if key == "unknown" and _shape_is_wrong(verdict):
        key = "unknown_shape"
    return means, phrase(f"ask_{key}", **values)


def _meaning_of_error(error):
    key = key_of(error, line_of(error))
    means = sentence_of(key) if key else phrase("means_error")
    if key in ("too_long", "memory"):
        return means, phrase(f"ask_error_{key}")
    return means, phrase("ask_error_shape" if key in (*SHAPES, "t_on_a_batch") else "ask_error")


def _seen(exercise, verdict):
    """What came out for the first input on which it shows, in their own numbers."""
    if verdict.special in _WITHOUT_INPUTS:
        return phrase("takes" if verdict.special == "arguments" else "given", detail=verdict.detail)
    if not verdict.outcomes:
        return ""
    seen = _result(exercise, verdict)
    return phrase("for_inputs", inputs=_inputs(exercise, verdict.inputs[verdict.case]), seen=seen)


def _inputs(exercise, given):
    """Q (4, 3), K (5, 3), d_k = 3"""
    if exercise == "self_attention" and "X" not in given:  # it could not even be made
        return phrase("module_of", **given)
    return phrase("comma").join(
        f"{name} {x.shape}" if isinstance(x, np.ndarray) else f"{name} = {x}"
        for name, x in arguments_of(exercise, given).items()
    )


def _result(exercise, verdict):
    out = verdict.outcomes[verdict.case]
    if out.error is not None:
        return _raised(out.error)
    if verdict.special in ("list", "in_place") and verdict.right == len(verdict.inputs):
        return phrase("numbers_right")
    if out.value is None:
        return phrase("type_is", kind="None" if out.kind == "nothing" else out.kind)
    if verdict.special in ("constants", "no_bools", "no_floats") or _shape_is_wrong(verdict):
        return phrase("shape_is", shape=out.value.shape)
    return _number(exercise, out.value, verdict.expected[verdict.case])


def _raised(error):
    line = line_of(error)
    if isinstance(error, TookTooLong):
        key = "took_too_long_at" if line else "took_too_long"
        return phrase(key, seconds=call.SECONDS, line=line)
    return phrase("line_raised" if line else "raised", line=line, error=words_of(error))


def _shape_is_wrong(verdict):
    """Whether the result has another shape than the right one, where both are there."""
    value = verdict.outcomes[verdict.case].value
    return (
        value is not None and bool(verdict.expected) and value.shape != verdict.expected[verdict.case].shape
    )


def _number(exercise, value, right):
    """A row that should sum to one and does not, else the number that is farthest off."""
    if exercise == "softmax" and np.isfinite(value).all():
        off = np.where(right.sum(-1) > 0, abs(value.sum(-1) - 1), 0)
        if off.max() > 0.01:
            place = np.unravel_index(off.argmax(), off.shape)
            row = _place(place) if len(place) == 1 else f"({_place(place)})"
            return phrase("row_sums_to", place=row, x=_text(value.sum(-1)[place]))
    if value.ndim == 0:
        return phrase("number_is", x=_text(value))
    with np.errstate(invalid="ignore", over="ignore"):
        off = abs(value.astype(float) - right)
    off = np.where(np.isfinite(value), off, np.where(np.isfinite(right), np.inf, 0))
    place = np.unravel_index(off.argmax(), off.shape)
    return phrase("entry_is", place=_place(place), x=_text(value[place]))


def _place(place):
    return ", ".join(str(int(i)) for i in place)


def _text(x):
    """A number in four digits, with a true minus; or True, or False."""
    if isinstance(x, np.bool):
        return str(x)
    text = "NaN" if np.isnan(x) else "∞" if x == np.inf else "−∞" if x == -np.inf else f"{x:.4g}"
    return text.replace("-", "−")
