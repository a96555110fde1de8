"""padding_mask: nobody may look at the padding."""

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake, named
from attnlib.exercises.random_inputs import layer_of


def inputs(rng):
    for lead, m in ((), 3), ((), 5), ((2,), 3), ((3,), 4), ((2, 3), 6):
        is_token = rng.random((*lead, m)) < 0.6
        is_token[..., 0], is_token[..., -1] = True, False
        yield {"layer": layer_of(lead), "is_token": is_token}


REFERENCE = {"keep": lambda s: s.is_token[..., None, :]}

MISTAKES = (
    Mistake("rows_hidden", keep=lambda s: s.is_token[..., :, None]),
    Mistake("rows_and_columns_hidden", keep=lambda s: s.is_token[..., None, :] & s.is_token[..., :, None]),
    Mistake("padding_inverted", keep=lambda s: ~s.is_token[..., None, :]),
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
