"""What is right passes, in either library and dtype; what is wrong does not; the layer is said."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from attnlib.attention import scale, scores
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.my_functions import mine
from tests.helpers.checking import (
    FUNCTIONS,
    inputs_of,
    lines_of,
    names,
    program,
    run_code,
    solution,
    verdict_of,
)

pytestmark = pytest.mark.usefixtures("thousands_of_checks")
WITHOUT_BATCH = "weighted_sum", "causal_mask", "count_parameters", "positional_encoding"
WITHOUT_BATCH += "shuffle_test", "distance_bias", "count_multiplications"
WITHOUT_BATCH += "loss", "train", "attention_test", "next_probabilities", "nucleus", "write", "beam"

IN_TORCH = {  # PyTorch's own functions, where there is one
    "project": lambda X, W, b: torch.nn.functional.linear(X, W.T, b),
    "scores": lambda Q, K: torch.matmul(Q, K.transpose(-2, -1)),
    "scale": lambda S, d_k: torch.div(S, d_k**0.5),
    "softmax": lambda S: torch.softmax(S, -1).nan_to_num(),
    "mix": torch.matmul,
    "attention": torch.nn.functional.scaled_dot_product_attention,
    "masked_attention": torch.nn.functional.scaled_dot_product_attention,
    "layer_norm": lambda x, gain, bias, eps: torch.nn.functional.layer_norm(x, x.shape[-1:], gain, bias, eps),
    "split_heads": lambda x, h: x.unflatten(-1, (h, -1)).transpose(-3, -2),
    "merge_heads": lambda x: x.transpose(-3, -2).flatten(-2),
    "cross_attention": lambda x, context, is_token, W_Q, W_K, W_V: (
        torch.nn.functional.scaled_dot_product_attention(
            x @ W_Q, context @ W_K, context @ W_V, is_token.unsqueeze(-2)
        )
    ),
}


@pytest.mark.parametrize("name", IN_TORCH)
def test_torchs_own_function_passes(name, seeds):
    """It gets whatever the learner's function gets, as tensors."""

    def right(*given):
        return IN_TORCH[name](*(torch.as_tensor(x) if np.ndim(x) else x for x in given))

    for seed in seeds(25):
        verdict = verdict_of(name, right, seed)
        assert verdict.state == "right", (seed, names(verdict), verdict.finding, verdict.layer)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_float32_is_exact_enough(name, seeds):
    f = solution(name)

    def right(*given):
        return f(*(x.astype("f4") if isinstance(x, np.ndarray) and x.dtype.kind == "f" else x for x in given))

    for seed in seeds(25):
        verdict = verdict_of(name, right, seed)
        assert verdict.state == "right", (seed, names(verdict), verdict.finding, verdict.layer)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_there_is_one_sentence_and_where_it_can_be_a_batch_and_the_easy_comes_first(name):
    layers = [given["layer"] for given in inputs_of(name, 0)]
    assert layers[0] == "sentence"
    assert {"batch", "heads"} & {*layers} or name in WITHOUT_BATCH
    first = inputs_of(name, 0)[0]
    for key in EXERCISES[name].arguments.values():
        if callable(first[key]):  # a function that is put to the test
            continue
        x = np.asarray(first[key], float)
        assert x.size <= 16
        assert key == "eps" or (x == x.round(3)).all()


# Wrong answers that were accepted once

MODULES = {
    "tied": (
        "self.W_K = nn.Linear(d_model, d_k, bias=False)",
        "self.W_K = self.W_Q",
    ),
    "all tied": (
        "self.W_V = nn.Linear(d_model, d_k, bias=False)",
        "self.W_V = self.W_K = self.W_Q",
    ),
    "no_grad": ("return weights @ V, weights", "with torch.no_grad():\n            return weights @ V"),
    "detached": ("self.W_Q(x), self.W_K(x)", "self.W_Q(x).detach(), self.W_K(x).detach()"),
    "numpy": ("weights @ V, weights", "weights.detach().numpy() @ V.detach().numpy()"),
}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_that_cannot_be_trained_as_intended_is_refused(name):
    code = EXERCISES["self_attention"].solution
    assert MODULES[name][0] in code
    verdict = verdict_of("self_attention", run_code(code.replace(*MODULES[name])), 3)
    assert (verdict.state, verdict.finding) == ("wrong", "tied" if "tied" in name else "detached")
    if name == "detached":
        assert verdict.detail == "W_Q, W_K"
    assert len(lines_of("self_attention", verdict)) == 2


