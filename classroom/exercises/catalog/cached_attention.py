"""cached_attention: one new word looks at all words whose keys and values have been kept."""

import numpy as np

from attnlib.attention import attend
from classroom.exercises.catalog import attention
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import far_qkv, fine_qkv, float32, layer_of, near_qkv, whole


def inputs(rng):
    """Yield inputs; in one d_k = d_v, in one d_model = d_k, so that what is wrong fits."""
    lead: tuple
    for lead in (), (2,):
        yield whole_numbers(rng, lead)
    fine = fine_qkv(rng, 1, 5, 3, 2)
    yield {"x": fine["Q"] / 2, "W_Q": 2 * np.eye(3), "cache": np.hstack([fine["K"], fine["V"]])}
    for lead, m, d_k, d_v, d_model in (
        ((), 5, 3, 2, 4),
        ((), 4, 3, 3, 5),
        ((), 6, 5, 2, 5),
        ((), 5, 2, 6, 3),
        ((2,), 4, 3, 5, 4),
        ((2, 3), 5, 2, 3, 4),
    ):
        yield given(rng, lead, m, d_k, d_v, 1.5 * rng.normal(size=(*lead, 1, d_model)))
    near, far = near_qkv(rng), far_qkv(rng, (3,))
    yield of_one_query(near["Q"][:1], near)
    yield of_one_query(far["Q"][0, :, None], far)  # each batch has another of the queries
    yield float32(given(rng, (), 4, 3, 5, rng.normal(size=(1, 6))))
    yield given(rng, (), 70, 12, 8, rng.normal(size=(1, 9)))


def whole_numbers(rng, lead):
    """Return an input of small whole numbers in which no two scores of a word are equal."""
    scores = np.zeros((1, 2))
    while not (np.diff(np.sort(scores)) > 0).all():
        small = given(rng, lead, 3, 4, 1, whole(rng, *lead, 1, 3), whole)
        scores = small["x"] @ small["W_Q"] @ small["cache"][..., :4].mT
    return small


def of_one_query(Q, large):
    """Return an input of large scores: of these queries with the keys."""
    return {
        "layer": "large",
        "x": Q,
        "W_Q": np.ones((1, 1)),
        "cache": np.concatenate([large["K"], large["V"]], -1),
    }


def given(rng, lead, m, d_k, d_v, x, numbers=None):
    """Return the row of a word, W_Q, and a cache of m words, of which it is the last."""
    numbers = numbers or (lambda rng, *shape: rng.normal(size=shape))
    cache = numbers(rng, *lead, m, d_k + d_v)
    return {"layer": layer_of(lead), "x": x, "W_Q": numbers(rng, x.shape[-1], d_k), "cache": cache}


REFERENCE = {
    "d_k": lambda s: s.W_Q.shape[-1],
    "d_model": lambda s: s.x.shape[-1],
    "Q": lambda s: s.x @ s.W_Q,
    "K": lambda s: s.cache[..., : s.d_k],
    "V": lambda s: s.cache[..., s.d_k :],
} | attention.REFERENCE

OF_ATTENTION = {
    "no_scale", "d_k_without_root", "root_d_model", "root_m", "root_d_v", "multiplied",
    "softmax_over_columns", "no_softmax", "exp_only", "overflow", "values_are_keys",
    "weights_returned", "plain_mean",
}  # fmt: skip

MISTAKES = (
    *(mistake for mistake in attention.MISTAKES if mistake.id in OF_ATTENTION),
    Mistake("values_before_keys", K=lambda s: s.cache[..., -s.d_k :], V=lambda s: s.cache[..., : -s.d_k]),
    Mistake("keys_projected_again", K=lambda s: s.cache[..., : s.d_k] @ s.W_Q),
    Mistake("whole_rows_added", V=lambda s: s.cache),
    Mistake(
        "sees_the_first_alone", K=lambda s: s.cache[..., :1, : s.d_k], V=lambda s: s.cache[..., :1, s.d_k :]
    ),
    Mistake(
        "does_not_see_itself", K=lambda s: s.cache[..., :-1, : s.d_k], V=lambda s: s.cache[..., :-1, s.d_k :]
    ),
    Mistake(
        "sees_itself_twice",
        K=lambda s: np.concatenate([s.cache, s.cache[..., -1:, :]], -2)[..., : s.d_k],
        V=lambda s: np.concatenate([s.cache, s.cache[..., -1:, :]], -2)[..., s.d_k :],
    ),
    Mistake("x_asks", Q=lambda s: s.x),
    Mistake("largest_score_alone", kept=lambda s: (s.weights == s.weights.max(-1, keepdims=True)) * 1.0),
    Mistake("root_of_the_width", scaled=lambda s: s.scores / s.cache.shape[-1] ** 0.5),
)


def attend_from_cache(x, W_Q, cache):
    """Return one row of attention: the query of the newest word with the cached keys and values."""
    d_k = W_Q.shape[-1]
    return attend(x @ W_Q, cache[..., :d_k], cache[..., d_k:]).output


EXERCISE = Exercise(
    name="cached_attention",
    doc="Check f(x, W_Q, cache) -> (..., 1, d_v): x (..., 1, d_model), cache (..., m, d_k + d_v) of m words.",
    arguments=named("x", "W_Q", "cache"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    may_return_weights=True,
    solve=attend_from_cache,
)
