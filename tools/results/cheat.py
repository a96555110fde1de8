"""Train small models to say the next word, with the causal mask and without, for lesson 06.

python -m tools.results.cheat [--write]

Words follow each other by a rule six times in ten, else at random. In training a whole sentence lies before
the model, and at its last place the next word is out of sight for everyone; when it writes, the sentence ends
with the word that it has to continue. The file keeps the shares of right words over all places but the last,
the share by the length of the text so far, how often the rule is followed at the last place, and how often
the model without the mask says a word that stands in the sentence already, at all lengths but the last.
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
    """Return the words said at every place, with the whole sentence in sight and at the end of a text."""
    with torch.no_grad():
        in_sight = run.read(run.layer(x)[0]).argmax(-1)
        ends = [run.read(run.layer(x[:, :n])[0])[:, -1].argmax(-1) for n in range(1, LENGTH + 1)]
    return in_sight, torch.stack(ends, 1)


def by_place(right):
    """Return the mean over trainings, place by place: (seeds, count, LENGTH) -> LENGTH shares."""
    return torch.stack(right).double().mean((0, 1)).numpy()


def measure():
    """Return the shares of right words, over all places but the last and by length, and two checks."""
    while_it_learns, when_it_writes, rule_at_the_end, repeated = {}, {}, {}, []
    for name, causal in (("with_the_mask", True), ("without_the_mask", False)):
        found: list[list[torch.Tensor]] = [[], [], []]
        for seed in SEEDS:
            run = train(partial(Guesser, causal), sentences, seed, iterations=400, rate=0.01)
            torch.manual_seed(100 + seed)
            x, wanted = sentences(500)
            in_sight, ends = guesses(run, x)
            by_rule = (3 * x + 1) % WORDS
            for kept, right in zip(
                found, (in_sight == wanted[..., 0], ends == wanted[..., 0], ends == by_rule), strict=True
            ):
                kept.append(right)
            if not causal:
                before = [(ends[:, [k]] == x[:, : k + 1]).any(1) for k in range(LENGTH - 1)]
                repeated.append(torch.stack(before).double().mean().item())
        learns, writes, rule = map(by_place, found)
        print(name, learns.round(3), writes.round(3), "words of the rule:", rule.round(3), flush=True)
        while_it_learns[name], when_it_writes[name] = learns[:-1], writes
        rule_at_the_end[name] = round(float(rule[-1]), 2)
    return {
        "tests": {
            "model": [*while_it_learns],
            "while_it_learns": [round(float(x.mean()), 2) for x in while_it_learns.values()],
            "when_it_writes": [round(float(x[:-1].mean()), 2) for x in when_it_writes.values()],
        },
        "by_length": {name: x.round(2).tolist() for name, x in when_it_writes.items()},
        "rule_at_the_end": rule_at_the_end,
        "repeated": round(float(np.mean(repeated)), 2),
    }


if __name__ == "__main__":
    found = measure()
    print(found)
    if "--write" in sys.argv:
        write("cheat", found)
