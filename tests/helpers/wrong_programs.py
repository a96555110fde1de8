"""Programs with random mistakes: how many does the check accept, name wrongly, name, locate, or only refuse?

Each line of a program is right, or wrong in one of several ways, by chance. A name is false if what it stands
for does not do what the program does to other inputs of the layers that were looked at.
"""

import random
import re

import numpy as np

from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.diagnose import _equal, _result
from attnlib.exercises.exercise import LAYERS
from tests.helpers.checking import inputs_of, outcomes_of, program, verdict_of
from tests.helpers.mutants import is_right


def ways(text):
    """Return the ways to write a line, the right one first; ROW stands for keepdims=True."""
    return [way.strip().replace("ROW", "keepdims=True") for way in re.split(r" \| |\n", text.strip())]


SCORES = ways("""
    Q @ K.mT | Q @ K.T | K @ Q.mT | Q @ Q.mT | K @ K.mT | abs(Q) @ K.mT | Q @ K.mT + 1 | Q + K
    Q[..., ::-1] @ K.mT | np.cumsum(Q @ K.mT, -1) | (Q - 0.5) @ K.mT | Q @ K.swapaxes(0, 1) | Q @ K
    -(Q @ K.mT) | np.maximum(Q @ K.mT, 0) | Q @ np.sort(K).mT | (Q @ K.mT) ** 2 | Q @ K.mT - Q.mean()
""")
SCALED = ways("""
    S / d ** 0.5 | S | S / d | S * d ** 0.5 | S / 2 | S / 8 | S / d ** 0.25 | S / (d + 1) ** 0.5
    S / S.shape[-1] ** 0.5 | S / S.shape[-2] ** 0.5 | S / S.shape[0] | S / S.std() | np.tanh(S)
    S / d ** 1 / 2 | S / np.log(d) | S - S.mean() | S / d ** (1 / 3) | S / abs(S).max(-1, ROW)
""")
MASKED = ways("""
    np.where(keep, S, -np.inf) | np.where(keep, S, -1e9) | S * keep | np.where(keep, -np.inf, S) | S
    np.where(keep, S, S.min()) | np.where(keep, S, -50) | S + np.where(keep, 0, -20) | S + keep
    np.where(np.roll(keep, 1, -1), S, -np.inf) | np.where(keep.T, S, -np.inf) | np.where(keep, S, -100)
    S - 1e9 * ~keep | S + np.log(keep + 1e-9) | np.where(keep[0], S, -np.inf) | np.where(keep, 0, S)
""")
SOFTMAX = ways("""
    safe(S) / np.where(safe(S).sum(-1, ROW) == 0, 1, safe(S).sum(-1, ROW)) | safe(S) / safe(S).sum(-1, ROW)
    safe(S) / safe(S).sum(-2, ROW) | safe(S) / safe(S).sum(0, ROW) | safe(S) / safe(S).sum(1, ROW)
    safe(S) / safe(S).sum() | np.exp(S) / np.exp(S).sum(-1, ROW) | np.exp(S) | S | 1 / (1 + np.exp(-S))
    S / S.sum(-1, ROW) | S ** 2 / (S ** 2).sum(-1, ROW) | np.maximum(S, 0) / (1 + S.sum(-1, ROW))
    safe(S / 2) / safe(S / 2).sum(-1, ROW) | safe(-S) / safe(-S).sum(-1, ROW) | safe(S)
    safe(S) ** 2 / safe(S).sum(-1, ROW) | np.exp2(S) / np.exp2(S).sum(-1, ROW)
    np.exp(S - S.max()) / np.exp(S - S.max()).sum(-1, ROW)
""")
MIX = ways("""
    W @ V | W.mT @ V | W @ K | W @ Q | W | W * W @ V | W @ np.sort(V, -2) | V | W @ V * 2 | -W @ V
    W[..., ::-1] @ V | W @ V + 0.1 | W @ abs(V) | (W @ V)[..., ::-1] | (W @ V)[..., 1:, :]
    W @ V - V.mean()
""")
MEAN = ways("""
    x.mean(-1, ROW) | x.mean(-2, ROW) | x.mean(0, ROW) | x.mean() | 0 | np.median(x, -1, ROW)
""")
VARIANCE = ways("""
    (c ** 2).mean(-1, ROW) | x.var(-1, ddof=1, ROW) | x.var() | x.var(0) | abs(c).mean()
    (x ** 2).mean(-1, ROW) | c.sum(-1, ROW) ** 2 | (c ** 2).sum(-1, ROW)
""")
DEVIATION = ways("""
    (v + eps) ** 0.5 | v ** 0.5 + eps | v ** 0.5 | v + eps | (v + 1e-5) ** 0.5 | (v + 1) ** 0.5
""")
NORMED = ways("""
    c / s * gain + bias | c / s | c / s + bias | c / s * gain | c / s * bias + gain | x / s * gain + bias
    (c / s + bias) * gain | c / s * gain - bias | c * s * gain + bias | c / s * (1 + gain) + bias
""")
LINES = {
    "scores": (("return ", SCORES),),
    "scale": (("d = d_k\nreturn ", SCALED),),
    "softmax": (("W = ", SOFTMAX), ("return ", ["W", "W", "W * 2", "W.mT", "W ** 2", "W[..., ::-1]"])),
    "mix": (("W, K, Q = weights, V, V\nreturn ", MIX),),
    "attention": (("d = Q.shape[-1]\nS = ", SCORES), ("S = ", SCALED), ("W = ", SOFTMAX), ("return ", MIX)),
    "masked_attention": (
        ("d = Q.shape[-1]\nS = ", SCORES), ("S = ", SCALED), ("S = ", MASKED),
        ("W = ", SOFTMAX), ("return ", MIX),
    ),
    "layer_norm": (("m = ", MEAN), ("c = x - m\nv = ", VARIANCE), ("s = ", DEVIATION), ("return ", NORMED)),
}  # fmt: skip
SAFE = """\
def safe(S):
    top = S.max(-1, keepdims=True)
    return np.exp(S - np.where(np.isinf(top), 0, top))
"""
WEIGHTS = {"attention": 3, "masked_attention": 5, "layer_norm": 2, "softmax": 1, "mix": 0.5, "scores": 0.5}


