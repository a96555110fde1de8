"""Time the model of lesson 12, and ask whether the tokens that get most attention matter most.

python -m tools.results.real_text             prints both, if the model is here
python -m tools.results.real_text --write     and keeps what the lesson shows
"""

import sys
import time
from itertools import combinations

import numpy as np
import psutil

from attnlib._optional import has_model
from attnlib.examples import load_texts
from attnlib.i18n import LANGUAGES
from attnlib.lab.pretrained import load_model
from tools.results import write

MOST_SECONDS, MOST_MEBIBYTES = 1.0, 500  # for one sentence; for Python with the model


def received_and_matters(model, text):
    """Return for each token its mean weight from all heads, and how far the vector moves without it."""
    reading = model.read(text)
    received = reading.weights.mean((0, 1, 2))
    matters = []
    for k in range(len(reading.tokens)):
        without = model.read(reading.tokens[:k] + reading.tokens[k + 1 :])
        matters.append(1 - reading.vector @ without.vector)
    return received, np.array(matters)


def rank_correlation(x, y):
    """Spearman's: 1 if both have the same order, 0 if one says nothing of the other."""
    return np.corrcoef(x.argsort().argsort(), y.argsort().argsort())[0, 1]


def next_token_of(model, code, block, head):
    """Return the mean weight that tokens give to the next one, in one head, over the plain sentences."""
    weights = [model.read(text).weights[block, head] for text in load_texts("plain", code)]
    return round(float(np.mean([np.diagonal(table, 1).mean() for table in weights])), 2)


def rows_of_apple(model, code, others=False):
    """Return the row of apple in each sentence, or the mean of the other tokens' rows: (8, 13, d_model).

    The first four sentences are of food, the others of a phone or a firm.
    """
    rows = []
    for text in sum(load_texts("apples", code).values(), []):
        reading = model.read(text)
        at = reading.place(load_texts("apple_itself", code))
        rest = np.delete(reading.rows, [0, at, -1], 1).mean(1)
        rows.append(rest if others else reading.rows[:, at])
    return np.stack(rows)


def way(rows, food=range(4)):
    """From the mean row of these sentences to the mean row of the rest, block by block: (13, d_model)."""
    is_food = np.isin(range(len(rows)), list(food))
    return rows[~is_food].mean(0) - rows[is_food].mean(0)


def ways(model):
    """Return the cosine of the English and the Chinese way from food to tech, block by block.

    Compared are the other divisions of the sentences, with two of each kind in either half, the same in
    both languages: the highest of all, and their mean. The last are both ways of apple, each without its
    part along the way of the other tokens.
    """
    rows = {code: [rows_of_apple(model, code, others) for others in (False, True)] for code in ("en", "zh")}
    mixed = [(*a, *b) for a in combinations(range(4), 2) for b in combinations(range(4, 8), 2)]
    others = [cosines(*(way(rows[code][0], half) for code in ("en", "zh"))) for half in mixed]
    way_of = [[way(part) for part in parts] for parts in rows.values()]
    found = {
        "food_to_tech": cosines(*(apple for apple, _ in way_of)),
        "others_highest": np.max(others, 0),
        "others_mean": np.mean(others, 0),
        "apart": cosines(*(across(*both) for both in way_of)),
    }
    return {name: as_list(x) for name, x in found.items()}


def as_list(x):
    return x.astype(float).round(2).tolist()


def across(a, b):
    """Return the rows of a without their parts along the rows of b."""
    unit = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return a - (a * unit).sum(-1, keepdims=True) * unit


def cosines(a, b):
    """Return the cosine of each row of a with the same row of b."""
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
        model._read(tuple(model.cut(text)))  # `read` would keep it
        times.append(time.perf_counter() - start)
    print(f"a sentence of 16 tokens     {min(times):5.2f} s")
    found: dict = {"correlation": {}, "words": {}, "received": {}, "matters": {}}
    for code in LANGUAGES:
        pairs = [received_and_matters(model, text) for text in load_texts("plain", code)]
        for name, part in ("words", slice(1, -1)), ("all", slice(None)):
            order = [round(float(rank_correlation(x[part], y[part])), 2) for x, y in pairs]
            found["correlation"][f"{code}_{name}"] = order
            print(f"attention and effect, {code} {name:5} {np.mean(order):.2f} {order}")
        found["words"][code] = model.read(load_texts("plain", code)[0]).words
        found["received"][code], found["matters"][code] = (
            part.astype(float).round(4).tolist() for part in pairs[0]
        )
    found["next_token"] = {code: next_token_of(model, code, 2, 6) for code in LANGUAGES}
    found["ways"] = ways(model)
    print(f"L2H6, the next token        {found['next_token']}")
    for name, found_in in found["ways"].items():
        print(f"ways, {name:20}  {found_in}")
    most = psutil.Process().memory_info().rss / 2**20
    print(f"memory                      {most:5.0f} MiB")
    if "--write" in words:
        write("real_text", found)
    return int(min(times) > MOST_SECONDS or most > MOST_MEBIBYTES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
