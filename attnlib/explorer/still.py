"""The picture that stands beside an explorer, for where there is no browser that computes."""

from attnlib.picture import Picture
from attnlib.plots import heads, heatmap, pipeline

_MOST_NUMBERED = 16
_BEFORE = {"scores": "Q", "scaled": "scores", "masked": "scores", "weights": "scores", "output": "weights"}


def still(example, trace, head, question=None):
    """A Picture of that state; with a question, of what comes before the step that is asked for."""
    tokens = example.tokens, example.context_tokens
    if question is not None:
        picture = _before(example, trace, head, question["step"])
        return Picture(picture.figure, f"{question['text']} {picture.alt}")
    if trace.weights.ndim == 3:
        return heads(trace.weights, tokens)
    if max(*trace.weights.shape, trace.Q.shape[1], trace.V.shape[1]) > _MOST_NUMBERED:
        return heatmap(trace.weights, *tokens, title="weights")
    return pipeline(trace, tokens)


def _before(example, trace, head, step):
    name = _BEFORE.get(step, "X")
    if name == "X" and example.X is not None:
        return heatmap(example.X, example.tokens, example.feature_names, kind="signed", title="X")
    A = getattr(trace, "Q" if name == "X" else name)
    A = A[head] if A.ndim == 3 else A
    kind, cols = ("weights" if name == "weights" else "signed"), None
    if name in ("scores", "weights"):
        cols = example.context_tokens
    return heatmap(A, example.tokens, cols, kind=kind, title=name)
