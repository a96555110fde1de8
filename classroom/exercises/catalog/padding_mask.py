"""padding_mask: nobody may look at the padding."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import layer_of


def inputs(rng):
    """Yield sentences of which one alone has padding before a word; in a batch, some end with it."""
    for lead, m in ((), 3), ((), 5), ((2,), 3), ((3,), 4), ((4,), 6), ((), 70):
        is_token = rng.random((*lead, m)) < 0.6
        if lead:
            is_token[..., 0], is_token[..., -1] = True, False
        else:
            k = rng.integers(m - 1)
            is_token[k], is_token[k + 1] = False, True
        yield {"layer": layer_of(lead), "is_token": is_token}


REFERENCE = {"keep": lambda s: s.is_token[..., None, :]}


def _counted(is_token):
    """Return a mask that keeps as many places from the front on as there are tokens."""
    return np.arange(is_token.shape[-1]) < is_token.sum(-1)[..., None, None]


MISTAKES = (
    Mistake("rows_hidden", keep=lambda s: s.is_token[..., :, None]),
    Mistake("rows_and_columns_hidden", keep=lambda s: s.is_token[..., None, :] & s.is_token[..., :, None]),
    Mistake("padding_inverted", keep=lambda s: ~s.is_token[..., None, :]),
    Mistake("either_is_enough", keep=lambda s: s.is_token[..., None, :] | s.is_token[..., :, None]),
    Mistake("row_for_each_key", keep=lambda s: np.repeat(s.is_token[..., None, :], s.is_token.shape[-1], -2)),
    Mistake(
        "rows_hidden_in_a_square", keep=lambda s: np.repeat(s.is_token[..., None], s.is_token.shape[-1], -1)
    ),
    Mistake("causal_too", keep=lambda s: s.is_token[..., None, :] & np.tri(s.is_token.shape[-1], dtype=bool)),
    Mistake("padding_at_the_end", keep=lambda s: _counted(s.is_token)),
    Mistake("axis_at_place_1", keep=lambda s: np.expand_dims(s.is_token, 1)),
    Mistake("axis_in_front", keep=lambda s: s.is_token[None]),
    Mistake("one_axis_too_many", keep=lambda s: s.is_token[..., None, None, :]),
    Mistake("padding_cut_away", keep=lambda s: s.is_token[s.is_token]),
    Mistake("all_in_one_row", keep=lambda s: s.is_token.reshape(1, -1)),
    Mistake("no_axis_for_queries", keep=lambda s: s.is_token),
)

EXERCISE = Exercise(
    name="padding_mask",
    doc="Check f(is_token): bool (..., m), True for real tokens -> bool (..., 1, m), True = may attend.",
    arguments=named("is_token"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=attention.padding_mask,
)
