"""Tasks whose right attention is known beforehand, and small models that learn them: lesson 10.

A task is a function draw(sentences) -> words, wanted, as attnlib.lab.training takes it. Words are numbers
from 0 on, (sentences, n); where only the last place is asked, wanted is (sentences, 1, 1).
"""

import json
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from torch import nn

from attnlib.attention import causal_mask
from attnlib.i18n import DATA, language
from attnlib.layers import SelfAttention


def reverse(sentences, n=10, digits=10):
    """Write n digits backwards: at place i stands, in the end, what stood at n - 1 - i."""
    x = torch.randint(digits, (sentences, n))
    return x, x.flip(1)[..., None]


def look_up(sentences, pairs=6, keys=12, values=8, at=None):
    """A list of pairs (key, value), and a key of it, any or that at `at`, once more: which value has it?

    The words are pairs of numbers, (sentences, pairs + 1, 2); the value of the last, asked for, is `values`.
    """
    key = torch.rand(sentences, keys).argsort(-1)[:, :pairs]
    value = torch.randint(values, (sentences, pairs))
    asked = torch.randint(pairs, (sentences, 1)) if at is None else torch.full((sentences, 1), at)
    unknown = torch.full((sentences, 1), values)
    x = torch.stack([torch.cat([key, key.gather(1, asked)], 1), torch.cat([value, unknown], 1)], -1)
    return x, value.gather(1, asked)[..., None]


def induction(sentences, n=16, words=20, at=None):
    """… a b … a: what comes next? The last word stood once before, at a random place, or always at `at`."""
    x = torch.rand(sentences, words).argsort(-1)[:, :n]  # n different words
    place = torch.randint(4, n - 2, (sentences, 1)) if at is None else torch.full((sentences, 1), at)
    x[:, -1:] = x.gather(1, place)
    return x, x.gather(1, place + 1)[..., None]


class Head(SelfAttention):
    """One head with W_O; `attention`, if given, takes Q, K, V, keep and is used in place of the right one."""

    def __init__(self, d, attention=None):
        super().__init__(d, output_projection=True)
        self.attention = attention

    def forward(self, x, context=None, keep=None):
        output, weights = super().forward(x, context, keep)
        if self.attention:
            others = x if context is None else context
            output = self.W_O(self.attention(self.W_Q(x), self.W_K(others), self.W_V(others), keep))
        return output, weights


class Reverser(nn.Module):
    """Digits and learned places, one head: (sentences, n) -> output (sentences, n, d), weights."""

    def __init__(self, d=32, n=10, digits=10, attention=None, places=True):
        super().__init__()
        self.embed = nn.Embedding(digits, d)
        self.places = nn.Parameter(torch.randn(n, d)) if places else 0
        self.head = Head(d, attention)

    def forward(self, x):
        return self.head(self.embed(x) + self.places)


class Finder(nn.Module):
    """Keys and values are added, no places; one head: what the last row finds, and its weights."""

    def __init__(self, d=32, keys=12, values=8, attention=None):
        super().__init__()
        self.keys, self.values = nn.Embedding(keys, d), nn.Embedding(values + 1, d)
        self.head = Head(d, attention)

    def forward(self, x):
        output, weights = self.head(self.keys(x[..., 0]) + self.values(x[..., 1]))
        return output[:, -1:], weights


class Continuer(nn.Module):
    """Words and learned places, causal heads on top of each other with residual connections: the last row."""

    def __init__(self, layers=2, d=32, n=16, words=20, attention=None):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.places = nn.Parameter(torch.randn(n, d) * 0.3)
        nn.init.normal_(self.embed.weight, std=0.3)
        self.heads = nn.ModuleList(Head(d, attention) for _ in range(layers))
        self.keep = torch.from_numpy(causal_mask(n))

    def forward(self, x):
        x, maps = self.embed(x) + self.places, []
        for head in self.heads:
            output, weights = head(x, keep=self.keep)
            x = x + output
            maps.append(weights)
        return x[:, -1:], torch.stack(maps, 1)  # (sentences, layers, n, n)


class Looks(nn.Module):
    """One look at a sentence, or two: the second asks with what the first has found.

    What the second look mixes are the words themselves, or with words=False the rows that the first has made.
    """

    def __init__(self, looks, vocabulary, n, d=32, words=True):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, d)
        self.places = nn.Parameter(torch.randn(n, d) * 0.2)
        nn.init.normal_(self.embed.weight, std=0.3)
        self.first = Head(d) if looks == 2 else None
        self.last = Head(d)
        self.words = words

    def forward(self, x):
        x = self.embed(x) + self.places
        if self.first is None:
            output, weights = self.last(x)
            return output, weights[:, None]
        found, first = self.first(x)
        output, last = self.last(x + found, context=x if self.words else x + found)
        return output, torch.stack([first, last], 1)  # (sentences, 2, n, n)


