"""weighted_sum: each value times its weight, added up. For many readers the first function of the series."""

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32


def inputs(rng):
    """Yield first small numbers that can be worked out on paper, then any."""
    weights, values = rng.permutation([0.6, 0.3, 0.1]), rng.permutation(np.arange(1.0, 7)).reshape(3, 2)
    yield {"weights": weights, "values": values}
    for m, d_v in (2, 3), (4, 4), (6, 3):
        yield {"weights": rng.dirichlet(np.ones(m)), "values": 2 * rng.normal(size=(m, d_v))}
    yield float32({"weights": rng.dirichlet(np.ones(5)), "values": rng.normal(size=(5, 2))})
    yield {"weights": rng.dirichlet(np.ones(70)), "values": 1000 * rng.normal(size=(70, 3))}


REFERENCE = {
    "shares": lambda s: s.weights,  # unchanged; a mistake may change the weights here
    "products": lambda s: s.shares[:, None] * s.values,
    "output": lambda s: s.products.sum(0),
}

MISTAKES = (
    Mistake("values_added", shares=lambda s: np.ones(len(s.weights))),
    Mistake("mean_of_values", shares=lambda s: np.full(len(s.weights), 1 / len(s.weights))),
    Mistake("divided_by_count", output=lambda s: s.products.mean(0)),
    Mistake("only_the_largest", shares=lambda s: (s.weights == s.weights.max()).astype(float)),
    Mistake("weights_reversed", shares=lambda s: s.weights[::-1]),
    Mistake("weights_shifted", shares=lambda s: np.roll(s.weights, 1)),
    Mistake("softmax_again", shares=lambda s: np.exp(s.weights) / np.exp(s.weights).sum()),
    Mistake("weights_squared", shares=lambda s: s.weights**2),
    Mistake("weights_added", products=lambda s: s.shares[:, None] + s.values),
    Mistake("weights_times_columns", products=lambda s: s.shares * s.values),
    Mistake("columns_weighted", output=lambda s: s.values @ s.shares),
    Mistake("summed_along_rows", output=lambda s: s.products.sum(1)),
    Mistake("summed_to_one_number", output=lambda s: s.products.sum()),
    Mistake("not_added", output=lambda s: s.products),
    Mistake("outer_product", output=lambda s: np.outer(s.shares, s.values)),
    Mistake("first_only", output=lambda s: s.products[0]),
    Mistake("last_only", output=lambda s: s.products[-1]),
    Mistake("last_left_out", output=lambda s: s.products[:-1].sum(0)),
    Mistake("first_two_only", output=lambda s: s.products[:2].sum(0)),
    Mistake("first_left_out", output=lambda s: s.products[1:].sum(0)),
    Mistake("last_two_left_out", output=lambda s: sum(s.products[:-2])),
    Mistake("first_unweighted", shares=lambda s: np.append(1, s.weights[1:])),
    Mistake("first_value_too", output=lambda s: s.values[0] + s.products.sum(0)),
    Mistake("total_weighted_again", shares=lambda s: s.weights[::-1].cumprod()[::-1]),
    Mistake("sums_so_far", output=lambda s: s.products.cumsum(0)),
)


def weigh_and_add(weights, values):
    """Return the values added up, each times its weight: (d_v,)."""
    return weights @ values


EXERCISE = Exercise(
    name="weighted_sum",
    doc="Check f(weights, values): weights (m,), which sum to one, values (m, d_v) -> (d_v,), or a list.",
    arguments=named("weights", "values"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    may_be_a_list=True,
    solve=weigh_and_add,
)
