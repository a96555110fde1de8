"""The picture that stands beside an explorer, for where there is no browser that computes."""

from attnlib.plots import Picture, heads, heatmap, pipeline
from attnlib.steps import ACROSS, STEPS
from attnlib.theme import MOST_NUMBERED

_ORDER = tuple(STEPS)
_ALONE = ("X", "Q", *ACROSS)  # of these one matrix says much on its own


def still(example, trace, head, steps, question=None):
    """A Picture of the steps shown; with a question, of what comes before the step that is asked for."""
    tokens = example.tokens, example.context_tokens
    if question is not None:
        picture = _last(example, trace, head, steps, _ORDER[: _ORDER.index(question["step"])])
        return Picture(picture.figure, f"{question['text']} {picture.alt}")
    if not {"weights", "output"} <= set(steps):
        return _last(example, trace, head, steps, _ORDER)
    if trace.weights.ndim == 3:
        return heads(trace.weights, tokens)
    if max(*trace.weights.shape, trace.Q.shape[1], trace.V.shape[1]) > MOST_NUMBERED:
        return heatmap(trace.weights, *tokens, title="weights")
    return pipeline(trace, tokens)


def _last(example, trace, head, steps, among):
    """The last of these steps that is shown."""
    shown = [name for name in _ALONE if name in steps and name in among] or ["X"]
    name = "Q" if shown[-1] == "X" and example.X is None else shown[-1]
    if name == "X":
        return heatmap(example.X, example.tokens, example.feature_names, kind="signed", title="X")
    A = getattr(trace, name)
    A = A[head] if A.ndim == 3 else A
    cols = example.column_names("Q") if name == "Q" else example.context_tokens
    return heatmap(A, example.tokens, cols, kind=STEPS[name].kind, title=name)
