"""The next token's probabilities under their dials, and the draw."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnlib.sampling import draw_token, next_token_probabilities

LOGITS = st.lists(st.floats(-50, 50), min_size=2, max_size=12).map(np.array)


@given(LOGITS, st.floats(0, 3), st.integers(1, 12), st.floats(0.01, 1))
def test_dials_keep_a_distribution_and_its_order(logits, temperature, top_k, top_p):
    p = next_token_probabilities(logits, temperature, top_k, top_p)
    assert p.shape == logits.shape
    assert p.min() >= 0
    assert p.sum() == pytest.approx(1)
    assert 1 <= (p > 0).sum() <= top_k
    assert p[logits.argmax()] == p.max()


@given(LOGITS, st.floats(0.1, 3))
def test_ratios_change_by_the_temperature_alone(logits, temperature):
    p = next_token_probabilities(logits, temperature)
    e = np.exp((logits - logits.max()) / temperature)
    np.testing.assert_allclose(p, e / e.sum(), atol=1e-12)


@pytest.mark.parametrize(
    ("dials", "expected"),
    [
        ({"temperature": 0}, [1, 0, 0, 0]),
        ({"temperature": 1e-4}, [1, 0, 0, 0]),
        ({"top_k": 2}, [4 / 7, 3 / 7, 0, 0]),
        ({"top_p": 0.1}, [1, 0, 0, 0]),  # the token that crosses the share stays
        ({"top_p": 0.6}, [4 / 7, 3 / 7, 0, 0]),
        ({"top_p": 1.0}, [0.4, 0.3, 0.2, 0.1]),
        ({"top_k": 2, "top_p": 0.5}, [1, 0, 0, 0]),  # top-p of what top-k has left: 4/7 are more than half
        ({"temperature": 0.5, "top_p": 0.5}, [1, 0, 0, 0]),  # top-p after the temperature
    ],
)
def test_each_dial_by_hand(dials, expected):
    p = next_token_probabilities(np.log([0.4, 0.3, 0.2, 0.1]).astype(np.float32), **dials)
    np.testing.assert_allclose(p, expected, atol=1e-6)
    assert p.dtype == float


@pytest.mark.parametrize(
    ("logits", "dials", "says"),
    [
        (np.zeros((2, 3)), {}, "take the last"),
        (np.array([0.0, np.nan]), {}, "finite"),
        (np.zeros(3), {"temperature": -1}, "0 or more"),
        (np.zeros(3), {"top_k": 0}, "at least 1"),
        (np.zeros(3), {"top_p": 0}, "positive"),
    ],
)
def test_what_makes_no_sense_is_refused(logits, dials, says):
    with pytest.raises(ValueError, match=says):
        next_token_probabilities(logits, **dials)


@pytest.mark.parametrize(
    ("probabilities", "says"),
    [
        (np.zeros(3), "not zeros alone, but goes from 0 to 0"),
        (np.array([0.5, -0.5, 1]), "no negative number, .* but goes from -0.5 to 1"),
        (np.array([np.nan, 0.5, 0.5]), "finite"),
        (np.array([np.inf, 0]), "finite"),
        (np.array([]), "none of size 0"),
        (np.eye(3), "one axis, a number for each token of the vocabulary, but is \\(3, 3\\)"),
        (np.array(1.0), "1 axes or more"),
    ],
)
def test_from_what_is_no_distribution_nothing_is_drawn(probabilities, says):
    with pytest.raises(ValueError, match=f"^draw_token: probabilities needs .*{says}"):
        draw_token(probabilities, np.random.default_rng(0))


def test_what_is_no_array_of_numpy_or_draws_nothing_is_refused():
    rng = np.random.default_rng(0)
    for row in [0.5, 0.5], torch.ones(2), None:
        with pytest.raises(TypeError, match="draw_token: probabilities needs to be a numpy array, but is of"):
            draw_token(row, rng)
        with pytest.raises(TypeError, match="next_token_probabilities: logits needs to be a numpy array"):
            next_token_probabilities(row)
    with pytest.raises(TypeError, match=r"draw_token: rng needs to be .*, but is 0\."):
        draw_token(np.ones(2), 0)


def test_tokens_are_drawn_as_often_as_their_probability_says():
    rng = np.random.default_rng(0)
    drawn = [draw_token(np.array([0.7, 0.0, 0.3]), rng) for _ in range(2000)]
    assert np.bincount(drawn, minlength=3) / 2000 == pytest.approx([0.7, 0, 0.3], abs=0.04)


def test_the_last_bits_of_a_probability_decide_nothing():
    p = np.random.default_rng(0).dirichlet(np.full(50_000, 0.1))
    other = p * (1 + 1e-4 * np.random.default_rng(1).standard_normal(len(p)))
    drawn = [
        [draw_token(q, np.random.default_rng(seed)) for seed in range(100)] for q in (p, other / other.sum())
    ]
    assert drawn[0] == drawn[1]
