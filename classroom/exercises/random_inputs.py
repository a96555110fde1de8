"""Draw random inputs that several exercises share, such that no two mistakes give the same result on all.

All sizes differ, unless a case says why not. The first of each layer is small, of whole numbers: what fails
there can be worked out by hand.
"""

import numpy as np


def layer_of(lead):
    """Return the layer of an input with these leading axes."""
    return "batch" if lead else "sentence"


def queries_keys_values(rng):
    """Yield inputs that compare queries with keys: one sentence, batches, large scores, float32."""
    yield whole_qkv(rng, ())
    yield fine_qkv(rng, 4, 5, 3, 2)
    yield qkv(rng, (), 6, 6, 4, 3)  # as in self-attention: a swap of queries and keys keeps the shapes
    yield whole_qkv(rng, (2,))
    yield qkv(rng, (2,), 3, 5, 7, 4)
    yield qkv(rng, (2, 3), 5, 4, 2, 6)
    yield qkv(rng, (3,), 3, 3, 3, 3)  # swapped axes do not show in the shape
    yield near_qkv(rng)
    yield far_qkv(rng, (2,))
    yield float32(qkv(rng, (), 4, 3, 6, 5))
    yield qkv(rng, (), 6, 66, 9, 3)  # more words than a fixed size would hold


def qkv(rng, lead, n, m, d_k, d_v):
    """Return n queries and m keys of d_k numbers, and m values of d_v, with these leading axes."""
    Q, K = (1.5 * rng.normal(size=(*lead, rows, d_k)) for rows in (n, m))
    V = rng.normal(size=(*lead, m, d_v))
    return {"layer": layer_of(lead), "Q": Q, "K": K, "V": V, "d_k": d_k}


def whole_qkv(rng, lead):
    """Return an input of small whole numbers, √d_k whole too, in which no two scores of a query are equal."""
    scores = np.zeros((1, 2))
    while not (np.diff(np.sort(scores)) > 0).all():
        Q, K = (rng.integers(-1, 3, (*lead, rows, 4)).astype(float) for rows in (2, 3))
        scores = Q @ K.mT
    return {"layer": layer_of(lead), "Q": Q, "K": K, "V": _three_values(rng, lead), "d_k": 4}


def fine_qkv(rng, n, m, d_k, d_v):
    """Return an input in which the first key has nearly all weight, and the value 0.

    The output is what little the others give, times 10,000: a base of 2.718 shows, or √d_k + 0.001.
    """
    Q, K = (0.5 * rng.normal(size=(rows, d_k)) for rows in (n, m))
    Q[:, 0], K[:, 0] = 3, 0
    K[0] = 10 / 3 * d_k**0.5 * np.eye(d_k)[0]  # a score of 10
    V = 10_000 * rng.normal(size=(m, d_v)) * (np.arange(m) > 0)[:, None]
    return {"layer": "sentence", "Q": Q, "K": K, "V": V, "d_k": d_k}


def near_qkv(rng):
    """Return an input whose scores are far above 0 in one row, far below in the other, and near each other.

    Any of them may be subtracted, or their mean; but not 0.
    """
    Q, K = rng.permutation([[1.0], [-1]]), 1000 + rng.permutation([[1.0], [2], [4]])
    return {"layer": "large", "Q": Q, "K": K, "V": _three_values(rng, ()), "d_k": 1}


def far_qkv(rng, lead):
    """Return an input whose scores are far_scores, and whose d_k is 1."""
    Q, K = far_factors(rng, lead)
    return {"layer": "large", "Q": Q, "K": K, "V": _three_values(rng, lead), "d_k": 1}


def far_scores(rng, lead):
    """Return scores that are far above 0 in one row, far below in another, and small in the third.

    Along each axis in front, too, rows far above and far below 0 take turns, and within a row the scores are
    far apart. So exp overflows, or the whole row becomes 0, also in a longer float, unless the largest score
    of that very row is subtracted.
    """
    Q, K = far_factors(rng, lead)
    return Q @ K.mT


def far_factors(rng, lead):
    """Return a column of three queries, and one of three keys, whose products are far_scores."""
    turns = (-1.0) ** np.indices((*lead, 1, 1)).sum(0)
    keys = np.tile([[20_000.0], [40_000], [80_000]], (*lead, 1, 1))
    return turns * rng.permutation([[1], [-1], [1e-4]]), rng.permuted(keys, axis=-2)


def _three_values(rng, lead):
    """Return 1, 2 and 5 in any order, as columns: none is 0, or the mean of others."""
    return rng.permuted(np.tile([1.0, 2, 5], (*lead, 1, 1)), axis=-1).mT


def large_qkv(rng, n, m, d_k, d_v):
    """Return an input whose scores overflow in exp, too far apart for rounding to change the weights.

    Those of one query do not: so it shows what overflows, and what becomes 0.
    """
    Q, K = 30 * apart(rng, n, d_k), 30 * apart(rng, m, d_k)
    Q[rng.integers(n)] *= 1e-4
    return {"layer": "large", "Q": Q, "K": K, "V": rng.normal(size=(m, d_v)), "d_k": d_k}


def large_words(rng, n, d):
    """Return words whose scores overflow in exp, of either sign, and one whose query is small."""
    X = apart(rng, n, d)
    return np.where(X < 1.2, 0.001, 300) * np.where(X.astype(int) % 2 == 0, X, -X)


def apart(rng, n, d):
    """Return n rows in any order, one near 1, one near 2, …: no two dot products are nearly equal."""
    return (1 + rng.permutation(n))[:, None] * (1 + 0.1 * rng.random((n, d)))


def one_far_above(rng, n, m):
    """Return rows of many scores of which one is larger by about 4, and has about half of the weight.

    So a base of 2.718 shows: no weight would show it if there were few.
    """
    return rng.permuted(4.0 * (np.arange(m) == 0) + 0.1 * rng.normal(size=(n, m)), axis=-1)


def whole(rng, *shape):
    """Return small whole numbers, as floats; in a row of at most seven all differ."""
    rows = [
        rng.permutation(np.arange(-2, max(5, shape[-1])))[: shape[-1]]
        for _ in range(int(np.prod(shape[:-1])))
    ]
    return np.array(rows, float).reshape(shape)


def float32(given):
    """Return the input with every array of floats in float32, in the layer of that name."""
    return {
        name: x.astype(np.float32) if isinstance(x, np.ndarray) and x.dtype == float else x
        for name, x in given.items()
    } | {"layer": "float32"}
