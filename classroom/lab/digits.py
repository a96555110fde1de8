"""Draw the task of the first film of lesson 10, ten digits to be written backwards, in numpy alone."""

import numpy as np


def draw_digits(rng: np.random.Generator, sequences: int = 64) -> tuple[np.ndarray, np.ndarray]:
    """Draw sequences of ten digits, as rows and as numbers.

    Args:
        rng: where the random numbers come from
        sequences: how many
    Returns:
        X (sequences, 10, 20): in a row the first ten columns say which digit it is, the last ten where it
        stands, each with a single 1; and the digits (sequences, 10)

    Example:
        >>> X, digits = draw_digits(np.random.default_rng(0))
        >>> X.shape, digits.shape
        ((64, 10, 20), (64, 10))
        >>> bool((X[:, :, :10].argmax(-1) == digits).all())
        True
    """
    digits = rng.integers(10, size=(sequences, 10))
    places = np.broadcast_to(np.eye(10), (sequences, 10, 10))
    return np.concatenate([np.eye(10)[digits], places], -1), digits
