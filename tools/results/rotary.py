"""Turn queries and keys of a trained model by other positions, for lesson 08.

python -m tools.results.rotary [--write]

SmolLM2, the model of lesson 13, reads a text as it was trained to. Then the queries and keys of one layer are
turned by other positions, each divided by two, or not at all, and the weights computed again. The rows that
the layer reads stay as they were.
"""

import sys
from unittest.mock import patch

import numpy as np

from attnlib.attention import apply_mask, causal_mask, scale, scores, softmax
from attnlib.examples import load_texts
from classroom.lab import language_model
from classroom.lab.language_model import D_K, HEADS, SHARED, load_writer
from tools.results import write

LOOKS_BACK = (16, 0)  # layer and head: of all, the one that gives most to the token before
FROM, DISTANCES = 20, range(5)  # the first query that counts; the distances that the lesson shows


def measure():
    """Return where one head looks at three kinds of positions, and how far all heads need the turn."""
    model = load_writer()
    ids = model.encode(" ".join(load_texts("plain", "en")))
    layers = queries_and_keys(model, ids)
    p = np.arange(len(ids))
    layer, head = LOOKS_BACK
    positions = {"as_trained": p, "positions_halved": p / 2, "not_turned": None}
    trained, unturned = (np.stack([weights(Q, K, places) for Q, K in layers]) for places in (p, None))
    changed = abs(trained - unturned)[:, :, FROM:].sum(-1).mean(-1) / 2  # (layers, heads): weight that moves
    least = np.unravel_index(changed.argmin(), changed.shape)
    rows, (Q, K) = np.arange(FROM, len(ids)), layers[layer]
    before = trained[:, :, rows, rows - 1].mean(-1)
    return {
        "tokens": len(ids),
        "distances": list(DISTANCES),
        "by_distance": {name: by_distance(weights(Q, K, places)[head]) for name, places in positions.items()},
        "most_on_previous": [int(k) for k in np.unravel_index(before.argmax(), before.shape)],
        "heads": changed.size,
        "median_moved": round(float(np.median(changed)), 3),
        "least_moved": [*map(int, least), round(float(changed[least]), 3)],
        "least_on_first": [round(float(w[least][FROM:, 0].mean()), 2) for w in (trained, unturned)],
    }


def queries_and_keys(model, ids):
    """Return the queries and keys of each layer, (heads, n, d_k) both, before they are turned."""
    turn, found = language_model.turn, []

    def noting(x, places):
        found.append(x)
        return turn(x, places)

    with patch("classroom.lab.language_model.turn", noting):
        model.next(ids)
    return [(Q, np.repeat(K, HEADS // SHARED, 0)) for K, Q in zip(found[::2], found[1::2], strict=True)]


def weights(Q, K, places):
    """Return the weights (heads, n, n), at these positions; None turns nothing."""
    if places is not None:
        Q, K = (language_model.turn(x, places) for x in (Q, K))
    return softmax(apply_mask(scale(scores(Q, K), D_K), causal_mask(Q.shape[-2])))


def by_distance(table):
    """Return the mean weight of one head at each distance, over all queries from FROM on."""
    rows = np.arange(FROM, len(table))
    return [round(float(table[rows, rows - k].mean()), 3) for k in DISTANCES]


def main(words):
    found = measure()
    for name, value in found.items():
        print(f"{name:18} {value}")
    if "--write" in words:
        write("rotary", found)


if __name__ == "__main__":
    main(sys.argv[1:])
