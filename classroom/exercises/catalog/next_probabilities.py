"""next_probabilities: from the scores of a language model to the probability of each next token."""

from attnlib._validate import namespace
from attnlib.attention import softmax as rows_softmax
from attnlib.sampling import next_token_probabilities
from classroom.exercises.catalog import softmax
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import far_scores, float32, one_far_above, whole


def inputs(rng):
    """Yield scores of some rows; one has as many rows as tokens, and no temperature is 1."""
    yield {"logits": whole(rng, 2, 3), "temperature": 0.5}
    yield {"logits": one_far_above(rng, 3, 64), "temperature": 0.9}
    for n, words, temperature in ((4, 5, 2.0), (5, 5, 0.7), (6, 4, 1.5), (1, 6, 0.4)):
        yield {"logits": 2 * rng.normal(size=(n, words)), "temperature": temperature}
    far = far_scores(rng, ())
    order = far[:, 0].argsort()
    for rows in order, order[::-1]:  # the last is far above 0, then far below
        yield {"layer": "large", "logits": far[rows], "temperature": 0.8}
    yield float32({"logits": 2 * rng.normal(size=(3, 4)), "temperature": 0.6})
    yield {"logits": 0.1 * rng.normal(size=(3, 6)), "temperature": 0.05}
    yield {"logits": 5 * rng.normal(size=(20, 300)), "temperature": 10.0}


REFERENCE = {
    "row": lambda s: s.logits[-1],
    "masked": lambda s: s.row / s.temperature,
} | softmax.WITHOUT_A_MASK


def shares(s):
    """Return the probabilities at temperature 1."""
    return rows_softmax(s.row[None])[0]


OF_SOFTMAX = {"no_softmax", "exp_only", "argmax"}

MISTAKES = (
    Mistake("first_row_taken", row=lambda s: s.logits[0]),
    Mistake("last_row_but_one", row=lambda s: s.logits[-2]),
    Mistake("all_rows_kept", row=lambda s: s.logits),
    Mistake("shares_averaged", row=lambda s: s.logits, weights=lambda s: (s.exps / s.total).mean(0)),
    Mistake(
        "softmax_over_places",
        row=lambda s: s.logits,
        top=lambda s: s.masked.max(0),
        total=lambda s: s.exps.sum(0),
        weights=lambda s: (s.exps / s.total)[-1],
    ),
    Mistake(
        "softmax_over_all_places",
        row=lambda s: s.logits,
        top=lambda s: s.masked.max(),
        total=lambda s: s.exps.sum(),
        weights=lambda s: (s.exps / s.total)[-1],
    ),
    Mistake("last_column_taken", row=lambda s: s.logits[:, -1]),
    Mistake("temperature_forgotten", masked=lambda s: s.row),
    Mistake("times_temperature", masked=lambda s: s.row * s.temperature),
    Mistake("temperature_twice", masked=lambda s: s.row / s.temperature**2),
    Mistake("root_of_temperature", masked=lambda s: s.row / s.temperature**0.5),
    Mistake(
        "shares_divided",
        masked=lambda s: s.row,
        weights=lambda s: s.exps / s.total / s.temperature,
    ),
    *(mistake for mistake in softmax.MISTAKES if mistake.id in OF_SOFTMAX),
    Mistake("logits_overflow", shifted=lambda s: s.masked),
)


def of_the_last_row(logits, temperature):
    """Return the softmax of the last row, divided by the temperature: (n, words) -> (words,)."""
    exps = namespace(logits).exp((logits[-1] - logits[-1].max()) / temperature)
    return exps / exps.sum()


EXERCISE = Exercise(
    name="next_probabilities",
    doc="Check f(logits, temperature): scores (n, words) after each token -> (words,) after the last.",
    arguments=named("logits", "temperature"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=of_the_last_row,
    solved_by=(next_token_probabilities,),
    rows_sum_to_one=True,
)
