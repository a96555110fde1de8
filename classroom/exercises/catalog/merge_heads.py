"""merge_heads: the pieces of all heads side by side again."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake
from classroom.exercises.random_inputs import layer_of


def inputs(rng):
    lead: tuple
    for lead in (), (2,):  # numbers in order, easy to follow
        yield {
            "layer": layer_of(lead),
            "output": 1.0 + np.arange(np.prod((*lead, 2, 3, 2))).reshape(*lead, 2, 3, 2),
        }
    for lead, n, h, d in ((), 4, 3, 2), ((), 3, 3, 3), ((2,), 5, 2, 4), ((2, 3), 3, 4, 2):
        yield {"layer": layer_of(lead), "output": rng.normal(size=(*lead, h, n, d))}
    yield {"layer": "sentence", "output": 100 * rng.normal(size=(12, 70, 4))}


# attention.merge_heads refuses NaN, which some mistakes in multi_head make
REFERENCE = {"merged": lambda s: np.concatenate(np.moveaxis(s.output, -3, 0), axis=-1)}


def _rows(x):
    """Return x with the last two axes made one."""
    return x.reshape(*x.shape[:-2], -1)


def overlapping(s):
    """Return the heads written one over the other, each one column after the one before."""
    h, n, d = s.output.shape[-3:]
    merged = np.zeros((*s.output.shape[:-3], n, h * d))
    for i in range(h):
        merged[..., i : i + d] = s.output[..., i, :, :]
    return merged


MERGED_WITHOUT_TRANSPOSE = Mistake(
    "merged_without_transpose",
    merged=lambda s: s.output.reshape(*s.output.shape[:-3], s.output.shape[-2], -1),
)
MISTAKES = (
    MERGED_WITHOUT_TRANSPOSE,
    Mistake("heads_averaged", merged=lambda s: s.output.mean(-3)),
    Mistake("heads_added", merged=lambda s: s.output.sum(-3)),
    Mistake(
        "heads_interleaved",
        merged=lambda s: np.moveaxis(s.output, -3, -1).reshape(*s.output.shape[:-3], s.output.shape[-2], -1),
    ),
    Mistake("merged_below_each_other", merged=lambda s: np.concatenate([*np.moveaxis(s.output, -3, 0)], -2)),
    Mistake("not_joined", merged=lambda s: s.output.swapaxes(-2, -3)),
    Mistake("words_in_one_row", merged=lambda s: s.output.swapaxes(-2, -3).reshape(*s.output.shape[:-3], -1)),
    Mistake("two_heads_only", merged=lambda s: np.concatenate([*np.moveaxis(s.output, -3, 0)[:2]], -1)),
    Mistake("first_head_alone", merged=lambda s: s.output[..., 0, :, :]),
    Mistake(
        "axis_of_heads_left",
        merged=lambda s: np.concatenate([*np.moveaxis(s.output, -3, 0)], -1)[..., None, :, :],
    ),
    Mistake(
        "merged_from_axis_1",
        merged=lambda s: s.output.swapaxes(1, 2).reshape(*s.output.shape[:-3], s.output.shape[-2], -1),
    ),
    Mistake("places_overlap", merged=overlapping),
    Mistake("merged_from_the_front", merged=lambda s: _rows(s.output.swapaxes(0, 1))),
)

EXERCISE = Exercise(
    name="merge_heads",
    doc="Check f(x): (..., h, n, d) -> (..., n, h*d).",
    arguments={"x": "output"},
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=attention.merge_heads,
)