MASKED = "S = Q @ K.mT / Q.shape[-1] ** 0.5\n{}\ntop = S.max(-1, keepdims=True)\n"
MASKED += "e = np.exp(S - np.where(top == -np.inf, 0, top)){}\nt = e.sum(-1, keepdims=True)\n"
MASKED += "return e / np.where(t == 0, 1, t) @ V"
ATTEND = "S = Q @ K.mT / Q.shape[-1] ** 0.5\ne = np.exp(S - {})\nreturn e / e.sum(-1, keepdims=True) @ V"
SOFTMAX = (
    "top = {}\ne = np.exp(S - np.where(top == -np.inf, 0, top))\nt = e.sum(-1, keepdims=True)\n"
    "return e / np.where(t == 0, 1, t)"
)
ROWS = "for i in range(len(keep)):\n    S[..., i, ~keep[i]] = -np.inf"
ACCEPTED_ONCE = [
    ("masked_attention", MASKED.format("S[..., ~keep] = -np.inf", ""), "batch"),
    ("masked_attention", MASKED.format(ROWS, ""), "batch"),
    ("masked_attention", MASKED.format("S = np.where(keep, S, -100)", " * keep"), "large"),
    ("masked_attention", MASKED.format("S = np.where(keep, S, -30)", " * keep"), "large"),
    ("softmax", SOFTMAX.format("np.maximum(S.max(-1, keepdims=True), 0)"), "large"),
    ("softmax", SOFTMAX.format("S.max(-1, keepdims=True, initial=0)"), "large"),
    ("attention", ATTEND.format("abs(S).max(-1, keepdims=True)"), "large"),
]


@pytest.mark.parametrize(("name", "body", "layer"), ACCEPTED_ONCE)
def test_what_was_accepted_once_is_refused_and_its_layer_said(name, body, layer, seeds):
    for seed in seeds(25):
        verdict = verdict_of(name, program(name, body), seed)
        assert verdict.state == "wrong", seed
        assert verdict.inputs[verdict.case]["layer"] == layer
        assert verdict.layer == (layer if layer != "sentence" else "")


# Named now, unknown once

SCALED = (
    "S = Q @ K.mT / {}\ne = np.exp(S - S.max(-1, keepdims=True))\nreturn e / e.sum(-1, keepdims=True) @ V"
)
NAMED = [
    ("attention", SCALED.format("Q.shape[1] ** 0.5"), ["root_of_axis_1"]),
    ("attention", SCALED.format("len(K) ** 0.5"), ["root_of_keys_axis_0"]),
    ("masked_attention", MASKED.format("S = np.where(keep, -1e9, S)", ""), ["mask_inverted", "minus_1e9"]),
    ("softmax", "return torch.nn.functional.softmax(S).nan_to_num()", ["softmax_without_axis"]),
    ("layer_norm", "return F.layer_norm(x, x.shape[-1:], gain, bias)", ["fixed_eps"]),
]


@pytest.mark.parametrize(("name", "body", "ids"), NAMED)
def test_common_mistakes_have_names(name, body, ids, seeds):
    for seed in seeds(25):
        verdict = verdict_of(name, program(name, body), seed)
        assert names(verdict) == ids, (seed, verdict.finding, verdict.layer)


def test_no_scale_and_columns_and_overflow_keep_the_names_of_what_fails_first(seeds):
    body = "e = np.exp(Q @ K.mT)\nreturn e / e.sum(-2, keepdims=True) @ V"
    for seed in seeds(25):
        assert "no_scale" in names(verdict_of("attention", program("attention", body), seed))


# True sentences

SEEN = [
    ("scores", "return (Q @ K.mT) * 2", "twice"),
    ("mix", "return -(weights @ V)", "negative"),
    ("mix", "return weights @ V * 1.25", "factor"),
]


