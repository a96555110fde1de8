"""attention_test: is a program attention? The reader writes the test that training is not."""

import numpy as np

from attnlib._validate import namespace
from attnlib.attention import attend, mix, scale, scores, softmax
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.wrong_attention import SUSPECTS

# The candidates: attention, written in two ways; seven wrong programs; some that are nearly right; two more.


def true_attention(Q, K, V):
    return attend(Q, K, V).output


def divided_at_the_end(Q, K, V):
    exps = namespace(Q).exp(scale(scores(Q, K), Q.shape[-1]))
    return exps @ V / exps.sum(-1)[..., None]


def right_in_the_first_row(Q, K, V):
    output = true_attention(Q, K, V)
    output[..., 1:, :] += 0.3
    return output


def right_in_the_last_row(Q, K, V):
    output = true_attention(Q, K, V)
    output[..., :-1, :] += 0.3
    return output


def right_in_the_first_column(Q, K, V):
    output = true_attention(Q, K, V)
    output[..., 1:] += 0.3
    return output


def right_in_the_last_column(Q, K, V):
    output = true_attention(Q, K, V)
    output[..., :-1] += 0.3
    return output


def right_on_the_diagonal(Q, K, V):
    output = true_attention(Q, K, V)
    n, d = output.shape[-2:]
    for i in range(n):
        for j in range(d):
            output[..., i, j] += 0.3 * (i != j)
    return output


def right_in_all_sums(Q, K, V):
    """Attention, but for four numbers: the sums of their rows and columns are as they were."""
    output = true_attention(Q, K, V)
    if min(output.shape[-2:]) > 1:
        for i, j, more in (0, 0, 0.3), (0, 1, -0.3), (1, 0, -0.3), (1, 1, 0.3):
            output[..., i, j] += more
    return output


def right_but_for_one_number(Q, K, V):
    output = true_attention(Q, K, V)
    output[..., output.shape[-2] // 2, output.shape[-1] // 2] += 0.3
    return output


def rows_in_reverse_order(Q, K, V):
    return (
        true_attention(Q, K, V)[..., ::-1, :]
        if isinstance(Q, np.ndarray)
        else true_attention(Q, K, V).flip(-2)
    )


def too_large_by_0_05(Q, K, V):
    return true_attention(Q, K, V) + 0.05


def too_large_by_a_twentieth(Q, K, V):
    return true_attention(Q, K, V) * 1.05


def too_small_by_0_05(Q, K, V):
    return true_attention(Q, K, V) - 0.05


def rounded_to_one_decimal(Q, K, V):
    return namespace(Q).round(true_attention(Q, K, V), decimals=1)


def values_squared(Q, K, V):
    return mix(softmax(scale(scores(Q, K), Q.shape[-1])), V * V)


def divided_by_root_of_n(Q, K, V):
    return mix(softmax(scale(scores(Q, K), Q.shape[-2])), V)


NEARLY_RIGHT = {  # by the mistake of a test that lets it pass
    "passes_right_in_the_first_row": right_in_the_first_row,
    "passes_right_in_the_last_row": right_in_the_last_row,
    "passes_right_in_the_first_column": right_in_the_first_column,
    "passes_right_in_the_last_column": right_in_the_last_column,
    "passes_right_on_the_diagonal": right_on_the_diagonal,
    "passes_right_but_for_one_number": right_but_for_one_number,
    "passes_right_in_all_sums": right_in_all_sums,
    "passes_rows_in_reverse_order": rows_in_reverse_order,
    "passes_too_large_by_0_05": too_large_by_0_05,
    "passes_too_large_by_a_twentieth": too_large_by_a_twentieth,
    "passes_too_small_by_0_05": too_small_by_0_05,
    "passes_rounded_to_one_decimal": rounded_to_one_decimal,
    "passes_values_squared": values_squared,
    "passes_divided_by_root_of_n": divided_by_root_of_n,
}


def plain_mean(Q, K, V):
    return V * 0 + V.mean(-2)[..., None, :]


def softmax_over_everything(Q, K, V):
    S = scale(scores(Q, K), Q.shape[-1])
    exps = namespace(S).exp(S - S.max())
    return mix(exps / exps.sum(), V)


def inputs(rng):
    for f in (true_attention, SUSPECTS["softmax_over_columns"], divided_at_the_end, *SUSPECTS.values()):
        yield {"layer": "sentence", "attention": f}
    for f in NEARLY_RIGHT.values():
        yield {"layer": "sentence", "attention": f}
    for f in plain_mean, softmax_over_everything:
        yield {"layer": "tells", "attention": f}


def verdict(attention, change=lambda Q, K, V: (Q, K, V), words=5, numbers=4):
    """Return whether it gives what attention gives, on one sentence; `change` may make that an easier one."""
    Q, K, V = change(*np.random.default_rng(0).normal(size=(3, words, numbers)))
    return np.allclose(attention(Q, K, V), true_attention(Q, K, V))


REFERENCE = {"verdict": lambda s: np.array(verdict(s.attention))}


def blind(id, **how):
    """Return the mistake of a test on numbers that some wrong programs pass."""
    return Mistake(id, verdict=lambda s: np.array(verdict(s.attention, **how)))


MISTAKES = (
    Mistake("inverted", verdict=lambda s: ~np.array(verdict(s.attention))),
    Mistake(
        "to_the_last_bit",
        verdict=lambda s: np.array(
            (lambda Q, K, V: np.array_equal(s.attention(Q, K, V), true_attention(Q, K, V)))(
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
    blind("scores_of_zero", change=lambda Q, K, V: (Q * 0, K, V)),
    blind("one_number", numbers=1),
    blind("one_word", words=1),
)


def _always(answer):
    """Return what tells that a test gives this answer whatever it is handed."""
    return lambda f, verdict: all(
        out.value is not None and out.value.dtype == bool and not out.value.ndim and out.value == answer
        for out in verdict.outcomes
    )


def _is_first_passed(*candidates):
    """Return what tells that the first program that a test judges wrongly is one of these."""

    def is_it(f, verdict):
        if verdict.state == "right" or not verdict.expected:
            return False
        value = verdict.outcomes[verdict.case].value
        answers = value is not None and value.dtype == bool and not value.ndim
        return answers and verdict.inputs[verdict.case]["attention"] in candidates

    return is_it


def _gives_a_table(f, verdict):
    """Return whether a test gives a table where one True or False is wanted."""
    value = verdict.outcomes[0].value
    return value is not None and value.ndim > 0


def _raises(f, verdict):
    """Return whether a test says with an exception that a program is wrong."""
    return any(isinstance(out.error, AssertionError) for out in verdict.outcomes)


SEEN = (
    (Mistake("raises_an_assertion"), _raises),
    (Mistake("says_a_table"), _gives_a_table),
    (Mistake("always_true"), _always(True)),
    (Mistake("always_false"), _always(False)),
    (Mistake("refuses_attention"), _is_first_passed(true_attention, divided_at_the_end)),
    (Mistake("passes_a_suspect"), _is_first_passed(*SUSPECTS.values())),
    *((Mistake(id), _is_first_passed(f)) for id, f in NEARLY_RIGHT.items()),
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
    seen=SEEN,
    solve=is_attention,
)
