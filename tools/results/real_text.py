"""Time the model of lesson 12, compare its ways and heads in two languages, keep scores, silence tokens.

python -m tools.results.real_text             prints both, if the model is here
python -m tools.results.real_text --write     and keeps what the lesson shows
"""

import sys
import time
from itertools import combinations

import numpy as np
import psutil
from scipy.cluster.hierarchy import fcluster, linkage

from attnlib import scale, scores, softmax, split_heads
from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom import mine
from classroom.lab.pretrained import cosine, load_model, turn_without, weights_to_nouns
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
    return np.stack([reading.rows_of(load_texts("apple_itself", code)) for reading in readings])


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
    others = [cosine(*(way(rows[code], half) for code in ("en", "zh"))) for half in mixed]
    found = {
        "food_to_tech": cosine(*(way(rows[code]) for code in ("en", "zh"))),
        "others_highest": np.max(others, 0),
    }
    return {name: x.astype(float).round(2).tolist() for name, x in found.items()}


def looks(model, code):
    """Return how much each head looks at <s>, the word before, the word after and </s>: (144, 4)."""
    every = [model.read(text).weights for text in load_texts("plain", code)]
    each = [
        [
            mine.first_token(w),
            mine.previous_token(w),
            mine.next_token(w),
            mine.first_token(w[..., ::-1, ::-1]),
        ]
        for w in every
    ]
    return np.mean(each, 0).reshape(4, -1).T


def groups(model, count=4, shuffles=1000):
    """Return how many heads are in the same group in both languages, and how many if they are shuffled.

    The groups of either language are ordered by their mean look at <s>.
    """
    en, zh = (in_groups(looks(model, code), count) for code in ("en", "zh"))
    rng = np.random.default_rng(0)
    by_chance = np.mean([(en == rng.permutation(zh)).sum() for _ in range(shuffles)])
    return {"same_group": int((en == zh).sum()), "if_shuffled": round(float(by_chance))}


def in_groups(A, count):
    """Return the group of each row, as `clusters` draws them: (144,)."""
    group = fcluster(linkage(A, "average"), count, "maxclust")
    first = [A[group == k, 0].mean() for k in range(1, count + 1)]
    return np.argsort(np.argsort(first))[group - 1]


def spreads(model, code, kept=400):
    """Return scaled scores as PyTorch starts a layer and as trained: every so many of all, by size.

    Each is measured from the mean of its row. Both read the same rows, of all blocks and plain sentences.
    """
    import torch

    torch.manual_seed(0)
    started, trained = [], []
    for text in load_texts("plain", code):
        reading = model.read(text)
        for x, trace in zip(reading.rows, reading.traces, strict=False):
            heads, _, d_k = trace.Q.shape
            Q, K = started_heads(x, heads)
            started.append(Q @ K.mT / d_k**0.5)
            trained.append(trace.scaled)
    return {
        "started": by_size(started, kept),
        "trained": by_size(trained, kept),
    }


def sharp_rows(model, code, above=0.9):
    """Return the share of rows that give one token more than 0.9 of their weight, and more about them.

    "at_first" is the share of these that give it to <s>; "started" is the share of all rows if PyTorch has
    just started W_Q and W_K, and they read the same rows.
    """
    import torch

    torch.manual_seed(0)
    started, trained, first = [], [], []
    for text in load_texts("plain", code):
        reading = model.read(text)
        for x, trace in zip(reading.rows, reading.traces, strict=False):
            sharp = trace.weights.max(-1) > above
            trained.append(sharp.ravel())
            first.append(trace.weights.argmax(-1)[sharp] == 0)
            Q, K = started_heads(x, trace.Q.shape[0])
            started.append((softmax(scale(scores(Q, K), Q.shape[-1])).max(-1) > above).ravel())
    means = {"trained": trained, "at_first": first, "started": started}
    return {name: round(float(np.concatenate(x).mean()), 4) for name, x in means.items()}


def started_heads(x, heads):
    """Return queries and keys of these rows as PyTorch starts a layer, (heads, n, d_k) each."""
    import torch

    with torch.no_grad():
        layers = [torch.nn.Linear(x.shape[-1], x.shape[-1]) for _ in "QK"]
        return [split_heads(layer(torch.tensor(x)).numpy(), heads) for layer in layers]


def by_size(tables, kept):
    """Return so many of all numbers, evenly spaced in order of size, each from the mean of its row."""
    x = np.sort(np.concatenate([(S - S.mean(-1, keepdims=True)).ravel() for S in tables]))
    return x[((np.arange(kept) + 0.5) * len(x) / kept).astype(int)].astype(float).round(3).tolist()


MARKS = ",.，。"


