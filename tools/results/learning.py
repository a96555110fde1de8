"""Train small models with right and wrong attention, ten seeds each, for lesson 10.

python -m tools.results.learning                     prints times and successes
python -m tools.results.learning --write             and keeps what the lesson shows
python -m tools.results.learning --write induction   the same, for some of the parts only
"""

import json
import sys
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from attnlib.attention import attend
from attnlib.languages import LANGUAGES, use_language
from classroom.exercises.wrong_attention import SUSPECTS, no_scale
from classroom.lab.digits import draw_digits
from classroom.lab.tasks import Continuer, Finder, Head, Reverser, Story, induction, look_up, reverse
from classroom.lab.training import train
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson
from tools.results import FOLDER, write

SEEDS = range(10)
REVERSE: dict[str, Any] = {"draw": reverse, "rate": 3e-3}
LOOK_UP: dict[str, Any] = {"draw": look_up, "rate": 1e-2}
INDUCTION: dict[str, Any] = {"draw": induction, "rate": 2e-2, "iterations": 800, "every": 20}


def runs(name, make, **how):
    """Train with all seeds; prints how long one took and what is right at the end."""
    start = time.process_time()
    found = [train(make, seed=seed, **how) for seed in SEEDS]
    seconds = (time.process_time() - start) / len(SEEDS)
    right = [float(run.right[-1]) for run in found]
    done = sum(x >= 0.99 for x in right)
    print(f"{name:34} {seconds:4.1f} s  ≥ 0.99 in {done:2} of {len(SEEDS)}  {right}", flush=True)
    return found


def at_the_end(found):
    return [float(run.right[-1]) for run in found]


class Noted(Continuer):
    """Two layers of which the first always looks at the word before: only the second has to learn where."""

    def forward(self, x):
        x, n = self.embed(x) + self.places, x.shape[-1]
        before = torch.eye(n)[[0, *range(n - 1)]]  # word 0 has none before it, and looks at itself
        first, second = self.heads
        x = x + first.W_O(before @ first.W_V(x))
        output, weights = second(x, keep=self.keep)
        return (x + output)[:, -1:], torch.stack([before.expand_as(weights), weights], 1)


def induction_parts():
    """Two layers and one; one that can cheat; two whose first is given; a film of two, with a at place 8."""
    lines = {
        "two_layers": runs("induction, two layers", Continuer, **INDUCTION),
        "one_layer": runs("induction, one layer", lambda: Continuer(1), **INDUCTION),
        "one_layer_same_place": runs(
            "induction at one place, one layer",
            lambda: Continuer(1),
            **INDUCTION | {"draw": lambda count: induction(count, at=8)},
        ),
    }
    torch.manual_seed(0)
    film = train(Continuer, seed=8, asked=induction(250, at=8), **INDUCTION)
    return {
        "steps": film.iterations,
        "lines": {name: [run.right.tolist() for run in found] for name, found in lines.items()},
        "note_given": [run.right.tolist() for run in runs("induction, layer 1 given", Noted, **INDUCTION)],
        "right": film.right.tolist(),
        "first": film.weights[:, 0].astype(float).round(2).tolist(),
        "second": film.weights[:, 1, -1].astype(float).round(2).tolist(),
    }


def writer_losses(lang, epochs=20):
    """Train the writer as in the lesson, ten seeds: its losses on both sets before and after each epoch."""
    use_language(lang)
    cells = {cell.id: cell.text for cell in read_lesson(NOTEBOOKS / "src" / "10_learning.py").code}
    found: dict = {"training_set": [], "test_set": []}
    for seed in SEEDS:
        names: dict = {"story": (story := Story()), "P": (P := story.parameters(seed=seed))}
        for id in ("writer-code", "writer-step-code"):
            exec(cells[id], names)
        names["optimizer"] = torch.optim.Adam(P.values(), lr=0.01)
        losses = [both_losses(story, names["loss_of"])]
        for _ in range(epochs):
            for pieces in story.batches(32):
                names["train_step"](pieces)
            losses.append(both_losses(story, names["loss_of"]))
        for name, line in zip(found, zip(*losses, strict=True), strict=True):
            found[name].append(line)
        print(lang, seed, losses[-1], flush=True)
    return found


@torch.no_grad()
def both_losses(story, loss_of):
    return [round(loss_of(pieces).item(), 3) for pieces in (story.training, story.test)]


