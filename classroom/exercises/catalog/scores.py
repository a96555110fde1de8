"""scores: every query times every key."""

import numpy as np

from attnlib import attention
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import queries_keys_values

REFERENCE = {"scores": lambda s: s.Q @ s.K.mT}

MISTAKES = (
    Mistake("q_and_k_swapped", scores=lambda s: s.K @ s.Q.mT),
    Mistake("queries_only", scores=lambda s: s.Q @ s.Q.mT),
    Mistake("keys_only", scores=lambda s: s.K @ s.K.mT),
    Mistake("t_reverses_all_axes", scores=lambda s: s.Q @ s.K.T),
    Mistake("first_axes_swapped", scores=lambda s: s.Q @ s.K.swapaxes(0, 1)),
    Mistake(
        "cosine",
        scores=lambda s: (
            (s.Q / np.linalg.norm(s.Q, axis=-1, keepdims=True))
            @ (s.K / np.linalg.norm(s.K, axis=-1, keepdims=True)).mT
        ),
    ),
)

SCALED_ALREADY = Mistake("scaled_already", scores=lambda s: s.Q @ s.K.mT / s.d_k**0.5)

WEIGHTS_ALREADY = (Mistake("weights_without_a_scale", scores=lambda s: attention.softmax(s.Q @ s.K.mT)),)

IN_THE_PRODUCT = (
    Mistake("keys_reshaped", scores=lambda s: s.Q @ s.K.reshape(s.K.mT.shape)),
    Mistake("mean_of_products", scores=lambda s: s.Q @ s.K.mT / s.d_k),
    Mistake("scores_squared", scores=lambda s: (s.Q @ s.K.mT) ** 2),
    Mistake("added_not_multiplied", scores=lambda s: (s.Q[..., :, None, :] + s.K[..., None, :, :]).sum(-1)),
    Mistake(
        "additive_attention",
        scores=lambda s: np.tanh(s.Q[..., :, None, :] + s.K[..., None, :, :]).sum(-1),
    ),
    Mistake(
        "keys_of_length_one", scores=lambda s: s.Q @ (s.K / np.linalg.norm(s.K, axis=-1, keepdims=True)).mT
    ),
    Mistake(
        "centred",
        scores=lambda s: (s.Q - s.Q.mean(-1, keepdims=True)) @ (s.K - s.K.mean(-1, keepdims=True)).mT,
    ),
    Mistake("without_signs", scores=lambda s: abs(s.Q @ s.K.mT)),
    Mistake(
        "distances_without_minus",
        scores=lambda s: np.linalg.norm(s.Q[..., :, None, :] - s.K[..., None, :, :], axis=-1),
    ),
    Mistake("first_number_left_out", scores=lambda s: s.Q[..., 1:] @ s.K[..., 1:].mT),
    Mistake("last_number_only", scores=lambda s: s.Q[..., -1:] @ s.K[..., -1:].mT),
)


def _runs_on(axis):
    """Return what tells that each score of a sentence holds those before it, too: loops take no batch."""

    def runs_on(f, verdict):
        rows = zip(verdict.inputs, verdict.outcomes, verdict.expected, strict=True)
        return bool(verdict.expected) and all(
            np.shape(out.value) == right.shape and np.allclose(out.value.ravel(), right.cumsum(axis).ravel())
            for given, out, right in rows
            if given["layer"] == "sentence"
        )

    return runs_on


EXERCISE = Exercise(
    name="scores",
    doc="Check f(Q, K): Q (..., n, d_k), K (..., m, d_k) -> (..., n, m), every query times every key.",
    arguments=named("Q", "K"),
    inputs=queries_keys_values,
    reference=REFERENCE,
    mistakes=(*MISTAKES, *IN_THE_PRODUCT, SCALED_ALREADY, *WEIGHTS_ALREADY),
    seen=(
        (Mistake("total_runs_on"), _runs_on(None)),
        (Mistake("total_runs_on_in_a_row"), _runs_on(-1)),
    ),
    solve=attention.scores,
)
