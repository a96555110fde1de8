"""Train ten ordinary models to say what *it* stands for, and keep where *it* looks, for lesson 12.

python -m tools.results.pronoun             prints it
python -m tools.results.pronoun --write     and keeps what the lesson shows

The second layer mixes the rows that the first has made.
"""

import sys
from typing import Any

import torch

from attnlib.languages import LANGUAGES
from classroom.lab.tasks import Looks, pronoun
from classroom.lab.training import train
from tools.results import write
from tools.results.learning import SEEDS

PRONOUN: dict[str, Any] = {"rate": 2e-2, "iterations": 400, "every": 40}


def measure(lang):
    """Return for each seed the share of right answers, the weight on the right noun, two rows of *it*."""
    it = pronoun(lang)
    size = len(it.vocabulary), it.x.shape[1]
    found: dict = {"right": [], "on_the_noun": [], "rows": []}
    for seed in SEEDS:
        run = train(lambda: Looks(*size), it.draw_it, seed=seed, asked=it.asked, **PRONOUN)
        with torch.no_grad():
            weights = run.layer(it.asked[0])[1]
        found["right"].append(float(run.right[-1]))
        found["on_the_noun"].append(round(it.on_the_noun(weights)[-1].item(), 2))
        found["rows"].append(rows_of_it(it, weights[:, -1, it.it]))
        print(lang, seed, *(values[-1] for values in found.values()), flush=True)
    return found


def rows_of_it(it, rows):
    """Return the mean row of *it* where the first noun is right, and where the second is: (2, 4).

    The columns are the first noun, the second noun, the adjective at the end, and the sum of all others.
    """
    noun = it.noun[it.held_out]
    first, second = sorted({*noun.tolist()})
    means = torch.stack([rows[noun == place].mean(0) for place in (first, second)])
    named = means[:, [first, second, -1]]
    return torch.cat([named, (1 - named.sum(-1, keepdim=True)).abs()], -1).double().numpy().round(2).tolist()


if __name__ == "__main__":
    torch.set_num_threads(1)
    results = {lang: measure(lang) for lang in LANGUAGES}
    if "--write" in sys.argv:
        write("pronoun", results)
