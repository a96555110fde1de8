"""An answer that is right with tensors, or gives some, takes arrays and gives arrays in the lesson."""

import subprocess
import sys

import numpy as np
import pytest
import torch

from classroom import check, mine
from tests.helpers.checking import inputs_of, program, solution

ONE, TWO = np.eye(2), np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.fixture
def scores():
    return check.scores(program("scores", "return torch.matmul(Q, K.transpose(-2, -1))"))


def test_what_is_handed_back_gives_arrays_for_arrays_and_tensors_for_tensors(scores):
    np.testing.assert_array_equal(scores(ONE, K=TWO[::-1]), TWO[::-1].T)
    given = torch.eye(2, requires_grad=True)
    assert scores(given, given).requires_grad
    assert check.scores(scores) is scores
    assert scores.__name__ == "mine"


TENSORS = {
    "causal_mask": ("return torch.ones(n, n).tril().bool()", (2,), np.tri(2, dtype=bool)),
    "softmax": ("return torch.softmax(torch.as_tensor(S), -1)", (ONE * 0,), ONE * 0 + 0.5),
    "attention": (
        "S = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5\nreturn torch.softmax(S, -1) @ V, S",
        (ONE, ONE * 0, TWO),
        TWO.mean(0) + 0 * TWO,
    ),
}


@pytest.mark.parametrize("name", TENSORS)
def test_whatever_makes_tensors_gives_arrays(name):
    body, given, right = TENSORS[name]
    result = getattr(check, name)(program(name, body))(*given)
    first, *_ = result if isinstance(result, tuple) else (result,)
    assert type(first) is np.ndarray
    np.testing.assert_allclose(first, right)


def test_a_number_comes_as_a_number():
    loss = check.loss(
        program("loss", "p = torch.as_tensor(p)\nreturn -p[range(len(p)), wanted].log().mean()")
    )
    number = loss(np.full((2, 2), 0.5), np.array([0, 1]))
    assert isinstance(number, float)
    assert number == pytest.approx(np.log(2))


def test_functions_that_it_is_given_get_arrays_too():
    body = "W = W.clone()\nfor _ in range(steps):\n    W = W - rate * gradient(W)\nreturn W"
    train = check.train(program("train", body))
    np.testing.assert_allclose(train(lambda W: np.multiply(W, TWO), ONE, 0.5, 1), ONE - 0.5 * ONE * TWO)


@pytest.mark.parametrize("name", ["scores", "self_attention"])
def test_what_needs_no_wrapper_has_none(name):
    f = solution(name)
    assert getattr(check, name)(f) is f


def test_what_is_kept_works_tomorrow_by_itself_and_in_mine(cell, my_lessons):
    """The answer itself says nothing of torch, and only tensors have such a transpose."""
    cell("import torch\nmy_scores = lambda Q, K: Q @ K.transpose(-2, -1)\nscores = check.scores(my_scores)")
    cell(
        "def my_attention(Q, K, V):\n    S = scores(Q, K) / K.shape[-1] ** 0.5\n"
        "    e = np.exp(S - S.max(-1, keepdims=True))\n    return e / e.sum(-1, keepdims=True) @ V\n"
        "check.attention(my_attention)"
    )
    given = inputs_of("attention", 1)[0]
    Q, K, V = (given[name] for name in "QKV")
    np.testing.assert_allclose(mine.scores(Q, K), Q @ K.T)
    assert type(mine.attention(Q, K, V)) is np.ndarray
    tomorrow = "from classroom import mine; mine.scores; from my_attention import *\n"
    tomorrow += "print(type(my_attention(*np.ones((3, 2, 2)))), type(mine.scores(*np.ones((2, 2, 2)))))\n"
    tomorrow += "print(mine.scores.__module__)"
    done = subprocess.run(
        [sys.executable, "-c", tomorrow], cwd=my_lessons, capture_output=True, encoding="utf-8", check=True,
        env={"PYTHONPATH": f"{my_lessons}:{sys.path[0]}"},
    )  # fmt: skip
    assert done.stdout == "<class 'numpy.ndarray'> <class 'numpy.ndarray'>\nmy_lessons.scores\n"
