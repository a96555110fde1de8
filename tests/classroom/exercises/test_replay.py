"""What a card is about can be held in the hand: the inputs, the result, the traceback."""

import re
import sys

import numpy as np
import pytest
import torch

from classroom import check
from classroom.exercises import render
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.exercise import follow
from classroom.exercises.failing_input import written
from tests.helpers.checking import program


def test_the_inputs_of_the_card_can_be_computed_with(capsys):
    f = program("scores", "return Q @ K.T")
    check.scores(f, seed=7)
    said = capsys.readouterr().out
    Q, K = check.inputs("scores", seed=7)
    assert Q.shape == (2, 2, 4)  # right for a sentence, so this is the first batch
    for line in said.splitlines():
        if line.startswith(("Q = ", "K = ")):
            np.testing.assert_array_equal(eval(line[4:]), Q if line[0] == "Q" else K)
    Q[...] = 0
    assert check.inputs("scores")[0].any()  # a copy
    assert check.inputs("scores", seed=8)[0].shape == (2, 4)  # of another seed, the first


def test_one_argument_comes_alone_and_tensors_where_the_answer_wants_them(capsys):
    check.softmax(program("softmax", "return torch.softmax(S, -1) * 2"), seed=1)
    assert isinstance(check.inputs("softmax"), torch.Tensor)
    check.softmax(program("softmax", "return S"), seed=1)
    assert isinstance(check.inputs("softmax"), np.ndarray)


def test_an_unknown_exercise_is_said():
    with pytest.raises(ValueError, match="no exercise scared"):
        check.inputs("scared")


def test_the_case_on_the_card_is_what_the_function_makes_of_it_and_ours_is_folded(capsys, monkeypatch):
    pages = []
    monkeypatch.setattr(render, "_in_a_notebook", lambda: True)
    pytest.importorskip("IPython")
    monkeypatch.setattr("IPython.display.display", lambda data, raw: pages.append(data))
    check.mix(program("mix", "return weights.mT[:, :2] @ V[:2] * 3"), seed=2)
    check.mix(program("mix", "return 3 * weights @ V"), seed=2)
    page, words = pages[1]["text/html"], pages[1]["text/plain"]
    given = dict(zip(("weights", "V"), check.inputs("mix"), strict=True))
    right = follow(EXERCISES["mix"].reference, given)
    theirs = np.array(eval(re.search("your result: (.*)", words)[1]))
    np.testing.assert_allclose(theirs, 3 * right, rtol=1e-3)
    folded = re.search("<details>.*</details>", page, re.S)[0]
    np.testing.assert_allclose(
        eval(re.search(r"attnlib&#x27;s result: (.*?)</pre>", folded)[1]), right, rtol=1e-3
    )
    assert "attnlib's result" not in words


def test_a_case_with_too_many_numbers_is_not_written_out(capsys):
    check.attention(
        program("attention", "return torch.zeros(len(Q), V.shape[-1]) if Q.shape[-1] == 4 else 1"), seed=2
    )
    long = capsys.readouterr().out
    assert max(map(len, long.splitlines())) < 300


def test_the_whole_traceback_is_shown_and_kept_for_the_debugger(capsys):
    check.last_error()
    assert "No check has met an exception yet." in capsys.readouterr().out
    check.scores(program("scores", "a = Q @ K\nreturn a"), seed=1)
    capsys.readouterr()
    check.last_error()
    said = capsys.readouterr().out
    assert "in mine\n    a = Q @ K" in said
    assert "gufunc signature" in said
    assert "sandbox.py" not in said
    assert sys.last_value.args
    assert sys.last_traceback.tb_frame.f_code.co_name == "mine"


def test_a_function_among_the_inputs_says_what_it_does_and_can_be_called(capsys):
    check.block(program("block", "return feed_forward(norm_2(attention(norm_1(x))))"), seed=4)
    words = capsys.readouterr().out
    assert "\nfeed_forward = lambda x: x * x\nyour result: [[" in words
    x, norm_1, attention, _, _ = check.inputs("block", seed=4)
    assert f"x = {written(x)}\n" in words
    np.testing.assert_array_equal(attention(norm_1(x)), 2 * (2 * x).sum(0) - 2 * x)
