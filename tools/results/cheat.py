"""Train small models to say the next word, with the causal mask and without, for lesson 06.

python -m tools.results.cheat [--write]

Words follow each other by a rule six times in ten, else at random. In training a whole sentence lies before
the model; when it writes, the sentence ends with the word that it has to continue.
"""

import sys
from functools import partial

import numpy as np
import torch
from torch import nn

from attnlib.attention import causal_mask
from attnlib.lab.tasks import Head
from attnlib.lab.training import train
from tools.results import write

WORDS, LENGTH, KNOWN = 10, 12, 0.6
SEEDS = range(5)


def sentences(count):
    """Return words (count, LENGTH), and for each place the word that comes after it, (count, LENGTH, 1)."""
    words = [torch.randint(WORDS, (count,))]
    for _ in range(LENGTH):
        by_rule = (3 * words[-1] + 1) % WORDS
        words.append(torch.where(torch.rand(count) < KNOWN, by_rule, torch.randint(WORDS, (count,))))
    text = torch.stack(words, 1)
    return text[:, :-1], text[:, 1:, None]


class Guesser(nn.Module):
    """Embed words, add learned places, attend with one head, and add what it found."""

    def __init__(self, causal, d=32):
        super().__init__()
        self.causal, self.embed = causal, nn.Embedding(WORDS, d)
        self.places, self.head = nn.Parameter(torch.randn(LENGTH, d)), Head(d, None)

    def forward(self, x):
        n = x.shape[1]
        keep = torch.from_numpy(causal_mask(n)) if self.causal else None
        rows = self.embed(x) + self.places[:n]
        output, weights = self.head(rows, keep=keep)
        return rows + output, weights


def right(run, x, wanted):
    """Return the share of places but the last whose next word is said, in the sentence and at its end."""
    with torch.no_grad():
        in_sight = run.read(run.layer(x)[0]).argmax(-1)[:, :-1] == wanted[:, :-1, 0]
        ends = [
            run.read(run.layer(x[:, :n])[0])[:, -1].argmax(-1) == wanted[:, n - 1, 0]
            for n in range(1, LENGTH)
        ]
    return in_sight.double().mean().item(), torch.stack(ends).double().mean().item()


def measure():
    """Return for both models the shares of right words over the seeds: while it trains, when it writes."""
    results = {}
    for name, causal in (("with_the_mask", True), ("without_the_mask", False)):
        found = []
        for seed in SEEDS:
            run = train(partial(Guesser, causal), sentences, seed, iterations=400, rate=0.01)
            torch.manual_seed(100 + seed)
            found.append(right(run, *sentences(500)))
        print(name, np.round(found, 3).tolist(), flush=True)
        results[name] = np.mean(found, 0).round(2).tolist()
    return results


if __name__ == "__main__":
    found = measure()
    print(found)
    if "--write" in sys.argv:
        write("cheat", found)
