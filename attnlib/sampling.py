"""From the scores of all tokens to the probability of each, and to one that is drawn."""

import numpy as np

from attnlib import _validate
from attnlib._validate import checked
from attnlib.attention import softmax


@checked(_validate.next_token_probabilities)
def next_token_probabilities(
    logits: np.ndarray, temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> np.ndarray:
    """Divide the scores by the temperature, softmax them, and keep only likely tokens.

    The nucleus, top_p, is from Holtzman et al. 2020, arXiv 1904.09751.

    Args:
        logits: (vocabulary,), a score for each token
        temperature: 0 gives everything to the token with the largest score; the larger, the more even
        top_k: keep this many of the likeliest tokens; None keeps all
        top_p: keep the likeliest tokens that together reach this share, the one that crosses it included
    Returns:
        (vocabulary,), float64, with sum 1, and 0 for tokens that are not kept
    Raises:
        TypeError, ValueError: if logits is no row of finite numbers, or a dial is out of its range

    Example:
        >>> next_token_probabilities(np.log([4.0, 3.0, 2.0, 1.0]), top_p=0.6).round(4)
        array([0.5714, 0.4286, 0.    , 0.    ])
    """
    logits = logits.astype(float)
    order = np.argsort(-logits, kind="stable")  # the likeliest first
    if temperature == 0:
        top_k, temperature = 1, 1.0
    with np.errstate(over="ignore"):  # far below the best at a low temperature: never drawn
        scaled = np.maximum((logits - logits.max()) / temperature, -1e4)
    p = softmax(scaled)
    kept = np.arange(len(p)) < (len(p) if top_k is None else top_k)
    p[order[~kept]] = 0
    if top_p is not None:
        # A token stays if those before it do not reach the share yet.
        before = np.cumsum(p[order]) - p[order]
        p[order[before >= top_p * p.sum()]] = 0
    return p / p.sum()


@checked(_validate.draw_token)
def draw_token(probabilities: np.ndarray, rng: np.random.Generator) -> int:
    """Draw the number of a token: each as often as its probability says.

    All tokens run a race: token k takes a random time, exponentially distributed with mean 1 / p_k, and the
    first one wins. So the last bits of p, which differ from machine to machine, hardly ever decide.

    Args:
        probabilities: (vocabulary,); none negative, and not all 0
        rng: such as np.random.default_rng(0)
    Returns:
        From 0 to vocabulary - 1
    Raises:
        TypeError, ValueError: if probabilities is no row of such numbers, or rng draws none

    Example:
        >>> draw_token(np.array([0.0, 1.0, 0.0]), np.random.default_rng(0))
        1
    """
    return int(np.argmax(probabilities / rng.exponential(size=len(probabilities))))
