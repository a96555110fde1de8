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
        assert finding == "layers_apart"
        assert "do not fit together: W_Q 5 → 3, W_K" in words


LINEARS = "        self.W_Q, self.W_K, self.W_V = (nn.{made} for _ in range(3))\n"
PROJECTED = "        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)\n"
FORWARD = f"{PROJECTED}        return F.scaled_dot_product_attention(Q, K, V)"


def made_of(made, forward=FORWARD):
    """A right class, but for its linear layers and its forward."""
    head = "class Mine(nn.Module):\n    def __init__(self, d_model, d_k):\n        super().__init__()\n"
    return run_code(f"{head}{LINEARS.format(made=made)}\n    def forward(self, x):\n{forward}\n")


@pytest.mark.parametrize("sizes", ["6, 4", "d_model, 4", "6, d_k"])
def test_sizes_that_are_typed_in_are_said_with_the_sizes_that_were_asked_for(sizes):
    finding, words = seen(made_of(f"Linear({sizes})"))
    assert finding == "layer_sizes"
    assert "Mine(d_model=5, d_k=11).W_Q = Linear(in_features=" in words
    assert verdict_of("self_attention", made_of(f"Linear({sizes})")(6, 4), seed=1).state == "right"


@pytest.mark.parametrize(
    "root", ["2", "(d_k // 2)", "d_k / 2", "int(d_k**0.5)", "round(d_k**0.5)", "math.log2(d_k)"]
)
def test_what_is_the_root_for_one_size_only_is_refused(root):
    weights = f"torch.softmax(Q @ K.mT / ({root}), -1)"
    lines = f"        d_k = Q.shape[-1]\n        return {weights} @ V"
    f = made_of("Linear(d_model, d_k)", PROJECTED + lines)
    for seed in range(3):
        assert verdict_of("self_attention", f, seed).state == "wrong"
        assert verdict_of("self_attention", f(6, 4), seed).state == "right"


@pytest.mark.parametrize(
    "made", ["LazyLinear(d_k)", "LazyLinear(d_k, bias=False)", "Linear(d_model, d_k, dtype=torch.bfloat16)"]
)
def test_layers_that_get_their_size_or_dtype_later_are_right(made):
    lazy = made_of(made)
    assert verdict_of("self_attention", lazy, seed=1).state == "right"
    layer = lazy(6, 4)
    assert verdict_of("self_attention", layer, seed=1).state == "right"
    assert type(layer.W_Q).__name__ == made.split("(")[0]  # as it was


def test_a_lazy_layer_of_a_wrong_size_is_said_and_the_lesson_goes_on(capsys):
    lazy = made_of("LazyLinear(d_model)")
    assert seen(lazy)[0] == "layer_sizes"
    wrong = made_of("LazyLinear(d_k)", FORWARD.replace("(Q, K", "(Q, Q"))
    assert check.self_attention(wrong(6, 4), seed=1) is SelfAttention


def test_a_normed_weight_is_reached_by_the_gradient():
    assert (
        verdict_of(
            "self_attention", made_of("utils.parametrizations.weight_norm(nn.Linear(d_model, d_k))"), seed=1
        ).state
        == "right"
    )


def test_a_gradient_is_looked_for_where_the_notebook_has_turned_it_off():
    with torch.no_grad():
        assert verdict_of("self_attention", made_of("Linear(d_model, d_k)"), seed=1).state == "right"


ELSEWHERE = {
    "layers": ("Linear(d_model, d_k, device='meta')", FORWARD),
    "layers, on none of this machine": ("Linear(d_model, d_k, device='xla')", FORWARD),
    "lazy layers": ("LazyLinear(d_k, device='meta')", FORWARD),
    "a tensor": ("Linear(d_model, d_k)", FORWARD.replace("(Q,", "(Q * torch.ones(1, device='meta'),")),
    "the module": ("Linear(d_model, d_k)", f"        self.to('meta')\n{FORWARD}"),
    "the module, on none of this machine": ("Linear(d_model, d_k)", f"        self.to('xla')\n{FORWARD}"),
    "x": ("Linear(d_model, d_k)", f"        x = x.to('meta')\n{FORWARD}"),
    "the output": ("Linear(d_model, d_k)", f"{FORWARD}.to('meta')"),
}


@pytest.mark.parametrize("what", ELSEWHERE)
def test_of_another_device_the_card_says_so(what):
    finding, words = seen(made_of(*ELSEWHERE[what]))
    assert finding == "error"
    assert "The check calculates on the CPU." in words
    assert "Which line names a device" in words


def test_an_instance_on_another_device_is_said_to_be_there():
    buffered = made_of("Linear(d_model, d_k)")(6, 4)
    buffered.register_buffer("one", torch.ones(1, device="meta"))
    for layer in SelfAttention(6, 4).to("meta"), buffered:
        assert "The check calculates on the CPU." in seen(layer)[1]


@pytest.mark.parametrize("name", ["double", "eval", "cpu"])
def test_a_module_whose_own_method_returns_nothing_is_judged(name):
    f = type("Mine", (made_of("Linear(d_model, d_k)"),), {name: lambda self: None})
    assert verdict_of("self_attention", f, seed=1).state in ("right", "wrong")


def test_a_layer_that_raises_when_it_is_asked_for_is_a_card():
    def raises(self):
        raise LookupError("no")

    f = type("Mine", (made_of("Linear(d_model, d_k)"),), {"W_Q": property(raises)})
    assert seen(f)[0] == "error"


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
