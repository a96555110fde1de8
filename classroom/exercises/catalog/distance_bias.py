"""distance_bias: the farther away, the lower the score, so that of two equal words the nearer one wins."""

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named


def inputs(rng):
    sizes = (3, 0.5), (5, 0.25), (4, 3.0), (7, 0.0625), (40, 0.00390625)
    yield from ({"layer": "sentence", "n": n, "slope": slope} for n, slope in sizes)


REFERENCE = {
    "place": lambda s: np.arange(s.n),
    "apart": lambda s: s.place[:, None] - s.place,
    "distance": lambda s: abs(s.apart),
    "bias": lambda s: -s.slope * s.distance,
    "shown": lambda s: s.bias,  # unchanged; a mistake may change it here
}

MISTAKES = (
    Mistake("far_is_better", bias=lambda s: s.slope * s.distance),
    Mistake("direction_kept", distance=lambda s: s.apart),
    Mistake("direction_reversed", distance=lambda s: -s.apart),
    Mistake("no_slope", bias=lambda s: -1.0 * s.distance),
    Mistake("divided_by_slope", bias=lambda s: -s.distance / s.slope),
    Mistake("distance_squared", distance=lambda s: s.apart**2),
    Mistake("logarithm_of_the_distance", distance=lambda s: np.log1p(abs(s.apart))),
    Mistake("counted_from_one", distance=lambda s: abs(s.apart) + 1),
    Mistake("from_the_first_word", distance=lambda s: np.broadcast_to(s.place, (s.n, s.n))),
    Mistake("from_the_last_word", distance=lambda s: np.broadcast_to(s.place[::-1], (s.n, s.n))),
    Mistake("only_before", shown=lambda s: np.tril(s.bias)),
    Mistake("only_after", shown=lambda s: np.triu(s.bias)),
    Mistake("future_hidden", shown=lambda s: np.where(s.apart < 0, -np.inf, s.bias)),
    Mistake("slope_to_the_distance", bias=lambda s: -(float(s.slope) ** s.distance)),
    Mistake("divided_by_the_distance", bias=lambda s: -s.slope / np.maximum(s.distance, 1)),
    Mistake("divided_by_n", bias=lambda s: -s.slope * s.distance / s.n),
    Mistake("all_others_alike", distance=lambda s: 1 * (s.apart != 0)),
    Mistake("places_added", distance=lambda s: s.place[:, None] + s.place),
    Mistake("one_row_of_places", distance=lambda s: s.place),
    Mistake("one_column_of_places", distance=lambda s: s.place[:, None]),
    Mistake("already_exponential", shown=lambda s: np.exp(s.bias)),
    Mistake("around_a_circle", distance=lambda s: np.minimum(abs(s.apart), s.n - abs(s.apart))),
)


def minus_slope_times_distance(n, slope):
    """Return what is added to the scores, −slope for each place between words: (n, n).   Press et al. 2021"""
    place = np.arange(n)
    return -slope * abs(place[:, None] - place)


EXERCISE = Exercise(
    name="distance_bias",
    doc="Check f(n, slope) -> (n, n): what is added to the score of place i for place j, -slope · |i - j|.",
    arguments=named("n", "slope"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=minus_slope_times_distance,
)
