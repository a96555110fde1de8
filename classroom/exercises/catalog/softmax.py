"""softmax: each row of scores becomes positive with sum one."""

import numpy as np

from attnlib._validate import namespace
from classroom.exercises.exercise import Exercise, Mistake, all_but
from classroom.exercises.random_inputs import far_scores, float32, layer_of, one_far_above, whole


def inputs(rng):
    yield {"layer": "sentence", "masked": whole(rng, 2, 3)}
    yield {"layer": "batch", "masked": whole(rng, 2, 2, 3)}
    yield {"layer": "sentence", "masked": one_far_above(rng, 70, 66)}
    for lead, n, m in ((), 4, 5), ((), 6, 6), ((2,), 3, 5), ((2, 3), 5, 4), ((3,), 3, 3):
        level = 12 * (rng.permutation(n) - 1)[:, None]  # in one row all scores are negative
        yield {"layer": layer_of(lead), "masked": 2 * rng.normal(size=(*lead, n, m)) + level}
    yield {"layer": "large", "masked": np.array([[1000], [-1000]]) + whole(rng, 2, 3)}
    yield {"layer": "large", "masked": far_scores(rng, (2,))}
    # exp overflows in some row if the mean, the median, the first or the smallest score is subtracted
    far = np.array([[1, 0, 2, -5000], [-5000, 1, 2, 3], [-900, 1, 2, 0], [1000, 0, 1, -2]], float)
    yield {"layer": "large", "masked": far + np.array([[-2000], [0], [2000], [0]])}
    yield float32({"masked": 2 * rng.normal(size=(4, 3))})


def _torchs_axis(S):
    """Return the axis that torch.nn.functional.softmax takes when none is named."""
    return 0 if S.ndim in (0, 1, 3) else 1


def _shares(x):
    return x / x.sum(-1, keepdims=True)


def _centred(x):
    return x - x.mean(-1, keepdims=True)


def _from_zero_on(x):
    return x - x.min(-1, keepdims=True)


REFERENCE = {
    "top": lambda s: s.masked.max(-1, keepdims=True),
    "shifted": lambda s: s.masked - np.where(s.top == -np.inf, 0, s.top),
    "exps": lambda s: np.exp(s.shifted),
    "total": lambda s: s.exps.sum(-1, keepdims=True),
    "weights": lambda s: s.exps / np.where(s.total == 0, 1, s.total),
}
WITHOUT_A_MASK = REFERENCE | {"weights": lambda s: s.exps / s.total}  # no row is empty

MISTAKES = (
    Mistake(
        "softmax_over_columns",
        top=lambda s: s.masked.max(-2, keepdims=True),
        total=lambda s: s.exps.sum(-2, keepdims=True),
    ),
    Mistake("sum_of_columns", total=lambda s: s.exps.sum(-2, keepdims=True)),
    Mistake("divided_along_axis_0", total=lambda s: s.exps.sum(0)),
    Mistake("sum_of_everything", total=lambda s: s.exps.sum()),
    Mistake(
        "softmax_over_axis_0",
        top=lambda s: s.masked.max(0, keepdims=True),
        total=lambda s: s.exps.sum(0, keepdims=True),
    ),
    Mistake(
        "softmax_over_axis_1",
        top=lambda s: s.masked.max(1, keepdims=True),
        total=lambda s: s.exps.sum(1, keepdims=True),
    ),
    Mistake("softmax_over_everything", top=lambda s: s.masked.max(), total=lambda s: s.exps.sum()),
    Mistake("no_softmax", weights=lambda s: s.masked),
    Mistake("divided_by_sum", weights=lambda s: _shares(s.masked)),
    Mistake("exp_only", weights=lambda s: s.exps),
    Mistake("argmax", weights=lambda s: (s.masked == s.masked.max(-1, keepdims=True)).astype(float)),
    Mistake("overflow", shifted=lambda s: s.masked),
    Mistake(
        "nan_made_zero",
        shifted=lambda s: s.masked,
        weights=lambda s: np.nan_to_num(s.exps / s.total),
    ),
    Mistake("largest_of_all_subtracted", shifted=lambda s: s.masked - s.masked.max()),
    Mistake("nan_in_empty_row", weights=lambda s: s.exps / s.total),
    Mistake("plain_softmax", shifted=lambda s: s.masked, weights=lambda s: s.exps / s.total),
    Mistake("sigmoid", weights=lambda s: 1 / (1 + np.exp(-s.masked))),
    Mistake(
        "softmax_without_axis",
        top=lambda s: s.masked.max(_torchs_axis(s.masked), keepdims=True),
        total=lambda s: s.exps.sum(_torchs_axis(s.masked), keepdims=True),
    ),
    Mistake(
        "softmax_twice",
        weights=lambda s: np.exp(s.exps / s.total) / np.exp(s.exps / s.total).sum(-1, keepdims=True),
    ),
    Mistake(
        "softmin",
        top=lambda s: (-s.masked).max(-1, where=s.masked > -np.inf, initial=-np.inf, keepdims=True),
        shifted=lambda s: np.where(
            s.masked > -np.inf, -s.masked - np.where(s.top == -np.inf, 0, s.top), -np.inf
        ),
    ),
)

SUBTRACTED = (  # in place of the largest of a row
    Mistake("mean_is_subtracted", shifted=lambda s: _centred(s.masked)),
    Mistake("first_is_subtracted", shifted=lambda s: s.masked - s.masked[..., :1]),
    Mistake("smallest_is_subtracted", shifted=lambda s: _from_zero_on(s.masked)),
    Mistake("subtracted_from_the_largest", shifted=lambda s: s.top - s.masked),
    Mistake("divided_by_largest", shifted=lambda s: s.masked / s.top),
)
OTHER_SHARES = (
    Mistake("cut_off_at_700", shifted=lambda s: s.masked.clip(-700, 700)),
    Mistake("log_softmax", weights=lambda s: s.shifted - np.log(s.total)),
    Mistake("standardised", shifted=lambda s: _centred(s.masked) / s.masked.std(-1, keepdims=True)),
    Mistake("power_of_two", exps=lambda s: 2.0**s.shifted),
    Mistake("exp_at_the_end", weights=lambda s: np.exp(s.masked / s.masked.sum(-1, keepdims=True))),
    Mistake("share_of_sizes", weights=lambda s: _shares(abs(s.masked))),
    Mistake("share_of_squares", weights=lambda s: _shares(s.masked**2)),
    Mistake("relu_in_place_of_exp", weights=lambda s: _shares(s.masked.clip(min=0))),
    Mistake("smallest_becomes_zero", weights=lambda s: _shares(_from_zero_on(s.masked))),
    Mistake(
        "between_zero_and_one",
        weights=lambda s: _from_zero_on(s.masked) / _from_zero_on(s.masked).max(-1, keepdims=True),
    ),
)

OF_AN_EMPTY_ROW = "nan_in_empty_row", "plain_softmax"  # where a mask may hide all


def softmax(S):
    """Return exp of each score, divided by the sum of its row: NaN for a row of −∞, as a right answer may."""
    xp = namespace(S)
    e = xp.exp(S - xp.amax(S, -1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


EXERCISE = Exercise(
    name="softmax",
    doc="Check f(S): (..., n, m) -> (..., n, m), positive, each row sums to one, however large the scores.",
    arguments={"S": "masked"},
    inputs=inputs,
    reference=WITHOUT_A_MASK,
    mistakes=(*all_but(MISTAKES, *OF_AN_EMPTY_ROW), *SUBTRACTED, *OTHER_SHARES),
    rows_sum_to_one=True,
    solve=softmax,
)
