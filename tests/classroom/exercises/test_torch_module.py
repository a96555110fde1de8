"""The nn.Module version: right classes and instances, mistakes as modules, and what is no module."""

import numpy as np
import pytest
import torch
from torch import nn

from attnlib.layers import SelfAttention
from classroom import check
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.exercise import follow
from tests.helpers.checking import lines_of, names, run_code, verdict_of

SELF_ATTENTION = EXERCISES["self_attention"]


def module(*changes):
    code = SELF_ATTENTION.solution
    for old, new in changes:
        assert old in code, old
        code = code.replace(old, new)
    return run_code(code)


SOFTMAX = "torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1)"
RIGHT = {
    "the solution": (),
    "a bias": (("bias=False", "bias=True"),),
    "the output alone": (("return weights @ V, weights", "return weights @ V"),),
    "scaled before": (("Q @ K.mT / Q.shape[-1] ** 0.5", "Q / Q.shape[-1] ** 0.5 @ K.mT"),),
    "a tensor of its own in float32": (("weights @ V,", "weights @ torch.eye(x.shape[-2]) @ V,"),),
    "dropout, which does nothing here": (
        ("self.W_Q =", "self.drop = nn.Dropout(0.5)\n        self.W_Q ="),
        ("weights @ V,", "self.drop(weights) @ V,"),
    ),
    "by softmax of its own": (
        (
            SOFTMAX,
            "(Q @ K.mT / Q.shape[-1] ** 0.5)\n        weights = (weights - weights.amax(-1, True)).exp()",
        ),
        (
            "return weights @ V",
            "weights = weights / weights.sum(-1, keepdim=True)\n        return weights @ V",
        ),
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_module(name, seeds):
    for seed in seeds(20):
        verdict = verdict_of("self_attention", module(*RIGHT[name]), seed)
        assert verdict.state == "right", (seed, names(verdict), verdict.finding)


class Own(SelfAttention):
    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        weights = torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, -1)
        return weights @ V, weights


@pytest.mark.parametrize("layer", [Own(5, 3), Own(4), Own(6, 2, 5, bias=True)])
def test_right_instance_of_any_size(layer, seeds):
    before = {name: x.clone() for name, x in layer.state_dict().items()}
    layer.train()
    assert all(verdict_of("self_attention", layer, seed).state == "right" for seed in seeds(20))
    assert layer.training
    assert all(torch.equal(x, before[name]) for name, x in layer.state_dict().items())
    assert layer.W_Q.weight.dtype == torch.float32


def test_most_of_the_catalogue_is_named_in_a_module_built_from_the_recipe():
    class Mine(SelfAttention):
        steps = {}

        def forward(self, x):
            given = {"X": x.numpy(), "d_model": x.shape[-1], "d_k": self.W_Q.out_features}
            for name in "QKV":
                given[f"W_{name}"] = getattr(self, f"W_{name}").weight.detach().numpy().T
                given[f"b_{name}"] = 0.0
            return torch.from_numpy(np.array(follow(SELF_ATTENTION.reference, given, self.steps)))

    for mistake in SELF_ATTENTION.mistakes:
        made = type("Made", (Mine,), {"steps": mistake.instead})
        for seed in range(5):
            verdict = verdict_of("self_attention", made, seed)
            assert (names(verdict), verdict.others) == ([mistake.id], ()), (mistake.id, seed)


def test_two_mistakes_in_a_module():
    verdict = verdict_of("self_attention", module((" / Q.shape[-1] ** 0.5, dim=-1", ", dim=-2")), seed=2)
    assert names(verdict) == ["no_scale", "softmax_over_columns"]


def seen(f):
    verdict = verdict_of("self_attention", f, seed=2)
    assert verdict.state == "wrong"
    return verdict.finding, " ".join(lines_of("self_attention", verdict))


def test_what_is_no_module_and_what_it_lacks():
    def function(x):
        return x

    for f in function, 3, "SelfAttention", dict, None:
        assert seen(f)[0] == "no_module"
    assert seen(nn.Linear(6, 4)) == ("no_layers", seen(nn.Linear(6, 4))[1])
    missing, words = seen(module(("self.W_Q = nn.Linear(d_model, d_k, bias=False)", "self.W_Q = 3")))
    assert missing == "no_layers"
    assert "W_Q" in words


def test_wrong_sizes_are_said():
    finding, words = seen(
        module(("self.W_K = nn.Linear(d_model, d_k,", "self.W_K = nn.Linear(d_k, d_model,"))
    )
    assert finding == "layer_sizes"
    assert "W_K = Linear(in_features=4, out_features=6" in words


def test_sizes_of_an_instance_are_its_own_but_have_to_fit():
    own = module(("self.W_V = nn.Linear(d_model, d_k,", "self.W_V = nn.Linear(d_model, 7,"))(5, 3)
    assert verdict_of("self_attention", own, seed=2).state == "right"
    for layer, sizes in ("W_K", "d_model, 7"), ("W_K", "9, d_k"), ("W_V", "9, d_k"):
        made = module((f"self.{layer} = nn.Linear(d_model, d_k,", f"self.{layer} = nn.Linear({sizes},"))(5, 3)
        finding, words = seen(made)
        assert finding == "layer_sizes"
        assert f"{layer} = Linear(" in words


def test_super_init_forgotten():
    finding, words = seen(module(("super().__init__()", "pass")))
    assert finding == "error"
    assert "super().__init__() has to come first" in words
    assert "self.W_Q = nn.Linear" in words


@pytest.mark.parametrize("body", ["raise LookupError('no')", "raise SystemExit"])
def test_a_module_that_cannot_be_made(body):
    finding, words = seen(module(("super().__init__()", body)))
    assert finding == "error"
    assert "SelfAttention(d_model=6, d_k=4)" in words
    assert body in words


def test_shapes_that_do_not_match_in_a_module():
    finding, words = seen(module(("Q @ K.mT", "Q @ K")))
    assert finding == "error"
    assert "The shapes do not match" in words


def test_inputs_changed_by_a_module():
    assert seen(module(("Q, K, V =", "x *= 1.5\n        Q, K, V =")))[0] == "in_place"


@pytest.mark.parametrize("f", [module((" / Q.shape[-1] ** 0.5", "")), nn.Linear(6, 4), 3, None])
def test_a_failing_check_hands_back_the_class(f, capsys):
    made = check.self_attention(f, seed=1)
    assert made is SelfAttention
    assert made(6, 4)(torch.zeros(5, 6))[0].shape == (5, 4)


def test_a_failing_check_of_an_instance_hands_back_a_layer_of_its_sizes(capsys):
    wrong = module((" / Q.shape[-1] ** 0.5", ""))(5, 3).double()
    layer = check.self_attention(wrong, seed=1)
    assert isinstance(layer, SelfAttention)
    assert layer(torch.zeros(2, 7, 5, dtype=torch.float64))[0].shape == (2, 7, 3)


def test_random_numbers_of_torch_go_on_as_if_nothing_had_happened():
    torch.manual_seed(4)
    expected = torch.rand(3)
    torch.manual_seed(4)
    verdict_of("self_attention", module(), seed=1)
    assert torch.equal(torch.rand(3), expected)
