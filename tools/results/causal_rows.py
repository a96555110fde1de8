"""Read one row of weights in a causal model and in a two-sided one, for lesson 06.

python -m tools.results.causal_rows [--write]

Two sentences differ in one word, just after *apple*. The model of lesson 13 reads them with its causal mask,
and as a control without it; it knows English. The model of lesson 12 has no causal mask, and reads both
languages. The file keeps the row of *apple* in either sentence: of the causal model the mean of all its
attentions, of the two-sided one the attention in which a weight changes most. It also keeps the largest
change of a weight in any attention.
"""

import sys

import numpy as np

from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom.lab.language_model import load_writer
from classroom.lab.pretrained import load_model
from tools.results import write


def causal(model, pair, causal=True):
    """Return both tokens after apple, its place, and its rows in every attention: (2, blocks, heads, n)."""
    ids = [model.encode(sentence) for sentence in pair]
    tokens = [[piece.strip() for piece in model.pieces(numbers)] for numbers in ids]
    at = tokens[0].index("apple")
    rows = [model.next(numbers, causal=causal).weights[:, :, at] for numbers in ids]
    return [words[at + 1] for words in tokens], at, np.stack(rows)


def two_sided(model, pair, word):
    """Return the same of the model of lesson 12."""
    readings = [model.read(sentence) for sentence in pair]
    at = readings[0].place(word)
    rows = [reading.weights[:, :, at] for reading in readings]
    return [reading.words[at + 1] for reading in readings], at, np.stack(rows)


def parts(name, words, at, rows):
    """Return, by name and word, what a row gives to all before, to itself, the next word and all after."""
    four = [[row[:at].sum(), row[at], row[at + 1], row[at + 2 :].sum()] for row in rows.astype(float)]
    return {f"{name}, {word}": np.round(x, 4).tolist() for word, x in zip(words, four, strict=True)}


def measure():
    """Return the rows by language, the largest changes, and how many attentions either model has."""
    writer, reader = load_writer(), load_model()
    pair = load_texts("tree_or_phone", "en")
    words, at, rows = causal(writer, pair)
    *_, unmasked = causal(writer, pair, causal=False)
    change = {"causal": abs(rows[0] - rows[1]).max(), "mask_taken_off": abs(unmasked[0] - unmasked[1]).max()}
    attentions = {"causal": rows[0, ..., 0].size}
    found = {code: parts("SmolLM2", words, at, rows.mean((1, 2))) for code in LANGUAGES}
    for code in LANGUAGES:
        word = load_texts("apple_itself", code)
        words, at, rows = two_sided(reader, load_texts("tree_or_phone", code), word)
        changes = abs(rows[0] - rows[1]).max(-1)
        block, head = np.unravel_index(changes.argmax(), changes.shape)
        found[code] |= parts("e5", words, at, rows[:, block, head])
        change[f"two_sided_{code}"], attentions["two_sided"] = changes.max(), changes.size
        print(code, "block", block + 1, "head", head + 1)
    return {
        "rows": found,
        "change": {name: round(float(x), 3) for name, x in change.items()},
        "attentions": attentions,
    }


if __name__ == "__main__":
    found = measure()
    print(found)
    if "--write" in sys.argv:
        write("causal_rows", found)
