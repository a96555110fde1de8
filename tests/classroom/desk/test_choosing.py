"""The browser chooses a token as Python does: the same probabilities, and draws that a seed repeats."""

import numpy as np
import pytest

from attnlib.sampling import next_token_probabilities
from classroom.desk._step import pack
from tests.helpers.javascript import run

NAMED = 8  # of 30 tokens
DIALS = [
    {"temperature": temperature, "topK": top_k, "topP": top_p}
    for temperature in (0, 0.1, 0.7, 1.0, 2.0)
    for top_k in (None, 1, 5)
    for top_p in (None, 0.3, 0.6, 0.999)
]


def shares(logits, dials):
    """What sharesOf makes of logits: of each named token, then of all others together."""
    order = np.argsort(-logits)
    named, others = logits[order[:NAMED]], logits[order[NAMED:]]
    rest = [np.log(np.exp(others / (d["temperature"] or 1)).sum()) for d in dials]
    code = """return values.dials.map((dials, k) => {
      const known = { scores: values.scores, rest: () => values.rest[k] };
      return module.sharesOf(known, dials);
    });"""
    return run("desk/choosing", code, {"dials": dials, "scores": named.tolist(), "rest": rest})


@pytest.mark.parametrize("seed", range(3))
def test_probabilities_are_those_of_python_at_every_dial(seed):
    logits = np.random.default_rng(seed).normal(scale=2, size=30)
    order = np.argsort(-logits)
    for dials, found in zip(DIALS, shares(logits, DIALS), strict=True):
        expected = next_token_probabilities(logits, dials["temperature"], dials["topK"], dials["topP"])[order]
        named, others = expected[:NAMED], expected[NAMED:].sum()
        if others == 0 or dials["topP"] is None:
            np.testing.assert_allclose(found["after"], [*named, others], atol=1e-12, err_msg=str(dials))
        else:  # top-p ends among tokens without names: it may be off by the one that crosses
            np.testing.assert_allclose(
                found["after"], [*named, others], atol=expected[NAMED], err_msg=str(dials)
            )
            assert found["after"][-1] > 0
        plain = next_token_probabilities(logits, dials["temperature"])[order]
        np.testing.assert_allclose(found["before"], [*plain[:NAMED], plain[NAMED:].sum()], atol=1e-12)


def test_what_is_packed_is_read_with_three_decimals():
    logits = np.random.default_rng(0).normal(scale=3, size=5000)
    code = """const { ids, scores, rest } = module.readStep({ numbers: values, rows: {} });
      return [ids, scores, [1, 10, 20].map((tenths) => rest(tenths / 10))];"""
    ids, scores, rests = run("desk/steps", code, pack(logits))
    order = np.argsort(-logits)
    assert ids == order[:12].tolist()
    below = logits - logits.max()
    np.testing.assert_allclose(scores, below[order[:12]], atol=0.0006)
    expected = [np.log(np.exp(below[order[12:]] / t).sum()) for t in (0.1, 1, 2)]
    np.testing.assert_allclose(rests, expected, atol=0.0006)


def test_draws_follow_the_probabilities_and_their_seed():
    code = """const { shares, seeds, places } = values;
      return seeds.map((seed) => places.map((place) => module.draw(shares, module.random(seed, place)).k));"""
    shares = [0.5, 0.3, 0, 0.2]
    asked = {"shares": shares, "seeds": [*range(40)], "places": [*range(100)]}
    drawn = np.array(run("desk/choosing", code, asked))
    assert (run("desk/choosing", code, asked) == drawn).all()
    assert len({tuple(row) for row in drawn}) == 40  # no two seeds give the same
    parts = np.bincount(drawn.ravel(), minlength=4) / drawn.size
    np.testing.assert_allclose(parts, shares, atol=0.025)
    # nor does one draw tell the next, of another place or seed
    assert abs(np.corrcoef(drawn[:, 1:].ravel(), drawn[:, :-1].ravel())[0, 1]) < 0.05
    assert abs(np.corrcoef(drawn[1:].ravel(), drawn[:-1].ravel())[0, 1]) < 0.05
    within = run("desk/choosing", "return module.draw(values, 0.9);", shares)
    assert within == {"k": 3, "within": pytest.approx(0.5)}
