"""Write any entry of any step out as the sum that made it."""

import math
import re
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from attnlib.attention import Trace
from attnlib.draw.numbers import exact, is_whole, short
from attnlib.draw.steps import ACROSS, OF_KEYS, title
from attnlib.draw.style import HUES, INK, MOST_TERMS
from attnlib.languages import language


@dataclass(frozen=True, repr=False)
class Explanation:
    """Hold one line of arithmetic, scores[love, China] = 0.2925·(-0.1578) + … = 0.3492, in three notations.

    text and latex use the minus sign of the keyboard; html uses the one of all pictures, and names the step
    in the current language.
    """

    text: str
    latex: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": self.text, "text/html": self.html}


def explain(trace: Trace, step: str, row: int | str, col: int | str) -> Explanation:
    """Write an entry of a step as the sum (or quotient) that made it, with the names of the tokens.

    Numbers are rounded to four decimals, or written whole if all of their matrix is whole.

    Args:
        trace: of one sentence, arrays (n, d) and (n, m); for Q, K and V one made by Example.trace, which
            knows X and W
        step: Q, K, V, scores, scaled, masked, weights or output
        row: a position, or a token
        col: a position, a token, or the example's name of a column
    Returns:
        An Explanation, which holds the line as text, LaTeX and HTML
    Raises:
        ValueError: for a trace of several sentences, another step, or a row or column that is not there

    Example:
        >>> from attnlib import load_example
        >>> explain(load_example("first_look").trace(), "scores", "small", "cat")
        scores[small, cat] = 2·2 + 0·0 + (-1)·0 = 4
    """
    if step not in _STEPS:
        raise ValueError(f"explain: step needs to be one of {', '.join(_STEPS)}, but is {step!r}.")
    A = getattr(trace, step)
    if A.ndim != 2:
        raise ValueError(
            f"explain: {step} needs to be of one sentence, (n, d), but is {tuple(A.shape)}: select one."
        )
    (i, row_name), (j, col_name) = locate("explain", trace, step, row, col)
    pieces = [_Piece(_show(A, A[i, j]))]
    right_hand_side = _STEPS[step](trace, step, i, j)
    if right_hand_side:
        pieces = [*right_hand_side, _Piece(" = "), *pieces]
    return _render(step, f"[{row_name}, {col_name}]", pieces)


# Each function returns the right-hand side of a step in pieces: none if the value is a convention.


class _Piece(NamedTuple):
    text: str
    color: str | None = None
    latex: str | None = None  # where it differs from the text


_PLUS, _DOT, _DOTS = _Piece(" + "), _Piece("·", latex=r" \cdot "), _Piece("…", latex=r"\dots")


def _projection(trace: Trace, step: str, i: int, j: int) -> list[_Piece]:
    """x · column of W + b"""
    if trace.source is None:
        raise ValueError(
            f"explain: {step} is X times W_{step}; this trace has no X, one made by Example.trace has."
        )
    if trace.source.X is None:  # given, not projected
        return []
    W, b = getattr(trace.source, f"W_{step}"), getattr(trace.source, f"b_{step}")
    context = step in OF_KEYS and trace.source.context is not None
    X = trace.source.context if context else trace.source.X
    terms = _products(X, i, W.T, j, None, HUES[step])
    if b is not None:
        terms.append([_factor(b, b[j], HUES[step])])
    return _add_up(terms)


def _score(trace: Trace, step: str, i: int, j: int) -> list[_Piece]:
    """q · k"""
    return _add_up(_products(trace.Q, i, trace.K, j, HUES["Q"], HUES["K"]))


def _scaled(trace: Trace, step: str, i: int, j: int) -> list[_Piece]:
    """score / (√d_k · temperature)"""
    by = divisors(trace)
    quotient = [_Piece(_show(trace.scores, trace.scores[i, j]))]
    if not by:
        return quotient
    written = "·".join(by) if len(by) == 1 else f"({'·'.join(by)})"
    return [*quotient, _Piece(f" / {written}", latex=" / " + _latex(written))]


def divisors(trace: Trace) -> list[str]:
    """Return the factors that the scores are divided by: ["√3", "2"] for d_k = 3 and a temperature of 2."""
    d_k = trace.Q.shape[-1]
    by = {"sqrt": [f"√{d_k}"], "none": [], "d_k": [str(d_k)]}[trace.scaling]
    return by if trace.temperature == 1 else [*by, short(trace.temperature, 6)]


def _masked(trace: Trace, step: str, i: int, j: int) -> list[_Piece]:
    """the scaled score, unless it is hidden"""
    return [_Piece("scaled", latex=r"\mathrm{scaled}")] if math.isfinite(trace.masked[i, j]) else []


def _weight(trace: Trace, step: str, i: int, j: int) -> list[_Piece]:
    """exp(score) / the sum of exp over the row"""
    row = trace.masked[i]
    if not any(map(math.isfinite, row)):
        return []
    shown = [_show(trace.masked, s) for s in row]
    exps = [[_Piece(f"exp({s})", latex=rf"e^{{{_latex(s)}}}")] for s in shown]
    return [*exps[j], _Piece(" / ("), *_add_up(exps), _Piece(")")]