def written(rng):
    """An exercise and the body of a program for it, of which each line may be wrong."""
    name = rng.choices(list(WEIGHTS), WEIGHTS.values())[0]
    lines = [head + (ways[0] if rng.random() < 0.55 else rng.choice(ways)) for head, ways in LINES[name]]
    return name, SAFE + "\n".join(lines)


def fate(name, body, seed):
    """What becomes of a program: equal, ACCEPTED, FALSE NAME, or how much is said of it."""
    f = program(name, body)
    verdict = verdict_of(name, f, seed)
    if verdict.state == "right":
        return "equal" if is_right(name, f) else "ACCEPTED"
    if verdict.mistakes:
        return "named" if _is_true(name, f, verdict, seed + 1) else "FALSE NAME"
    if verdict.located:
        return "located"
    return {"error": "explained", "unknown": "refused"}.get(verdict.finding, "seen")


def _is_true(name, f, verdict, seed):
    """Whether the mistakes that were named do the same as f to other inputs, up to the layer that failed."""
    last = LAYERS.index(verdict.inputs[verdict.case]["layer"])
    inputs = [given for given in inputs_of(name, seed) if LAYERS.index(given["layer"]) <= last]
    steps = {step: way for mistake in verdict.mistakes for step, way in mistake.instead.items()}
    with np.errstate(all="ignore"):
        return all(
            _equal(out, _result(EXERCISES[name], given, steps), rtol=1e-3, atol=1e-4)
            for out, given in zip(outcomes_of(name, f, inputs), inputs, strict=False)
        )


def fates(count, seed=0):
    """(exercise, body, fate) of so many wrong programs, each another one."""
    rng, tried = random.Random(seed), set()
    while len(tried) < count:
        name, body = written(rng)
        if (name, body) in tried:
            continue
        became = fate(name, body, seed=17)
        if became != "equal":
            tried.add((name, body))
            yield name, body, became
