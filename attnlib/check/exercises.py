"""What each exercise is called with: its arguments, and random inputs on which no two mistakes look alike.

An answer may be wrong for an input with "only_tells", the last one, which is so extreme that an equivalent of
the formula may fail: it only helps to tell mistakes from each other.
"""

import numpy as np

# exercise -> the learner's arguments, in order, and what recipes.py calls them
ARGUMENTS = {
    "project": {"X": "X", "W": "W", "b": "b"},
    "scores": {"Q": "Q", "K": "K"},
    "scale": {"S": "scores", "d_k": "d_k"},
    "softmax": {"S": "masked"},
    "mix": {"weights": "weights", "V": "V"},
    "attention": {"Q": "Q", "K": "K", "V": "V"},
    "causal_mask": {"n": "n"},
    "padding_mask": {"is_token": "is_token"},
    "masked_attention": {"Q": "Q", "K": "K", "V": "V", "keep": "keep"},
    "split_heads": {"x": "x", "h": "h"},
    "merge_heads": {"x": "x"},
    "multi_head": {"X": "X", "W_Q": "W_Q", "W_K": "W_K", "W_V": "W_V", "W_O": "W_O", "h": "h"},
    "layer_norm": {"x": "x", "gain": "gain", "bias": "bias", "eps": "eps"},
    "positional_encoding": {"n": "n", "d_model": "d_model"},
    "self_attention": {"x": "X"},
}


def cases(exercise, rng, **sizes):
    """The inputs of one check, as dicts for recipes.follow. All sizes differ, unless a case says why not."""
    return _CASES[exercise](rng, **sizes)


def _attention(rng):
    yield _qkv(rng, (), 4, 5, 3, 2)
    yield _qkv(rng, (), 6, 6, 4, 3)  # as in self-attention: a swap of queries and keys keeps the shapes
    yield _qkv(rng, (2,), 3, 5, 7, 4)
    yield _qkv(rng, (2, 3), 5, 4, 2, 6)
    yield _qkv(rng, (3,), 3, 3, 3, 3)  # whichever axes change places, it is not a shape that tells
    yield _large(rng, 7, 5, 4, 2)
    yield _float32(_qkv(rng, (), 4, 3, 6, 5))


def _masked(rng):
    for given in _attention(rng):
        n, m = given["Q"].shape[-2], given["K"].shape[-2]
        keep = rng.random((n, m)) < 0.6
        keep[:, given["K"].sum(-1).argmax() % m] = True  # no row is empty, or loses its only large score
        keep[rng.integers(n)] = True  # no column is empty
        yield given | {"keep": keep}
    square = _qkv(rng, (2,), 5, 5, 3, 2)
    yield square | {"keep": np.tri(5, dtype=bool)}
    empty = _qkv(rng, (), 4, 5, 3, 2)
    keep = rng.random((4, 5)) < 0.7
    keep[1] = True
    keep[2] = False
    yield empty | {"keep": keep}
    top_hidden = _large(rng, 3, 4, 5, 2)  # after a softmax without a mask nothing is left for the others
    top = top_hidden["K"].sum(-1).argmax()
    yield top_hidden | {"keep": np.tile(np.arange(4) != top, (3, 1)), "only_tells": True}


def _qkv(rng, lead, n, m, d_k, d_v):
    Q, K = (1.5 * rng.normal(size=(*lead, rows, d_k)) for rows in (n, m))
    return {"Q": Q, "K": K, "V": rng.normal(size=(*lead, m, d_v)), "d_k": d_k}


def _large(rng, n, m, d_k, d_v):
    """Scores whose exp overflows, and so far apart that float32 and rounding do not change the weights."""
    Q, K = 30 * _apart(rng, n, d_k), 30 * _apart(rng, m, d_k)
    return {"Q": Q, "K": K, "V": rng.normal(size=(m, d_v)), "d_k": d_k}


def _large_words(rng, n, d):
    """Words whose scores overflow in exp, of either sign, and one whose query is small."""
    X = _apart(rng, n, d)
    return np.where(X < 1.2, 0.001, 300) * np.where(X.astype(int) % 2 == 0, X, -X)


def _apart(rng, n, d):
    """n rows in any order, one near 1, one near 2, …: no two of their dot products are nearly equal."""
    return (1 + rng.permutation(n))[:, None] * (1 + 0.1 * rng.random((n, d)))


def _float32(given):
    return {
        name: x.astype(np.float32) if isinstance(x, np.ndarray) and x.dtype == float else x
        for name, x in given.items()
    }


def _project(rng):
    for lead, n, d_in, d_out in ((), 4, 3, 5), ((), 3, 4, 4), ((2,), 5, 2, 3), ((2, 3), 4, 5, 2):
        X, W, b = rng.normal(size=(*lead, n, d_in)), rng.normal(size=(d_in, d_out)), rng.normal(size=d_out)
        yield {"X": X, "W": W, "b": b}
    yield _float32({"X": rng.normal(size=(5, 6)), "W": rng.normal(size=(6, 2)), "b": rng.normal(size=2)})


