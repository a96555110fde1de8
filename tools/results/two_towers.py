"""Train the encoder and decoder of lesson 14, right and in wrong ways, with ten seeds each.

python -m tools.results.two_towers             prints what is found
python -m tools.results.two_towers --write     and keeps it for lesson 14

The programs are the lesson's own: the cells that read, write and train. Half trained is after 100 steps.
"""

import sys
import time

import numpy as np
import torch

from attnlib.attention import padding_mask, scores
from classroom.lab.dates import START, Dates, numbers_of, text_of
from classroom.lab.numpy_bridge import on_tensors
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson
from tools.results import write

SEEDS = range(10)
SHOWN = "25 july 2009"
MOST = 1000  # steps, where a way never learns
SEARCHED = 100  # dates on which greedy and beam search are compared
CELLS = {cell.id: cell.text for cell in read_lesson(NOTEBOOKS / "src" / "14_two_towers.py").code}
right_cross = on_tensors.cross_attention


class Functions:
    """Give the functions of the exercises, some of them replaced."""

    def __init__(self, **replaced):
        self.__dict__.update(replaced)

    def __getattr__(self, name):
        return getattr(on_tensors, name)


class Additive(Functions):
    """Let the decoder look with the scores of Bahdanau et al. 2014; the encoder looks as ever."""

    def __init__(self, v):
        super().__init__(v=v, weights=None)

    def cross_attention(self, x, context, is_token, W_Q, W_K, W_V):
        if context is x:
            return right_cross(x, context, is_token, W_Q, W_K, W_V)
        hidden = torch.tanh((x @ W_Q).unsqueeze(-2) + (context @ W_K).unsqueeze(-3))  # (batch, n, m, d)
        keep = padding_mask(is_token)
        self.weights = (hidden @ self.v).masked_fill(~keep, -torch.inf).softmax(-1)
        return self.weights @ (context @ W_V)


def no_cross(x, context, *rest):
    """Look at nothing of what was read."""
    return right_cross(x, context, *rest) if context is x else 0 * x


def no_talk(x, context, *rest):
    """Leave the letters that are read to themselves."""
    return 0 * x if context is x else right_cross(x, context, *rest)


def sees_all(Q, K, V, keep):
    return on_tensors.masked_attention(Q, K, V, np.ones_like(keep))


# What is changed or left out: functions, how large the encoder adds at first, parameters that stay 0.
WAYS: dict[str, dict] = {
    "as_in_the_lesson": {},
    "usual_start": {"mixing": 1.0},
    "letters_alone": {"functions": Functions(cross_attention=no_talk)},
    "read_places": {"zero": "read_places"},
    "write_places": {"zero": "write_places"},
    "causal_mask": {"functions": Functions(masked_attention=sees_all)},
    "cross_attention": {"functions": Functions(cross_attention=no_cross)},
    "additive": {"functions": Additive},
}


class Model:
    """An encoder and a decoder that are trained by the programs of the lesson."""

    def __init__(self, dates, seed, functions=on_tensors, mixing=0.1, zero=None):
        P = dates.parameters(seed=seed, mixing=mixing)
        if zero:
            P[zero] = torch.zeros_like(P[zero])
        if functions is Additive:
            P["v"] = (torch.randn(32, dtype=torch.float64) / 32**0.5).requires_grad_()
            functions = Additive(P["v"])
        self.names = {"P": P, "START": START, "torch": torch}
        for id in ("encode", "decode", "train-step", "write"):
            exec(CELLS[id], self.names)
        self.names["yours"] = self.functions = functions
        self.steps, self.half = dates.train(P, self.names["loss_of"], most=MOST)

    def __getattr__(self, name):
        return self.names[name]

    @torch.no_grad()
    def written(self, source, seen=None):
        """Translate: (dates, 12); `seen` is where the writer may look, by default at every letter."""
        return self.names["write"](self.encode(source), source > 0 if seen is None else seen)

    @torch.no_grad()
    def looks(self, source, target):
        """Return the weights of the cross-attention while the right letters are written: (dates, 12, 17)."""
        seen: list = []
        self.decode(self.shifted(target), self.encode(source), source > 0, seen)
        return self.functions.weights.numpy() if isinstance(self.functions, Additive) else seen[0]


def share(found):
    return round(float(np.mean(np.asarray(found))), 3)


def columns(rows):
    """Return rows, dictionaries with the same keys, as one dictionary of lists."""
    return {name: [row[name] for row in rows] for name in rows[0]}


def aligned(weights, texts):
    """Return how often the last digit of the year, and each digit of the day, gets the largest weight.

    Args:
        weights: (dates, 12, 17)
        texts: pairs of a date and its translation
    """
    hits = []
    for looks, (date, translation) in zip(weights.argmax(-1), texts, strict=True):
        day = translation.index("月") + 1
        digits = date.index(" ")
        hits += [looks[3] == len(date) - 1, *(looks[day + k] == k for k in range(digits))]
    return share(hits)


