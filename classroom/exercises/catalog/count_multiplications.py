"""count_multiplications: what multi-head attention costs, counted before it runs."""

import numpy as np

from classroom.exercises.catalog.count_parameters import CARET
from classroom.exercises.exercise import Exercise, Mistake, named


def inputs(rng):
    yield {"n": 3, "d_model": 4, "h": 2}
    for n, h, d_k in rng.permuted([[5, 2, 7], [11, 4, 3], [7, 1, 6], [2, 5, 4], [10, 3, 8]], axis=0):
        yield {"n": int(n), "d_model": int(h * d_k), "h": int(h)}
    yield {"n": 1024, "d_model": 1600, "h": 25}  # of GPT-2: too many for a whole number of 32 bits


REFERENCE = {
    "projections": lambda s: 3 * s.n * s.d_model * s.d_model,
    "scores": lambda s: s.n * s.n * s.d_model,  # n · n · d_k for each head
    "sums": lambda s: s.n * s.n * s.d_model,
    "W_O": lambda s: s.n * s.d_model * s.d_model,
    "multiplications": lambda s: np.array(s.projections + s.scores + s.sums + s.W_O),
}

MISTAKES = (
    Mistake("numbers_of_the_matrices", projections=lambda s: 3 * s.d_model**2, W_O=lambda s: s.d_model**2),
    Mistake(
        "additions_too", multiplications=lambda s: np.array(2 * (s.projections + s.scores + s.sums + s.W_O))
    ),
    Mistake("each_word_sees_one", scores=lambda s: s.n * s.d_model, sums=lambda s: s.n * s.d_model),
    Mistake("one_product_of_tables_missing", sums=lambda s: 0),
    Mistake("projections_alone", scores=lambda s: 0, sums=lambda s: 0),
    Mistake("a_projection_missing", W_O=lambda s: 0),
    Mistake("two_projections_missing", projections=lambda s: s.n * s.d_model**2),
    Mistake(
        "each_head_is_wide",
        scores=lambda s: s.h * s.n * s.n * s.d_model,
        sums=lambda s: s.h * s.n * s.n * s.d_model,
    ),
    Mistake(
        "pairs_of_one_head",
        scores=lambda s: s.n * s.n * (s.d_model // s.h),
        sums=lambda s: s.n * s.n * (s.d_model // s.h),
    ),
    Mistake(
        "half_of_the_table",
        scores=lambda s: s.n * (s.n + 1) // 2 * s.d_model,
        sums=lambda s: s.n * (s.n + 1) // 2 * s.d_model,
    ),
    Mistake(
        "multiplications_times_h",
        multiplications=lambda s: np.array(s.h * (s.projections + s.scores + s.sums + s.W_O)),
    ),
    Mistake(
        "multiplications_of_one_head",
        multiplications=lambda s: np.array((s.projections + s.scores + s.sums + s.W_O) // s.h),
    ),
    Mistake("projections_of_one_head", projections=lambda s: 3 * s.n * s.d_model * (s.d_model // s.h)),
    Mistake("heads_projected_whole", projections=lambda s: 3 * s.h * s.n * s.d_model**2),
    Mistake(
        "work_of_one_head",
        projections=lambda s: 3 * s.n * s.d_model * (s.d_model // s.h),
        scores=lambda s: s.n * s.n * (s.d_model // s.h),
        sums=lambda s: s.n * s.n * (s.d_model // s.h),
    ),
    Mistake("outputs_of_one_head", W_O=lambda s: s.n * (s.d_model // s.h) * s.d_model),
    Mistake("W_O_once_a_head", W_O=lambda s: s.h * s.n * s.d_model**2),
    Mistake("a_sum_is_one_multiplication", sums=lambda s: s.h * s.n * s.n),
    Mistake("parameters_counted", multiplications=lambda s: np.array(4 * s.d_model**2 + s.d_model)),
    Mistake("results_counted", multiplications=lambda s: np.array(5 * s.n * s.d_model + s.h * s.n * s.n)),
    Mistake("divisions_counted", scores=lambda s: s.n * s.n * s.d_model + s.h * s.n * s.n),
)


def count_by_products(n, d_model, h):
    """Count four projections of n rows, and two products with the tables of all heads."""
    return 4 * n * d_model**2 + 2 * n * n * d_model


EXERCISE = Exercise(
    name="count_multiplications",
    doc="Check f(n, d_model, h) -> how many multiplications h heads make of n words, in all matrix products.",
    arguments=named("n", "d_model", "h"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=(CARET,),
    solve=count_by_products,
)
