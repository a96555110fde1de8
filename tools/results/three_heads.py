"""Find three heads of the model of lesson 12 whose work has a name, and count the heads that have one.

python -m tools.results.three_heads [--write]

The three are chosen on English sentences, each as the highest of 144 heads in one measure: how much more a
word gives its own copy than another word in the copy's place; how much more it gives a word that belongs
to it than the words of another pair; and how much all tokens give to <s>. The Chinese sentences are the
control: the file keeps at which rank the same head stands there. No sentence of these is the one that is
shown (data/texts.json holds them all).
"""

import sys

import numpy as np

from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom import mine
from classroom.lab.pretrained import load_model
from tools.results import write

HALF = 0.5  # a head that gives more than half of its weight to one thing has a rule


def copies(model, code):
    """Return what two copies of a word give each other, and two different words in their places: (2, 144)."""

    def between(template, *words):
        reading = model.read(template.format(*words))
        return each_other(reading.weights, *(places(reading, word) for word in words))

    found = [
        (
            between(template, word, word),
            (between(template, word, other) + between(template, other, word)) / 2,
        )
        for template, word, other in load_texts("copies", code)
    ]
    return np.mean(found, 0).reshape(2, -1)


def pairs(model, code):
    """Return what two words that belong together give each other, and words of two pairs: (2, 144)."""
    found = []
    for text, a, b, c, d in load_texts("pairs", code):
        reading = model.read(text)
        at = {word: places(reading, word) for word in (a, b, c, d)}

        def mean(*couples, reading=reading, at=at):
            return np.mean([each_other(reading.weights, at[x], at[y]) for x, y in couples], 0)

        found.append((mean((a, b), (c, d)), mean((a, c), (a, d), (b, c), (b, d))))
    return np.mean(found, 0).reshape(2, -1)


def places(reading, word):
    """Return the places of a word that is one token."""
    found = [k for k, token in enumerate(reading.words) if token == word]
    assert found, f"{word} is no token of {reading.words}"
    return found


def each_other(weights, one, other):
    """Return the mean weight between two different places, both ways, in each head."""
    i, j = one[0], other[-1]
    return (weights[..., i, j] + weights[..., j, i]) / 2


def rules(model, code):
    """Return what each head gives, over the plain sentences, to what a rule could name: name -> (144,)."""
    every = [model.read(text).weights for text in load_texts("plain", code)]
    detectors = {
        "start": mine.first_token,
        "end": lambda w: mine.first_token(w[..., ::-1, ::-1]),
        "full_stop": lambda w: w[..., 1:-2, -2].mean(-1),
        "previous": mine.previous_token,
        "next": mine.next_token,
        "itself": lambda w: np.diagonal(w, axis1=-2, axis2=-1)[..., 1:-1].mean(-1),
    }
    return {name: np.mean([f(w) for w in every], 0).ravel() for name, f in detectors.items()}


def maps(reading, heads):
    """Return the weights of these heads, numbered through all blocks: (heads, n, n)."""
    n = len(reading.words)
    return reading.weights.reshape(-1, n, n)[[*heads]].astype(float).round(3).tolist()


def measure(model):
    """Return the heads, their maps of one sentence in each language, their measures and the count."""
    measures = {
        code: {"copy": copies(model, code), "pair": pairs(model, code)}
        | {"start": np.stack([rules(model, code)["start"], np.zeros(144)])}
        for code in LANGUAGES
    }
    best = {name: int((one - other).argmax()) for name, (one, other) in measures["en"].items()}
    found: dict = {"heads": {name: f"L{k // 12}H{k % 12}" for name, k in best.items()}}
    for code in LANGUAGES:
        reading = model.read(load_texts("two_doctors", code))
        gains = {name: one - other for name, (one, other) in measures[code].items()}
        above_half = {name: x > HALF for name, x in rules(model, code).items()}
        found[code] = {
            "tokens": reading.words,
            "maps": maps(reading, best.values()),
            "measures": {
                name: measures[code][name][:, k].astype(float).round(3).tolist() for name, k in best.items()
            },
            "rank": {name: int((gains[name] > gains[name][k]).sum()) + 1 for name, k in best.items()},
            "pair_2": measures[code]["pair"][:, 1].astype(float).round(4).tolist(),
            "pair_2_rank": int((gains["pair"] > gains["pair"][1]).sum()) + 1,
            "more_than_half": {name: int(x.sum()) for name, x in above_half.items()},
            "with_a_rule": int(np.any([*above_half.values()], 0).sum()),
        }
    return found


if __name__ == "__main__":
    found = measure(load_model())
    for code in LANGUAGES:
        for name, value in found[code].items():
            print(code, name, value)
    print(found["heads"])
    if "--write" in sys.argv:
        write("three_heads", found)
