"""loss: how wrong the answers are, as one number: the cross-entropy."""

import numpy as np

from attnlib._validate import namespace
from attnlib.attention import softmax
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import float32


def inputs(rng):
    """Yield first two answers with shares of halves and quarters; then also as many answers as words."""
    yield {"p": np.array([[0.5, 0.25, 0.25], [0.125, 0.25, 0.625]]), "wanted": np.array([0, 1])}
    # Each right word here is another, and where rows and columns change places, the loss does, too.
    yield {"p": rng.dirichlet(np.ones(5), 5), "wanted": np.roll(np.arange(5), rng.integers(1, 5))}
    for n, words in ((3, 4), (6, 4), (9, 3)):
        yield {"p": rng.dirichlet(np.ones(words), n), "wanted": rng.permuted(np.arange(n) % words)}
    yield float32({"p": rng.dirichlet(np.ones(4), 5), "wanted": rng.permuted(np.arange(5) % 4)})
    yield {"p": rng.dirichlet(np.ones(30), 70), "wanted": rng.integers(30, size=70)}
    # One right word has next to no chance.
    p = rng.dirichlet(np.ones(4), 3)
    p[1] = 0.2, 0.3, 0.5, 1e-9
    yield {"p": p, "wanted": np.array([1, 3, 0])}


REFERENCE = {
    "told": lambda s: s.p[np.arange(len(s.wanted)), s.wanted],
    "log": lambda s: np.log(s.told),
    "each": lambda s: -s.log,
    "loss": lambda s: s.each.mean(),
}


def _log_of_the_others(s):
    """Return log(1 - p) of all words but the right one, and 0 for that one."""
    return np.where(np.eye(s.p.shape[1])[s.wanted] == 1, 0, np.log(1 - s.p))


MISTAKES = (
    Mistake("no_minus", each=lambda s: s.log),
    Mistake("no_log", each=lambda s: -s.told),
    Mistake("log_of_one_plus", log=lambda s: np.log1p(s.told)),
    Mistake("times_its_own_p", each=lambda s: -s.told * s.log),
    Mistake("one_minus_p", each=lambda s: 1 - s.told),
    Mistake("squared_error", each=lambda s: (1 - s.told) ** 2),
    Mistake("summed", loss=lambda s: s.each.sum()),
    Mistake("not_averaged", loss=lambda s: s.each),
    Mistake("last_answer_left_out", loss=lambda s: s.each[:-1].sum() / len(s.wanted)),
    Mistake("last_answer_only", loss=lambda s: s.each[-1]),
    Mistake("log_of_the_mean", log=lambda s: np.log(s.told.mean())),
    Mistake("largest_p", told=lambda s: s.p.max(-1)),
    Mistake("log_2", log=lambda s: np.log2(s.told)),
    Mistake("log_10", log=lambda s: np.log10(s.told)),
    Mistake("softmax_of_probabilities", told=lambda s: softmax(s.p)[np.arange(len(s.wanted)), s.wanted]),
    Mistake("share_wrong", loss=lambda s: (s.p.argmax(-1) != s.wanted).mean()),
    Mistake("rows_of_wanted", told=lambda s: s.p[s.wanted]),
    Mistake("columns_of_wanted", told=lambda s: s.p[:, s.wanted]),
    Mistake("words_from_one", told=lambda s: s.p[np.arange(len(s.wanted)), s.wanted - 1]),
    Mistake("wanted_shifted_again", told=lambda s: s.p[np.arange(len(s.wanted) - 1), s.wanted[1:]]),
    Mistake("rows_and_columns_swapped", told=lambda s: s.p[s.wanted, np.arange(len(s.wanted))]),
    Mistake("divided_by_words", loss=lambda s: s.each.sum() / s.p.shape[1]),
    Mistake("zeros_averaged", loss=lambda s: s.each.sum() / s.p.size),
    Mistake("first_answer_shared", loss=lambda s: s.each[0] / len(s.wanted)),
    Mistake("exp_of_the_loss", loss=lambda s: np.exp(s.each.mean())),
    Mistake("wrong_words_too", loss=lambda s: s.each.mean() - _log_of_the_others(s).sum(-1).mean()),
    Mistake("of_all_other_words", log=lambda s: np.log(1 - s.told)),
)


def cross_entropy(p, wanted):
    """Return minus the logarithm of the probability of the right word, on average."""
    xp = namespace(p)
    return -xp.log(p[xp.arange(len(wanted)), wanted]).mean()


EXERCISE = Exercise(
    name="loss",
    doc="Check f(p, wanted): rows of probabilities (n, words) and the right words (n,) -> one number.",
    arguments=named("p", "wanted"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=cross_entropy,
)