def hidden_days(model, source, target):
    """Return how often the day is right if its digits are hidden, for the dates with one digit.

    They are hidden from the writer alone, or taken away before the encoder reads.
    """
    short = torch.tensor([text_of(date)[1] == " " for date in source])
    source, target = source[short], target[short]
    at = torch.tensor([text_of(translation).index("月") + 1 for translation in target])[:, None]

    def right(found):
        return share(found.gather(1, at) == target.gather(1, at))

    seen, without = source > 0, source.clone()
    seen[:, 0], without[:, 0] = False, 0
    return {
        "hidden_from_the_writer": right(model.written(source, seen)),
        "not_read": right(model.written(without)),
    }


@torch.no_grad()
def search(model, source, beams):
    """Return the best text of beam search and its log-probability, with the half-trained model."""
    context, is_token = model.encode(source), source > 0
    texts: list[tuple[list[int], float]] = [([], 0.0)]
    for _ in range(12):
        written = torch.tensor([[START, *text] for text, _ in texts])
        many = len(texts), -1, -1
        p = model.decode(written, context.expand(many), is_token.expand(many[:2]))[:, -1].log()
        every = [
            (text + [k], total + x)
            for (text, total), row in zip(texts, p.tolist(), strict=True)
            for k, x in enumerate(row)
        ]
        texts = sorted(every, key=lambda one: -one[1])[:beams]
    return texts[0]


def searched(model, source, target):
    """Compare greedy search with beams of 4, with the half-trained model: rights, and who is likelier."""
    model.names["P"] = model.half
    one, four = ([search(model, date[None], beams) for date in source] for beams in (1, 4))
    likelier = [b[1] > a[1] + 1e-9 for a, b in zip(one, four, strict=True)]
    less = [b[1] < a[1] - 1e-9 for a, b in zip(one, four, strict=True)]
    right = [
        [text == wanted.tolist() for (text, _), wanted in zip(found, target, strict=True)]
        for found in (one, four)
    ]
    return {
        "greedy": share(right[0]),
        "four_beams": share(right[1]),
        "likelier": share(likelier),
        "less": share(less),
    }


def price(n=512, d=64, repeats=20):
    """Compare the two kinds of scores of n queries and n keys: the numbers in between, and the time."""
    rng = np.random.default_rng(0)
    Q, K, v = rng.normal(size=(n, d)), rng.normal(size=(n, d)), rng.normal(size=d)
    ways = {"dot_product": lambda: scores(Q, K), "additive": lambda: np.tanh(Q[:, None] + K) @ v}
    seconds = {}
    for name, way in ways.items():
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            way()
            times.append(time.perf_counter() - start)
        seconds[name] = min(times)  # the others were disturbed
    return {"times": round(seconds["additive"] / seconds["dot_product"]), "numbers": [n * n, n * n * d]}


def main(words):
    torch.set_num_threads(1)
    dates = Dates()
    source, target = dates.test_source[:500], dates.test_target[:500]
    texts = [(text_of(a), text_of(b)) for a, b in zip(source, target, strict=True)]
    found: dict = {
        "right": {},
        "steps": {},
        "aligned": {},
        "writes": {},
        "maps": {},
        "hidden": {},
        "searched": {},
    }
    for way, changed in WAYS.items():
        models = [Model(dates, seed, **changed) for seed in SEEDS]
        found["right"][way] = [share((model.written(source) == target).all(1)) for model in models]
        found["steps"][way] = [model.steps for model in models]
        found["writes"][way] = [text_of(model.written(numbers_of(SHOWN))[0]) for model in models]
        print(way, found["right"][way], found["steps"][way], found["writes"][way], flush=True)
        if way in ("as_in_the_lesson", "usual_start", "letters_alone", "additive"):
            found["aligned"][way] = [aligned(model.looks(source, target), texts) for model in models]
            hidden = [hidden_days(model, source, target) for model in models]
            found["hidden"][way] = columns(hidden)
            shown = numbers_of(SHOWN)
            maps = [
                model.looks(shown, model.written(shown))[0][: len("2009年7月25日"), : len(SHOWN)]
                for model in models
            ]
            found["maps"][way] = [map.round(4).tolist() for map in maps]
            print(found["aligned"][way], *found["hidden"][way].items(), sep="\n", flush=True)
        if way == "as_in_the_lesson":
            found["searched"] = columns(
                [searched(model, source[:SEARCHED], target[:SEARCHED]) for model in models]
            )
            print(*found["searched"].items(), sep="\n", flush=True)
    found["price"] = price()
    print(found["price"])
    if "--write" in words:
        write("two_towers", found)


if __name__ == "__main__":
    main(sys.argv[1:])
