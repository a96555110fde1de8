"""Send words through stacks of layers for lesson 09, and compare the reader's block with PyTorch's."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from attnlib.attention import attend
from classroom.exercises.my_functions import mine

LAYERS = (0, 1, 2, 3, 4, 6, 9, 12, 18, 24)  # after which the lesson compares the words
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
    tables = [np.random.default_rng(100 + seed).normal(size=(16, 64))]
    for W_Q, W_K, W_V, W_O in np.random.default_rng(seed).normal(size=(24, 4, 64, 64)) / 8:
        tables.append(tables[-1] + mine.multi_head(norm(tables[-1]), W_Q, W_K, W_V, W_O, 2))
    return tables


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
    tables = [np.random.default_rng(100 + seed).normal(size=(16, 64))]
    into_more = np.random.default_rng(1000 + seed).normal(size=(24, 64, 256)) / 8
    and_back = np.random.default_rng(2000 + seed).normal(size=(24, 256, 64)) / 16
    attentions = np.random.default_rng(seed).normal(size=(24, 4, 64, 64)) / 8
    for W, W_1, W_2 in zip(attentions, into_more, and_back, strict=True):
        tables.append(
            block(tables[-1], _norm, partial(_attend, W=W), _norm, partial(_feed_forward, W_1=W_1, W_2=W_2))
        )
    return tables


def difference(x: np.ndarray) -> float:
    """Return the norm of the words' own parts, as a part of the norm of all: 0 if all rows are equal.

    Args:
        x: (n, d)

    Example:
        >>> round(difference(np.array([[1.0, 1.0], [1.0, -1.0]])), 4)
        0.7071
    """
    return float(np.linalg.norm(x - x.mean(0)) / np.linalg.norm(x))


def differences(stack: Callable, hand_on: Callable) -> list[list[float]]:
    """Measure how different 16 words of 64 numbers remain in a stack, with ten seeds.

    Args:
        stack: called as stack(x, layers, hand_on, seed); returns the rows after so many layers
        hand_on: what the next layer gets of x and the result of attention
    Returns:
        For each seed a difference after each of LAYERS, 1e-7 where there is only rounding

    Example:
        >>> np.shape(differences(lambda x, layers, hand_on, seed: x, None))
        (10, 10)
    """
    words = [np.random.default_rng(100 + seed).normal(size=(16, 64)) for seed in range(10)]
    return [
        [max(1e-7, difference(stack(x, k, hand_on, seed))) for k in LAYERS] for seed, x in enumerate(words)
    ]


def common_and_own_norms(
    ruler: np.ndarray, norm: Norm = unchanged, layers: tuple[int, ...] = (0, 6, 12, 24)
) -> dict[str, Any]:
    """Return the norms of the common part of the words and of a word's own part, and how far scores spread.

    Args:
        ruler: (2, 64, 64), the W_Q and W_K of the scores
        norm: what is done to x before each attention
        layers: after which to measure
    Returns:
        layers, common_part, own_part and spread_of_scores: a number for each layer, the mean of ten seeds

    Example:
        >>> common_and_own_norms(np.zeros((2, 64, 64)))["common_part"].round().tolist()
        [2.0, 19.0, 166.0, 9798.0]
    """
    x = np.array([through_layers(norm, seed) for seed in range(10)])[:, layers]  # (10, layers, 16, 64)
    common, y = x.mean(-2, keepdims=True), norm(x)
    return {
        "layers": layers,
        "common_part": _mean_norm(common).round(1),
        "own_part": _mean_norm(x - common).round(1),
        "spread_of_scores": attend(y @ ruler[0], y @ ruler[1], y).scaled.std(-1).mean((0, 2)).round(1),
    }


def difference_from_pytorch(block: Callable) -> float:
    """Give a block and PyTorch's the same random parameters, and return how much the results differ at most.

    Args:
        block: called as block(x, norm_1, attention, norm_2, feed_forward)
    Returns:
        The largest difference, rounded to twelve decimals
    """
    import torch

    from attnlib.layers import TransformerBlock, encoder_layer

    layer, x = TransformerBlock(8, 2).double(), torch.randn(3, 5, 8).double()
    for parameter in layer.parameters():
        torch.nn.init.normal_(parameter)
    ours, theirs = block(x.numpy(), *block_parts(layer)), encoder_layer(layer)(x).detach().numpy()
    return abs(ours - theirs).max().round(12)


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
    """Return the mean norm of the rows after each layer."""
    return np.linalg.norm(rows, axis=-1).mean((0, 2))
