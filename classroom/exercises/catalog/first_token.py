"""first_token: how much of its attention does a head leave with the first token?"""

from classroom.exercises.catalog.previous_token import AVERAGING, inputs, rows
from classroom.exercises.exercise import Exercise, Mistake, named

REFERENCE = {
    "looks": lambda s: s.weights[..., 1:, 0],  # the weight of each token from the second on
    "mean": lambda s: s.looks.mean(-1),
}

MISTAKES = (
    Mistake("itself_counted", looks=lambda s: s.weights[..., 0]),
    Mistake("first_row", looks=lambda s: s.weights[..., 0, 1:]),
    Mistake("whole_rows", looks=lambda s: s.weights[..., 0, :]),
    Mistake("last_token", looks=lambda s: s.weights[..., :-1, -1]),
    Mistake("column_one", looks=lambda s: s.weights[..., 1:, 1]),
    Mistake("last_row_left_out", looks=lambda s: s.weights[..., :-1, 0]),
    Mistake("second_row_left_out", looks=lambda s: s.weights[..., 2:, 0]),
    Mistake("cut_from_the_front", looks=lambda s: s.weights[1:, 0]),
    Mistake("favourites_first_counted", looks=lambda s: (s.weights.argmax(-1)[..., 1:] == 0).astype(float)),
    Mistake("one_taken_off", mean=lambda s: (s.weights[..., 0].sum(-1) - 1) / (rows(s) - 1)),
    *AVERAGING,
)


def weight_of_the_first_token(weights):
    """Return each head's mean weight from the other tokens to the first: (..., n, n) -> (...)."""
    return weights[..., 1:, 0].mean(-1)


EXERCISE = Exercise(
    name="first_token",
    doc="Check f(weights): (..., n, n) -> (...), each head's mean weight from the other tokens to the first.",
    arguments=named("weights"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=weight_of_the_first_token,
)
