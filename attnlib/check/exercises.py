"""What each exercise is called with: its arguments, and random inputs on which no two mistakes look alike."""

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
    yield _qkv(rng, (), 7, 4, 5, 2, size=60)  # exp of such scores overflows
    yield _float32(_qkv(rng, (), 4, 3, 6, 5))


def _masked(rng):
    for given in _attention(rng):
        n, m = given["Q"].shape[-2], given["K"].shape[-2]
        keep = rng.random((n, m)) < 0.6
        keep[np.arange(n), rng.integers(0, m, n)] = True  # no row is empty
        yield given | {"keep": keep}
    top_hidden = _qkv(rng, (), 3, 4, 5, 2, size=60)  # what is left has weights too small for a number
    S = top_hidden["Q"] @ top_hidden["K"].mT
    yield top_hidden | {"keep": S.max(-1, keepdims=True) > S}
    square = _qkv(rng, (2,), 5, 5, 3, 2)
    yield square | {"keep": np.tri(5, dtype=bool)}
    empty = _qkv(rng, (), 4, 5, 3, 2)
    keep = rng.random((4, 5)) < 0.7
    keep[1] = True
    keep[2] = False
    yield empty | {"keep": keep}


def _qkv(rng, lead, n, m, d_k, d_v, size=1.5):
    Q, K = (size * rng.normal(size=(*lead, rows, d_k)) for rows in (n, m))
    V = rng.normal(size=(*lead, m, d_v))
    return {"Q": Q, "K": K, "V": V, "d_k": d_k, "keep": np.True_}


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
    for lead, n, m in ((), 4, 5), ((), 6, 6), ((2,), 3, 5), ((2, 3), 5, 4):
        yield {"masked": 2 * rng.normal(size=(*lead, n, m))}
    yield {"masked": 900 * rng.normal(size=(3, 4)) + 3000 * np.eye(3, 4)}  # exp of these overflows
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
    sizes = ((), 5, 2, 3, 4, 2), ((2,), 4, 3, 2, 5, 2), ((2, 3), 3, 2, 4, 6, 2), ((), 6, 2, 5, 3, 40)
    for lead, n, h, d, d_out, size in sizes:  # exp of the last one's scores overflows
        d_model = h * d
        W_Q, W_K, W_V = (1.2 * rng.normal(size=(d_model, d_model)) / d_model**0.5 for _ in range(3))
        X, W_O = size * rng.normal(size=(*lead, n, d_model)), rng.normal(size=(d_model, d_out))
        numbers = {"h": h, "d_k": d, "d_model": d_model, "keep": np.True_}
        yield {"X": X, "W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O, **numbers}


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
    for lead, n, size in ((), 4, 2), ((2,), 5, 2), ((), 6, 2), ((), 7, 30):
        yield {
            "X": size * rng.normal(size=(*lead, n, d_model)),
            "d_model": d_model,
            "d_k": d_k,
            "keep": np.True_,
        }


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