@pytest.mark.parametrize(("name", "body", "finding"), SEEN)
def test_what_is_seen_of_the_numbers_is_said(name, body, finding):
    for seed in range(5):
        verdict = verdict_of(name, program(name, body), seed)
        assert (names(verdict), verdict.finding) == ([], finding), seed


def test_what_makes_nan_is_asked_even_if_the_line_is_known():
    body = MASKED.format("S = S + (1 - keep) * -np.inf", "")
    verdict = verdict_of("masked_attention", program("masked_attention", body), 3)
    assert verdict.located[2] == "S = S + (1 - keep) * -np.inf"
    assert lines_of("masked_attention", verdict)[-1].startswith("What do 0 · ∞, ∞ − ∞ and 0 / 0 give")


def test_an_argument_is_called_unused_only_if_nothing_of_it_matters(seeds):
    hard = "return np.eye(weights.shape[-1])[weights.argmax(-1)] @ V * 1.5"
    for seed in seeds(25):
        assert verdict_of("mix", program("mix", hard), seed).finding != "ignored"
    assert verdict_of("mix", program("mix", "return 0 * weights @ V + 7"), 1).finding == "ignored"


def test_the_first_variable_that_differs_is_found():
    body = "S = Q @ K.mT\nS = S / Q.shape[-1] ** 0.5\nw = np.exp(S - S.max(-1, keepdims=True))\n"
    body += "w = w / (w.sum(-1, keepdims=True) + 0.3)\nreturn w @ V"
    verdict = verdict_of("attention", program("attention", body), 4)
    assert verdict.located == ("w", "exps", body.splitlines()[3])
    assert "from “w = w / (w.sum" in " ".join(lines_of("attention", verdict))
    tensors = body.replace("np.exp", "torch.exp").replace("S.max(-1, keepdims=True)", "S.amax(-1, True)")
    assert verdict_of("attention", program("attention", tensors), 4).located[:2] == ("w", "exps")


def test_a_variable_of_the_learners_own_kind_is_not_called_wrong():
    """The distance from the mean is a step of layer_norm, whether or not anyone gives it a name."""
    body = "m = x.mean(-1, keepdims=True)\nc = x - m\nv = (c**2).mean(-1, keepdims=True)\n"
    body += "return c / (v + eps) ** 0.5 * gain * gain + bias"
    assert verdict_of("layer_norm", program("layer_norm", body), 4).located[0] == "v"


UNPLACED = {
    "an empty container": (
        "attention",
        "out = []\nfor q in Q:\n    out.append(q[0] * V[0] * 3)\nreturn np.array(out)",
    ),
    "one step": ("scores", "S = np.zeros((Q.shape[-2], 3))\nS = S + Q.sum()\nreturn S[..., None] * K.sum()"),
    "a wrong variable before": (
        "layer_norm",
        "m = x.mean(-1, keepdims=True) + 1\nv = x.var(-1, keepdims=True)\n"
        "return (x - m) / (v + eps) ** 0.5 * gain + bias + m",
    ),
}


@pytest.mark.parametrize("what", UNPLACED)
def test_no_line_is_blamed_where_that_is_not_certain(what):
    for seed in range(4):
        verdict = verdict_of(UNPLACED[what][0], program(*UNPLACED[what]), seed)
        assert verdict.state == "wrong"
        assert verdict.located == ()


def test_a_right_result_that_is_changed_again_is_told():
    verdict = verdict_of("project", program("project", "Y = X @ W + b\nreturn Y * Y"), 2)
    assert verdict.located == ("Y", "", "")
    assert "“Y” is the right result" in " ".join(lines_of("project", verdict))


def test_two_mistakes_need_numbers_of_two_inputs():
    """A function that raises on all inputs but one is no pair of mistakes, whatever comes out of that one."""
    both = "S = Q @ K.mT\ne = np.exp(S - S.max(-2, keepdims=True))\nreturn e / e.sum(-2, keepdims=True) @ V"
    verdict = verdict_of("attention", program("attention", both), 0)
    assert names(verdict) == ["no_scale", "softmax_over_columns"]
    once = f"if Q.shape != (2, 4):\n    raise ValueError\n{both}"
    assert names(verdict_of("attention", program("attention", once), 0)) == []


