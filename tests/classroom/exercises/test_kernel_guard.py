"""What a learner's code does to the kernel ends with the check: how deep calls go, what libraries do."""

import math
import subprocess
import sys

import numpy as np
import pytest
import torch

from attnlib.languages import use_language
from classroom import check
from classroom.exercises.errors import sentence_of
from tests.helpers.checking import lines_of, program, run_code, solution, verdict_of
from tests.test_house import HERE

SOFTMAX = "e = np.exp(S - S.max(-1, keepdims=True))\nreturn np.nan_to_num(e / e.sum(-1, keepdims=True))"
A = "class A:\n    def {}: return {}\n"
DEEP = {  # each of these ended the kernel where the limit had been raised
    "through a column": "return np.apply_along_axis(lambda column: mine(S), 0, S)",
    "the answer raises it": (
        "import sys\nsys.setrecursionlimit(10**6)\nreturn np.apply_along_axis(lambda row: mine(S), -1, S)"
    ),
    "ufunc": A.format("__array_ufunc__(self, *given, **named)", "np.exp(self)") + "return np.exp(A())",
    "getattr": A.format("__getattr__(self, name)", "getattr(self, name + '_')") + "return A()",
    "repr": A.format("__repr__(self)", "f'{self!r}'") + "return repr(A())",
    "words": "class E(Exception):\n    def __str__(self): return str(self)\nraise E",
    "partial": (
        "from functools import partial\ng = partial(mine, S)\n"
        "for _ in range(5000): g = partial(lambda f: f(), g)\nreturn g()"
    ),
}


