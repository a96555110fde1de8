"""count_parameters: how many numbers multi-head attention has to learn."""

import dis
import inspect

import numpy as np

from classroom.exercises.exercise import Exercise, Mistake, named


def inputs(rng):
    yield {"d_model": 6, "h": 3}
    for h, d_k in rng.permuted([[2, 5], [4, 3], [1, 7], [5, 4], [3, 8]], axis=0):
        yield {"d_model": int(h * d_k), "h": int(h)}
    yield {"d_model": 768, "h": 12}


REFERENCE = {
    "of_each": lambda s: s.d_model * s.d_model,  # W_Q, W_K or W_V, for all heads
    "of_projections": lambda s: 3 * s.of_each,
    "of_W_O": lambda s: s.d_model * s.d_model,
    "of_biases": lambda s: s.d_model,
    "parameters": lambda s: np.array(s.of_projections + s.of_W_O + s.of_biases),
}

MISTAKES = (
    Mistake("each_head_whole", of_each=lambda s: s.h * s.d_model * s.d_model),
    Mistake("one_head_alone", of_each=lambda s: s.d_model * (s.d_model // s.h)),
    Mistake("d_k_of_64", of_each=lambda s: 64 * s.h * s.d_model, of_W_O=lambda s: 64 * s.h * s.d_model),
    Mistake("projections_of_64", of_each=lambda s: 64 * s.h * s.d_model),
    Mistake("rows_plus_columns", of_each=lambda s: 2 * s.d_model, of_W_O=lambda s: 2 * s.d_model),
    Mistake("columns_counted", of_each=lambda s: s.d_model, of_W_O=lambda s: s.d_model),
    Mistake("a_matrix_missing", of_projections=lambda s: 2 * s.of_each),
    Mistake("output_projection_missing", of_W_O=lambda s: 0, of_biases=lambda s: 0),
    Mistake("W_O_of_one_head", of_W_O=lambda s: (s.d_model // s.h) * s.d_model),
    Mistake("W_O_for_each_head", of_W_O=lambda s: s.h * s.d_model * s.d_model),
    Mistake("no_biases", of_biases=lambda s: 0),
    Mistake("four_biases", of_biases=lambda s: 4 * s.d_model),
    Mistake("bias_of_one_head", of_biases=lambda s: s.d_model // s.h),
    Mistake("three_biases", of_biases=lambda s: 3 * s.d_model),
    Mistake("bias_for_each_head", of_biases=lambda s: s.h * s.d_model),
    Mistake("bias_of_one_number", of_biases=lambda s: 1),
    Mistake("one_number_for_each_head", of_biases=lambda s: s.h),
    Mistake("all_times_h", parameters=lambda s: np.array(s.h * (s.of_projections + s.of_W_O + s.of_biases))),
)


def has_a_caret(f, verdict):
    """Return whether ^ stands in the code of f, where a power is meant."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    return verdict.state == "wrong" and any(
        one.argrepr in ("^", "^=") for one in (dis.get_instructions(code) if code else ())
    )


CARET = (Mistake("caret_for_a_power"), has_a_caret)


def count_by_sizes(d_model, h):
    """Count three matrices for queries, keys and values of all heads, W_O as large as each, and its bias."""
    return 4 * d_model * d_model + d_model


EXERCISE = Exercise(
    name="count_parameters",
    doc="Check f(d_model, h) -> how many numbers: W_Q, W_K, W_V and W_O of h heads, and b_O.",
    arguments=named("d_model", "h"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=(CARET,),
    solve=count_by_sizes,
)