def test_a_masked_row_is_as_hard_with_ones_own_softmax_as_with_attnlibs():
    naive = """
def naive(Q, K, V, keep):
    S = mine.scale(mine.scores(Q, K), Q.shape[-1])
    return mine.mix(mine.softmax(np.where(keep, S, -np.inf)), V)
"""
    own = SimpleNamespace(
        scores=scores, scale=scale, softmax=solution("softmax"), mix=lambda weights, V: weights @ V
    )
    for whose in mine, own:
        f = run_code(naive, mine=whose)
        assert names(verdict_of("masked_attention", f, 1)) == ["nan_in_empty_row"]


def test_axes_in_front_are_called_what_they_are():
    one_axis = "if Q.ndim == 2:\n    return Q @ K.T\nreturn np.array([q @ k.T for q, k in zip(Q, K)])"
    verdict = verdict_of("scores", program("scores", one_axis), 0)
    assert verdict.layer == "axes"
    assert verdict_of("scores", program("scores", "return np.inner(Q, K)"), 0).finding == "in_front"


# What is said is no chance

NOT_KEPT = (
    "total = np.zeros(values.shape[-1])\nfor w, v in zip(weights, values):\n    total + w * v\nreturn total"
)
EVERYWHERE = [
    ("weighted_sum", NOT_KEPT, "all_zero"),
    ("distance_bias", "return np.zeros((n, n))", "all_zero"),
    ("previous_token", "return np.zeros(weights.shape[:-2])", "all_zero"),
    ("first_token", "return weights[..., 1:, :].sum(-1).mean(-1)", "all_one"),
]


@pytest.mark.parametrize(("name", "body", "finding"), EVERYWHERE)
def test_nothing_but_zeros_or_ones_is_no_pair_of_mistakes(name, body, finding, seeds):
    f = program(name, body)
    assert {verdict_of(name, f, seed).finding for seed in seeds(100)} == {finding}


def test_a_mistake_is_named_only_if_it_gives_the_numbers_of_every_layer(seeds):
    """Half of d_k, rounded down, is the root cut to a whole number for d_k = 2, 3 and 4 alone."""
    f = program("scale", "return S / int(np.sqrt(d_k))")
    for seed in seeds(20):
        assert "half_of_d_k_rounded" not in names(verdict_of("scale", f, seed))


def test_a_variable_is_a_step_only_if_it_is_that_step_on_right_inputs_too():
    body = "z = logits[-1] / max(temperature, 1)\ne = np.exp(z - z.max())\nreturn e / e.sum()"
    for seed in range(4):
        assert verdict_of("next_probabilities", program("next_probabilities", body), seed).located == ()


def test_chance_is_seen_although_small_inputs_hardly_show_it():
    body = "return torch.dropout(X, 0.05, True) @ W + b"
    for seed in range(20):
        assert verdict_of("project", program("project", body), seed).finding == "random"


def test_numbers_of_tokens_are_off_by_no_factor():
    body = (
        "step, new = read(ids, None), []\nfor _ in range(count):\n    new.append(choose(step.logits) * 2)\n"
    )
    body += "    step = read(new[-1:], step.cache)\nreturn new"
    for seed in range(4):
        finding = verdict_of("write", program("write", body), seed).finding
        assert finding not in ("twice", "factor", "other_factor", "offset", "row_factor")


def test_a_single_row_has_no_number():
    said = lines_of("nucleus", verdict_of("nucleus", program("nucleus", "return p / 2"), 0))
    assert "the result sums to 0.5" in said[0]


def test_of_a_result_of_the_right_shape_a_number_is_shown():
    for name, body in (
        ("causal_mask", "return np.where(np.tri(n) > 0, 0.0, -np.inf)"),
        ("scale", "return S // 2"),
    ):
        assert "shape" not in lines_of(name, verdict_of(name, program(name, body), 0))[0]


def test_no_zero_has_a_sign():
    said = lines_of(
        "project", verdict_of("project", program("project", "return -((X @ W + b).clip(max=0) * 0)"), 0)
    )
    assert "is 0" in said[0]
