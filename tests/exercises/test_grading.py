"""A course gives points by layers, judged where no student's program can look or reach."""

import copy
import functools
import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import attnlib
from attnlib.exercises import diagnose, grading, sandbox
from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.exercise import follow
from attnlib.exercises.grading import share
from tests.helpers.checking import program, run_code, solution

NAIVE = "e = np.exp(S)\nreturn e / e.sum(-1, keepdims=True)"  # right until scores are large
MODULE = EXERCISES["self_attention"].solution


@pytest.mark.parametrize("name", EXERCISES)
def test_all_for_what_is_right_and_nothing_for_what_is_not_written_or_attnlibs(name):
    assert share(name, solution(name), seed=5) == 1
    assert share(name, ..., seed=5) == 0
    assert share(name, EXERCISES[name].solve, seed=5) == 0


@pytest.mark.parametrize(
    ("name", "body", "earned"),
    [
        ("scores", "return Q @ K.T", 3 / 4),  # all but the batch
        ("softmax", NAIVE, 3 / 4),
        ("softmax", "e = np.exp(S - S.max())\nreturn e / e.sum()", 0),
        ("scores", "return K @ Q.mT", 0),
        (
            "scores",
            "Q *= 1\nS = Q @ K.mT\nQ += 1\nreturn S",
            3 / 4,
        ),  # the numbers are right, its inputs change
        ("weighted_sum", "return 7.0", 0),
        # the numbers are right, but not what they come in; of a single layer, half is taken off
        ("causal_mask", "return np.tri(n)", 1 / 2),
        ("causal_mask", "return np.tri(n).T", 0),
        ("padding_mask", "return is_token[..., None, :] * 1.0", 1 / 2),
        ("distance_bias", "i = np.arange(n)\nreturn (-slope * abs(i[:, None] - i)).tolist()", 1 / 2),
    ],
)
def test_a_part_for_what_is_right_in_some_layers(name, body, earned):
    assert share(name, program(name, body), seed=5) == pytest.approx(earned)


def test_what_does_not_end_earns_what_it_has_done_before(monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    assert share("scores", program("scores", "while True: pass"), seed=5) == 0
    assert share("scores", program("scores", "while Q.ndim > 2: pass\nreturn Q @ K.mT"), seed=5) == 1 / 4
    assert share("train", program("train", "while True: gradient(W)"), seed=5) == 0  # the judge is called


class Scores:
    def __call__(self, Q, K):
        return Q @ K.mT


@pytest.mark.parametrize(
    ("name", "f"),
    [
        ("scores", functools.partial(lambda flip, Q, K: Q @ K.mT, False)),
        ("scores", Scores()),
        ("scale", np.vectorize(lambda S, d_k: S / d_k**0.5)),
        ("train", program("train", "W = torch.as_tensor(W)\nfor _ in range(steps):\n    "
                                   "W = W - rate * gradient(W)\nreturn W")),
    ],
)  # fmt: skip
def test_whatever_can_be_called_is_graded(name, f):
    assert share(name, f, seed=5) == 1


# The judge is not in the student's kernel, and there attnlib's own answers raise

SCORES, TRAIN = EXERCISES["scores"].reference, EXERCISES["train"].reference["end"]


def from_a_frame(Q, K):
    frame = sys._getframe()
    while frame:
        for value in [*frame.f_locals.values()]:
            if isinstance(reference := getattr(value, "reference", None), dict):
                return follow(reference, {"Q": Q, "K": K})
        frame = frame.f_back
    return Q


STOLEN = {
    "called": ("scores", lambda Q, K: attnlib.scores(Q, K)),
    "partial": ("scores", functools.partial(attnlib.scores)),
    "unwrapped": ("scores", lambda Q, K: attnlib.scores.__wrapped__(Q, K)),
    "the whole": ("attention", lambda Q, K, V: attnlib.attend(Q, K, V).output),
    "solve": ("attention", lambda Q, K, V: EXERCISES["attention"].solve(Q, K, V)),
    "followed": ("scores", lambda Q, K: follow(SCORES, {"Q": Q, "K": K})),
    "a step": ("scores", lambda Q, K: [*SCORES.values()][-1](SimpleNamespace(Q=Q, K=K))),
    "a step with a closure": ("train", lambda gradient, W, rate, steps: TRAIN(SimpleNamespace(**locals()))),
    "from a frame": ("scores", from_a_frame),
}


@pytest.mark.parametrize("how", STOLEN)
def test_attnlibs_answers_are_nobodys(how):
    name, f = STOLEN[how]
    assert share(name, f, seed=5) == 0
    assert attnlib.scores(np.eye(2), np.eye(2)).tolist() == [[1, 0], [0, 1]]  # it works again


def test_what_is_patched_in_the_kernel_is_not_in_the_judge(monkeypatch):
    monkeypatch.setattr(np, "array_equal", lambda *given, **more: True)
    monkeypatch.setattr(diagnose, "_equal", lambda *given, **more: True)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert share("causal_mask", program("causal_mask", "return np.ones((n, n), bool)"), seed=5) == 0


def test_nothing_that_a_student_sends_is_run(tmp_path):
    class Sent:
        def __reduce__(self):
            return (tmp_path / "run").touch, ()

    f = program("train", "return gradient([sent])")
    f.__globals__["sent"] = Sent()
    assert share("train", f, seed=5) == 0
    with pytest.raises(grading.pickle.UnpicklingError):
        grading._Arrays(io.BytesIO(grading.pickle.dumps(Sent()))).load()
    assert not (tmp_path / "run").exists()


def test_a_mistake_that_the_numbers_do_not_tell_costs_a_layer(monkeypatch):
    mix = copy.copy(EXERCISES["mix"])
    object.__setattr__(mix, "seen", ((None, lambda f, verdict: verdict.state == "right"),))
    monkeypatch.setitem(EXERCISES, "mix", mix)
    assert share("mix", solution("mix"), seed=5) == pytest.approx(2 / 3)


def test_a_module_gets_a_part_too():
    for old, new, earned in [
        ("K.mT", "K.T", lambda share: 0 < share < 1),  # no batch
        (" / Q.shape[-1] ** 0.5", "", lambda share: share == 0),
    ]:
        assert old in MODULE
        assert earned(share("self_attention", run_code(MODULE.replace(old, new)), seed=5))
    tied = run_code(MODULE.replace("Q, K, V = ", "self.W_K = self.W_Q\n        Q, K, V = "))
    assert share("self_attention", tied, seed=5) < 1