@dataclass(frozen=True, eq=False)
class Pronoun:
    """Sentences in which *it* stands for one of two nouns; some pairs of nouns are never seen in training."""

    sentences: list  # of words
    vocabulary: list
    it: int  # the place of the pronoun
    x: torch.Tensor  # (sentences, n)
    noun: torch.Tensor  # (sentences,), the place of the noun that it stands for
    held_out: torch.Tensor  # (sentences,) bool

    def draw(self, count):
        """Sentences for training, and the same with *it* replaced by its noun."""
        seen = torch.where(~self.held_out)[0]
        some = seen[torch.randint(len(seen), (count,))]
        return self.x[some], self._replaced()[some]

    def draw_it(self, count):
        """The same, but only *it* is asked for."""
        x, wanted = self.draw(count)
        return x, self._only_it(wanted)

    @property
    def asked(self):
        """The sentences with pairs of nouns that were held out; only *it* is asked for."""
        return self.x[self.held_out], self._only_it(self._replaced())[self.held_out]

    @property
    def twins(self):
        """The numbers of two held-out sentences, one about each noun, that differ in the last word alone."""
        first = int(torch.where(self.held_out)[0][0])
        beginning = self.sentences[first][:-1]
        same = [k for k, words in enumerate(self.sentences) if words[:-1] == beginning]
        return [first, next(k for k in same if self.noun[k] != self.noun[first])]

    def on_the_noun(self, weights):
        """Of weights (held out, …, n, n) the mean that *it* gives to its noun, in each layer."""
        rows = weights[..., self.it, :]  # (held out, layers, n)
        right = self.noun[self.held_out].view(-1, 1, 1).expand(-1, rows.shape[1], 1)
        return rows.gather(-1, right).mean((0, -1))

    def _replaced(self):
        wanted = self.x.clone()
        wanted[:, self.it] = self.x.gather(1, self.noun[:, None])[:, 0]
        return wanted[..., None]

    def _only_it(self, wanted):
        asked = torch.full_like(wanted, -1)
        asked[:, self.it] = wanted[:, self.it]
        return asked


class Story:
    """A short text, letter by letter, and what a model needs that learns to write like it."""

    def __init__(self, lang=None):
        self.text = _stored("story")[lang or language()]
        self.letters = sorted(set(self.text))
        self.numbers = torch.tensor([self.letters.index(letter) for letter in self.text])

    def windows(self, count, n=24):
        """Pieces of the text, n letters and the next one: (count, n + 1)."""
        start = torch.randint(len(self.text) - n, (count, 1))
        return self.numbers[start + torch.arange(n + 1)]

    def parameters(self, d=24, n=24, seed=0):
        """The numbers of one block with a table of letters, places and a read-out, small and random."""
        torch.manual_seed(seed)
        shapes: dict[str, tuple] = {"letters": (len(self.letters), d), "places": (n, d)}
        shapes |= dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (d, d)) | dict.fromkeys(("gain", "bias"), (d,))
        shapes |= {"W_1": (d, 2 * d), "b_1": (2 * d,), "W_2": (2 * d, d), "b_2": (d,)}
        shapes |= {"out": (d, len(self.letters))}
        return {
            name: (torch.randn(shape, dtype=torch.float64) / 4).requires_grad_()
            for name, shape in shapes.items()
        }

    def write(self, model, P, count, beginning=4, temperature=0.5, n=24):
        """Go on from the first letters: each next one is drawn from model(P, the last n letters)."""
        rng, written = np.random.default_rng(0), self.numbers[:beginning].tolist()
        for _ in range(count):
            with torch.no_grad():
                p = model(P, torch.tensor([written[-n:]]))[0, -1].double().numpy() ** (1 / temperature)
            written.append(int(np.searchsorted(p.cumsum(), rng.random() * p.sum())))
        return "".join(self.letters[k] for k in written)


def pronoun(lang=None) -> Pronoun:
    """All sentences of data/pronoun.json, in a language or in the one in force."""
    given = _stored("pronoun")[lang or language()]
    animals, sentences, nouns, pairs = given["animals"], [], [], []
    for frame, seconds, about_first, about_second in given["frames"]:
        for a, b in product(animals, given[seconds]):
            for which, adjectives in enumerate((about_first, about_second)):
                for adjective in given[adjectives] if a != b else ():
                    words = [{"A": a, "B": b, "C": adjective}.get(word, word) for word in frame.split()]
                    sentences.append(words)
                    nouns.append(frame.split().index("AB"[which]))
                    pairs.append((a, b))
    vocabulary = sorted({word for words in sentences for word in words})
    different = sorted(set(pairs))
    order = np.random.default_rng(0).permutation(len(different))
    held_out = {different[k] for k in order[: len(different) // 5]}
    return Pronoun(
        sentences=sentences,
        vocabulary=vocabulary,
        it=sentences[0].index(given["it"]),
        x=torch.tensor([[vocabulary.index(word) for word in words] for words in sentences]),
        noun=torch.tensor(nouns),
        held_out=torch.tensor([pair in held_out for pair in pairs]),
    )


def _stored(name):
    """What data/NAME.json has in each language."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
