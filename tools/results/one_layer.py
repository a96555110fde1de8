"""Compare what the first layer of the model of lesson 12 adds to a word with all tokens that the model knows.

python -m tools.results.one_layer             prints it, if the model is here
python -m tools.results.one_layer --write     and keeps it for lesson 05

The layer has twelve attentions side by side. A weight is the mean of theirs; what a token brings is the sum
of weight times value times W_O over the twelve. Before it a row knows only its token and place.
"""

import sys

import numpy as np

from attnlib import mix
from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom.lab.pretrained import load_model
from classroom.optional import has_model
from tools.results import write

COMPARED = {
    "en": 0,
    "zh": 1,
}  # the sentence of technology in which apple has the place that it has in the shown one
DIRECTIONS = 200
STAGES = "row_before", "added", "row_after", "rows_mixed"


class Tokens:
    """Hold the row of every token, measured from the mean of all."""

    def __init__(self, model):
        self.names = list(model.vocabulary)
        rows = model.rows_of(self.names)
        self.mean = rows.mean(0)
        self.rows = unit(rows - self.mean)

    def nearest(self, directions):
        """Return the nearest token to each of (n, d_model), and their cosine."""
        cosines = unit(directions) @ self.rows.T
        return [self.names[k] for k in cosines.argmax(-1)], cosines.max(-1)


def brought(model, reading):
    """Return what each token of a text brings to each in the first layer: (n, n, d_model)."""
    trace, W_O = reading.traces[0], model.blocks[0]["W_O"]
    count, _, d_v = trace.V.shape
    return np.einsum("hij,hjd,hde->ije", trace.weights, trace.V, W_O.reshape(count, d_v, -1))


def stages(model, tokens, reading):
    """Return the rows before, what is added to them, the sum, and the rows mixed with the same weights."""
    x = reading.rows[0]
    added = brought(model, reading).sum(1) + model.blocks[0]["b_O"]
    mixed = mix(reading.traces[0].weights.mean(0), x)
    rows = x - tokens.mean, added, x + added - tokens.mean, mixed - tokens.mean
    return dict(zip(STAGES, rows, strict=True))


def all_words(model, tokens, texts):
    """Return how far what the lesson shows of one word holds for all words, without punctuation."""
    cosines: dict[str, list] = {name: [] for name in STAGES}
    near, lengths = dict.fromkeys(STAGES, 0), []
    most_brings_most = 0
    for reading in map(model.read, texts):
        words = [k for k, word in enumerate(reading.words) if word.isalnum()]
        weights, length = reading.traces[0].weights.mean(0), norm(brought(model, reading))
        rows = stages(model, tokens, reading)
        for name, row in rows.items():
            names, found = tokens.nearest(row[words])
            cosines[name].extend(found)
            mixed = name in ("added", "rows_mixed")
            near[name] += sum(
                one in reading.tokens if mixed else one == reading.tokens[k]
                for k, one in zip(words, names, strict=True)
            )
        lengths.extend((norm(rows["added"]) / norm(reading.rows[0]))[words])
        most_brings_most += int((weights.argmax(-1) == length.argmax(-1))[words].sum())
    random = np.random.default_rng(0).normal(size=(DIRECTIONS, len(tokens.mean)))
    cosines["random"] = tokens.nearest(random)[1]
    return {
        "words": len(lengths),
        "cosine": {name: rounded(np.mean(found)) for name, found in cosines.items()},
        "near": near,  # how many are nearest to themselves, before and after, or to a token of their sentence
        "length_of_added": rounded(np.mean(lengths)),
        "most_brings_most": most_brings_most,
    }


def one_word(model, tokens, text, other, place):
    """Return a word's weights, lengths and nearest tokens, and how far its row is from another's."""
    reading, compared = model.read(text), model.read(other)
    at, beside = place(reading), place(compared)
    rows, others = stages(model, tokens, reading), stages(model, tokens, compared)
    near = {name: tokens.nearest(row[[at]]) for name, row in rows.items()}
    x = norm(reading.rows[0][at])
    return {
        "text": text,
        "other": other,
        "tokens": reading.words,
        "weights": rounded(reading.traces[0].weights.mean(0)[at]),
        "brings": rounded(norm(brought(model, reading)[at])),
        "nearest": [names[0].removeprefix("▁") for names, _ in near.values()],
        "cosine": [float(cosine[0]) for _, cosine in near.values()],
        "apart": [
            rounded(norm(rows[name][at] - others[name][beside]) / x) for name in ("row_before", "row_after")
        ],
    }


def measure(model, tokens, code):
    """Return both for one language, and a table of the one word."""
    texts, apple = load_texts("apples", code), load_texts("apple_itself", code)
    shown, other = texts["food"][0], texts["tech"][COMPARED[code]]
    one = one_word(model, tokens, shown, other, lambda reading: reading.place(apple))
    every = all_words(model, tokens, [*load_texts("plain", code), *sum(texts.values(), [])])
    table = {
        "row_of_apple": [*STAGES, "random_direction"],
        "nearest_token": [*one.pop("nearest"), ""],
        "cosine": np.round([*one.pop("cosine"), every["cosine"]["random"]], 2).tolist(),
    }
    return {"apple": one, "table": table, "all": every}


def norm(x):
    return np.linalg.norm(x, axis=-1)


def unit(x):
    return x / norm(x)[..., None]


def rounded(x):
    """Return a number or an array with three decimals, as JSON has it."""
    return np.asarray(x, float).round(3).tolist()


def main(words):
    if not has_model():
        print("the model is not here: `python tasks.py model` fetches it")
        return 0
    model = load_model()
    tokens = Tokens(model)
    found = {code: measure(model, tokens, code) for code in LANGUAGES}
    for code, measured in found.items():
        for name, value in (measured["apple"] | measured["table"] | measured["all"]).items():
            print(f"{code}  {name:20} {value}")
    if "--write" in words:
        write("one_layer", found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
