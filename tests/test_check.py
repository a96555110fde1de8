"""Every exercise: its starter is to do, its solution right, each mistake is named, each equivalent passes.

A seed stands for one set of random inputs. How a function is called, and stopped: test_check_call.py.
"""

import inspect
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import torch
from torch import nn

from attnlib.attention import attend, merge_heads, split_heads
from attnlib.check import call
from attnlib.check import judge as judge_module
from attnlib.check.exercises import ARGUMENTS
from attnlib.check.judge import inputs_of, judge
from attnlib.check.mistakes import MISTAKES
from attnlib.check.recipes import RECIPES, follow
from attnlib.check.reference import reference
from attnlib.check.run import verdict_of
from attnlib.check.texts import TEXTS
from tests.helpers.check_answers import BATCHES_ONLY, EQUIVALENTS, LEARNERS, run_code, starters, with_steps

FUNCTIONS = [exercise for exercise in ARGUMENTS if exercise != "self_attention"]
CATALOGUE = [(exercise, mistake) for exercise in FUNCTIONS for mistake in MISTAKES if exercise in mistake.of]
inputs_of = cache(inputs_of)


@pytest.fixture(autouse=True, scope="module")
def _thousands_of_checks():
    """Each without a thread of its own, and what a mistake makes of an input is worked out once."""
    made, threads = {}, torch.get_num_threads()

    def result(exercise, given, steps):
        key = exercise, id(given), frozenset((name, id(step)) for name, step in steps.items())
        if key not in made:
            made[key] = fresh_result(exercise, given, steps)
        return made[key]

    fresh_result = judge_module._result
    torch.set_num_threads(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(call, "within_seconds", within_seconds)
        patch.setattr(judge_module, "_result", result)
        yield
    torch.set_num_threads(threads)


def within_seconds(work):
    done = []
    call._work(work, done)
    return done


def judged(exercise, f, seed):
    inputs = inputs_of(exercise, seed)
    return judge(exercise, call.outcomes_of(exercise, f, inputs), inputs)


def names(verdict):
    return [mistake.id for mistake in verdict.mistakes]


def ids_of(pair):
    return "-".join(x if isinstance(x, str) else x.id for x in pair)


@pytest.mark.parametrize("exercise", ARGUMENTS)
def test_starter_is_to_do(exercise):
    for starter in starters(exercise):
        assert verdict_of(exercise, starter, seed=1).state == "todo", starter.__doc__


@pytest.mark.parametrize("exercise", ARGUMENTS)
def test_solution_is_right(exercise):
    f = run_code(TEXTS[exercise].code)
    states = {
        (verdict_of if exercise == "self_attention" else judged)(exercise, f, s).state for s in range(200)
    }
    assert states == {"right"}


@pytest.mark.parametrize("exercise", ARGUMENTS)
def test_solution_has_the_arguments_that_the_check_promises(exercise):
    f = run_code(TEXTS[exercise].code)
    f = f.forward if exercise == "self_attention" else f
    assert [name for name in inspect.signature(f).parameters if name != "self"] == list(ARGUMENTS[exercise])


@pytest.mark.parametrize("exercise", FUNCTIONS)
def test_recipe_agrees_with_attnlib(exercise):
    """The truth of the checks is that of the library, which is tested against torch."""
    for given in inputs_of(exercise, 0):
        ours = reference(exercise)(*(given[key] for key in ARGUMENTS[exercise].values()))
        np.testing.assert_allclose(follow(RECIPES[exercise], given), ours, rtol=1e-5, atol=1e-6)


def test_the_catalogue_is_large_enough_and_names_are_unique():
    ids = [mistake.id for mistake in MISTAKES]
    assert len(ids) == len(set(ids)) >= 35
    for mistake in MISTAKES:
        for exercise in mistake.of:
            assert mistake.steps.keys() <= RECIPES[exercise].keys(), (mistake.id, exercise)


@pytest.mark.parametrize(("exercise", "mistake"), CATALOGUE, ids=map(ids_of, CATALOGUE))
def test_mistake_is_refused_by_its_own_name(exercise, mistake):
    for seed in range(50):
        verdict = judged(exercise, with_steps(exercise, mistake.steps, inputs_of(exercise, seed)), seed)
        assert (verdict.state, names(verdict), verdict.others) == ("wrong", [mistake.id], ()), f"seed {seed}"


@pytest.mark.parametrize(("exercise", "name"), EQUIVALENTS)
def test_equivalent_is_right(exercise, name):
    for seed in range(200):
        verdict = judged(exercise, EQUIVALENTS[exercise, name], seed)
        assert verdict.state == "right", (seed, names(verdict), verdict.special)


def test_there_are_equivalents_of_every_exercise():
    assert {exercise for exercise, _ in EQUIVALENTS} == set(FUNCTIONS)


@pytest.mark.parametrize(("exercise", "name"), LEARNERS)
def test_mistake_of_a_learner_is_named(exercise, name):
    f, ids = LEARNERS[exercise, name]
    for seed in range(20):
        verdict = judged(exercise, f, seed)
        assert (names(verdict), verdict.others) == ([*ids], ()), (seed, verdict.special)


@pytest.mark.parametrize("name", ["renormalised", "added", "torch_masked_fill", "plain_minus_infinity"])
def test_is_right_until_a_row_is_empty(name):
    f, ids = LEARNERS["masked_attention", name]
    for seed in range(50):
        inputs = inputs_of("masked_attention", seed)
        no_empty_row = [
            given for given in inputs if given["keep"].any(-1).all() and "only_tells" not in given
        ]
        assert len(no_empty_row) == len(inputs) - 2
        outcomes = call.outcomes_of("masked_attention", f, no_empty_row)
        assert judge("masked_attention", outcomes, no_empty_row).state == "right"
        verdict = judged("masked_attention", f, seed)
        assert names(verdict) == [*ids]
        assert not verdict.inputs[verdict.case]["keep"].any(-1).all()  # and that is the input which is shown


@pytest.mark.parametrize(("exercise", "name"), BATCHES_ONLY)
def test_is_right_for_one_sentence_only(exercise, name):
    f, _ = LEARNERS[exercise, name]
    verdict = judged(exercise, f, 0)
    first = ARGUMENTS[exercise][next(iter(ARGUMENTS[exercise]))]
    assert all(given[first].ndim > 2 for given in verdict.inputs[verdict.case :][:1])


def some_pairs(exercise, count=25):
    """Pairs of mistakes whose steps are not the same ones, chosen by chance."""
    own = [mistake for mistake in MISTAKES if exercise in mistake.of]
    pairs = [(a, b) for a, b in combinations(own, 2) if not a.steps.keys() & b.steps.keys()]
    chosen = np.random.default_rng(7).permutation(len(pairs))[:count]
    return [(exercise, *pairs[k]) for k in sorted(chosen)]


PAIRS = [pair for exercise in FUNCTIONS for pair in some_pairs(exercise)]


@pytest.mark.parametrize(("exercise", "a", "b"), PAIRS, ids=map(ids_of, PAIRS))
def test_pair_is_named_or_what_gives_the_same_results(exercise, a, b):
    for seed in range(3):
        inputs = inputs_of(exercise, seed)
        made = call.outcomes_of(exercise, with_steps(exercise, a.steps | b.steps, inputs), inputs)
        if sum(outcome.error is not None for outcome in made) == len(made):
            continue  # two mistakes after which nothing fits: numpy says so
        verdict = judge(exercise, made, inputs)
        if verdict.state == "right":
            pytest.fail(f"{a.id} and {b.id} together are accepted")
        assert verdict.mistakes, (seed, verdict.special)
        if names(verdict) != [a.id, b.id]:
            steps = verdict.mistakes[0].steps | verdict.mistakes[-1].steps
            named = call.outcomes_of(exercise, with_steps(exercise, steps, inputs), inputs)
            for one, other in zip(made[: len(verdict.inputs)], named, strict=False):
                assert (one.error is None) == (other.error is None)
                if one.error is None:
                    np.testing.assert_allclose(one.value, other.value, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("exercise", FUNCTIONS)
def test_an_answer_may_not_change_its_inputs_return_lists_or_constants(exercise):
    right = run_code(TEXTS[exercise].code)
    arrays = [name for name, key in ARGUMENTS[exercise].items() if np.ndim(inputs_of(exercise, 0)[0][key])]

    def changes_an_input(*given):
        result = np.array(right(*given))
        array = next(x for x in given if isinstance(x, np.ndarray))
        array[...] = 0
        return result

    def a_list(*given):
        return np.asarray(right(*given)).tolist()

    def the_same_for_all(*given):
        return np.array([[0.1, 0.2], [0.3, 0.4]])

    if arrays:
        verdict = judged(exercise, changes_an_input, 0)
        assert (verdict.state, verdict.special, verdict.detail) == ("wrong", "in_place", arrays[0])
    assert (judged(exercise, a_list, 0).state, judged(exercise, a_list, 0).special) == ("wrong", "list")
    assert judged(exercise, the_same_for_all, 0).special == "constants"


def rounds(S):
    return np.round(EQUIVALENTS["softmax", "row_by_row"](S), 2)


def whole_numbers(S):
    return EQUIVALENTS["softmax", "row_by_row"](S).astype(int)


def random_numbers(S):
    return np.random.default_rng().random(S.shape)


def something_else(S):
    return np.tanh(S) + 3


def a_text(S):
    return "softmax"


def a_pair(S):
    return EQUIVALENTS["softmax", "row_by_row"](S), S


def nothing(S):
    np.exp(S)


def scores_without_keys(Q, K):
    return np.ones((*Q.shape[:-1], K.shape[-2])) * Q.sum(-1, keepdims=True)


def mask_of_numbers(n):
    return np.tri(n)


SPECIAL = [
    ("softmax", rounds, "rounded", ""),
    ("softmax", whole_numbers, "no_floats", "int64"),
    ("softmax", random_numbers, "random", ""),
    ("softmax", something_else, "unknown", ""),
    ("softmax", a_text, "no_array", "str"),
    ("softmax", a_pair, "no_array", "tuple"),
    ("softmax", nothing, "nothing", ""),
    ("softmax", 3.5, "no_function", "3.5"),
    ("softmax", np.ones((2, 3)), "no_function", "ndarray (2, 3)"),
    ("softmax", lambda S, axis: S, "arguments", "(S, axis)"),
    ("softmax", lambda: 1, "arguments", "()"),
    ("scores", scores_without_keys, "ignored", "K"),
    ("causal_mask", mask_of_numbers, "no_bools", "float64"),
]


@pytest.mark.parametrize(("exercise", "f", "special", "detail"), SPECIAL)
def test_what_is_no_mistake_of_the_catalogue_is_said_too(exercise, f, special, detail):
    verdict = verdict_of(exercise, f, seed=3)
    assert (verdict.state, verdict.special, verdict.detail) == ("wrong", special, detail)


def test_default_arguments_and_partial_functions_are_functions():
    assert verdict_of("scale", lambda S, d_k, temperature=1.0: S / d_k**0.5 / temperature, 0).state == "right"
    assert verdict_of("causal_mask", np.vectorize(lambda n: n), 0).state == "wrong"


def test_it_is_known_what_the_solution_uses():
    """The lesson has imported these when the solution of multi_head is shown."""
    given = inputs_of("multi_head", 0)[0]
    Q, K, V = (split_heads(given["X"] @ given[W], given["h"]) for W in ("W_Q", "W_K", "W_V"))
    expected = follow(RECIPES["multi_head"], given)
    np.testing.assert_allclose(merge_heads(attend(Q, K, V).output) @ given["W_O"], expected)
    theirs = nn.functional.scaled_dot_product_attention(*map(torch.from_numpy, (Q, K, V)))
    np.testing.assert_allclose(merge_heads(theirs.numpy()) @ given["W_O"], expected)
