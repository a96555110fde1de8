"""Send words through stacks of layers for lesson 09, and give a block's parameters to the reader's functions.

The lesson calls a stack a tower, and a layer a floor.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from classroom.exercises.my_functions import mine

Norm = Callable[[np.ndarray], np.ndarray]


def unchanged(x: np.ndarray) -> np.ndarray:
    """Return x: this stands where a norm could stand."""
    return x


def through_layers(norm: Norm = unchanged, seed: int = 0) -> list[np.ndarray]:
    """Send 16 words of 64 numbers through 24 layers, each x + multi_head(norm(x)) with random matrices.

    Args:
        norm: what is done to x before each attention
        seed: of words and matrices
    Returns:
        25 tables (16, 64): the words before the first layer, and after each

    Example:
        >>> len(through_layers()), through_layers()[24].shape
        (25, (16, 64))
    """
    floors = [np.random.default_rng(100 + seed).normal(size=(16, 64))]
    for W_Q, W_K, W_V, W_O in np.random.default_rng(seed).normal(size=(24, 4, 64, 64)) / 8:
        floors.append(floors[-1] + mine.multi_head(norm(floors[-1]), W_Q, W_K, W_V, W_O, 2))
    return floors


def through_blocks(block: Callable = mine.block, seed: int = 0) -> list[np.ndarray]:
    """Send the words of `through_layers` through 24 blocks: its attention, and random feed-forward networks.

    Args:
        block: called as block(x, norm_1, attention, norm_2, feed_forward)
        seed: of words and matrices
    Returns:
        25 tables (16, 64): the words before the first block, and after each

    Example:
        >>> len(through_blocks()), through_blocks()[24].shape
        (25, (16, 64))
    """
    floors = [np.random.default_rng(100 + seed).normal(size=(16, 64))]
    into_more = np.random.default_rng(1000 + seed).normal(size=(24, 64, 256)) / 8
    and_back = np.random.default_rng(2000 + seed).normal(size=(24, 256, 64)) / 16
    attentions = np.random.default_rng(seed).normal(size=(24, 4, 64, 64)) / 8
    for W, W_1, W_2 in zip(attentions, into_more, and_back, strict=True):
        floors.append(
            block(floors[-1], _norm, partial(_attend, W=W), _norm, partial(_feed_forward, W_1=W_1, W_2=W_2))
        )
    return floors


def common_and_own_norms(norm: Norm = unchanged, floors: tuple[int, ...] = (0, 6, 12, 24)) -> dict[str, Any]:
    """Return the norms of the common part of the words and of a word's own part, means of ten seeds.

    Args:
        norm: what is done to x before each attention
        floors: where to measure
    Returns:
        floors, common_part and own_part: a number for each floor, the mean of ten seeds

    Example:
        >>> common_and_own_norms()["common_part"].round().tolist()
        [2.0, 19.0, 166.0, 9798.0]
    """
    x = np.array([through_layers(norm, seed) for seed in range(10)])[:, floors]  # (10, floors, 16, 64)
    common = x.mean(-2, keepdims=True)
    return {
        "floors": floors,
        "common_part": _mean_norm(common).round(1),
        "own_part": _mean_norm(x - common).round(1),
    }


def block_parts(layer: Any) -> tuple[Callable, Callable, Callable, Callable]:
    """Give the reader's functions the parameters of a block: what `mine.block` needs besides x.

    Args:
        layer: an attnlib.layers.TransformerBlock
    Returns:
        norm_1, attention, norm_2, feed_forward, each a function of x

    Example:
        >>> from attnlib.layers import TransformerBlock
        >>> norm_1, attention, norm_2, feed_forward = block_parts(TransformerBlock(8, 2))
        >>> attention(norm_1(np.ones((5, 8)))).shape
        (5, 8)
    """
    from attnlib.layers import as_arrays

    W_Q, W_K, W_V, W_O, b_O, gain_1, bias_1, gain_2, bias_2, *ffn = as_arrays(layer).values()
    return (
        lambda x: mine.layer_norm(x, gain_1, bias_1, layer.norm_1.eps),
        lambda x: mine.multi_head(x, W_Q, W_K, W_V, W_O, layer.attention.heads) + b_O,
        lambda x: mine.layer_norm(x, gain_2, bias_2, layer.norm_2.eps),
        lambda x: mine.feed_forward(x, *ffn),
    )


def _norm(x: np.ndarray) -> np.ndarray:
    """Apply LayerNorm as it is before training."""
    return mine.layer_norm(x, 1.0, 0.0, 1e-5)


def _attend(x: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Apply attention with two heads and no mask."""
    return mine.multi_head(x, *W, 2)


def _feed_forward(x: np.ndarray, W_1: np.ndarray, W_2: np.ndarray) -> np.ndarray:
    """Apply a feed-forward network whose biases are 0, as before training."""
    return mine.feed_forward(x, W_1, np.zeros(W_1.shape[-1]), W_2, np.zeros(W_2.shape[-1]))


def _mean_norm(rows: np.ndarray) -> np.ndarray:
    """Return the mean norm of the rows of each floor."""
    return np.linalg.norm(rows, axis=-1).mean((0, 2))
