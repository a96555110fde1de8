"""Let the model of lesson 13 score the next word of one prompt, for the dial of lesson 04.

python -m tools.results.next_word [--write]

The likeliest tokens keep their own scores. All others are sorted and rounded to tenths, so that 3 kB hold the
scores of all 49,152: each number, and how many tokens have it.
"""

import sys
from unittest.mock import patch

import numpy as np

from attnlib.examples import load_texts
from attnlib.sampling import next_token_probabilities
from classroom.lab import language_model
from classroom.lab.language_model import load_writer
from tools.results import write

PROMPT = "The capital of France is"
NAMED = 6


def measure():
    """Return the likeliest tokens, and the scores of all in falling order, with how many have each."""
    model = load_writer()
    logits = model.next(model.encode(PROMPT)).logits.astype(float)
    order = np.argsort(-logits)
    rest, counts = np.unique(logits[order[NAMED:]].round(1), return_counts=True)
    return {
        "prompt": PROMPT,
        "words": [piece.strip() for piece in model.pieces(order[:NAMED].tolist())],
        "scores": [*logits[order[:NAMED]].round(3).tolist(), *rest[::-1].tolist()],
        "counts": [1] * NAMED + counts[::-1].tolist(),
        "inventions": inventions(model),
        "door": two_ways_through_the_door(model),
        "author": author(model),
        "paris_if_changed": paris_if_changed(model),
        "largest_mean": largest_mean(model),
    }


def inventions(model):
    """Return the probability of each name after each prompt of lesson 13 about an invention."""
    texts = load_texts("writer", "en")
    names = model.encode(texts["names"])
    return [probabilities(model, text)[names].round(4).tolist() for text in texts["inventions"]]


def two_ways_through_the_door(model):
    """Return the probabilities of two tokens: the likeliest each time, and two that are likelier together."""
    ids = model.encode(load_texts("writer", "en")["door"])
    first = probabilities(model, ids)
    greedy = int(first.argmax())
    crept = model.encode(" crept")
    second, other = probabilities(model, [*ids, greedy]), probabilities(model, [*ids, crept[0]])
    ways = [[first[greedy], second.max()], [first[crept[0]], other[crept[1]]]]
    return np.round(ways, 4).tolist()


def author(model):
    """Return the probabilities of the first names of the novel's heroine and of its author."""
    p = probabilities(model, load_texts("writer", "en")["wrong"][1])
    return [p[model.encode(name)[0]].round(3).item() for name in (" Elizabeth", " Jane")]


def probabilities(model, text):
    """Return the probability of each token as the next one, after a text or after tokens."""
    ids = model.encode(text) if isinstance(text, str) else text
    return next_token_probabilities(model.next(ids).logits.astype(float))


def paris_if_changed(model):
    """Return the probability of Paris as trained, and after each of the three changes of lesson 13."""
    norm, paris = language_model.rms_norm, model.encode(load_texts("writer", "en")["paris"])
    changes = [
        ("rms_norm", norm),
        ("rms_norm", lambda x, gain: norm(x - x.mean(-1, keepdims=True), gain)),
        ("np.repeat", lambda a, times, axis: np.concatenate([a] * times, axis)),
        ("apply_mask", lambda scaled, keep: scaled),
    ]
    found = []
    for name, other in changes:
        with patch(f"classroom.lab.language_model.{name}", other):
            found.append(next_token_probabilities(model.next(model.encode(PROMPT)).logits)[paris[0]])
    return np.round(found, 3).tolist()


def largest_mean(model):
    """Return the largest mean of a row before RMSNorm, as a part of its root of the mean square."""
    norm, found = language_model.rms_norm, []

    def noting(x, gain):
        found.append((abs(x.mean(-1)) / np.sqrt((x**2).mean(-1))).max())
        return norm(x, gain)

    with patch("classroom.lab.language_model.rms_norm", noting):
        model.next(model.encode(PROMPT))
    return round(float(np.max(found)), 4)


if __name__ == "__main__":
    found = measure()
    scores = np.repeat(found["scores"], found["counts"])
    for T in (0.5, 1, 2):
        p = np.exp((scores - scores.max()) / T)
        named = dict(zip(found["words"], (p / p.sum()).round(3).tolist(), strict=False))
        print(f"T = {T}: {named}, all others {1 - p[:NAMED].sum() / p.sum():.3f}")
    if "--write" in sys.argv:
        write("next_word", found)
