"""Small trainings, of a second or so, for lessons that show what is learned, and how it forms.

A task is a function draw(sentences) -> x (sentences, n, d_model), wanted (sentences, n, k): at each of the n
places of a sentence, k words are to be named, as numbers from 0 on; where -1 stands, nothing is asked. Set
torch.set_num_threads(1): for sizes like these a second thread only waits.
"""

import math
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from attnlib.examples import Example
from attnlib.lab.progress_bar import progress

ASKED = 250  # new sentences, on which it is counted what is right


def neighbours(sentences, places=8, words=4):
    """A task: name the word on the left and the word on the right of each place, in a ring.

    x (sentences, places, words + places) says, one-hot, which word stands there and which place it is; wanted
    (sentences, places, 2) are the two neighbours.
    """
    word = torch.randint(words, (sentences, places))
    place = torch.eye(places).expand(sentences, places, places)
    x = torch.cat([F.one_hot(word, words), place], -1)
    return x, torch.stack([word.roll(1, 1), word.roll(-1, 1)], -1)


@dataclass(frozen=True, eq=False)
class Training:
    """What `train` gives: a layer that has learned, and what was seen on the way."""

    layer: nn.Module
    read: nn.Linear  # from a row of the layer's output to k scores for each word
    steps: list  # at which it was looked at: 0, every, 2 * every, …
    right: np.ndarray  # (len(steps),), the share of places where all k words are named
    weights: np.ndarray  # (len(steps), heads, n, n), the mean over sentences


def train(make, draw, seed=0, steps=200, every=10, rate=0.03, asked=None):
    """Train the layer that make() gives, and a linear read-out of it, to name what is wanted -> Training.

    The layer returns (output, weights), like those of attnlib.layers. Adam, 64 sentences a step, a rate that
    falls to 0 along a cosine. The same seed gives the same layer, the same sentences, the same result. It is
    looked at on `asked`, a pair (x, wanted), or on sentences that draw gives.

    The layer begins and learns in float64: in float32 it would end with other third digits on another
    processor. It is handed back in float32.
    """
    torch.manual_seed(seed)
    with _float64():
        layer = make()
        x, wanted = draw(ASKED)
        words, k = int(wanted.max()) + 1, wanted.shape[-1]
        read = nn.Linear(layer(_exact(x))[0].shape[-1], k * words)
        x, wanted = asked or (x, wanted)  # drawn in either case: what is random stays the same
        learn = adam([*layer.parameters(), *read.parameters()])
        seen = [_look(layer, read, x, wanted)]
        for step in progress(steps):
            learn(_loss(layer, read, *draw(64)), rate * (1 + math.cos(math.pi * (step - 1) / steps)) / 2)
            if step % every == 0:
                seen.append(_look(layer, read, x, wanted))
    right, weights = zip(*seen, strict=True)
    steps_seen = [*range(0, steps + 1, every)]
    return Training(layer.float(), read.float(), steps_seen, np.array(right), np.stack(weights))


@contextmanager
def _float64():
    """Let new tensors hold float64 for a while."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def _exact(x):
    """Return a tensor in float64, unless it holds whole numbers."""
    return x.double() if x.is_floating_point() else x


def adam(parameters, b=(0.9, 0.999), eps=1e-8):
    """Give learn(loss, rate), which moves the parameters one step so that the loss falls.

    torch.optim has it, too, but brings a compiler along: 73 MiB and more than two seconds.
                                                                        Kingma & Ba 2015, algorithm 1
    """
    parameters = [*parameters]
    means = [torch.zeros_like(p) for p in parameters]
    squares = [torch.zeros_like(p) for p in parameters]
    t = 0

    def learn(loss, rate):
        nonlocal t
        t += 1
        gradients = torch.autograd.grad(loss, parameters, materialize_grads=True)
        for p, g, m, v in zip(parameters, gradients, means, squares, strict=True):
            m.lerp_(g, 1 - b[0])
            v.lerp_(g**2, 1 - b[1])
            p.data -= rate * (m / (1 - b[0] ** t)) / ((v / (1 - b[1] ** t)).sqrt() + eps)

    return learn


def ring_example(run, x, words=4) -> Example:
    """One sentence x (places, d_model) of `neighbours`, with what has been trained, to be explored.

    Words are called A, B, …, places 0, 1, … W_O holds the read-out, too: the projected output are the scores
    of A on the left, ←A, to those of the last word on the right.
    """
    layer, read, letters = run.layer, run.read, [chr(65 + k) for k in range(words)]
    numbers = {name: getattr(layer, name).weight.T for name in ("W_Q", "W_K", "W_V")}
    numbers |= {"X": x, "W_O": (read.weight @ layer.W_O.weight).T, "b_O": read(layer.W_O.bias)}
    names = {
        "words": [letters[k] for k in x[:, :words].argmax(-1)],
        "features": letters + [str(place) for place in range(len(x))],
        "out_names": [f"←{one}" for one in letters] + [f"{one}→" for one in letters],
    }
    return Example(
        name="",
        heads=run.weights.shape[1],
        **{name: value.detach().double().numpy() for name, value in numbers.items()},
        **{name: dict.fromkeys(("en", "zh"), value) for name, value in names.items()},
    )


def _scores(layer, read, x, k):
    """The read-out's scores, one for each word that may be named: (sentences, n, k, words)."""
    output, weights = layer(_exact(x))
    return read(output).unflatten(-1, (k, -1)), weights


def _loss(layer, read, x, wanted):
    scores, _ = _scores(layer, read, x, wanted.shape[-1])
    return F.cross_entropy(scores.flatten(0, 2), wanted.flatten(), ignore_index=-1)


@torch.no_grad()
def _look(layer, read, x, wanted):
    """(the share of places where all is right, the mean weights of each head)"""
    scores, weights = _scores(layer, read, x, wanted.shape[-1])
    right = (scores.argmax(-1) == wanted).all(-1)[wanted[..., 0] >= 0].float().mean().item()
    return round(right, 2), weights.mean(0).reshape(-1, *weights.shape[-2:]).numpy()
