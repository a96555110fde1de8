"""What a lesson may put there with nothing written yet is to do; what has been written is judged."""

import pytest

from attnlib.languages import use_language
from classroom.exercises.catalog import EXERCISES
from tests.helpers.checking import FUNCTIONS, lines_of, program, run_code, verdict_of


def starters(name):
    """What a lesson may put there, with nothing written yet."""
    lines = EXERCISES[name].solution.splitlines()
    bodies = ["...", "raise NotImplementedError"]
    if name == "scores":
        bodies += ["pass", '"""Only a docstring."""', '"""Text."""\n    pass', "return ...", "return None"]
        bodies += ["result = ...\n    return result", "return ... @ 3", "x = ... + 1\n    return x"]
    for body in bodies:
        yield run_code(f"{lines[0]}\n    {body}\n")
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


WRITTEN = [
    ("scores", "...\nreturn Q @ K.T", "wrong"),
    ("scores", "...\nreturn Q @ K.mT", "right"),
    ("scores", "S = Q @ K.mT\n...", "wrong"),
    ("scores", "return np.einsum(Q, [..., 0, 1], K, [..., 2, 1], [..., 0, 2, 3])", "wrong"),
    ("softmax", "return torch.softmax(torch.as_tensor(S).long(), -1)", "wrong"),
    ("scores", "def product(a, b, mask=...):\n    return a @ b\nreturn product(Q, K)", "wrong"),
]


@pytest.mark.parametrize(("name", "body", "state"), WRITTEN)
def test_what_has_been_written_is_judged_whatever_dots_stand_beside_it(name, body, state):
    assert verdict_of(name, program(name, body), seed=1).state == state


def test_some_lines_and_a_gap_are_not_nothing():
    some = program("attention", "S = Q @ K.mT\nweights = ...\nreturn weights @ V")
    verdict = verdict_of("attention", some, seed=1)
    assert verdict.state == "todo"
    assert lines_of("attention", verdict)[0].startswith("Dots (`...`) still stand where code should be.")
    use_language("zh")
    assert lines_of("attention", verdict)[0].startswith("还有省略号")


def test_another_name_than_forward_is_said():
    verdict = verdict_of(
        "self_attention", run_code(EXERCISES["self_attention"].solution.replace("def forward", "def call")), 1
    )
    assert (verdict.state, verdict.finding) == ("wrong", "no_forward")
    assert "forward" in " ".join(lines_of("self_attention", verdict))
