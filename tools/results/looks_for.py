"""Ask the twelve pairs W_Q, W_K in the first block of the model of lesson 12 what each word looks for.

python -m tools.results.looks_for [--write]

Every word that is one token stands alone at the same place, as a row of the block's input. For each word and
each pair we take the words whose keys have the highest scores. How alike they are to the word is measured by
the cosine of the vectors that the whole model makes of them (data/words.npz). The controls are the dot
product of the rows themselves, the pair with its matrices swapped, and words drawn at random.
"""

import sys

import numpy as np

from attnlib import project, split_heads
from attnlib.block import layer_norm
from attnlib.languages import LANGUAGES
from classroom.lab.pretrained import SPACE, load_model
from tools.results import write
from tools.results.word_vectors import FILE, groups

PLACE = 5
FIRST = 5  # keys of a word that are compared with it
SHOWN = 4
ASKED = {"en": "eat apple phone doctor city red", "zh": "吃 苹果 手机 医生 城市 红"}


def words_of(model, code):
    """Return the words of the groups that are one token, and the kinds of each: noun, verb, …"""
    kinds: dict = {}
    for group in groups().values():
        for word in group[code].split():
            if token_of(word, code) in model.vocabulary:
                kinds.setdefault(word, set()).add(group["kind"])
    return kinds


def token_of(word, code):
    """Return the token of a word inside a sentence: in Chinese there is no space before it."""
    return {"en": SPACE, "zh": ""}[code] + word


def rows_of(model, words, code, place=PLACE):
    """Return what the first block gets of these words, each at this place: (words, d_model)."""
    rows = model.rows_of([token_of(word, code) for word in words])
    return layer_norm(rows + model.places[place], model.gain, model.bias, model.eps)


def scores_of(model, X):
    """Return the scores of each word for each word, of all pairs of the first block: (12, words, words)."""
    P = model.blocks[0]
    Q, K = (split_heads(project(X, P[f"W_{k}"], P[f"b_{k}"]), model.heads) for k in "QK")
    return (Q @ K.mT).astype(float)


def first_keys(scores, count=FIRST, itself=False):
    """Return the places of the highest scores of each row: (words, count)."""
    return np.argsort(-scores + (0 if itself else 1e9 * np.eye(len(scores))), axis=1)[:, :count]


def alike(words):
    """Return the cosine of each two words' vectors: (words, words)."""
    table = np.load(FILE)
    place = {str(word): k for k, word in reversed([*enumerate(table["words"])])}
    rows = table["rows"][[place[word] for word in words]].astype(float)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows @ rows.T


def circles(scores, rng, count=100_000):
    """Return in how many of so many triples of words each prefers another, round in a circle."""
    a, b, c = np.array([rng.choice(len(scores), 3, replace=False) for _ in range(count)]).T
    right = [scores[x, y] > scores[x, z] for x, y, z in ((a, b, c), (b, c, a), (c, a, b))]
    return float((np.all(right, 0) | ~np.any(right, 0)).mean())


def measure(model, code):
    """Return what the lesson tells of one language."""
    kinds = words_of(model, code)
    words, rng = [*kinds], np.random.default_rng(0)
    X, close = rows_of(model, words, code), alike(words)
    pairs, plain = scores_of(model, X), (X @ X.T).astype(float)

    def mean_alike(scores):
        return round(float(np.take_along_axis(close, first_keys(scores), 1).mean()), 3)

    def first_words(scores):
        found = first_keys(scores, SHOWN, itself=True)[[words.index(word) for word in ASKED[code].split()]]
        return [{"en": ", ", "zh": "、"}[code].join(words[k] for k in row) for row in found]

    means = [mean_alike(scores) for scores in pairs]
    best = int(np.argmax(means))
    other = int(np.random.default_rng(0).choice([k for k in range(model.heads) if k != best]))
    is_noun, is_verb = (np.array([kind in kinds[word] for word in words]) for kind in ("noun", "verb"))
    verbs = [is_verb[first_keys(scores)] for scores in pairs]
    return {
        "words": len(words),
        "pair": best + 1,
        "first_keys": {
            "word": ASKED[code].split(),
            "dot_product_of_rows": first_words(plain),
            f"pair_{best + 1}": first_words(pairs[best]),
            f"pair_{other + 1}": first_words(pairs[other]),
        },
        "itself_first": {
            "rows": int((plain.argmax(1) == range(len(words))).sum()),
            "pair": int((pairs[best].argmax(1) == range(len(words))).sum()),
        },
        "alike": {
            "pairs": means,
            "rows": mean_alike(plain),
            "swapped": mean_alike(pairs[best].T),
            "at_random": mean_alike(rng.random(plain.shape)),
            "at_other_places": [
                mean_alike(scores_of(model, rows_of(model, words, code, place))[best])
                for place in (2, 10, 40)
            ],
        },
        "verbs_for_nouns": [round(float(found[is_noun].mean()), 3) for found in verbs],
        "verbs_for_others": [round(float(found[~is_noun].mean()), 3) for found in verbs],
        "circles": [round(circles(scores, rng), 3) for scores in (*pairs, plain)],
    }


if __name__ == "__main__":
    found = {code: measure(load_model(), code) for code in LANGUAGES}
    for one in found.values():
        for name, value in one.items():
            print(f"{name:18}{value}")
    if "--write" in sys.argv:
        write("looks_for", found)
