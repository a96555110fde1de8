"""Train small models to say the next word, with the causal mask and without, for lesson 06.

python -m tools.results.cheat [--write]

Words follow each other by a rule six times in ten, else at random. In training a whole sentence lies before
the model; when it writes, the sentence ends with the word that it has to continue. The file keeps the shares
of right words, what both models say at each place of one sentence, and how often the one without the mask
says a word that stands in the sentence already.
"""

import sys
from functools import partial

import numpy as np
import torch
from torch import nn

from attnlib.attention import causal_mask
from classroom.lab.tasks import Head
from classroom.lab.training import train
from tools.results import write

WORDS, LENGTH, KNOWN = 10, 12, 0.6
SEEDS = range(5)
SHOWN = 0, 0  # the seed and the sentence of which the guesses are kept


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


def guesses(run, x):
    """Return the words said at all places but the last, with the whole sentence in sight and at its end."""
    with torch.no_grad():
        in_sight = run.read(run.layer(x)[0]).argmax(-1)[:, :-1]
        ends = [run.read(run.layer(x[:, :n])[0])[:, -1].argmax(-1) for n in range(1, LENGTH)]
    return in_sight, torch.stack(ends, 1)


def measure():
    """Return two tables, the shares of right words and the guesses in one sentence, and how many repeat."""
    shares: dict[str, list[float]] = {}
    repeated: list[float] = []
    sentence: dict[str, list[int]] = {}
    for name, causal in (("with_the_mask", True), ("without_the_mask", False)):
        found, by_rule = [], []
        for seed in SEEDS:
            run = train(partial(Guesser, causal), sentences, seed, iterations=400, rate=0.01)
            torch.manual_seed(100 + seed)
            x, wanted = sentences(500)
            wanted = wanted[:, :-1, 0]
            said = guesses(run, x)
            found.append([(words == wanted).double().mean().item() for words in said])
            by_rule.append((said[1] == (3 * x[:, :-1] + 1) % WORDS).double().mean().item())
            if not causal:
                before = [(said[1][:, [k]] == x[:, : k + 1]).any(1) for k in range(LENGTH - 1)]
                repeated.append(torch.stack(before).double().mean().item())
            if seed == SHOWN[0]:
                at = SHOWN[1]
                sentence |= {"this_word": x[at, :-1].tolist(), "next_word": wanted[at].tolist()}
                for when, words in zip(("while_it_learns", "when_it_writes"), said, strict=True):
                    sentence[f"{name}_{when}"] = words[at].tolist()
        print(name, np.round(found, 3).tolist(), "words of the rule:", np.mean(by_rule).round(2), flush=True)
        shares[name] = np.mean(found, 0).round(2).tolist()
    tests = dict(zip(("while_it_learns", "when_it_writes"), zip(*shares.values(), strict=True), strict=True))
    places = {str(k): words for k, words in enumerate(zip(*sentence.values(), strict=True), 1)}
    return {
        "tests": {"model": [*shares], **tests},
        "sentence": {"place": [*sentence], **places},
        "repeated": round(float(np.mean(repeated)), 2),
    }


if __name__ == "__main__":
    found = measure()
    print(found)
    if "--write" in sys.argv:
        write("cheat", found)
