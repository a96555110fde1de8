"""Time the model of lesson 12, and ask whether the tokens that get most attention matter most.

python -m tools.results.real_text             prints both, if the model is here
python -m tools.results.real_text --write     and keeps what the lesson shows
"""

import sys
import time

import numpy as np
import psutil

from attnlib._optional import has_model
from attnlib.examples import load_texts
from attnlib.i18n import LANGUAGES
from attnlib.lab.pretrained import load_model
from tools.results import write

MOST_SECONDS, MOST_MEBIBYTES = 1.0, 500  # for one sentence; for Python with the model


def received_and_matters(model, text):
    """Of each token: the mean weight that it gets from all heads, and how far the vector moves without it."""
    reading = model.read(text)
    received = reading.weights.mean((0, 1, 2))[1:-1]
    matters = []
    for k in range(1, len(reading.tokens) - 1):
        without = model.read(reading.tokens[:k] + reading.tokens[k + 1 :])
        matters.append(1 - reading.vector @ without.vector)
    return received, np.array(matters)


def rank_correlation(x, y):
    """Spearman's: 1 if both have the same order, 0 if one says nothing of the other."""
    return np.corrcoef(x.argsort().argsort(), y.argsort().argsort())[0, 1]


def next_token_of(model, code, block, head):
    """The mean weight that tokens give to the one after, in one head, over the plain sentences."""
    weights = [model.read(text).weights[block, head] for text in load_texts("plain", code)]
    return round(float(np.mean([np.diagonal(table, 1).mean() for table in weights])), 2)


def way_of_apple(model, code):
    """From the mean row of apple as food to that as a phone or a firm, block by block: (13, d_model)."""

    def rows(text):
        reading = model.read(text)
        return reading.rows[:, reading.place(load_texts("apple_itself", code))]

    kinds = load_texts("apples", code)
    food, tech = (np.mean([rows(text) for text in kinds[kind]], 0) for kind in ("food", "tech"))
    return tech - food


def cosines(a, b):
    """Of each row of a with the same row of b."""
    return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


def main(words):
    if not has_model():
        print("the model is not here: `python tasks.py model` fetches it")
        return 0
    start = time.perf_counter()
    model = load_model()
    print(f"read the model              {time.perf_counter() - start:5.2f} s")
    text = load_texts("too", "en")[0][0].format("tired")
    times = []
    for _ in range(5):
        start = time.perf_counter()
        model.read(text)
        times.append(time.perf_counter() - start)
    print(f"a sentence of 16 tokens     {min(times):5.2f} s")
    found: dict = {"correlation": {}, "words": {}, "received": {}, "matters": {}}
    for code in LANGUAGES:
        pairs = [received_and_matters(model, text) for text in load_texts("plain", code)]
        found["correlation"][code] = [round(float(rank_correlation(*pair)), 2) for pair in pairs]
        found["words"][code] = model.read(load_texts("plain", code)[0]).words[1:-1]
        found["received"][code], found["matters"][code] = (
            part.astype(float).round(4).tolist() for part in pairs[0]
        )
        print(f"received and matters, {code}    {found['correlation'][code]}")
    found["next_token"] = {code: next_token_of(model, code, 2, 6) for code in LANGUAGES}
    found["ways"] = (
        cosines(way_of_apple(model, "en"), way_of_apple(model, "zh")).astype(float).round(2).tolist()
    )
    print(f"L2H6, the next token        {found['next_token']}")
    print(f"apple's ways, by block      {found['ways']}")
    most = psutil.Process().memory_info().rss / 2**20
    print(f"memory                      {most:5.0f} MiB")
    if "--write" in words:
        write("real_text", found)
    return int(min(times) > MOST_SECONDS or most > MOST_MEBIBYTES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
