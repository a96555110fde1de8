"""Bad arguments of a picture are refused with a clear message."""

import numpy as np
import pytest

from attnlib.attention import attend
from attnlib.draw.plots import heads, heatmap, pipeline
from classroom.lab.pictures import between

zeros = np.zeros
TRACE = attend(*np.zeros((3, 2, 2)))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: heatmap(zeros((2, 3, 3))), r"A needs the shape \(n, m\), one sentence.*\(2, 3, 3\)"),
        (lambda: heatmap(zeros(3)), r"A needs the shape \(n, m\).*\(3,\)"),
        (lambda: heatmap(zeros((0, 3))), r"none of it 0, but is \(0, 3\)"),
        (lambda: heatmap([[0, 1], [0]]), "rows of one length"),
        (lambda: heatmap([[0, np.nan]]), r"finite numbers.*has nan at \[0, 1\]"),
        (lambda: heatmap([[np.inf, 0]]), r"finite numbers.*has inf at \[0, 0\]"),
        (lambda: heatmap([[1]], kind="wieghts"), '"weights" or "signed", but is \'wieghts\''),
        (lambda: heatmap([[1, 0]], ["a", "b"]), "rows needs 1 labels, one for each row, but has 2"),
        (lambda: heatmap([[1, 0]], cols=["a"]), "cols needs 2 labels, one for each column, but has 1"),
        (lambda: heatmap([[1, 0]], keep=[[True] * 3]), r"keep needs the shape \(1, 2\).*\(1, 3\)"),
        (lambda: heads(zeros((3, 3))), r"weights needs the shape \(heads, n, m\).*\(3, 3\)"),
        (lambda: heads(zeros((1, 3, 3)), ["a"]), "tokens needs 3 labels, one for each query, but has 1"),
        (lambda: pipeline(TRACE, highlight="softmax"), "highlight needs to be one of X, Q.*'softmax'"),
        (lambda: pipeline(attend(*zeros((3, 2, 4, 4)))), r"Q needs the shape \(n, d\).*\(2, 4, 4\)"),
        (lambda: pipeline(attend(*zeros((3, 4, 4))), ["a"]), "tokens needs 4 labels.*has 1"),
        (lambda: between(zeros((4, 3)), zeros((1, 2))), r"V needs the shape \(m, 2\).*\(4, 3\)"),
        (lambda: between(zeros((4, 2)), zeros(2)), r"outputs needs the shape \(k, 2\).*\(2,\)"),
        (lambda: between([[0, -np.inf]], [[0, 0]]), "finite numbers, but hold -inf"),
    ],
)
def test_shapes_and_values_are_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: heatmap([["a"]]), "real numbers, but holds <U1"),
        (lambda: heatmap([[1j]]), "real numbers, but holds complex128"),
        (lambda: heatmap([[1, 0]], keep=[[1, 0]]), "keep needs to hold True.*int64"),
        (lambda: pipeline(zeros((2, 2))), "what attend returns, but is ndarray"),
    ],
)
def test_kinds_are_refused(call, says):
    with pytest.raises(TypeError, match=says):
        call()
