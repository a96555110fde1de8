"""Closed questions inside a lesson: a number, a choice, a shape. They remember nothing."""

import math
import unicodedata
from fractions import Fraction
from numbers import Integral, Real

from attnlib.exercises import render
from attnlib.exercises.catalog import MISTAKES
from attnlib.exercises.render import listed
from attnlib.i18n import in_force, name_of, text_from

TEXTS = {
    "question": ("question", "问题"),
    "question_shape": ("shape", "形状"),
    "still_a_gap": ("Put your answer in place of the dots.", "请把 ... 换成你的答案。"),
    "yes": ("{answer}: that is it.", "{answer}：答对了。"),
    "you_said": ("You said {answer}.", "你的答案是 {answer}。"),
    "no_number": ("This needs a number, such as 0.5.", "这里要填一个数，例如 0.5。"),
    "not_that_number": ("That is not it.", "不是这个数。"),
    "ask_number": (
        "What exactly is asked for, and which numbers decide it?",
        "题目问的到底是什么？由哪些数决定？",
    ),
    "sign": ("The sign is the wrong way round.", "正负号反了。"),
    "ask_sign": ("Which of the factors are negative?", "相乘的数里，哪些是负的？"),
    "percent": ("That is in percent.", "这是百分数。"),
    "ask_percent": ("What part of one is it?", "写成一个小数是多少？"),
    "no_option": ("Choose one of {options}.", "请从 {options} 里选一个。"),
    "not_that_option": ("That is not it.", "不是这一个。"),
    "ask_option": ("What speaks against it?", "有什么理由说它不对？"),
    "no_shape": ("A shape is written like (2, 3).", "形状要写成 (2, 3) 这样。"),
    "axes_count": ("The number of axes is different from yours.", "轴的个数和你写的不一样。"),
    "swapped": ("Two sizes have changed places.", "有两个长度的位置反了。"),
    "swapped_names": ("You have {a} and {b} swapped.", "{a} 和 {b} 的位置反了。"),
    "size_off": (
        "The length of axis {k} (counted from 0) is different.",
        "第 {k} 个轴（从 0 数起）的长度不对。",
    ),
    "size_is": (
        "Axis {k} (counted from 0) has the length {b}, not {a}.",
        "第 {k} 个轴（从 0 数起）的长度应该是 {b}，不是 {a}。",
    ),
    "size_named": (
        "The length of axis {k} (counted from 0) is not {a}.",
        "第 {k} 个轴（从 0 数起）的长度不是 {a}。",
    ),
    "size_should": (
        "Axis {k} (counted from 0) has the length {b}.",
        "第 {k} 个轴（从 0 数起）的长度是 {b}。",
    ),
    "ask_shape": ("What does each axis count?", "每个轴数的是什么？"),
    "or": (" or ", " 或 "),
}
text = text_from(TEXTS)


def number(answer, correct, wrong=None, tolerance=None):
    """Compare a number with the right one; wrong tells what other answers mean: {0.25: "d_k_without_root"}.

    An answer may be a number or a text such as "1/2". What a wrong one leads to is a mistake of the catalogue
    (its id), a name of data/names.json, or the sentence itself. Without a tolerance a whole number has to be
    met exactly, any other to 0.005.
    """
    said, right = _number(answer), float(correct)
    if answer is None or answer is Ellipsis:
        return _todo("question")
    if said is None:
        return _not_yet("question", answer, text("no_number"))
    if tolerance is None:  # what is right to two decimals; of a whole number every digit
        tolerance = 0 if isinstance(correct, Integral) else 0.005
    if _close(said, right, tolerance):
        return _yes("question", answer)
    for mistaken, key in (wrong or {}).items():
        if _close(said, float(mistaken), tolerance):
            return _not_yet("question", answer, *_sentences(key))
    if right and _close(said, -right, tolerance):
        return _not_yet("question", answer, text("sign"), text("ask_sign"))
    if right and not isinstance(correct, Integral) and _close(said, 100 * right, 100 * tolerance):
        return _not_yet("question", answer, text("percent"), text("ask_percent"))
    return _not_yet("question", answer, text("not_that_number"), text("ask_number"))


def choice(answer, correct, wrong=None, options=None):
    """Compare a choice, such as "b", with the right one; wrong as in number; options lists all there are."""
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
        return _not_yet("question", answer, text("no_option", options=listed(map(str, options))))
    return _not_yet("question", answer, text("not_that_option"), text("ask_option"))


def shape(answer, correct, **sizes):
    """Compare a shape with the right one (or an array's); sizes name its numbers: n=4, m=5, d_k=3, d_v=2."""
    right = tuple(int(size) for size in getattr(correct, "shape", correct))
    if answer is None or answer is Ellipsis:
        return _todo("question_shape")
    said = _shape(answer)
    if said is None:
        return _not_yet("question_shape", answer, text("no_shape"))
    if said == right:
        return _yes("question_shape", said)
    return _not_yet("question_shape", said, _difference(said, right, sizes), text("ask_shape"))


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
        return text("axes_count")
    off = [k for k, (a, b) in enumerate(zip(said, right, strict=True)) if a != b]
    a, b = _names(said[off[0]], sizes), _names(right[off[0]], sizes)
    if len(off) == 2 and (said[off[0]], said[off[1]]) == (right[off[1]], right[off[0]]):
        return text("swapped_names", a=a, b=b) if a and b else text("swapped")
    key = "size_is" if a and b else "size_named" if a else "size_should" if b else "size_off"
    return text(key, k=off[0], a=a, b=b)


def _names(size, sizes):
    return text("or").join(name for name, value in sizes.items() if value == size)


def _sentences(key):
    """What a mistake of the catalogue says and asks; else a name of data/names.json, or the text itself."""
    if key in MISTAKES:
        return in_force(MISTAKES[key].means), in_force(MISTAKES[key].ask)
    return (name_of(key),)


def _todo(name):
    render.answer("todo", text(name), [text("still_a_gap")])


def _yes(name, answer):
    render.answer("right", text(name), [text("yes", answer=answer)])


def _not_yet(name, answer, *lines):
    render.answer("wrong", text(name), [text("you_said", answer=answer), *lines])
