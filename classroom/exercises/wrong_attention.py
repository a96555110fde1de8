"""Define seven programs that look like attention, and are not. Most of them learn nevertheless: lesson 10.

Each takes Q (..., n, d_k), K (..., m, d_k), V (..., m, d_k) and perhaps keep, numpy arrays or torch tensors,
and returns the output, like `attnlib.attend(Q, K, V, keep).output`.
"""

from attnlib.attention import apply_mask, mix, scale, scores, softmax


def no_scale(Q, K, V, keep=None):
    return mix(softmax(_masked(scores(Q, K), keep)), V)


def divided_by_d_k(Q, K, V, keep=None):
    return mix(softmax(_masked(scores(Q, K) / Q.shape[-1], keep)), V)


def softmax_over_columns(Q, K, V, keep=None):
    return mix(softmax(_scaled(Q, K, keep).mT).mT, V)


def no_softmax(Q, K, V, keep=None):
    S = scale(scores(Q, K), Q.shape[-1]) / K.shape[-2]
    return mix(S if keep is None else S * keep, V)


def values_are_keys(Q, K, V, keep=None):
    return mix(softmax(_scaled(Q, K, keep)), K)


def values_are_queries(Q, K, V, keep=None):
    return mix(softmax(_scaled(Q, K, keep)), Q)


def keys_are_queries(Q, K, V, keep=None):
    return mix(softmax(_scaled(Q, Q, keep)), V)


SUSPECTS = {
    f.__name__: f
    for f in (
        no_scale,
        divided_by_d_k,
        softmax_over_columns,
        no_softmax,
        values_are_keys,
        values_are_queries,
        keys_are_queries,
    )
}


def _scaled(Q, K, keep):
    return _masked(scale(scores(Q, K), Q.shape[-1]), keep)


def _masked(S, keep):
    return S if keep is None else apply_mask(S, keep)
