"""previous_token: how much does a head look at the word before? A detector, for any number of heads.

next_token and first_token take their inputs from here, and the mistakes that can be made in all three.
"""

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32


def inputs(rng):
    """Yield weights of one head, of several, of several blocks; the first can be worked out by hand."""
    yield {"weights": np.stack([rng.permutation(row) for row in ([1, 2, 7], [3, 5, 2], [6, 4, 0])]) / 10}
    for lead, n in (
        ((), 5),
        ((), 6),
        ((), 7),
        ((3,), 4),
        ((2, 3), 6),
        ((4,), 4),
        ((5, 2), 7),
        ((), 70),
        ((12,), 5),
    ):
        layer = "heads" if lead else "sentence"
        yield {"layer": layer, "weights": rng.dirichlet(np.full(n, 0.5), (*lead, n))}
    yield float32({"weights": rng.dirichlet(np.ones(6), (6,))})


REFERENCE = {
    "looks": lambda s: np.diagonal(s.weights, -1, -2, -1),  # the weight of each token from the second on
    "mean": lambda s: s.looks.mean(-1),
}


def rows(s):
    """Return how many tokens there are."""
    return s.weights.shape[-1]


AVERAGING = (
    Mistake("tokens_not_averaged", mean=lambda s: s.looks),
    Mistake("one_number_for_all", mean=lambda s: s.looks.mean()),
    Mistake("weights_summed", mean=lambda s: s.looks.sum(-1)),
    Mistake("divided_by_all", mean=lambda s: s.looks.sum(-1) / rows(s)),
    Mistake("largest", mean=lambda s: s.looks.max(-1)),
    Mistake("middle_one", mean=lambda s: np.median(s.looks, -1)),
    Mistake("mean_along_the_first_axis", mean=lambda s: s.looks.mean(0)),
    Mistake("first_look_shared", mean=lambda s: s.looks[..., 0] / (rows(s) - 1)),
)


def diagonal(s, k):
    """Return the k-th diagonal of every head."""
    return np.diagonal(s.weights, k, -2, -1)


def favourites(s, k):
    """Return for each token that has a neighbour k places on whether it looks there most."""
    place = np.arange(max(0, -k), rows(s) - max(0, k))
    return (s.weights.argmax(-1)[..., place] == place + k).astype(float)


ITSELF = Mistake("itself", looks=lambda s: diagonal(s, 0))
EVERYTHING = Mistake("mean_of_all_weights", mean=lambda s: s.weights.mean((-2, -1)))
ZEROS = Mistake("zeros_in_the_mean", mean=lambda s: s.looks.sum(-1) / rows(s) ** 2)

NEXT_INSTEAD = Mistake("next_instead", looks=lambda s: diagonal(s, 1))

MISTAKES = (
    NEXT_INSTEAD,
    ITSELF,
    EVERYTHING,
    Mistake("two_back", looks=lambda s: diagonal(s, -2)),
    Mistake(
        "around_a_circle_backwards",
        mean=lambda s: (diagonal(s, -1).sum(-1) + s.weights[..., 0, -1]) / rows(s),
    ),
    Mistake("a_block_instead", looks=lambda s: s.weights[..., 1:, :-1].reshape(*s.weights.shape[:-2], -1)),
    Mistake("first_column_instead", looks=lambda s: s.weights[..., 1:, 0]),
    Mistake("diagonal_of_the_first_axes", looks=lambda s: np.diagonal(s.weights, -1)),
    Mistake("all_before", looks=lambda s: np.tril(s.weights, -1).sum(-1)[..., 1:]),
    Mistake("triangle_below", mean=lambda s: s.weights[(..., *np.tril_indices(rows(s), -1))].mean(-1)),
    ZEROS,
    Mistake("favourites_counted", looks=lambda s: favourites(s, -1)),
    *AVERAGING,
)


def weight_of_the_token_before(weights):
    """Return each head's mean weight from a token to the one before it: (..., n, n) -> (...)."""
    return np.diagonal(weights, -1, -2, -1).mean(-1)


EXERCISE = Exercise(
    name="previous_token",
    doc="Check f(weights): (..., n, n) -> (...), each head's mean weight from a token to the one before it.",
    arguments=named("weights"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=weight_of_the_token_before,
)