def suspect_parts():
    """Train each wrong program on three tasks: the share of right answers over ten seeds."""
    results = {}
    for name, f in {"attention": None, **SUSPECTS}.items():
        results[name] = {
            "reverse": at_the_end(runs(f"{name}, reverse", lambda f=f: Reverser(attention=f), **REVERSE)),
            "look_up": at_the_end(runs(f"{name}, look up", lambda f=f: Finder(attention=f), **LOOK_UP)),
            "induction": at_the_end(
                runs(f"{name}, induction", lambda f=f: Continuer(attention=f), **INDUCTION)
            ),
        }
    return results


class Tower(Reverser):
    """Six heads on top of each other, with residual connections or without."""

    def __init__(self, residual):
        super().__init__()
        del self.head
        self.heads, self.residual = nn.ModuleList(Head(32) for _ in range(6)), residual

    def forward(self, x):
        x = self.embed(x) + self.places
        for head in self.heads:
            output, weights = head(x)
            x = x + output if self.residual else output
        return x, weights


def sure(run, attention):
    """After training, of the last row: its largest weight, the weight on the right key, w (1 - w); means."""
    torch.manual_seed(0)
    finder, (x, _) = run.layer, look_up(500, at=2)
    with torch.no_grad():
        rows = finder.keys(x[..., 0]) + finder.values(x[..., 1])
        Q, K = finder.head.W_Q(rows), finder.head.W_K(rows)
        eye = torch.eye(K.shape[1]).expand(len(x), -1, -1)
        w = attention(Q, K, eye)[:, -1]  # what it does to values of which each has one 1: its weights
    figures = {"largest": w.amax(-1), "on_the_right_key": w[:, 2], "jacobian": (w * (1 - w)).amax(-1)}
    return {name: round(x.mean().item(), 3) for name, x in figures.items()}


def without_parts():
    """Leave out one thing at a time; without √d_k, measure how sure each model is, too."""
    pairs = {
        "positions": (Reverser, lambda: Reverser(places=False), REVERSE),
        "√d_k": (
            lambda: Finder(128),
            lambda: Finder(128, attention=SUSPECTS["no_scale"]),
            LOOK_UP | {"rate": 3e-3},
        ),
        "residual": (lambda: Tower(True), lambda: Tower(False), REVERSE),
    }
    results = {}
    for name, (whole, less, how) in pairs.items():
        found = {"with": runs(f"with {name}", whole, **how), "without": runs(f"without {name}", less, **how)}
        results[name] = {which: at_the_end(one) for which, one in found.items()}
        if name == "√d_k":
            each = [sure(run, no_scale) for run in found["without"]]
            results["sure"] = {what: [one[what] for one in each] for what in each[0]}
            print(results["sure"])
    return results


def reverse_film(rate=30, steps=60):
    """Film one matrix, W_Q, learning to reverse by gradient descent, as in the lesson: a frame a step."""
    rng, W_Q, right, weights = np.random.default_rng(0), np.zeros((20, 20)), [], []
    for _ in range(steps + 1):
        X, digits = draw_digits(rng)
        output, wanted = attend(X @ W_Q, X, X).output, digits[:, ::-1]
        right.append(round(float((output[..., :10].argmax(-1) == wanted).mean()), 2))
        w = output[..., 10:]
        weights.append(w.mean(0).round(2).tolist())
        hit = wanted[:, :, None] == digits[:, None]
        should = w * hit / (w * hit).sum(-1, keepdims=True)
        W_Q = W_Q - rate * (X.mT @ (w - should) @ X).mean(0) / 20**0.5 / 10
    return {"steps": list(range(steps + 1)), "right": right, "weights": weights}


PARTS = {
    "reverse": reverse_film,
    "induction": induction_parts,
    "writer": lambda: {lang: writer_losses(lang) for lang in LANGUAGES},
    "without": without_parts,
    "suspects": suspect_parts,
}


def main(arguments):
    torch.set_num_threads(1)
    names = [name for name in arguments if name in PARTS] or [*PARTS]
    results = json.loads((FOLDER / "learning.json").read_text("utf-8"))
    for name in names:
        results[name] = PARTS[name]()
        if "--write" in arguments:
            write("learning", results)


if __name__ == "__main__":
    main(sys.argv[1:])
