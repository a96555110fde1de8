"""Any entry of any step, written out as the sum that made it."""

import math
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from attnlib.language import language

COLORS = {"Q": "#b8400e", "K": "#0a63a0", "V": "#04724d"}  # one hue each everywhere; 5:1 or more on white

_MOST_TERMS = 8


@dataclass(frozen=True, repr=False)
class Explanation:
    """One line of arithmetic, scores[love, China] = 0.2925·(-0.1578) + … = 0.3492, in three notations."""

    text: str
    latex: str
    html: str

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text, "text/html": self.html}


def explain(trace, step, row, col) -> Explanation:
    """Write an entry of a step as the sum (or quotient) that made it, with the names of the tokens.

    The trace is of one sentence: arrays (n, d) and (n, m). step is one of Q, K, V, scores, scaled, masked,
    weights, output; row and col are positions, or tokens where tokens stand. Q, K and V need a trace made by
    Example.trace, which knows X and W. Numbers are rounded to four decimals, or whole. Raises ValueError.
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


# Each step gives its right-hand side in pieces; nothing where the value is by agreement, not by arithmetic.


class _Piece(NamedTuple):
    text: str
    color: str | None = None
    latex: str | None = None  # where it differs from the text


_PLUS, _DOT, _DOTS = _Piece(" + "), _Piece("·", latex=r" \cdot "), _Piece("…", latex=r"\dots")


def _projection(trace, step, i, j):
    """x · column of W + b"""
    if trace.source is None:
        raise ValueError(
            f"explain: {step} is X times W_{step}; this trace has no X, one made by Example.trace has."
        )
    if trace.source.X is None:  # given, not projected
        return []
    W, b = getattr(trace.source, f"W_{step}"), getattr(trace.source, f"b_{step}")
    context = step in _OF_KEYS and trace.source.context is not None
    X = trace.source.context if context else trace.source.X
    terms = _products(X, i, W.T, j, None, COLORS[step])
    if b is not None:
        terms.append([_factor(b, b[j], COLORS[step])])
    return _add_up(terms)


def _score(trace, step, i, j):
    """q · k"""
    return _add_up(_products(trace.Q, i, trace.K, j, COLORS["Q"], COLORS["K"]))


def _scaled(trace, step, i, j):
    """score / (√d_k · temperature)"""
    score, d_k = _show(trace.scores, trace.scores[i, j]), trace.Q.shape[-1]
    if trace.temperature == 1:
        return [_Piece(f"{score} / √{d_k}", latex=rf"{score} / \sqrt{{{d_k}}}")]
    T = f"{trace.temperature:g}"
    return [_Piece(f"{score} / (√{d_k}·{T})", latex=rf"{score} / (\sqrt{{{d_k}}} \cdot {T})")]


def _masked(trace, step, i, j):
    """the scaled score, unless it is hidden"""
    return [_Piece("scaled", latex=r"\mathrm{scaled}")] if math.isfinite(trace.masked[i, j]) else []


def _weight(trace, step, i, j):
    """exp of the score, divided by the sum of such over the row"""
    row = trace.masked[i]
    if not any(map(math.isfinite, row)):
        return []
    shown = [_show(trace.masked, s) for s in row]
    exps = [[_Piece(f"exp({s})", latex=rf"e^{{{_latex(s)}}}")] for s in shown]
    return [*exps[j], _Piece(" / ("), *_add_up(exps), _Piece(")")]


def _output(trace, step, i, j):
    """weights · column of V"""
    return _add_up(_products(trace.weights, i, trace.V.T, j, None, COLORS["V"]))


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
_ACROSS_TOKENS = ("scores", "scaled", "masked", "weights")
_OF_KEYS = ("K", "V")  # their rows are those of the context, where there is one


def _products(A, i, B, j, color_a, color_b):
    """The terms of the dot product of row i of A and row j of B."""
    return [[_factor(A, a, color_a), _DOT, _factor(B, b, color_b)] for a, b in zip(A[i], B[j], strict=True)]


def _add_up(terms):
    """The terms with + between them; of more than eight, the first four and the last three."""
    if len(terms) > _MOST_TERMS:
        terms = [*terms[:4], [_DOTS], *terms[-3:]]
    pieces = list(terms[0])
    for term in terms[1:]:
        pieces += [_PLUS, *term]
    return pieces


def _factor(A, x, color):
    shown = _show(A, x)
    return _Piece(f"({shown})" if shown.startswith("-") else shown, color)


def _show(A, x):
    """The number x of the array A: four decimals, or none where all of A is whole."""
    if x == -math.inf:
        return "-∞"
    whole = bool((A.round() == A).all())
    shown = f"{float(x):.{0 if whole else 4}f}"
    return shown.removeprefix("-") if float(shown) == 0 else shown


def locate(who, trace, step, row, col):
    """For the row and the column of a step, given by position or by token: its position and its name."""
    n, d = getattr(trace, step).shape[-2:]
    cols = _words(trace.source, keys=True) if step in _ACROSS_TOKENS else {}
    return (
        _find(who, "row", row, n, _words(trace.source, keys=step in _OF_KEYS)),
        _find(who, "col", col, d, cols),
    )


def _words(example, keys):
    if example is None:
        return {}
    return example.context_words if keys and example.context is not None else example.words


def _find(who, name, wanted, size, words):
    tokens = words.get(language()) or [str(k) for k in range(size)]
    if isinstance(wanted, str):
        languages = [*words.values()] or [tokens]
        places = {k for row in languages for k, token in enumerate(row) if token == wanted}
        if len(places) != 1:
            raise ValueError(
                f"{who}: {name} needs to be one of {', '.join(tokens)}, or a position "
                f"from 0 to {size - 1}, but {wanted!r} is there {len(places)} times."
            )
        wanted = places.pop()
    if not 0 <= wanted < size:
        raise ValueError(f"{who}: {name} needs to be from 0 to {size - 1}, but is {wanted!r}.")
    return wanted, tokens[wanted]


def _render(step, place, pieces):
    text = "".join(piece.text for piece in pieces)
    latex = "".join(_colored_latex(piece) for piece in pieces)
    html = "".join(_colored_html(piece) for piece in pieces)
    # A background of its own: the hues are chosen for white, and a notebook may be dark.
    style = "background:#fff;color:#1a1a1a;padding:.15em .4em;font-variant-numeric:tabular-nums"
    return Explanation(
        f"{step}{place} = {text}",
        rf"\mathrm{{{step}}}\text{{{_escape_latex(place)}}} = {latex}",
        f'<span style="{style}"><b>{step}</b>{escape(place)} = {html}</span>',
    )


def _colored_latex(piece):
    latex = piece.latex or _latex(piece.text)
    return rf"\textcolor{{{piece.color}}}{{{latex}}}" if piece.color else latex


def _colored_html(piece):
    return (
        f'<span style="color:{piece.color}">{escape(piece.text)}</span>'
        if piece.color
        else escape(piece.text)
    )


def _latex(shown):
    return shown.replace("∞", r"\infty ")


def _escape_latex(token):
    """Text for \\text{…}: what LaTeX would read as a command is shown as it is."""
    special = {c: "\\" + c for c in "{}$&#%_"} | {"\\": r"\backslash ", "^": r"\hat{}", "~": r"\tilde{}"}
    return "".join(special.get(c, c) for c in token)
