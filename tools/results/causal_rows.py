"""Read one row of weights in a causal model and in a two-sided one, for lesson 06.

python -m tools.results.causal_rows [--write]

Two sentences differ in one word, just after *apple*. The model of lesson 13 reads them with its causal mask, and
as a control without it; it knows English. The model of lesson 12 has no causal mask, and reads both languages.
The file keeps the row of *apple* in either sentence, and the largest change of a weight in any attention of a
model: of the causal one the mean row of all attentions, of the two-sided one that attention that changes most.
"""

import sys

import numpy as np

from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom.lab.language_model import load_writer
from classroom.lab.pretrained import load_model
from tools.results import write


def causal(model, pair, causal=True):
    """Return the tokens of both sentences, and the rows of apple in every attention: (2, blocks, heads, n)."""
    ids = [model.encode(sentence) for sentence in pair]
    tokens = [[piece.strip() for piece in model.pieces(numbers)] for numbers in ids]
    rows = [model.next(numbers, causal=causal).weights[:, :, tokens[0].index("apple")] for numbers in ids]
    return tokens, np.stack(rows)


def two_sided(model, pair, word):
    """Return the same of the model of lesson 12."""
    readings = [model.read(sentence) for sentence in pair]
    rows = [reading.weights[:, :, reading.place(word)] for reading in readings]
    return [reading.words for reading in readings], np.stack(rows)


def kept(tokens, rows, change):
    """Return the tokens, those that differ side by side, a row for either sentence, and the largest change."""
    return {
        "tokens": [a if a == b else f"{a} / {b}" for a, b in zip(*tokens, strict=True)],
        "rows": rows.astype(float).round(3).tolist(),
        "change": round(float(change), 3),
    }


def measure():
    """Return what is kept of either model, and the change of the causal one without its mask."""
    writer, reader = load_writer(), load_model()
    pair = load_texts("tree_or_phone", "en")
    tokens, rows = causal(writer, pair)
    _, unmasked = causal(writer, pair, causal=False)
    found = {
        "causal": kept(tokens, rows.mean((1, 2)), abs(rows[0] - rows[1]).max()),
        "mask_taken_off": round(float(abs(unmasked[0] - unmasked[1]).max()), 3),
        "two_sided": {},
    }
    for code in LANGUAGES:
        word = load_texts("apple_itself", code)
        tokens, rows = two_sided(reader, load_texts("tree_or_phone", code), word)
        changes = abs(rows[0] - rows[1]).max(-1)
        block, head = np.unravel_index(changes.argmax(), changes.shape)
        found["two_sided"][code] = kept(tokens, rows[:, block, head], changes.max())
        print(code, "block", block + 1, "head", head + 1)
    return found


if __name__ == "__main__":
    found = measure()
    print(found)
    if "--write" in sys.argv:
        write("causal_rows", found)
