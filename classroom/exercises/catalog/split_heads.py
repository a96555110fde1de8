"""split_heads: each row cut into h pieces, one for each head."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import layer_of


def inputs(rng):
    lead: tuple
    for lead in (), (2,):  # numbers in order, easy to follow
        x = 1.0 + np.arange(np.prod((*lead, 3, 4))).reshape(*lead, 3, 4)
        yield {"layer": layer_of(lead), "x": x, "h": 2}
    for lead, n, h, d in ((), 4, 3, 2), ((), 3, 3, 3), ((2,), 5, 2, 4), ((2, 3), 3, 4, 2):
        yield {"layer": layer_of(lead), "x": rng.normal(size=(*lead, n, h * d)), "h": h}
    yield {"layer": "sentence", "x": 100 * rng.normal(size=(70, 48)), "h": 12}


def split(x, h):
    """Return attention.split_heads of x without its search for NaN: a check calls this thousands of times."""
    return x.reshape(*x.shape[:-1], h, x.shape[-1] // h).swapaxes(-2, -3)


def pieces(s):
    """Return the columns of each head."""
    return np.split(s.x, s.h, -1)


REFERENCE = {"heads": lambda s: split(s.x, s.h)}

WITHOUT_TRANSPOSE = Mistake(
    "view_without_transpose",
    heads=lambda s: s.x.reshape(*s.x.shape[:-2], s.h, s.x.shape[-2], s.x.shape[-1] // s.h),
)

MISTAKES = (
    WITHOUT_TRANSPOSE,
    Mistake("axes_not_swapped", heads=lambda s: s.x.reshape(*s.x.shape[:-1], s.h, s.x.shape[-1] // s.h)),
    Mistake(
        "every_hth_column",
        heads=lambda s: np.moveaxis(s.x.reshape(*s.x.shape[:-1], s.x.shape[-1] // s.h, s.h), -1, -3),
    ),
    Mistake("h_numbers_a_head", heads=lambda s: split(s.x, s.x.shape[-1] // s.h)),
    Mistake("numbers_before_words", heads=lambda s: np.moveaxis(split(s.x, s.h), -3, -1)),
    Mistake("all_axes_turned", heads=lambda s: split(s.x, s.h).swapaxes(-2, -3).T),
    Mistake("axes_1_and_2_swapped", heads=lambda s: split(s.x, s.h).swapaxes(-2, -3).swapaxes(1, 2)),
    Mistake("heads_in_front_of_all", heads=lambda s: np.moveaxis(split(s.x, s.h), -3, 0)),
    Mistake("heads_below_each_other", heads=lambda s: np.concatenate([*pieces(s)], -2)),
    Mistake("first_piece_for_all", heads=lambda s: np.stack([pieces(s)[0]] * s.h, -3)),
    Mistake("last_head_alone", heads=lambda s: s.x[..., -(s.x.shape[-1] // s.h) :]),
    Mistake(
        "pieces_overlap",
        heads=lambda s: np.stack([s.x[..., i : i + s.x.shape[-1] // s.h] for i in range(s.h)], -3),
    ),
)


def joins_the_batch_too(f, verdict):
    """Return whether each result is x.reshape(h, n, -1), which in a batch mixes the sentences as well."""
    return bool(verdict.expected) and all(
        np.array_equal(out.value, given["x"].reshape(given["h"], given["x"].shape[-2], -1))
        for given, out in zip(verdict.inputs, verdict.outcomes, strict=True)
    )


EXERCISE = Exercise(
    name="split_heads",
    doc="Check f(x, h): (..., n, h*d) -> (..., h, n, d).",
    arguments=named("x", "h"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=((WITHOUT_TRANSPOSE, joins_the_batch_too),),
    solve=attention.split_heads,
)
