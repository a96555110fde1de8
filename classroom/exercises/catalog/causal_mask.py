"""causal_mask: a word may look at itself and at what stands before it."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, named


def inputs(rng):
    yield from ({"layer": "sentence", "n": n} for n in (3, 1, 4, 7, 130))


REFERENCE = {"keep": lambda s: np.tri(s.n, dtype=bool)}

MISTAKES = (
    Mistake("future", keep=lambda s: np.tri(s.n, dtype=bool).T),
    Mistake("not_itself", keep=lambda s: np.tri(s.n, k=-1, dtype=bool)),
    Mistake("one_too_far", keep=lambda s: np.tri(s.n, k=1, dtype=bool)),
    Mistake("all_may_look", keep=lambda s: np.ones((s.n, s.n), bool)),
    Mistake("only_itself", keep=lambda s: np.eye(s.n, dtype=bool)),
    Mistake("first_word_hidden", keep=lambda s: np.tri(s.n, dtype=bool) & (np.arange(s.n) > 0)),
    Mistake("itself_and_one_before", keep=lambda s: np.tri(s.n, dtype=bool) & ~np.tri(s.n, k=-2, dtype=bool)),
    Mistake("mirrored", keep=lambda s: np.tri(s.n, dtype=bool)[:, ::-1]),
    Mistake("one_word_too_many", keep=lambda s: np.tri(s.n + 1, dtype=bool)),
    Mistake("one_row_for_all", keep=lambda s: np.ones(s.n, bool)),
    Mistake("hides_where_true", keep=lambda s: ~np.tri(s.n, dtype=bool)),
)

EXERCISE = Exercise(
    name="causal_mask",
    doc="Check f(n) -> bool (n, n), True where a query may look: at itself and what stands before it.",
    arguments=named("n"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=attention.causal_mask,
)
