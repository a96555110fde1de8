"""nucleus: keep the likeliest tokens that together reach a share, top-p."""

import numpy as np

from attnlib.attention import softmax
from attnlib.sampling import next_token_probabilities
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32


def inputs(rng):
    """Yield probabilities in any order, and a share that is reached within a token, never just at its end."""
    yield {"p": rng.permutation([0.5, 0.25, 0.15, 0.06, 0.04]), "share": 0.6}
    yield {"p": rng.permutation([0.3, 0.25, 0.2, 0.15, 0.1]), "share": 0.7}
    for words, kept in ((6, 3), (7, 2), (5, 4), (8, 1), (9, 5), (100, 60)):
        p = rng.permutation(rng.dirichlet(np.full(words, 2.0)))
        ends = np.cumsum(np.sort(p)[::-1])
        yield {"p": p, "share": float(ends[kept - 1] - 0.3 * np.sort(p)[-kept])}
    yield float32({"p": rng.permutation([0.4, 0.3, 0.2, 0.1]), "share": 0.65})


REFERENCE = {
    "order": lambda s: np.argsort(-s.p, kind="stable"),  # the likeliest first
    "together": lambda s: np.cumsum(s.p[s.order]),
    "kept": lambda s: s.together - s.p[s.order] < s.share,  # those before it do not reach the share
    "nucleus": lambda s: in_place(s, np.where(s.kept, s.p[s.order], 0)),
    "result": lambda s: s.nucleus / s.nucleus.sum(),
}


def in_place(s, sorted_p):
    """Put probabilities that stand in order back where they belong."""
    p = np.zeros_like(s.p)
    p[s.order] = sorted_p
    return p


MISTAKES = (
    Mistake("crossing_left_out", kept=lambda s: s.together < s.share),
    Mistake("crossing_left_out_but_for_the_first", kept=lambda s: np.r_[True, s.together[1:] < s.share]),
    Mistake(
        "one_more_kept",
        order=lambda s: np.argsort(-s.p, kind="stable"),  # right, so that it makes no pair with another order
        kept=lambda s: np.r_[True, True, s.together[:-2] < s.share],
    ),
    Mistake("those_above_one_minus_share", kept=lambda s: s.p[s.order] >= 1 - s.share),
    Mistake("those_above_the_share", kept=lambda s: s.p[s.order] >= s.share),
    Mistake("sum_not_one", result=lambda s: s.nucleus),
    Mistake("divided_by_the_share", result=lambda s: s.nucleus / s.share),
    Mistake("shares_made_equal", result=lambda s: (s.nucleus > 0) / (s.nucleus > 0).sum()),
    Mistake("only_those_that_stay", nucleus=lambda s: s.p[s.order][s.kept]),
    Mistake("unlikely_first", order=lambda s: np.argsort(s.p, kind="stable")),
    Mistake("left_in_order", nucleus=lambda s: np.where(s.kept, s.p[s.order], 0)),
    Mistake("put_back_by_order", nucleus=lambda s: np.where(s.kept, s.p[s.order], 0)[s.order]),
    Mistake("kept_not_put_back", nucleus=lambda s: np.where(s.kept, s.p, 0)),
    Mistake(
        "softmax_of_the_nucleus",
        result=lambda s: softmax(np.where(s.nucleus > 0, s.nucleus, -np.inf)[None])[0],
    ),
)


def keep_the_likeliest(p, share):
    """Return p (words,) with 0 for all but the likeliest tokens that reach the share, and sum 1."""
    p = np.asarray(p)
    order = np.argsort(-p, kind="stable")
    kept = np.where(np.cumsum(p[order]) - p[order] < share, p[order], 0)
    result = np.zeros_like(p)
    result[order] = kept / kept.sum()
    return result


EXERCISE = Exercise(
    name="nucleus",
    doc="Check f(p, share): probabilities (words,) -> (words,), all but the likeliest 0, and sum 1.",
    arguments=named("p", "share"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=keep_the_likeliest,
    solved_by=(next_token_probabilities,),
    rows_sum_to_one=True,
)
