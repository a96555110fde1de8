"""The still picture of an explorer, for pages where no JavaScript runs."""

import numpy as np

from attnlib.draw.plots import Picture, heads, heatmap, pipeline
from attnlib.draw.plots.beside import beside
from attnlib.draw.plots.texts import text as plot_text
from attnlib.draw.steps import ACROSS, COMPUTED, OF_KEYS, STEPS
from attnlib.draw.style import MOST_NUMBERED
from classroom.explorer._texts import text

_MATRICES = ("X", "context", "W_Q", "W_K", "W_V", *COMPUTED, "W_O")  # in the formula's order
_FLOW = {"Q", "K", "V", "scores", "weights", "output"}


def still(example, trace, head, steps, question=None):
    """Return a Picture of the steps shown; with an open question, of what its step is made from."""
    if question is not None:
        picture = _beside(example, trace, head, _before(question["step"], steps))
        return Picture(picture.figure, f"{question['text']} {picture.alt}")
    tokens = example.tokens, example.context_tokens
    several = trace.weights.ndim == 3 and {"weights", "output"} <= set(steps)
    if several and "W_Q" in steps and example.W_Q is not None and not set(steps) >= _FLOW:
        return _beside_heads(example, trace, head)
    if several:
        return heads(trace.weights, tokens)
    if not set(steps) >= _FLOW:
        return _beside(example, trace, head, steps)
    if max(*trace.weights.shape, trace.Q.shape[1], trace.V.shape[1]) > MOST_NUMBERED:
        return heatmap(trace.weights, *tokens, title="weights")
    return pipeline(trace, tokens)


def _before(asked, steps):
    """Return the steps shown that the step asked for is made from, or else all that come before it."""
    earlier = _MATRICES[: _MATRICES.index(asked)]
    shown = [name for name in earlier if name in steps]
    made_from = [name for name in shown if name in STEPS[asked].sources]
    across = [name for name in made_from if name in ACROSS]
    return across[-1:] + [name for name in made_from if name not in ACROSS] or shown


def _beside(example, trace, head, names):
    """Draw these matrices side by side; if one is large, only the last; if there is none, the given one."""
    names = [name for name in _MATRICES if name in names and _of(example, trace, head, name) is not None]
    names = names or ["X" if example.X is not None else "Q"]
    given = {name: _labelled(example, name, _of(example, trace, head, name)) for name in names}
    keep = ~np.isneginf(_of(example, trace, head, "masked"))
    if max(max(A.shape) for A, *_ in given.values()) <= MOST_NUMBERED:
        return beside(given, keep)
    last = names[-1]
    kind = STEPS[last].kind if last in STEPS else "signed"
    return heatmap(*given[last], kind=kind, title=last, keep=keep if last == "weights" else None)


def _beside_heads(example, trace, head):
    """Draw W_Q of all heads, the weights of each head and the outputs of all heads side by side."""
    columns = example.column_names("Q")
    across = columns and [f"{k} {one}" for k in range(1, example.heads + 1) for one in columns]
    weights = {
        plot_text("head", k=k + 1): (A, example.tokens, example.context_tokens)
        for k, A in enumerate(trace.weights)
    }
    merged = example.merge_output(trace), example.tokens, example.column_names("merged")
    given = {"W_Q": (example.W_Q, example.feature_names, across), **weights, text("step_merged"): merged}
    if max(max(A.shape) for A, *_ in given.values()) > MOST_NUMBERED:
        return heads(trace.weights, (example.tokens, example.context_tokens))
    return beside(given, ~np.isneginf(_of(example, trace, head, "masked")), also_weights=list(weights))


def _of(example, trace, head, name):
    A = getattr(trace if name in COMPUTED else example, name)
    return A[head] if A is not None and A.ndim == 3 else A


def _labelled(example, name, A):
    """Return the matrix with the names of its rows and columns, or None where it has none."""
    keys = name in (*OF_KEYS, "context")
    rows = example.context_tokens if keys else example.tokens if name in STEPS else example.feature_names
    cols = example.context_tokens if name in ACROSS else example.column_names(name)
    rows, cols = (
        names if names and len(names) == size else None
        for names, size in zip((rows, cols), A.shape, strict=True)
    )
    return A, rows, cols
