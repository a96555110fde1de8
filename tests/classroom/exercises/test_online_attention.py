"""How many keys online attention takes at a time: whatever the way, at most `size`, and each key once."""

import pytest

from tests.helpers.checking import names, program, verdict_of

LOOP = """
top, total, output = -np.inf, 0, 0
for k in range(0, K.shape[-2], size):
    keys = np.arange(k, min(k + size, K.shape[-2]))
    S = {scores} / Q.shape[-1] ** 0.5
    new = np.maximum(top, S.max(-1, keepdims=True))
    e, factor = np.exp(S - new), np.exp(top - new)
    total = total * factor + e.sum(-1, keepdims=True)
    output, top = output * factor + e @ V[..., keys, :], new
return output / total
"""
SCORES = {
    "a slice": "Q @ K[..., k : k + size, :].mT",
    "places": "Q @ K[..., keys, :].mT",
    "columns": "Q @ np.swapaxes(K, -1, -2)[..., keys]",
    "take": "np.matmul(Q, np.take(K, keys, axis=-2).mT)",
    "einsum": "np.einsum('...nd,...md->...nm', Q, K[..., keys, :], optimize=True)",
    "a sum of products": "(Q[..., None, :] * K[..., None, keys, :]).sum(-1)",
    "vecdot": "np.vecdot(Q[..., None, :], K[..., None, keys, :])",
    "key by key": "np.concatenate([(Q * K[..., [j], :]).sum(-1, keepdims=True) for j in keys], axis=-1)",
}
BEFORE = {
    "nothing": "",
    "plain arrays": "Q, K, V = map(np.asarray, (Q, K, V))\n",
    "in float32": "Q, K, V = (np.array(x, np.float32) for x in (Q, K, V))\n",
    "turned around": "K, V = K[..., ::-1, :], V[..., ::-1, :]\n",
    "in another order": "o = [*range(1, K.shape[-2]), 0]\nK, V = K[..., o, :], V[..., o, :]\n",
}


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("scores", SCORES)
def test_pieces_of_size_keys_are_right_however_they_are_taken(before, scores):
    f = program("online_attention", BEFORE[before] + LOOP.format(scores=SCORES[scores]))
    verdict = verdict_of("online_attention", f, seed=1)
    assert verdict.state == "right", names(verdict)


@pytest.mark.parametrize("size", ["size + 1", "2 * size", "-(-K.shape[-2] // size)", "2", "3"])
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("scores", ["a slice", "columns", "einsum", "key by key"])
def test_larger_pieces_are_named(before, scores, size):
    if size == "2" and before in ("plain arrays", "in float32"):
        pytest.skip("np.array hides what is done with a piece of two")
    body = f"{BEFORE[before]}size = {size}\n{LOOP.format(scores=SCORES[scores])}"
    verdict = verdict_of("online_attention", program("online_attention", body), seed=1)
    if scores == "key by key":  # its pieces are put together of single scores
        assert verdict.state == "right" or names(verdict) == ["more_than_size"]
    else:
        assert names(verdict) == ["more_than_size"]


@pytest.mark.parametrize("q", ["Q[..., i : i + 1, :]", "Q[..., i : i + size, :]"])
def test_queries_one_after_the_other_with_all_keys_are_named(q):
    rows = f"[attend({q}, K, V).output for i in range(0, Q.shape[-2], {'size' if 'size' in q else 1})]"
    verdict = verdict_of(
        "online_attention", program("online_attention", f"return np.concatenate({rows}, axis=-2)"), seed=1
    )
    assert names(verdict) == ["more_than_size"]
