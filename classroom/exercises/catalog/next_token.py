"""next_token: how much does a head look at the word after? The mirror of previous_token."""

import numpy as np

from classroom.exercises.catalog.previous_token import (
    AVERAGING,
    EVERYTHING,
    ITSELF,
    ZEROS,
    diagonal,
    inputs,
    rows,
)
from classroom.exercises.exercise import Exercise, Mistake, named

REFERENCE = {
    "looks": lambda s: np.diagonal(s.weights, 1, -2, -1),  # the weight of each token but the last
    "mean": lambda s: s.looks.mean(-1),
}

MISTAKES = (
    Mistake("previous_instead", looks=lambda s: diagonal(s, -1)),
    ITSELF,
    EVERYTHING,
    Mistake(
        "around_a_circle_forwards", mean=lambda s: (diagonal(s, 1).sum(-1) + s.weights[..., -1, 0]) / rows(s)
    ),
    Mistake("a_block_above", looks=lambda s: s.weights[..., :-1, 1:].reshape(*s.weights.shape[:-2], -1)),
    Mistake("first_pair_after_left_out", looks=lambda s: diagonal(s, 1)[..., 1:]),
    Mistake("last_pair_after_left_out", looks=lambda s: diagonal(s, 1)[..., :-1]),
    Mistake("upper_diagonal_of_the_first_axes", looks=lambda s: np.diagonal(s.weights, 1)),
    Mistake("all_after", looks=lambda s: np.triu(s.weights, 1).sum(-1)[..., :-1]),
    Mistake("triangle_above", mean=lambda s: s.weights[(..., *np.triu_indices(rows(s), 1))].mean(-1)),
    ZEROS,
    *AVERAGING,
)


def weight_of_the_token_after(weights):
    """Return each head's mean weight from a token to the one after it: (..., n, n) -> (...)."""
    return np.diagonal(weights, 1, -2, -1).mean(-1)


EXERCISE = Exercise(
    name="next_token",
    doc="Check f(weights): (..., n, n) -> (...), each head's mean weight from a token to the one after it.",
    arguments=named("weights"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=weight_of_the_token_after,
)
