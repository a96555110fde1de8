"""attention_test: is a program attention? The reader writes the test that training is not."""

import numpy as np

from attnlib._validate import namespace
from attnlib.attention import attend, mix, scale, scores
from attnlib.exercises.exercise import Exercise, Mistake, named
from attnlib.exercises.wrong_attention import SUSPECTS

# The candidates: attention, written in two ways, seven wrong programs, and two more.


def right(Q, K, V):
    return attend(Q, K, V).output


def divided_at_the_end(Q, K, V):
    exps = namespace(Q).exp(scale(scores(Q, K), Q.shape[-1]))
    return exps @ V / exps.sum(-1)[..., None]


def plain_mean(Q, K, V):
    return V * 0 + V.mean(-2)[..., None, :]


def softmax_over_everything(Q, K, V):
    S = scale(scores(Q, K), Q.shape[-1])
    exps = namespace(S).exp(S - S.max())
    return mix(exps / exps.sum(), V)


def inputs(rng):
    for f in (right, SUSPECTS["softmax_over_columns"], divided_at_the_end, *SUSPECTS.values()):
        yield {"layer": "sentence", "attention": f}
    for f in plain_mean, softmax_over_everything:
        yield {"layer": "tells", "attention": f}


def verdict(attention, change=lambda Q, K, V: (Q, K, V), words=5, numbers=4):
    """Return whether it gives what attention gives, on one sentence; `change` may make that an easier one."""
    Q, K, V = change(*np.random.default_rng(0).normal(size=(3, words, numbers)))
    return np.allclose(attention(Q, K, V), right(Q, K, V))


REFERENCE = {"verdict": lambda s: np.array(verdict(s.attention))}


def blind(id, **how):
    """Return the mistake of a test on numbers that some wrong programs pass."""
    return Mistake(id, verdict=lambda s: np.array(verdict(s.attention, **how)))


MISTAKES = (
    Mistake("inverted", verdict=lambda s: ~np.array(verdict(s.attention))),
    Mistake(
        "to_the_last_bit",
        verdict=lambda s: np.array(
            (lambda Q, K, V: np.array_equal(s.attention(Q, K, V), right(Q, K, V)))(
                *np.random.default_rng(0).normal(size=(3, 5, 4))
            )
        ),
    ),
    Mistake(
        "only_row_sums",
        verdict=lambda s: np.array(
            (lambda Q, K: np.allclose(s.attention(Q, K, np.ones((5, 4))), 1))(
                *np.random.default_rng(0).normal(size=(2, 5, 4))
            )
        ),
    ),
    blind("all_the_same", change=lambda Q, K, V: (Q, Q, Q)),
    blind("keys_as_values", change=lambda Q, K, V: (Q, K, K)),
    blind("queries_as_keys", change=lambda Q, K, V: (Q, Q, V)),
    blind("queries_as_values", change=lambda Q, K, V: (Q, K, Q)),
    blind("scores_of_zero", change=lambda Q, K, V: (Q * 0, K, V)),
    blind("one_number", numbers=1),
    blind("one_word", words=1),
)


def is_attention(attention):
    """Return whether it gives what attention gives: a function of Q, K and V, each (n, d)."""
    return verdict(attention)


EXERCISE = Exercise(
    name="attention_test",
    doc="Check test(attention): True if attention(Q, K, V), each (n, d), is attention, else False.",
    arguments=named("attention"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    solve=is_attention,
)
