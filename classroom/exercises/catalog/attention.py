"""attention: scores, scaled, weights, output, without a mask.

Its steps and mistakes are those of scores, scale, softmax and mix; masked_attention, multi_head and
self_attention take them from here.
"""

from attnlib.attention import attend
from classroom.exercises.catalog import mix, scale, scores, softmax
from classroom.exercises.exercise import Exercise, Mistake, all_but, named
from classroom.exercises.random_inputs import queries_keys_values

REFERENCE = (
    scores.REFERENCE
    | scale.REFERENCE
    | {"masked": lambda s: s.scaled}
    | softmax.WITHOUT_A_MASK
    | mix.REFERENCE
)

OTHER_VALUES = (
    Mistake("values_are_keys", output=lambda s: s.kept @ s.K),
    Mistake("values_are_queries", output=lambda s: s.kept @ s.Q),
    Mistake("values_are_x", v=lambda s: s.X),
    Mistake("output_is_x", output=lambda s: s.kept @ s.X),
    Mistake("weights_returned", output=lambda s: s.kept),
    Mistake("softmax_at_the_end", output=lambda s: softmax.softmax(s.masked @ s.V)),
)

KEYS_ARE_VALUES = Mistake("keys_are_values", scores=lambda s: s.Q @ s.V.mT)  # of the same size
ROOT_OF_THE_ROOT = Mistake("root_of_the_root", scaled=lambda s: s.scores / s.d_k**0.25)

# All mistakes in the steps of attention; no exercise has all of them.
MISTAKES = (*scores.MISTAKES, *scale.MISTAKES, *softmax.MISTAKES, *OTHER_VALUES, *mix.MISTAKES)
OF_X = "root_d_model", "values_are_x", "output_is_x"  # where Q, K and V are projections of X


def attend_to_all(Q, K, V):
    """Return softmax(Q Kᵀ / √d_k) V: (..., n, d_v)."""
    return attend(Q, K, V).output


EXERCISE = Exercise(
    name="attention",
    doc="Check f(Q, K, V) -> output (..., n, d_v), or (output, weights): the whole formula without a mask.",
    arguments=named("Q", "K", "V"),
    inputs=queries_keys_values,
    reference=REFERENCE,
    mistakes=(*all_but(MISTAKES, *OF_X, *softmax.OF_AN_EMPTY_ROW), ROOT_OF_THE_ROOT),
    may_return_weights=True,
    solve=attend_to_all,
    solved_by=(attend,),
)