@pytest.fixture
def a_high_limit():
    """As the forums advise: what the learner has set comes back after each check."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    yield
    after = sys.getrecursionlimit(), sys.setrecursionlimit.__name__
    sys.setrecursionlimit(before)
    assert after == (10**6, "setrecursionlimit")


@pytest.mark.parametrize("how", DEEP)
def test_calls_without_end_get_a_card(a_high_limit, how):
    verdict = verdict_of("softmax", program("softmax", DEEP[how]), seed=1)
    seen, means, ask = lines_of("softmax", verdict)
    assert "RecursionError" in seen
    assert means == sentence_of("recursion")


class Endless:
    """A callable that has every attribute, as it says."""

    def __getattr__(self, name):
        return getattr(self, name + "_")

    def __call__(self, S):
        return S


def test_so_does_an_object_that_cannot_even_be_looked_at(a_high_limit, capsys):
    check.softmax(Endless())
    assert "RecursionError" in capsys.readouterr().out
    nested = []
    for _ in range(10_000):
        nested = [nested]
    check.softmax(nested)
    assert "RecursionError" in capsys.readouterr().out


def test_a_limit_that_the_answer_lowers_is_put_back(a_high_limit):
    body = "from sys import setrecursionlimit\nsetrecursionlimit(500)\n" + SOFTMAX
    assert verdict_of("softmax", program("softmax", body), seed=1).state == "right"


def test_where_the_memory_is_full_there_is_a_card_and_the_kernel_goes_on(capsys):
    for body in "return [0] * 10**13", "raise MemoryError", "return eval('-' * 100_000 + 'S')":
        verdict = verdict_of("softmax", program("softmax", body), seed=1)
        assert "MemoryError" in lines_of("softmax", verdict)[0]

    class Full(Endless):
        def __getattr__(self, name):
            raise MemoryError

    check.softmax(Full())
    assert "MemoryError" in capsys.readouterr().out
    assert verdict_of("softmax", solution("softmax"), seed=1).state == "right"


REPLACED = {
    "np.exp": "np.exp = np.exp2",
    "np.max": "np.max = np.min",
    "np.pi": "np.pi = 3",
    "np.linalg.norm": "np.linalg.norm = np.sum",
    "np.exp2": "del np.exp2",
    "math.exp": "math.exp = math.log",
    "torch.softmax": "torch.softmax = torch.relu",
    "torch.nn.functional.softmax": "F.softmax = torch.relu",
    "Tensor.softmax": "torch.Tensor.softmax = torch.relu",
    "Tensor.__matmul__": "torch.Tensor.__matmul__ = torch.mul",
}


@pytest.mark.parametrize("name", REPLACED)
def test_what_is_replaced_in_a_library_is_said_and_put_back(name):
    before = np.exp, np.max, np.pi, np.linalg.norm, np.exp2, math.exp, torch.softmax
    verdict = verdict_of("softmax", program("softmax", f"{REPLACED[name]}\n{SOFTMAX}"), seed=1)
    assert (verdict.state, verdict.finding, verdict.detail) == ("wrong", "replaced", name)
    assert before == (np.exp, np.max, np.pi, np.linalg.norm, np.exp2, math.exp, torch.softmax)
    assert torch.ones(2, 2).softmax(-1)[0, 0] == torch.nn.functional.softmax(torch.ones(2), -1)[0] == 0.5
    assert (torch.ones(2, 2) @ torch.ones(2, 2))[0, 0] == 2
    assert lines_of("softmax", verdict)[0].startswith(
        f"Here something of the library is replaced, for the whole notebook: {name}."
    )
    use_language("zh")
    assert f"库里的 {name} 被换掉了" in lines_of("softmax", verdict)[0]
    assert verdict_of("softmax", solution("softmax"), seed=1).state == "right"


def test_what_a_cell_has_replaced_before_is_not_judged_by_itself():
    np.exp = np.exp2
    verdict = verdict_of("softmax", program("softmax", SOFTMAX), seed=1)
    assert (verdict.state, verdict.finding, verdict.detail) == ("wrong", "replaced", "np.exp")
    assert verdict_of("softmax", program("softmax", SOFTMAX), seed=1).state == "right"


def test_a_module_that_replaces_something_is_told_so():
    code = """class M(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        F.softmax = torch.relu
        self.W_Q, self.W_K, self.W_V = (nn.Linear(d_model, d_k) for _ in range(3))
    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v
"""
    verdict = verdict_of("self_attention", run_code(code), seed=1)
    assert (verdict.finding, verdict.detail) == ("replaced", "torch.nn.functional.softmax")


def test_settings_are_put_back_and_what_libraries_change_themselves_is_no_fault():
    printing, errors, dtype = np.get_printoptions(), np.geterr(), torch.get_default_dtype()
    lines = (
        "np.set_printoptions(1)\nnp.random.seed(0)\nnp.seterr(divide='print')\n"
        "torch.set_default_dtype(torch.float64)\nimport numpy.testing, scipy.special\n"
    )
    try:
        verdict = verdict_of("softmax", program("softmax", lines + SOFTMAX), seed=1)
        assert verdict.state == "right", verdict.outcomes[0]
    finally:
        torch.set_default_dtype(dtype)
    assert (np.get_printoptions(), np.geterr()) == (printing, errors)


SGD = """
import torch
from classroom.exercises import sandbox
from tests.helpers.checking import program, verdict_of
sandbox.SECONDS = 0.2
body = '''
w = torch.nn.Parameter(W.detach().clone())
optimizer = torch.optim.SGD([w], lr=rate)
for _ in range(steps):
    w.grad = gradient(w.detach().clone())
    optimizer.step()
return w.detach()
'''
verdict = verdict_of("train", program("train", body), 0)
print(verdict.state, verdict.finding, verdict.detail)
"""


def test_a_large_import_takes_its_time_and_may_change_its_own_library():
    """At its first use PyTorch imports its optimizers, for seconds, and puts a wrapper around manual_seed."""
    done = subprocess.run([sys.executable, "-c", SGD], cwd=HERE, capture_output=True, text=True)
    assert done.stdout == "right None \n", done.stderr


def test_a_shape_that_nobody_thought_of_ends_no_check():
    body = "return ((x.reshape(-1, x.shape[-1]) @ W_1 + b_1).clip(0)) @ W_2 + b_2"
    assert verdict_of("feed_forward", program("feed_forward", body), 0).state == "wrong"