def _scale(rng):
    for lead, n, m, d_k in ((), 4, 5, 3), ((), 6, 6, 2), ((2,), 3, 5, 7), ((2, 3), 5, 4, 8):
        yield {"scores": 3 * rng.normal(size=(*lead, n, m)), "d_k": d_k}
    yield _float32({"scores": 3 * rng.normal(size=(3, 4)), "d_k": 5})


def _softmax(rng):
    for lead, n, m in ((), 4, 5), ((), 6, 6), ((2,), 3, 5), ((2, 3), 5, 4), ((3,), 3, 3):
        level = 12 * (rng.permutation(n) - 1)[:, None]  # of one row all scores are negative
        yield {"masked": 2 * rng.normal(size=(*lead, n, m)) + level}
    yield {"masked": 1500 * _apart(rng, 3, 1) + 300 * _apart(rng, 4, 3).T}  # exp of these overflows
    yield _float32({"masked": 2 * rng.normal(size=(4, 3))})
    hidden = np.where(rng.random((5, 4)) < 0.7, rng.normal(size=(5, 4)), -np.inf)
    hidden[1] = -np.inf
    hidden[3] = rng.normal(size=4)
    yield {"masked": hidden}


def _mix(rng):
    for lead, n, m, d_v in ((), 4, 5, 3), ((), 5, 5, 5), ((2,), 3, 5, 4), ((2, 3), 5, 4, 2):
        yield {"weights": rng.dirichlet(np.ones(m), (*lead, n)), "V": rng.normal(size=(*lead, m, d_v))}
    yield _float32({"weights": rng.dirichlet(np.ones(6), 4), "V": rng.normal(size=(6, 3))})


def _heads(rng):
    for lead, n, h, d in ((), 4, 3, 2), ((), 3, 3, 3), ((2,), 5, 2, 4), ((2, 3), 3, 4, 2):
        yield {"x": rng.normal(size=(*lead, n, h * d)), "h": h}


def _merge(rng):
    for lead, n, h, d in ((), 4, 3, 2), ((), 3, 3, 3), ((2,), 5, 2, 4), ((2, 3), 3, 4, 2):
        yield {"x": rng.normal(size=(*lead, h, n, d))}


def _multi_head(rng):
    for lead, n, h, d, d_out in (
        ((), 5, 2, 3, 4),
        ((2,), 4, 3, 2, 5),
        ((2, 3), 3, 2, 4, 6),
        ((3,), 4, 4, 4, 16),
    ):
        yield _heads_of(rng, 2 * rng.normal(size=(*lead, n, h * d)), h, d, d_out)
    large = _heads_of(rng, _large_words(rng, 6, 10), 2, 5, 3)
    yield large | {"W_Q": abs(large["W_Q"]), "W_K": abs(large["W_K"])}


def _heads_of(rng, X, h, d, d_out):
    d_model = h * d
    W_Q, W_K, W_V = (1.2 * rng.normal(size=(d_model, d_model)) / d_model**0.5 for _ in range(3))
    W_O = rng.normal(size=(d_model, d_out))
    return {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O, "h": h, "d_k": d, "d_model": d_model}


def _layer_norm(rng):
    for shape in (4, 5), (6, 6), (2, 3, 7), (2, 3, 4, 5):
        x, d = 1 + 2 * rng.normal(size=shape), shape[-1]
        yield {"x": x, "gain": rng.normal(size=d), "bias": rng.normal(size=d), "eps": 1e-5}
    flat = 3 + 1e-3 * rng.normal(size=(3, 6))  # its variance is smaller than eps
    yield {"x": flat, "gain": rng.normal(size=6), "bias": rng.normal(size=6), "eps": 1e-5}
    yield {"x": rng.normal(size=(4, 3)), "gain": rng.normal(size=3), "bias": rng.normal(size=3), "eps": 0.1}


def _causal(rng):
    yield from ({"n": n} for n in (4, 1, 7))


def _padding(rng):
    for lead, m in ((), 5), ((3,), 4), ((2, 3), 6):
        is_token = rng.random((*lead, m)) < 0.6
        is_token[..., 0], is_token[..., -1] = True, False
        yield {"is_token": is_token}


def _positions(rng):
    yield from ({"n": n, "d_model": d} for n, d in ((6, 8), (9, 4), (3, 10)))


def _module(rng, d_model=6, d_k=4):
    """The projections are the module's own: they are filled in when it is there."""
    cube = min(d_k, 8)  # whichever axes change places, it is not a shape that tells
    for lead, n in ((), 5), ((2,), 3), ((2, 3), 4), ((cube,), cube):
        yield {"X": 2 * rng.normal(size=(*lead, n, d_model)), "d_model": d_model, "d_k": d_k}
    yield {"X": _large_words(rng, 7, d_model), "d_model": d_model, "d_k": d_k}


_CASES = {
    "project": _project,
    "scores": _attention,
    "scale": _scale,
    "softmax": _softmax,
    "mix": _mix,
    "attention": _attention,
    "causal_mask": _causal,
    "padding_mask": _padding,
    "masked_attention": _masked,
    "split_heads": _heads,
    "merge_heads": _merge,
    "multi_head": _multi_head,
    "layer_norm": _layer_norm,
    "positional_encoding": _positions,
    "self_attention": _module,
}
