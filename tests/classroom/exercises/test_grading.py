"""A course gives points for an answer that is right when it runs by itself, in a process of its own."""

import subprocess
import sys

import numpy as np
import pytest

from classroom.exercises import diagnose, grading
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.grading import is_right
from classroom.exercises.save_answer import name_in

SCORES = "def my_scores(Q, K):\n    return Q @ K.mT"


@pytest.fixture
def grade(cell):
    """A function that says whether an answer is right that was written in a cell of a notebook."""

    def judge(exercise, code):
        cell(code)
        return is_right(exercise, vars(sys.modules["__main__"])[name_in(code.split("\n\n\n")[-1])], seed=5)

    return judge


SOLVED = [name if name in ("scores", "self_attention") else pytest.param(name, marks=pytest.mark.slow)
          for name in EXERCISES]  # fmt: skip


@pytest.mark.parametrize("name", SOLVED)
def test_the_solution_is_right_and_attnlibs_own_answer_is_not(cell, grade, name):
    cell("import torch\nfrom torch import nn\nfrom attnlib import attend, merge_heads, split_heads")
    cell("from classroom import mine")
    assert grade(name, EXERCISES[name].solution)
    assert not is_right(name, EXERCISES[name].solve, seed=5)


RIGHT = {
    "helpers and imports": "from math import sqrt as root\nimport numpy as numbers\nONE = 1\n\n\n"
    "def turned(x):\n    return numbers.swapaxes(x, -1, -2) * root(ONE)\n\n\n"
    "def my_scores(Q, K):\n    return Q @ turned(K)",
    "a lambda": "my_scores = lambda Q, K: Q @ K.mT",
    "it prints": "def my_scores(Q, K):\n    print('no' * 9999)\n    return Q @ K.mT",
}


@pytest.mark.parametrize("how", RIGHT)
def test_what_an_answer_needs_comes_with_it(grade, how):
    assert grade("scores", RIGHT[how])


def test_an_answer_may_use_what_attnlib_has_for_other_exercises(grade):
    steps = "attnlib.softmax(attnlib.scale(mine.scores(Q, K), Q.shape[-1]))"
    code = f"def f(Q, K, V):\n    return attnlib.mix({steps}, V)"
    assert grade("attention", f"import attnlib\nfrom classroom import mine\n\n\n{code}")


WRONG = {
    "wrong": "return K @ Q.mT",
    "right for one sentence": "return Q @ K.T",
    "nothing yet": "...",
    "its inputs change": "Q *= 1\n    S = Q @ K.mT\n    Q += 1\n    return S",
    "exit()": "exit()",
    "the process ends": "import os\n    os._exit(0)",
    "it says so itself": "import sys, os\n    print('right', end='')\n    os._exit(0)",
    "attnlib's": "import attnlib\n    return attnlib.attention.scores(Q, K)",
    "attnlib's, imported": "from attnlib import scores\n    return scores(Q, K)",
    "attnlib's, unwrapped": "import attnlib\n    return attnlib.scores.__wrapped__(Q, K)",
    "mine": "from classroom import mine\n    return mine.scores(Q, K)",
    "from the catalogue": (
        "from classroom.exercises.catalog import EXERCISES\n    return EXERCISES['scores'].solve(Q, K)"
    ),
    "in attend": "import attnlib\n    return attnlib.attend(Q, K, K).scores",
}


@pytest.mark.parametrize("how", WRONG)
def test_what_is_not_right_by_itself_earns_nothing(grade, how):
    assert not grade("scores", f"def my_scores(Q, K):\n    {WRONG[how]}")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("attention", "import attnlib\n\n\ndef f(Q, K, V):\n    return attnlib.attend(Q, K, V).output"),
        ("softmax", "import attnlib\n\n\ndef f(S):\n    return attnlib.softmax(S)"),
        ("self_attention", "from attnlib.layers import SelfAttention\n\n\n"
                           "class MySelfAttention(SelfAttention):\n    def forward(self, x):\n"
                           "        return super().forward(x)"),
    ],
)  # fmt: skip
def test_attnlibs_answer_in_another_form_earns_nothing(grade, name, code):
    assert not grade(name, code)


def test_an_answer_without_source_or_one_that_is_no_function_earns_nothing(cell):
    cell("import functools\nf = functools.partial(lambda Q, K: Q @ K.mT)")
    for f in vars(sys.modules["__main__"])["f"], np.matmul, ..., 3, None:
        assert not is_right("scores", f, seed=5)


def test_the_process_has_a_deadline_of_its_own(grade, monkeypatch):
    monkeypatch.setattr(grading, "SECONDS", 2)
    endless = "import sys\n\ndef slow(f):\n    while 'pytest' not in sys.modules:\n        pass\n    return f"
    assert not grade("scores", f"{endless}\n\n\n@slow\n{SCORES}")


def test_an_answer_that_does_not_end_earns_nothing(grade):
    assert not grade("scores", SCORES.replace("return", "while True: pass\n    return"))


def test_what_is_patched_in_the_kernel_is_not_in_the_judge(grade, monkeypatch):
    monkeypatch.setattr(np, "array_equal", lambda *given, **more: True)
    monkeypatch.setattr(diagnose, "_equal", lambda *given, **more: True)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert not grade("causal_mask", "def f(n):\n    return np.ones((n, n), bool)")


def test_the_judge_says_nothing_but_its_verdict():
    done = subprocess.run(
        [sys.executable, "-m", "classroom.exercises.grading"], input=b"", capture_output=True
    )
    assert (done.stdout, done.returncode) == (b"", 1)
