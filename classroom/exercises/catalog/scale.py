"""scale: the scores divided by √d_k."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, all_but
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    yield {"layer": "sentence", "scores": whole(rng, 2, 3), "d_k": 4}
    for lead, n, m, d_k in ((), 4, 5, 3), ((), 6, 6, 2), ((2,), 3, 5, 7), ((2, 3), 5, 4, 8):
        yield {"layer": layer_of(lead), "scores": 3 * rng.normal(size=(*lead, n, m)), "d_k": d_k}
    yield float32({"scores": 3 * rng.normal(size=(3, 4)), "d_k": 5})
    yield {"scores": 3 * rng.normal(size=(70, 66)), "d_k": 80}
    yield {"layer": "large", "scores": 1000 * whole(rng, 2, 3), "d_k": 64}


REFERENCE = {"scaled": lambda s: s.scores / s.d_k**0.5}

MISTAKES = (
    Mistake("no_scale", scaled=lambda s: s.scores),
    Mistake("d_k_without_root", scaled=lambda s: s.scores / s.d_k),
    Mistake("root_d_model", scaled=lambda s: s.scores / s.d_model**0.5),
    Mistake("root_n", scaled=lambda s: s.scores / s.scores.shape[-2] ** 0.5),
    Mistake("root_m", scaled=lambda s: s.scores / s.scores.shape[-1] ** 0.5),
    Mistake("multiplied", scaled=lambda s: s.scores * s.d_k**0.5),
    Mistake("d_k_squared", scaled=lambda s: s.scores / s.d_k**2),
    Mistake("cube_root", scaled=lambda s: s.scores / s.d_k ** (1 / 3)),
    Mistake("power_one_halved", scaled=lambda s: s.scores / s.d_k / 2),
    Mistake("root_in_whole_numbers", scaled=lambda s: s.scores / int(s.d_k**0.5)),
    Mistake("root_d_v", scaled=lambda s: s.scores / s.V.shape[-1] ** 0.5),
    Mistake("root_of_axis_1", scaled=lambda s: s.scores / s.Q.shape[1] ** 0.5),
    Mistake("root_of_axis_0", scaled=lambda s: s.scores / s.Q.shape[0] ** 0.5),
    Mistake("root_of_keys_axis_0", scaled=lambda s: s.scores / s.K.shape[0] ** 0.5),
    Mistake("scaled_after_softmax", scaled=lambda s: s.scores, kept=lambda s: s.weights / s.d_k**0.5),
)


OF_THE_SCORES = (
    Mistake("root_of_everything", scaled=lambda s: (s.scores / s.d_k) ** 0.5),
    Mistake("root_of_the_scores", scaled=lambda s: s.scores**0.5 / s.d_k),
    Mistake("own_spread", scaled=lambda s: s.scores / s.scores.std()),
    Mistake("own_spread_of_rows", scaled=lambda s: s.scores / s.scores.std(-1, keepdims=True)),
    Mistake("standardized", scaled=lambda s: (s.scores - s.scores.mean()) / s.scores.std()),
    Mistake("mean_subtracted", scaled=lambda s: (s.scores - s.scores.mean()) / s.d_k**0.5),
    Mistake("rounded_down", scaled=lambda s: s.scores // s.d_k**0.5),
    Mistake("always_two", scaled=lambda s: s.scores / 2),
    Mistake("half_of_d_k", scaled=lambda s: s.scores / (s.d_k / 2)),
    Mistake("half_of_d_k_rounded", scaled=lambda s: s.scores / (s.d_k // 2)),
    Mistake("logarithm", scaled=lambda s: s.scores / np.log2(s.d_k)),
    Mistake("root_subtracted", scaled=lambda s: s.scores - s.d_k**0.5),
    Mistake("weights_too", scaled=lambda s: attention.softmax(s.scores / s.d_k**0.5)),
)

OF_AXES = "root_of_axis_1", "root_of_axis_0", "root_of_keys_axis_0"
OF_OTHERS = (
    "root_d_model",
    "scaled_after_softmax",
    "root_d_v",
    *OF_AXES,
)  # there is no X, Q, K, V or softmax here


def divide_by_root(S, d_k):
    """Return the scores divided by √d_k."""
    return attention.scale(S, d_k)


EXERCISE = Exercise(
    name="scale",
    doc="Check f(S, d_k): scores (..., n, m) and the size of a key -> (..., n, m).",
    arguments={"S": "scores", "d_k": "d_k"},
    inputs=inputs,
    reference=REFERENCE,
    mistakes=(*all_but(MISTAKES, *OF_OTHERS), *OF_THE_SCORES),
    solve=divide_by_root,
)
