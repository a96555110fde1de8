"""What the judge sees besides the mistakes of the catalogue, and on which input it shows."""

import numpy as np
import pytest
import torch

from classroom.exercises.catalog import EXERCISES
from classroom.exercises.diagnose import judge
from classroom.exercises.exercise import arguments_of
from tests.helpers.checking import (
    FUNCTIONS,
    inputs_of,
    judged,
    lines_of,
    names,
    outcomes_of,
    program,
    solution,
    verdict_of,
)
from tests.helpers.student_programs import named

pytestmark = pytest.mark.usefixtures("thousands_of_checks")


@pytest.mark.parametrize("id", ["renormalised_after_mask", "plus_minus_1e9", "minus_1e9", "nan_in_empty_row"])
def test_is_right_until_a_row_is_empty(id, seeds):
    f = named("masked_attention", id)
    for seed in seeds(50):
        inputs = inputs_of("masked_attention", seed)
        no_empty_row = [
            given for given in inputs if given["keep"].any(-1).all() and given["layer"] != "tells"
        ]
        assert len(no_empty_row) == len(inputs) - 3
        outcomes = outcomes_of("masked_attention", f, no_empty_row)
        assert judge(EXERCISES["masked_attention"], outcomes, no_empty_row).state == "right"
        verdict = judged("masked_attention", f, seed)
        assert names(verdict) == [id]
        assert not verdict.inputs[verdict.case]["keep"].any(-1).all()  # and that is the input which is shown


BATCHES_ONLY = [
    ("scores", "t_reverses_all_axes"),
    ("softmax", "softmax_over_axis_1"),
    ("grow_cache", "joined_along_axis_0"),
]


@pytest.mark.parametrize(("name", "id"), BATCHES_ONLY)
def test_is_right_for_one_sentence_only(name, id):
    verdict = judged(name, named(name, id), 0)
    first, *_ = arguments_of(EXERCISES[name], verdict.inputs[verdict.case]).values()
    assert first.ndim > 2


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_answer_may_not_change_its_inputs_return_lists_or_constants(name):
    right = solution(name)
    arguments = arguments_of(EXERCISES[name], inputs_of(name, 0)[0])
    arrays = [argument for argument, x in arguments.items() if isinstance(x, np.ndarray)]

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
        verdict = judged(name, changes_an_input, 0)
        assert (verdict.state, verdict.finding, verdict.detail) == ("wrong", "in_place", arrays[0])
    every = [arguments_of(EXERCISES[name], given).values() for given in inputs_of(name, 0)]
    is_number = not any(np.ndim(right(*given)) for given in every)
    of_a_list = ("right", None) if is_number or EXERCISES[name].may_be_a_list else ("wrong", "list")
    assert (judged(name, a_list, 0).state, judged(name, a_list, 0).finding) == of_a_list
    assert judged(name, the_same_for_all, 0).finding == "constants"


right_softmax = solution("softmax")


def rounds(S):
    return np.round(right_softmax(S), 2)


def whole_numbers(S):
    return right_softmax(S).astype(int)


def random_numbers(S):
    return np.random.default_rng().random(S.shape)


def something_else(S):
    return np.tanh(S) + 3


def a_text(S):
    return "softmax"


def a_pair(S):
    return right_softmax(S), S


def nothing(S):
    np.exp(S)


def scores_without_keys(Q, K):
    return np.ones((*Q.shape[:-1], K.shape[-2])) * Q.sum(-1, keepdims=True)


right_count = solution("count_multiplications")


def mask_of_numbers(n):
    return np.tri(n)


SPECIAL = [
    ("softmax", rounds, "rounded", ""),
    ("softmax", whole_numbers, "no_floats", "int64"),
    ("softmax", random_numbers, "random", ""),
    ("softmax", something_else, "unknown", ""),
    ("softmax", a_text, "no_array", "str"),
    ("softmax", a_pair, "no_array", "tuple"),
    ("softmax", lambda S: right_softmax(S) + 0j, "no_array", "ndarray (complex128)"),
    ("softmax", lambda S: torch.softmax(S, -1).to_sparse(), "no_array", "sparse Tensor (float64)"),
    ("softmax", lambda S: torch.softmax(S, -1).bfloat16(), "rounded", ""),
    ("softmax", nothing, "nothing", ""),
    ("softmax", 3.5, "no_function", "3.5"),
    ("softmax", np.ones((2, 3)), "no_function", "ndarray (2, 3)"),
    ("softmax", lambda S, axis: S, "arguments", "(S, axis)"),
    ("softmax", lambda: 1, "arguments", "()"),
    ("scores", scores_without_keys, "ignored", "K"),
    ("causal_mask", mask_of_numbers, "no_bools", "float64"),
    ("scores", lambda Q, K: Q @ K.mT / 1e9, "factor", "1e−09"),
    ("count_multiplications", lambda *sizes: right_count(*sizes) / 1e9, "factor", "1e−09"),
]


@pytest.mark.parametrize(("name", "f", "finding", "detail"), SPECIAL)
def test_what_is_no_mistake_of_the_catalogue_is_said_too(name, f, finding, detail):
    verdict = verdict_of(name, f, seed=3)
    assert (verdict.state, verdict.finding, verdict.detail) == ("wrong", finding, detail)


def test_default_arguments_and_partial_functions_are_functions():
    assert verdict_of("scale", lambda S, d_k, temperature=1.0: S / d_k**0.5 / temperature, 0).state == "right"
    assert verdict_of("causal_mask", np.vectorize(lambda n: n), 0).state == "wrong"


WEIGHTS = "W = F.softmax(torch.as_tensor(Q @ K.mT / Q.shape[-1] ** 0.5), -1).numpy()\n"


@pytest.mark.parametrize(
    "second", ["Q @ K.mT", "W.mT", "V", "W @ V", "W + 0.1", "W > 0.5", "'W'", "[]", "{W.ndim}"]
)
def test_what_stands_beside_the_output_has_to_be_the_weights(second):
    for seed in range(3):
        f = program("attention", f"{WEIGHTS}return W @ V, {second}")
        verdict = verdict_of("attention", f, seed)
        assert (verdict.state, verdict.finding) == ("wrong", "not_weights")
        assert "the first thing that you return" in lines_of("attention", verdict)[1]


@pytest.mark.parametrize(
    "second", ["W", "None", "W.tolist()", "W[None]", "W.astype(np.float32)", "torch.as_tensor(W)"]
)
def test_the_weights_may_stand_beside_the_output(second):
    for seed in range(3):
        f = program("attention", f"{WEIGHTS}return W @ V, {second}")
        assert verdict_of("attention", f, seed).state == "right"
