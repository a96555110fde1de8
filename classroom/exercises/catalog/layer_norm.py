"""layer_norm: each row brought to mean 0 and variance 1, then stretched and moved."""

import numpy as np

from attnlib import block
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32, layer_of, whole


def inputs(rng):
    lead: tuple
    for lead in (), (2,):
        gain, bias = whole(rng, 3) + 3, whole(rng, 3)
        x = whole(rng, *lead, 2, 3)
        yield {"layer": layer_of(lead), "x": x, "gain": gain, "bias": bias, "eps": 1e-5 if lead else 1.0}
    for shape in (4, 5), (6, 6), (2, 3, 7), (2, 3, 4, 5):
        yield _normal(rng, 1 + 2 * rng.normal(size=shape), 1e-5) | {"layer": layer_of(shape[:-2])}
    yield _normal(rng, rng.normal(size=(4, 3)), 0.1)
    yield _normal(rng, 0.5 * rng.normal(size=(3, 5)), 1.0)  # all variances below eps
    # Small numbers about 0, their variance below eps: farther from 0, float32 could not tell them apart.
    yield _normal(rng, 1e-2 * rng.normal(size=(3, 6)), 1e-3) | {"layer": "flat"}
    yield _normal(rng, np.array([[2.0, 2, 2], whole(rng, 3)]), 1e-5) | {"layer": "flat"}
    yield float32(_normal(rng, 1 + 2 * rng.normal(size=(4, 5)), 1e-5))
    yield _normal(rng, 1000 * rng.normal(size=(70, 40)), 1e-5)


def _normal(rng, x, eps):
    gain, bias = rng.normal(size=(2, x.shape[-1]))
    return {"layer": "sentence", "x": x, "gain": gain, "bias": bias, "eps": eps}


REFERENCE = {
    "mean": lambda s: s.x.mean(-1, keepdims=True),
    "centred": lambda s: s.x - s.mean,
    "variance": lambda s: ((s.x - s.mean) ** 2).mean(-1, keepdims=True),
    "deviation": lambda s: (s.variance + s.eps) ** 0.5,
    "normed": lambda s: (s.x - s.mean) / s.deviation,
    "stretched": lambda s: s.normed * s.gain + s.bias,
}

MISTAKES = (
    Mistake(
        "unbiased_variance",
        variance=lambda s: ((s.x - s.mean) ** 2).sum(-1, keepdims=True) / (s.x.shape[-1] - 1),
    ),
    Mistake("eps_outside_root", deviation=lambda s: s.variance**0.5 + s.eps),
    Mistake("eps_squared", deviation=lambda s: (s.variance + s.eps**2) ** 0.5),
    Mistake("no_eps", deviation=lambda s: s.variance**0.5),
    Mistake("eps_as_a_floor", deviation=lambda s: np.maximum(s.variance, s.eps) ** 0.5),
    Mistake("divided_by_variance", deviation=lambda s: s.variance + s.eps),
    Mistake(
        "over_words",
        mean=lambda s: s.x.mean(-2, keepdims=True),
        variance=lambda s: ((s.x - s.mean) ** 2).mean(-2, keepdims=True),
    ),
    Mistake(
        "norm_over_axis_0",
        mean=lambda s: s.x.mean(0, keepdims=True),
        variance=lambda s: ((s.x - s.mean) ** 2).mean(0, keepdims=True),
    ),
    Mistake(
        "norm_over_axis_1",
        mean=lambda s: s.x.mean(1, keepdims=True),
        variance=lambda s: ((s.x - s.mean) ** 2).mean(1, keepdims=True),
    ),
    Mistake("over_everything", mean=lambda s: s.x.mean(), variance=lambda s: ((s.x - s.mean) ** 2).mean()),
    Mistake("not_centred", normed=lambda s: s.x / s.deviation),
    Mistake("root_mean_square", mean=lambda s: 0.0),
    Mistake("squares_not_centred", variance=lambda s: (s.x**2).mean(-1, keepdims=True)),
    Mistake("variance_of_everything", variance=lambda s: s.x.var()),
    Mistake("fixed_eps", deviation=lambda s: (s.variance + 1e-5) ** 0.5),
    Mistake("no_gain", stretched=lambda s: s.normed + s.bias),
    Mistake("one_plus_gain", stretched=lambda s: s.normed * (1 + s.gain) + s.bias),
    Mistake("no_bias_in_norm", stretched=lambda s: s.normed * s.gain),
    Mistake("squares_summed", variance=lambda s: ((s.x - s.mean) ** 2).sum(-1, keepdims=True)),
    Mistake("bias_before_gain", stretched=lambda s: (s.normed + s.bias) * s.gain),
    Mistake("gain_and_bias_swapped", stretched=lambda s: s.normed * s.bias + s.gain),
)

EXERCISE = Exercise(
    name="layer_norm",
    doc="Check f(x, gain, bias, eps): (..., d) -> (..., d): mean 0, variance 1 in each row, then gain, bias.",
    arguments=named("x", "gain", "bias", "eps"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=block.layer_norm,
)