def silenced(model):
    """Return attention and effect of each kind of token, and how well the two agree in each sentence.

    The attention that a token receives is its mean weight over all rows of all heads; the effect is the turn
    of the text's vector if the token's value is 0. "kinds" has means over all tokens of a kind in the plain
    sentences of both languages, and the smallest and the largest turn. "agree" has for each language and
    sentence the correlation of the two, over all tokens between <s> and </s>, and over words alone.
    """
    kinds: dict = {"<s>": [], "</s>": [], "punctuation": [], "plain_words": []}
    agree: dict = {code: {"with_marks": [], "words": []} for code in LANGUAGES}
    longest = []  # for each sentence: <s>, and the token between <s> and </s> with most attention
    for code in LANGUAGES:
        for text in load_texts("plain", code):
            reading = model.read(text)
            received = reading.weights.mean((0, 1, 2))
            found = [
                (share, turn_without(reading, k), word in MARKS)
                for k, (word, share) in enumerate(zip(reading.words, received, strict=True))
            ]
            first, *between, last = found
            words = [one for one in between if not one[2]]
            for kind, some in zip(kinds, ([first], [last], [x for x in between if x[2]], words), strict=True):
                kinds[kind] += some
            agree[code]["with_marks"].append(correlation(between))
            agree[code]["words"].append(correlation(words))
            longest.append((first[1], *max(between)[1:]))
    shares, turns = ([np.array([x[k] for x in some]) for some in kinds.values()] for k in (0, 1))
    of_first, of_most, marks = map(np.array, zip(*longest, strict=True))
    return {
        "kinds": {
            "kind": [*kinds],
            "attention_received": [round(float(x.mean()), 3) for x in shares],
            "mean_turn": [round(float(x.mean()), 1) for x in turns],
            "least_turn": [round(float(x.min()), 1) for x in turns],
            "most_turn": [round(float(x.max()), 1) for x in turns],
        },
        "agree": agree,
        "first": [round(float(x), 1) for x in of_first],
        "most_attention": [round(float(x), 1) for x in of_most],
        "is_mark": [int(x) for x in marks],
    }


def switches(model, code):
    """Return how many heads let *it* turn to the other noun in 0, 1, … 5 pairs of endings, (6,) by name.

    A head switches if the first noun has more weight with the first ending, and the second noun with the
    second ending; the wrong way round is the opposite. `clearly` is by more than 0.01 each time.
    """
    pairs, it = load_texts("too", code), load_texts("it", code)
    weights = np.stack(
        [weights_to_nouns(text, endings, nouns, it) for text, endings, nouns in pairs]
    )  # (pairs, 2, 2, blocks, heads)
    lead = weights[:, :, 0] - weights[:, :, 1]  # of the first noun
    return {
        "heads_that_switch": in_pairs(lead, 0),
        "clearly": in_pairs(lead, 0.01),
        "the_wrong_way": in_pairs(-lead, 0),
        "clearly_wrong": in_pairs(-lead, 0.01),
    }


def in_pairs(lead, by):
    """Return the number of heads that switch by more than this in 0, 1, … pairs."""
    switched = (lead[:, 0] > by) & (lead[:, 1] < -by)
    return np.bincount(switched.sum(0).ravel(), minlength=len(lead) + 1).tolist()


def correlation(some):
    """Return the correlation of attention received and turn over these tokens."""
    return round(float(np.corrcoef([x[:2] for x in some], rowvar=False)[0, 1]), 2)


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
        "heads": groups(model),
        "silenced": silenced(model),
        "switches": {code: switches(model, code) for code in LANGUAGES},
    }
    most = psutil.Process().memory_info().rss / 2**20  # without PyTorch
    found["scores"] = {code: spreads(model, code) for code in LANGUAGES}
    found["sharp_rows"] = {code: sharp_rows(model, code) for code in LANGUAGES}
    print(f"L2H6, the next token        {found['next_token']}")
    for name, found_in in found["ways"].items():
        print(f"ways, {name:20}  {found_in}")
    print(f"heads                       {found['heads']}")
    for name, found_in in found["silenced"].items():
        print(f"silenced, {name:16}  {found_in}")
    for code, counts in found["switches"].items():
        print(f"heads that switch, {code}      {counts}")
    for code, spread in found["scores"].items():
        widths = {name: round(float(np.std(x)), 3) for name, x in spread.items()}
        print(f"width of scaled scores, {code}  {widths}")
    for code, sharp in found["sharp_rows"].items():
        print(f"rows above 0.9, {code}        {sharp}")
    print(f"memory                      {most:5.0f} MiB")
    if "--write" in words:
        write("real_text", found)
    return int(min(times) > MOST_SECONDS or most > MOST_MEBIBYTES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
