"""Seven wrong programs: each is what its name says, and none is attention."""

import numpy as np
import pytest
import torch

from attnlib.attention import attend, causal_mask
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.wrong_attention import SUSPECTS
from tests.helpers.checking import judged, names


def tables(seed=0, n=4, d=4):
    return np.random.default_rng(seed).normal(size=(3, n, d))


@pytest.mark.parametrize("name", SUSPECTS)
def test_none_is_attention_with_a_mask_or_without(name):
    Q, K, V = tables()
    for keep in None, causal_mask(4):
        right = attend(Q, K, V, keep).output
        assert abs(SUSPECTS[name](Q, K, V, keep) - right).max() > 0.1


@pytest.mark.parametrize("name", SUSPECTS)
def test_they_are_the_same_in_torch_and_hide_what_is_masked(name):
    Q, K, V = tables()
    given = [torch.from_numpy(x) for x in (Q, K, V)]
    np.testing.assert_allclose(SUSPECTS[name](*given).numpy(), SUSPECTS[name](Q, K, V), atol=1e-12)
    K[3], V[3] = 9, 9
    before = SUSPECTS[name](*tables(), causal_mask(4))[:3]
    np.testing.assert_allclose(SUSPECTS[name](tables()[0], K, V, causal_mask(4))[:3], before)


# What lesson 05's check calls them; the values of the sixth are the queries.
NAMED = {
    "no_scale": "no_scale",
    "divided_by_d_k": "d_k_without_root",
    "softmax_over_columns": "softmax_over_columns",
    "values_are_keys": "values_are_keys",
    "values_are_queries": "values_are_queries",
}


@pytest.mark.parametrize("name", SUSPECTS)
def test_the_check_of_lesson_05_refuses_each_and_names_most(name):
    verdict = judged("attention", lambda Q, K, V: SUSPECTS[name](Q, K, V), 0)
    assert verdict.state == "wrong"
    if name in NAMED:
        assert names(verdict) == [NAMED[name]]


def test_the_test_that_the_reader_writes_finds_all():
    is_attention = EXERCISES["attention_test"].solve
    assert is_attention(lambda Q, K, V: attend(Q, K, V).output)
    assert not any(map(is_attention, SUSPECTS.values()))
