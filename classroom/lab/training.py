"""Train small layers, in a second or so, for lessons that show what attention learns and how it forms.

A task is a function draw(sentences) -> x (sentences, n, d_model), wanted (sentences, n, k): at each of the n
places of a sentence the layer has to name k words, as numbers from 0 on; -1 marks a place that is not asked.
Set torch.set_num_threads(1): at these sizes a second thread only waits.
"""

import math
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from attnlib.examples import Example, placed
from classroom.lab.progress_bar import progress

ASKED = 250  # new sentences, on which accuracy is measured


def neighbours(sentences: int, places: int = 8, words: int = 4) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw a task: name the words on the left and on the right of each place in a ring.

    Args:
        sentences: how many
        places: of the ring
        words: how many different ones there are
    Returns:
        x (sentences, places, words + places), the word and the place, both one-hot; and
        wanted (sentences, places, 2), the two neighbours

    Example:
        >>> x, wanted = neighbours(3)
        >>> x.shape, wanted.shape
        (torch.Size([3, 8, 12]), torch.Size([3, 8, 2]))
    """
    word = torch.randint(words, (sentences, places))
    place = torch.eye(places).expand(sentences, places, places)
    x = torch.cat([F.one_hot(word, words), place], -1)
    return x, torch.stack([word.roll(1, 1), word.roll(-1, 1)], -1)


@dataclass(frozen=True, eq=False)
class Training:
    """Hold a layer that `train` has trained, with its accuracy and its weights on the way."""

    layer: nn.Module
    read: nn.Linear  # from a row of the layer's output to k scores for each word
    iterations: list[int]  # at which it was evaluated: 0, every, 2 * every, …
    right: np.ndarray  # (len(iterations),), the share of places where all k words are right
    weights: np.ndarray  # (len(iterations), heads, n, n), the mean over sentences


def train(
    make: Callable[[], nn.Module],
    draw: Callable[[int], tuple[torch.Tensor, torch.Tensor]],
    seed: int = 0,
    iterations: int = 200,
    every: int = 10,
    rate: float = 0.03,
    asked: tuple[torch.Tensor, torch.Tensor] | None = None,
) -> Training:
    """Train a layer, and a linear read-out of it, with Adam; the learning rate falls to 0 along a cosine.

    The same seed gives the same layer, the same sentences, the same result. The layer begins and learns in
    float64, since in float32 it would end with other third digits on another processor; it is returned in
    float32.

    Args:
        make: returns the layer, which returns (output, weights) like those of attnlib.layers
        draw: the task, as this module says
        seed: of all random numbers
        iterations: each with 64 sentences
        every: how many iterations lie between two evaluations
        rate: the learning rate at the beginning
        asked: x and wanted for the evaluation; by default, sentences from draw
    Returns:
        the trained layer, with accuracy and weights at each evaluation

    Example:
        >>> from attnlib.layers import SelfAttention
        >>> run = train(lambda: SelfAttention(12), neighbours, iterations=20)
        >>> run.iterations, run.weights.shape
        ([0, 10, 20], (3, 1, 8, 8))
    """
    torch.manual_seed(seed)
    with _float64():
        layer = make()
        x, wanted = draw(ASKED)
        words, k = int(wanted.max()) + 1, wanted.shape[-1]
        read = nn.Linear(layer(_exact(x))[0].shape[-1], k * words)
        x, wanted = asked or (x, wanted)  # drawn in any case: later random numbers stay
        learn = adam([*layer.parameters(), *read.parameters()])
        seen = [_look(layer, read, x, wanted)]
        for t in progress(iterations):
            learn(_loss(layer, read, *draw(64)), rate * (1 + math.cos(math.pi * (t - 1) / iterations)) / 2)
            if t % every == 0:
                seen.append(_look(layer, read, x, wanted))
    right, weights = zip(*seen, strict=True)
    evaluated = [*range(0, iterations + 1, every)]
    return Training(layer.float(), read.float(), evaluated, np.array(right), np.stack(weights))


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


def adam(
    parameters: Iterable[torch.Tensor], b: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8
) -> Callable[[torch.Tensor, float], None]:
    """Return learn(loss, rate), which moves the parameters once so that the loss falls.

    torch.optim has it, too, but loads a compiler: 73 MiB and more than two seconds.
                                                                        Kingma & Ba 2015, algorithm 1
    Args:
        parameters: tensors that require gradients
        b: how much of the running means of gradients and of their squares is kept each time
        eps: keeps the division from 0
    Returns:
        learn(loss, rate)

    Example:
        >>> x = torch.tensor(1.0, requires_grad=True)
        >>> learn = adam([x])
        >>> learn(x**2, 0.25)
        >>> x
        tensor(0.7500, requires_grad=True)
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


def ring_example(run: Training, x: torch.Tensor, words: int = 4) -> Example:
    """Make an example for the explorer of one sentence of `neighbours` and a trained layer.

    Words are named A, B, … and carry their places: A₀ D₁ …. W_O contains the read-out: the columns of the
    projected output are the scores of A on the left, ←A, to those of the last word on the right.

    Args:
        run: a training of `neighbours`
        x: (places, d_model), the sentence
        words: how many different ones there are
    Returns:
        the example, with all heads

    Example:
        >>> from attnlib.layers import MultiHeadAttention
        >>> run = train(lambda: MultiHeadAttention(12, 2), neighbours, iterations=10)
        >>> ring_example(run, neighbours(1)[0][0]).out_names["en"][:2]
        ['←A', '←B']
    """
    layer, read, letters = run.layer, run.read, [chr(65 + k) for k in range(words)]
    numbers = {name: getattr(layer, name).weight.T for name in ("W_Q", "W_K", "W_V")}
    numbers |= {"X": x, "W_O": (read.weight @ layer.W_O.weight).T, "b_O": read(layer.W_O.bias)}
    names = {
        "words": placed([letters[k] for k in x[:, :words].argmax(-1)]),
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
    """Return the read-out's scores of all words, (sentences, n, k, words), and the weights."""
    output, weights = layer(_exact(x))
    return read(output).unflatten(-1, (k, -1)), weights


def _loss(layer, read, x, wanted):
    scores, _ = _scores(layer, read, x, wanted.shape[-1])
    return F.cross_entropy(scores.flatten(0, 2), wanted.flatten(), ignore_index=-1)


@torch.no_grad()
def _look(layer, read, x, wanted):
    """Return the share of places where all is right, and the mean weights of each head."""
    scores, weights = _scores(layer, read, x, wanted.shape[-1])
    right = (scores.argmax(-1) == wanted).all(-1)[wanted[..., 0] >= 0].float().mean().item()
    return round(right, 2), weights.mean(0).reshape(-1, *weights.shape[-2:]).numpy()
