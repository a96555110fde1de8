"""Every exercise: its solution is right, and each mistake is refused by its own name.

A seed stands for one set of random inputs.
"""

import inspect
from itertools import combinations

import numpy as np
import pytest
import torch

from attnlib.attention import attend, merge_heads, split_heads
from classroom.exercises import diagnose as judge_module
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.diagnose import judge
from classroom.exercises.exercise import Mistake, all_but, all_steps, arguments_of, follow
from classroom.exercises.sandbox import Outcome
from tests.helpers.checking import (
    FUNCTIONS,
    MISTAKES,
    inputs_of,
    judged,
    names,
    outcomes_of,
    solution,
    verdict_of,
    with_steps,
)

pytestmark = pytest.mark.usefixtures("thousands_of_checks")


def made_by(name, steps, inputs):
    """The outcomes of an answer that takes these steps."""
    results = [judge_module._result(EXERCISES[name], given, steps) for given in inputs]
    return [Outcome(error=x) if isinstance(x, Exception) else Outcome(value=x) for x in results]


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_is_right_and_has_the_arguments_that_the_check_promises(name, seeds):
    f = solution(name)
    states = {(judged if name in FUNCTIONS else verdict_of)(name, f, seed).state for seed in seeds(200)}
    assert states == {"right"}
    f = f if name in FUNCTIONS else f.forward
    assert [arg for arg in inspect.signature(f).parameters if arg != "self"] == [*EXERCISES[name].arguments]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_steps_agree_with_attnlib_in_numpy_and_in_torch(name):
    """The truth of the checks is that of the library, which is tested against torch."""
    reference = EXERCISES[name].solve
    for given in inputs_of(name, 0):
        expected = follow(EXERCISES[name].reference, given)
        arguments = arguments_of(EXERCISES[name], given).values()
        tensors = [torch.from_numpy(x) if isinstance(x, np.ndarray) else x for x in arguments]
        np.testing.assert_allclose(reference(*arguments), expected, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(np.asarray(reference(*tensors)), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_mistake_is_refused_by_its_own_name(name, seeds):
    for mistake in EXERCISES[name].mistakes:
        for seed in seeds(50):
            inputs = inputs_of(name, seed)
            outcomes = made_by(name, mistake.instead, inputs)
            if seed == 0:  # once as an answer that is called
                outcomes = outcomes_of(name, with_steps(name, mistake.instead, inputs), inputs)
            verdict = judge(EXERCISES[name], outcomes, inputs)
            found = verdict.state, names(verdict), verdict.others
            assert found == ("wrong", [mistake.id], ()), f"{mistake.id}, seed {seed}"


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_of_two_mistakes_none_is_named_that_gives_other_results(name):
    mistakes = EXERCISES[name].mistakes
    pairs = [(a, b) for a, b in combinations(mistakes, 2) if not a.instead.keys() & b.instead.keys()]
    for k in np.random.default_rng(7).permutation(len(pairs))[:25]:
        a, b = pairs[k]
        for seed in range(3):
            inputs = inputs_of(name, seed)
            made = made_by(name, a.instead | b.instead, inputs)
            if all(outcome.error is not None for outcome in made):
                continue  # two mistakes after which nothing fits: numpy says so
            verdict = judge(EXERCISES[name], made, inputs)
            assert verdict.state == "wrong", (a.id, b.id, seed)
            if {*names(verdict)} <= {a.id, b.id}:
                continue  # both, or one of them, or none where the numbers do not tell
            named = verdict.mistakes[0].instead | verdict.mistakes[-1].instead
            layer = verdict.inputs[verdict.case]["layer"]  # what is named is said of this layer
            inputs = [given for given in verdict.inputs if given["layer"] == layer]
            shown = [made_by(name, instead, inputs) for instead in (a.instead | b.instead, named)]
            for one, other in zip(*shown, strict=True):
                assert (one.error is None) == (other.error is None), (a.id, b.id, seed)
                if one.error is None:
                    np.testing.assert_allclose(one.value, other.value, rtol=1e-3, atol=1e-4)


def test_an_id_stands_for_one_mistake_that_replaces_steps_of_the_exercise():
    for exercise in EXERCISES.values():
        ids = [mistake.id for mistake in exercise.mistakes]
        assert len(ids) == len(set(ids))
        for mistake in exercise.mistakes:
            assert MISTAKES[mistake.id] is mistake
            assert mistake.instead.keys() <= exercise.reference.keys(), (mistake.id, exercise.name)


def test_what_is_left_out_has_to_be_there():
    a, b = Mistake("a"), Mistake("b")
    assert all_but((a, b), "b") == (a,)
    with pytest.raises(ValueError, match="there is no mistake c, d to leave out"):
        all_but((a, b), "d", "b", "c")


def test_inputs_differ_in_all_that_a_check_promises():
    for name in "attention", "masked_attention", "softmax", "mix", "scores":
        first = next(iter(EXERCISES[name].arguments.values()))
        arrays = [given[first] for given in inputs_of(name, 0)]
        assert {x.dtype.name for x in arrays} == {"float64", "float32"}
        assert {x.ndim for x in arrays} >= {2, 3, 4}
    assert any(not row.any() for given in inputs_of("masked_attention", 0) for row in given["keep"])


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "masked" in EXERCISES[name].reference])
def test_exp_overflows_even_in_a_longer_float_and_a_whole_row_becomes_0(name, seeds):
    """As long double, which some processors have: it ends at exp(11356)."""
    for seed in seeds(50):
        inputs = [given for given in inputs_of(name, seed) if given["layer"] == "large"]
        tops = [all_steps(EXERCISES[name].reference, given)["top"] for given in inputs]
        assert max(top.max() for top in tops) > 11_400
        assert min(top.min(where=np.isfinite(top), initial=0) for top in tops) < -11_400


def test_what_the_solution_of_multi_head_uses_is_attnlibs_and_agrees_with_torch():
    """The lesson has imported these when the solution is shown."""
    given = inputs_of("multi_head", 0)[0]
    Q, K, V = (split_heads(given["X"] @ given[W], given["h"]) for W in ("W_Q", "W_K", "W_V"))
    expected = follow(EXERCISES["multi_head"].reference, given)
    np.testing.assert_allclose(merge_heads(attend(Q, K, V).output) @ given["W_O"], expected)
    theirs = torch.nn.functional.scaled_dot_product_attention(*map(torch.from_numpy, (Q, K, V)))
    np.testing.assert_allclose(merge_heads(theirs.numpy()) @ given["W_O"], expected)
