"""Time the model of lesson 12, and compare the ways of apple in two languages.

python -m tools.results.real_text             prints both, if the model is here
python -m tools.results.real_text --write     and keeps what the lesson shows
"""

import sys
import time
from itertools import combinations

import numpy as np
import psutil

from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom.lab.pretrained import load_model
from classroom.optional import has_model
from tools.results import write

MOST_SECONDS, MOST_MEBIBYTES = 1.0, 500  # for one sentence; for Python with the model


def next_token_of(model, code, block, head):
    """Return the mean weight that tokens give to the next one, in one head, over the plain sentences."""
    weights = [model.read(text).weights[block, head] for text in load_texts("plain", code)]
    return round(float(np.mean([np.diagonal(table, 1).mean() for table in weights])), 2)


def rows_of_apple(model, code):
    """Return the row of apple in each sentence: (8, 13, d_model).

    The first four sentences are of food, the others of a phone or a firm.
    """
    readings = [model.read(text) for text in sum(load_texts("apples", code).values(), [])]
    return np.stack(
        [reading.rows[:, reading.place(load_texts("apple_itself", code))] for reading in readings]
    )


def way(rows, food=range(4)):
    """From the mean row of these sentences to the mean row of the rest, block by block: (13, d_model)."""
    is_food = np.isin(range(len(rows)), list(food))
    return rows[~is_food].mean(0) - rows[is_food].mean(0)


def ways(model):
    """Return the cosine of the English and the Chinese way from food to tech, block by block.

    It is compared with the highest of the other divisions of the sentences that have two of each kind in
    either half, the same in both languages. There are 18, since it does not matter which half is the first.
    """
    rows = {code: rows_of_apple(model, code) for code in ("en", "zh")}
    mixed = [(0, k, *b) for k in range(1, 4) for b in combinations(range(4, 8), 2)]
    others = [cosines(*(way(rows[code], half) for code in ("en", "zh"))) for half in mixed]
    found = {
        "food_to_tech": cosines(*(way(rows[code]) for code in ("en", "zh"))),
        "others_highest": np.max(others, 0),
    }
    return {name: x.astype(float).round(2).tolist() for name, x in found.items()}


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
    found = {
        "next_token": {code: next_token_of(model, code, 2, 6) for code in LANGUAGES},
        "ways": ways(model),
    }
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
