"""The scores of a model for the next token, small enough to be stored and to be sent with each token.

js/desk/steps.js reads it.
"""

from base64 import b64decode, b64encode

import numpy as np

NAMED = 12  # tokens that the browser shows; of all others it knows what they have together
TEMPERATURES = np.arange(1, 21) / 10
_UNIT = 1000  # of scores: three decimals
_MOST = 11  # no rest is larger: the logarithm of 49,152 tokens is 10.8


def pack(logits: np.ndarray) -> str:
    """Pack the likeliest tokens, their scores, and what all others have together at each temperature.

    Args:
        logits: (vocabulary,)

    Returns:
        Whole numbers of 16 bits in base64: the tokens, the likeliest first; how far each score is below the
        largest, in thousandths; log Σ exp(score / temperature) of all others, counted down from 11.
    """
    order = np.argsort(-logits, kind="stable")
    below = logits.astype(float)[order] - float(logits[order[0]])
    rest = np.log(np.exp(below[NAMED:] / TEMPERATURES[:, None]).sum(-1) + 1e-300)
    scaled = [-_UNIT * below[:NAMED], _UNIT * (_MOST - rest)]
    return _base64(np.concatenate([order[:NAMED], *(np.clip(x.round(), 0, 65535) for x in scaled)]), "<u2")


def read(numbers: str) -> tuple[list[int], np.ndarray, np.ndarray]:
    """Return what was packed: the tokens, their scores below the largest, the rest at each temperature."""
    packed = np.frombuffer(b64decode(numbers), "<u2")
    ids, below = packed[: -len(TEMPERATURES)].reshape(2, -1)
    return ids.tolist(), below / -_UNIT, _MOST - packed[-len(TEMPERATURES) :] / _UNIT


def pack_row(weights: np.ndarray) -> str:
    """Pack a row of attention weights (n,): a byte for each, in base64."""
    return _base64(np.round(255 * weights), "u1")


def _base64(numbers, dtype):
    return b64encode(numbers.astype(dtype).tobytes()).decode()
