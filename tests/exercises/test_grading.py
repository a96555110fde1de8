"""A course gives points by layers: what is right for one sentence is worth something, and not everything."""

import pytest

from attnlib.exercises import sandbox
from attnlib.exercises.catalog import EXERCISES
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
        ("causal_mask", "return np.tri(n)", 0),
    ],
)
def test_a_part_for_what_is_right_in_some_layers(name, body, earned):
    assert share(name, program(name, body), seed=5) == pytest.approx(earned)


def test_what_does_not_end_earns_nothing(monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    assert share("scores", program("scores", "while True: pass"), seed=5) == 0


def test_a_module_gets_a_part_too():
    for old, new, earned in [
        ("K.mT", "K.T", lambda share: 0 < share < 1),  # no batch
        (" / Q.shape[-1] ** 0.5", "", lambda share: share == 0),
    ]:
        assert old in MODULE
        assert earned(share("self_attention", run_code(MODULE.replace(old, new)), seed=5))
    tied = run_code(MODULE.replace("Q, K, V = ", "self.W_K = self.W_Q\n        Q, K, V = "))
    assert share("self_attention", tied, seed=5) < 1