def _output(trace: Trace, step: str, i: int, j: int) -> list[_Piece]:
    """weights · column of V"""
    return _add_up(_products(trace.weights, i, trace.V.T, j, None, HUES["V"]))


_STEPS = {
    "Q": _projection,
    "K": _projection,
    "V": _projection,
    "scores": _score,
    "scaled": _scaled,
    "masked": _masked,
    "weights": _weight,
    "output": _output,
}


def _products(A: Any, i: int, B: Any, j: int, color_a: str | None, color_b: str | None) -> list[list[_Piece]]:
    """Return the terms of the dot product of row i of A and row j of B."""
    return [[_factor(A, a, color_a), _DOT, _factor(B, b, color_b)] for a, b in zip(A[i], B[j], strict=True)]


def _add_up(terms: list[list[_Piece]]) -> list[_Piece]:
    """Put + between the terms; of more than eight keep the first four and the last three."""
    if len(terms) > MOST_TERMS:
        terms = [*terms[:4], [_DOTS], *terms[-3:]]
    pieces = list(terms[0])
    for term in terms[1:]:
        pieces += [_PLUS, *term]
    return pieces


def _factor(A: Any, x: Any, color: str | None) -> _Piece:
    shown = _show(A, x)
    return _Piece(f"({shown})" if shown.startswith("−") else shown, color)


def _show(A: Any, x: Any) -> str:
    """Write x, an entry of A, with four decimals, or with none if all of A is whole."""
    return exact(x, is_whole(A))


def locate(
    caller: str, trace: Trace, step: str, row: int | str, col: int | str
) -> tuple[tuple[int, str], tuple[int, str]]:
    """Return (position, name) of a row and of a column of a step, given by position or by name."""
    n, d = getattr(trace, step).shape[-2:]
    cols = _words(trace.source, keys=True) if step in ACROSS else _columns(trace.source, step)
    return (
        _find(caller, "row", row, n, _words(trace.source, keys=step in OF_KEYS)),
        _find(caller, "col", col, d, cols),
    )


def _columns(example: Any, step: str) -> dict:
    return {} if example is None else example.all_column_names(step)


def _words(example: Any, keys: bool) -> dict:
    return {} if example is None else example.all_context_tokens if keys else example.words


def _find(caller: str, name: str, wanted: int | str, size: int, words: dict) -> tuple[int, str]:
    tokens = words.get(language()) or [str(k) for k in range(size)]
    if isinstance(wanted, str):
        languages = [*words.values()] or [tokens]
        places = {k for row in languages for k, token in enumerate(row) if token == wanted}
        if len(places) != 1:
            raise ValueError(
                f"{caller}: {name} needs to be one of {', '.join(tokens)}, or a position "
                f"from 0 to {size - 1}, but {wanted!r} is there {len(places)} times."
            )
        wanted = places.pop()
    if not 0 <= wanted < size:
        raise ValueError(f"{caller}: {name} needs to be from 0 to {size - 1}, but is {wanted!r}.")
    return wanted, tokens[wanted]


def _render(step: str, place: str, pieces: list[_Piece]) -> Explanation:
    text = "".join(piece.text for piece in pieces).replace("−", "-")
    latex = "".join(_colored_latex(piece) for piece in pieces)
    html = "".join(_colored_html(piece) for piece in pieces)
    # A background of its own: the hues are chosen for white, and a notebook may be dark.
    style = f"background:#fff;color:{INK};padding:.15em .4em;font-variant-numeric:tabular-nums"
    return Explanation(
        f"{step}{place} = {text}",
        rf"\mathrm{{{step}}}\text{{{_escape_latex(place)}}} = {latex}",
        f'<span style="{style}"><b>{title(step, short=True)}</b>{escape(place)} = {html}</span>',
    )


def _colored_latex(piece: _Piece) -> str:
    latex = piece.latex or _latex(piece.text)
    return rf"\textcolor{{{piece.color}}}{{{latex}}}" if piece.color else latex


def _colored_html(piece: _Piece) -> str:
    return (
        f'<span style="color:{piece.color}">{escape(piece.text)}</span>'
        if piece.color
        else escape(piece.text)
    )


def _latex(shown: str) -> str:
    latex = re.sub(r"√(\d+)", r"\\sqrt{\1}", shown.replace("−", "-").replace("∞", r"\infty "))
    return latex.replace("·", r" \cdot ")


def _escape_latex(token: str) -> str:
    """Escape a token for \\text{…}, so that LaTeX shows it as it is."""
    special = {c: "\\" + c for c in "{}$&#%_"} | {"\\": r"\backslash ", "^": r"\hat{}", "~": r"\tilde{}"}
    return "".join(special.get(c, c) for c in token)
