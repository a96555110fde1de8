"""What a lesson may put there with nothing written yet is to do; what has been written is judged."""

import pytest

from attnlib.check.exercises import EXERCISES
from tests.helpers.checking import FUNCTIONS, run_code, solution, verdict_of


def starters(name):
    """What a lesson may put there, with nothing written yet."""
    code = EXERCISES[name].solution
    head = code.splitlines()[0] + "\n"
    bodies = ["...", "pass", '"""Only a docstring."""', '"""Text."""\n    pass', "return ...", "return None"]
    bodies += ["raise NotImplementedError", "result = ...\n    return result"]
    bodies += ["return ... @ 3", "x = ... + 1\n    return x"]
    for body in bodies:
        yield run_code(f"{head}    {body}\n")
    lines = code.splitlines()
    yield run_code("\n".join([*lines[:-1], "    return ..."]))
    yield ...


def starters_of_a_module():
    """The same for the nn.Module."""
    init = "class Mine(nn.Module):\n    def __init__(self, d_model, d_k):\n"
    layers = "        super().__init__()\n        self.W_Q = ...\n"
    forward = "    def forward(self, x):\n"
    for body in "...", "pass", '"""Text."""', "raise NotImplementedError":
        body = f"        {body}\n"
        yield run_code(init + layers + forward + body)
        yield run_code(init + body + forward + body)
    code = EXERCISES["self_attention"].solution
    yield run_code(code.replace("weights @ V, weights", "..."))
    yield run_code(code.replace("nn.Linear(d_model, d_k, bias=False)", "..."))
    yield ...


@pytest.mark.parametrize("name", EXERCISES)
def test_a_starter_is_to_do(name):
    for starter in starters(name) if name in FUNCTIONS else starters_of_a_module():
        assert verdict_of(name, starter, seed=1).state == "todo", starter.__doc__


def test_a_solution_is_not():
    for name in EXERCISES:
        assert verdict_of(name, solution(name), seed=1).state == "right"
