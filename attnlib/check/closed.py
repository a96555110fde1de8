"""Closed questions inside a lesson: a number, a choice, a shape. They remember nothing."""

import math
import unicodedata
from fractions import Fraction
from numbers import Integral, Real

from attnlib.check.mistakes import MISTAKES
from attnlib.check.phrases import known, own, phrase
from attnlib.check.run import answer as give
from attnlib.check.show import headline
from attnlib.language import name_of

_MEANS = {mistake.id: mistake for mistake in MISTAKES}


def number(answer, correct, wrong=None, tolerance=None):
    said, right = _number(answer), float(correct)
    if answer is None or answer is Ellipsis:
        return _todo("question")
    if said is None:
        return _not_yet("question", answer, phrase("no_number"))
    if tolerance is None:  # what is right to two decimals; of a whole number every digit
        tolerance = 0 if isinstance(correct, Integral) else 0.005
    if _close(said, right, tolerance):
        return _yes("question", answer)
    for mistaken, key in (wrong or {}).items():
        if _close(said, float(mistaken), tolerance):
            return _not_yet("question", answer, *_sentences(key))
    if right and _close(said, -right, tolerance):
        return _not_yet("question", answer, phrase("sign"), phrase("ask_sign"))
    if right and not isinstance(correct, Integral) and _close(said, 100 * right, 100 * tolerance):
        return _not_yet("question", answer, phrase("percent"), phrase("ask_percent"))
    return _not_yet("question", answer, phrase("not_that_number"), phrase("ask_number"))


def choice(answer, correct, wrong=None, options=None):
    said, right = _option(answer), _option(correct)
    if answer is None or answer is Ellipsis or not said:
        return _todo("question")
    wrong = {_option(mistaken): key for mistaken, key in (wrong or {}).items()}
    options = [_option(option) for option in options] if options is not None else None
    if said == right:
        return _yes("question", answer)
    if said in wrong:
        return _not_yet("question", answer, *_sentences(wrong[said]))
    if options is not None and said not in options:
        listed = phrase("comma").join(str(option) for option in options)
        return _not_yet("question", answer, phrase("no_option", options=listed))
    return _not_yet("question", answer, phrase("not_that_option"), phrase("ask_option"))


def shape(answer, correct, **sizes):
    right = tuple(int(size) for size in getattr(correct, "shape", correct))
    if answer is None or answer is Ellipsis:
        return _todo("question_shape")
    said = _shape(answer)
    if said is None:
        return _not_yet("question_shape", answer, phrase("no_shape"))
    if said == right:
        return _yes("question_shape", said)
    return _not_yet("question_shape", said, _difference(said, right, sizes), phrase("ask_shape"))


def _number(answer):
    """What was written as a number: 0.5, "0.5", "1/2", "−2", or an array that holds just one."""
    if isinstance(answer, str):
        plain = unicodedata.normalize("NFKC", answer).replace("\u2212", "-").replace(" ", "")
        try:
            return float(Fraction(plain))
        except (ValueError, ZeroDivisionError):
            return None
    if isinstance(answer, bool):
        return None
    try:
        return float(answer if isinstance(answer, Real) else answer.item())
    except (AttributeError, TypeError, ValueError, RuntimeError, OverflowError):
        return None


def _close(a, b, tolerance):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=tolerance + 1e-9)


def _option(x):
    """“ B)”, “b” and “Ｂ” are one option."""
    return unicodedata.normalize("NFKC", str(x)).strip().rstrip(".):、。").casefold()


def _shape(answer):
    """What was written as a shape: (2, 3), [2, 3], "(2, 3)", or an array, which has one."""
    if isinstance(answer, str):
        answer = unicodedata.normalize("NFKC", answer).strip().strip("()[]").replace("×", ",").split(",")
        answer = [part for part in answer if part.strip()]
    try:
        parts = getattr(answer, "shape", answer)
        parts = (parts,) if isinstance(parts, Integral) else parts
        sizes = tuple(int(size) for size in parts)
        whole = all(isinstance(size, str) or size == int(size) for size in parts)
    except (TypeError, ValueError, OverflowError):
        return None
    return sizes if whole else None


def _difference(said, right, sizes):
    """Which axes differ, by the names of their sizes where these are known: n and m swapped, d_k for d_v."""
    if len(said) != len(right):
        return phrase("axes_count")
    off = [k for k, (a, b) in enumerate(zip(said, right, strict=True)) if a != b]
    a, b = _names(said[off[0]], sizes), _names(right[off[0]], sizes)
    if len(off) == 2 and (said[off[0]], said[off[1]]) == (right[off[1]], right[off[0]]):
        return phrase("swapped_names", a=a, b=b) if a and b else phrase("swapped")
    key = "size_is" if a and b else "size_named" if a else "size_should" if b else "size_off"
    return phrase(key, k=off[0], a=a, b=b)


def _names(size, sizes):
    return phrase("or").join(name for name, value in sizes.items() if value == size)


def _sentences(key):
    """What a mistake of the catalogue, a key of the words, or the text itself says, and a question if any."""
    if key in _MEANS:
        return own(_MEANS[key].means), own(_MEANS[key].ask)
    return (phrase(key) if known(key) else name_of(key),)


def _todo(name):
    give("todo", headline("todo", phrase(name)), [phrase("still_a_gap")])


def _yes(name, answer):
    give("right", headline("right", phrase(name)), [phrase("yes", answer=answer)])


def _not_yet(name, answer, *lines):
    give("wrong", headline("wrong", phrase(name)), [phrase("you_said", answer=answer), *lines])
