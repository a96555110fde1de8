"""positional_encoding: a row of sines and cosines for every position."""

import numpy as np

from attnlib import block
from classroom.exercises.exercise import Exercise, Mistake, named


def inputs(rng):
    sizes = (2, 4), (6, 8), (300, 6), (3, 10), (9, 64)
    yield from ({"layer": "sentence", "n": n, "d_model": d} for n, d in sizes)


REFERENCE = {
    "position": lambda s: np.arange(s.n)[:, None],
    "column": lambda s: np.arange(s.d_model),
    "exponent": lambda s: s.column // 2 * 2 / s.d_model,
    "angle": lambda s: s.position / 10000.0**s.exponent,
    "encoding": lambda s: np.where(s.column % 2 == 0, np.sin(s.angle), np.cos(s.angle)),
}

MISTAKES = (
    Mistake("halves", column=lambda s: np.r_[0 : s.d_model : 2, 1 : s.d_model : 2]),
    Mistake("cosine_first", encoding=lambda s: np.where(s.column % 2 == 0, np.cos(s.angle), np.sin(s.angle))),
    Mistake("only_sines", encoding=lambda s: np.sin(s.angle)),
    Mistake("pairs_not_shared", exponent=lambda s: s.column / s.d_model),
    Mistake("twice_the_exponent", exponent=lambda s: 2 * s.column / s.d_model),
    Mistake("even_column_doubled", exponent=lambda s: s.column // 2 * 4 / s.d_model),
    Mistake("exponent_halved", exponent=lambda s: s.column // 2 / s.d_model),
    Mistake("slowest_at_the_base", exponent=lambda s: s.column // 2 * 2 / (s.d_model - 2)),
    Mistake("one_speed", exponent=lambda s: 0 * s.column),
    Mistake(
        "d_model_beside_the_power", angle=lambda s: s.position / 10000.0 ** (s.column // 2 * 2) / s.d_model
    ),
    Mistake("from_one", position=lambda s: np.arange(1, s.n + 1)[:, None]),
    Mistake("share_of_the_length", position=lambda s: np.arange(s.n)[:, None] / s.n),
    Mistake("multiplied_by_the_power", angle=lambda s: s.position * 10000.0**s.exponent),
    Mistake("base_1000", angle=lambda s: s.position / 1000.0**s.exponent),
    Mistake("base_100000", angle=lambda s: s.position / 100000.0**s.exponent),
    Mistake("base_e", angle=lambda s: s.position / np.exp(s.exponent)),
    Mistake("cosines_missing", encoding=lambda s: np.where(s.column % 2 == 0, np.sin(s.angle), 0)),
    Mistake("degrees", angle=lambda s: np.deg2rad(s.position / 10000.0**s.exponent)),
)

EXERCISE = Exercise(
    name="positional_encoding",
    doc="Check f(n, d_model) -> (n, d_model): sine and cosine in turn, from fast to slow.",
    arguments=named("n", "d_model"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=block.positional_encoding,
)
