"""Every exercise as steps of one line. A mistake is another line in the place of one of them (mistakes.py).

s holds what is given and what the steps have made so far: s.Q, s.scores, …
"""

from types import SimpleNamespace

import numpy as np


def follow(recipe, given, instead=None):
    """Carry the steps out in their order, some of them by others, and return what the last one makes."""
    s = SimpleNamespace(**given)
    with np.errstate(all="ignore"):  # a mistake may overflow, or divide by zero
        for name, step in (recipe | (instead or {})).items():
            setattr(s, name, step(s))
    return getattr(s, name)


def split(x, h):
    return x.reshape(*x.shape[:-1], h, x.shape[-1] // h).swapaxes(-2, -3)  # (..., n, h*d) -> (..., h, n, d)


def merge(x):
    x = x.swapaxes(-2, -3)
    return x.reshape(*x.shape[:-2], -1)


PROJECT = {
    "product": lambda s: s.X @ s.W,
    "projected": lambda s: s.product + s.b,
}
SCORES = {"scores": lambda s: s.Q @ s.K.mT}
SCALE = {"scaled": lambda s: s.scores / s.d_k**0.5}
MASK = {"masked": lambda s: np.where(s.keep, s.scaled, -np.inf)}
NO_MASK = {"masked": lambda s: s.scaled}
SOFTMAX = {
    "top": lambda s: s.masked.max(-1, keepdims=True),
    "shifted": lambda s: s.masked - np.where(s.top == -np.inf, 0, s.top),
    "exps": lambda s: np.exp(s.shifted),
    "total": lambda s: s.exps.sum(-1, keepdims=True),
    "weights": lambda s: s.exps / np.where(s.total == 0, 1, s.total),
}
NO_EMPTY_ROW = {"weights": lambda s: s.exps / s.total}
MIX = {
    "kept": lambda s: s.weights,  # nothing; here stands what some do to the weights
    "output": lambda s: s.kept @ s.V,
}
ATTENTION = SCORES | SCALE | NO_MASK | SOFTMAX | NO_EMPTY_ROW | MIX
PROJECTIONS = {
    "q": lambda s: s.X @ s.W_Q,
    "k": lambda s: s.X @ s.W_K,
    "v": lambda s: s.X @ s.W_V,
}
HEADS = {
    "Q": lambda s: split(s.q, s.h),
    "K": lambda s: split(s.k, s.h),
    "V": lambda s: split(s.v, s.h),
}
MERGE_AND_PROJECT = {
    "merged": lambda s: merge(s.output),
    "projected": lambda s: s.merged @ s.W_O,
}
MODULE = {  # nn.Linear may have a bias
    "Q": lambda s: s.X @ s.W_Q + s.b_Q,
    "K": lambda s: s.X @ s.W_K + s.b_K,
    "V": lambda s: s.X @ s.W_V + s.b_V,
}
LAYER_NORM = {
    "mean": lambda s: s.x.mean(-1, keepdims=True),
    "variance": lambda s: ((s.x - s.mean) ** 2).mean(-1, keepdims=True),
    "deviation": lambda s: (s.variance + s.eps) ** 0.5,
    "normed": lambda s: (s.x - s.mean) / s.deviation,
    "stretched": lambda s: s.normed * s.gain + s.bias,
}
POSITIONS = {
    "position": lambda s: np.arange(s.n)[:, None],
    "column": lambda s: np.arange(s.d_model),
    "exponent": lambda s: s.column // 2 * 2 / s.d_model,
    "angle": lambda s: s.position / 10000.0**s.exponent,
    "encoding": lambda s: np.where(s.column % 2 == 0, np.sin(s.angle), np.cos(s.angle)),
}

RECIPES = {
    "project": PROJECT,
    "scores": SCORES,
    "scale": SCALE,
    "softmax": SOFTMAX,
    "mix": MIX,
    "attention": ATTENTION,
    "causal_mask": {"keep": lambda s: np.tri(s.n, dtype=bool)},
    "padding_mask": {"keep": lambda s: s.is_token[..., None, :]},
    "masked_attention": SCORES | SCALE | MASK | SOFTMAX | MIX,
    "split_heads": {"heads": lambda s: split(s.x, s.h)},
    "merge_heads": {"merged": lambda s: merge(s.x)},
    "multi_head": PROJECTIONS | HEADS | ATTENTION | MERGE_AND_PROJECT,
    "layer_norm": LAYER_NORM,
    "positional_encoding": POSITIONS,
    "self_attention": MODULE | ATTENTION,
}
