"""Define tasks whose right attention is known beforehand, and small models that learn them: lesson 10.

A task is a function draw(sentences) -> words, wanted, as classroom.lab.training takes it. Words are numbers
from 0 on, (sentences, n); where only the last place is asked, wanted is (sentences, 1, 1).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import torch
from torch import nn

from attnlib.attention import causal_mask
from attnlib.languages import DATA, language, text_from
from attnlib.layers import SelfAttention

text = text_from(__file__, "tasks")
Drawn = tuple[torch.Tensor, torch.Tensor]  # x and wanted


def reverse(sentences: int, n: int = 10, digits: int = 10) -> Drawn:
    """Draw a task: write n digits backwards.

    Returns:
        x (sentences, n), and wanted (sentences, n, 1), where place i has the digit of place n - 1 - i

    Example:
        >>> x, wanted = reverse(1)
        >>> bool((wanted[0, :, 0] == x[0].flip(0)).all())
        True
    """
    x = torch.randint(digits, (sentences, n))
    return x, x.flip(1)[..., None]


def look_up(sentences: int, pairs: int = 6, keys: int = 12, values: int = 8, at: int | None = None) -> Drawn:
    """Draw a task: a list of pairs (key, value), then one of its keys again; name that key's value.

    Args:
        sentences: how many
        pairs: of a sentence
        keys, values: how many different ones there are
        at: the place of the key that comes again; by default a random one
    Returns:
        x (sentences, pairs + 1, 2), where the last pair has the number `values` in place of its value; and
        wanted (sentences, 1, 1)

    Example:
        >>> x, wanted = look_up(1, at=2)
        >>> bool(x[0, -1, 0] == x[0, 2, 0]), bool(wanted[0, 0, 0] == x[0, 2, 1])
        (True, True)
    """
    key = torch.rand(sentences, keys).argsort(-1)[:, :pairs]
    value = torch.randint(values, (sentences, pairs))
    asked = torch.randint(pairs, (sentences, 1)) if at is None else torch.full((sentences, 1), at)
    unknown = torch.full((sentences, 1), values)
    x = torch.stack([torch.cat([key, key.gather(1, asked)], 1), torch.cat([value, unknown], 1)], -1)
    return x, value.gather(1, asked)[..., None]


def induction(sentences: int, n: int = 16, words: int = 20, at: int | None = None) -> Drawn:
    """Draw a task: … a b … a, where the last word has stood once before; name the word that came after it.

    Args:
        sentences: how many
        n: words of a sentence
        words: how many different ones there are
        at: the place where the last word stood before; by default a random one
    Returns:
        x (sentences, n), and wanted (sentences, 1, 1)

    Example:
        >>> x, wanted = induction(1, at=5)
        >>> bool(x[0, -1] == x[0, 5]), bool(wanted[0, 0, 0] == x[0, 6])
        (True, True)
    """
    x = torch.rand(sentences, words).argsort(-1)[:, :n]  # n different words
    place = torch.randint(4, n - 2, (sentences, 1)) if at is None else torch.full((sentences, 1), at)
    x[:, -1:] = x.gather(1, place)
    return x, x.gather(1, place + 1)[..., None]


class Head(SelfAttention):
    """Attend with one head and W_O.

    Args:
        d: numbers a word
        attention: a function of Q, K, V, keep that is used in place of the right one
    """

    def __init__(self, d: int, attention: Callable | None = None):
        super().__init__(d, output_projection=True)
        self.attention = attention

    def forward(self, x, context=None, keep=None):
        output, weights = super().forward(x, context, keep)
        if self.attention:
            others = x if context is None else context
            output = self.W_O(self.attention(self.W_Q(x), self.W_K(others), self.W_V(others), keep))
        return output, weights


class Reverser(nn.Module):
    """Embed digits, add learned places, attend with one head: (sentences, n) -> (sentences, n, d), weights.

    Example:
        >>> Reverser()(reverse(3)[0])[0].shape
        torch.Size([3, 10, 32])
    """

    def __init__(self, d=32, n=10, digits=10, attention=None, places=True):
        super().__init__()
        self.embed = nn.Embedding(digits, d)
        self.places = nn.Parameter(torch.randn(n, d)) if places else 0
        self.head = Head(d, attention)

    def forward(self, x):
        return self.head(self.embed(x) + self.places)


class Finder(nn.Module):
    """Embed keys and values, add them, attend with one head: the output of the last row, and all weights.

    Example:
        >>> Finder()(look_up(3)[0])[0].shape
        torch.Size([3, 1, 32])
    """

    def __init__(self, d=32, keys=12, values=8, attention=None):
        super().__init__()
        self.keys, self.values = nn.Embedding(keys, d), nn.Embedding(values + 1, d)
        self.head = Head(d, attention)

    def forward(self, x):
        output, weights = self.head(self.keys(x[..., 0]) + self.values(x[..., 1]))
        return output[:, -1:], weights


class Continuer(nn.Module):
    """Embed words, add learned places, stack causal heads with residual connections; return the last row.

    Example:
        >>> output, weights = Continuer(layers=2)(induction(3)[0])
        >>> output.shape, weights.shape
        (torch.Size([3, 1, 32]), torch.Size([3, 2, 16, 16]))
    """

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
    """Look at a sentence twice: the second look asks with what the first has found, and mixes its rows.

    Args:
        vocabulary: how many words there are
        n: words of a sentence
        d: numbers a word

    Example:
        >>> output, weights = Looks(vocabulary=20, n=16)(induction(3)[0])
        >>> weights.shape
        torch.Size([3, 2, 16, 16])
    """

    def __init__(self, vocabulary, n, d=32):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, d)
        self.places = nn.Parameter(torch.randn(n, d) * 0.2)
        nn.init.normal_(self.embed.weight, std=0.3)
        self.first, self.last = Head(d), Head(d)

    def forward(self, x):
        x = self.embed(x) + self.places
        found, first = self.first(x)
        output, last = self.last(x + found)
        return output, torch.stack([first, last], 1)  # (sentences, 2, n, n)


@dataclass(frozen=True, eq=False)
class Pronoun:
    """Hold sentences in which *it* stands for one of two nouns; some pairs of nouns are never trained on."""

    sentences: list[list[str]]
    vocabulary: list[str]
    it: int  # the place of the pronoun
    x: torch.Tensor  # (sentences, n)
    noun: torch.Tensor  # (sentences,), the place of the noun that it stands for
    held_out: torch.Tensor  # (sentences,) bool

    def draw(self, count: int) -> Drawn:
        """Draw training sentences: x (count, n), and wanted (count, n, 1), with its noun in place of *it*."""
        seen = torch.where(~self.held_out)[0]
        some = seen[torch.randint(len(seen), (count,))]
        return self.x[some], self._replaced()[some]

    def draw_it(self, count: int) -> Drawn:
        """Draw sentences where only the noun of *it* is asked for."""
        x, wanted = self.draw(count)
        return x, self._only_it(wanted)

    @property
    def asked(self) -> Drawn:
        """Return the sentences with held-out pairs of nouns, where only the noun of *it* is asked for."""
        return self.x[self.held_out], self._only_it(self._replaced())[self.held_out]

    def on_the_noun(self, weights: torch.Tensor) -> torch.Tensor:
        """Return the mean weight that *it* gives to its noun: (held out, layers, n, n) -> (layers,)."""
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
    """Cut a text into letters, and give what a model needs that learns to write like it.

    The first four fifths of the text are the training set, the rest is the test set. A piece has n letters
    and the next one.

    Args:
        own: the text, in any language; by default the story of the lesson, in the language in force
        n: letters that the model reads

    Raises:
        TypeError: if it is no text
        ValueError: if the text is so short that the test set does not hold one piece

    Example:
        >>> story = Story("abc " * 50)
        >>> len(story.text), story.letters
        (200, [' ', 'a', 'b', 'c'])
        >>> next(story.batches(8)).shape, story.test.shape
        (torch.Size([8, 25]), torch.Size([16, 25]))
    """

    def __init__(self, own: str | None = None, n: int = 24):
        if not isinstance(own, str | None):
            raise TypeError(text("no_text", type=type(own).__name__))
        self.n, self.text = n, _stored("story")[language()] if own is None else own
        needed = 5 * (n + 1)
        if len(self.text) < needed:
            raise ValueError(text("short_text", letters=len(self.text), needed=needed))
        self.letters = sorted(set(self.text))
        self.numbers = torch.tensor([self.letters.index(letter) for letter in self.text])
        cut = len(self.text) - len(self.text) // 5
        self.training, self.test = (_pieces(part, n) for part in (self.numbers[:cut], self.numbers[cut:]))

    def batches(self, size: int) -> Iterator[torch.Tensor]:
        """Yield all pieces of the training set once, in random order: (at most size, n + 1) each time."""
        yield from self.training[torch.randperm(len(self.training))].split(size)

    def parameters(self, d: int = 24, seed: int = 0) -> dict[str, torch.Tensor]:
        """Draw small random parameters of one block with embeddings, places and a read-out, by name."""
        shapes: dict[str, tuple] = {"letters": (len(self.letters), d), "places": (self.n, d)}
        shapes |= dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (d, d))
        shapes |= {f"{name}_{norm}": (d,) for norm in (1, 2, 3) for name in ("gain", "bias")}
        shapes |= {"W_1": (d, 2 * d), "b_1": (2 * d,), "W_2": (2 * d, d), "b_2": (d,)}
        shapes |= {"out": (d, len(self.letters))}
        return _random(shapes, 1 / 4, seed)

    @torch.no_grad()
    def write(self, model: Callable, count: int, temperature: float = 0.5) -> str:
        """Go on from the first four letters of the text: draw a letter, append it, begin again.

        Args:
            model: a function of letters (1, n) that returns probabilities (1, n, letters)
            count: how many letters are drawn
            temperature: above 0; the probabilities are raised to its inverse
        """
        rng, written = np.random.default_rng(0), self.numbers[:4].tolist()
        for _ in range(count):
            p = model(torch.tensor([written[-self.n :]]))[0, -1].double().numpy() ** (1 / temperature)
            written.append(int(rng.choice(len(p), p=p / p.sum())))
        return "".join(self.letters[k] for k in written)


def parts(functions: Any, P: Mapping[str, torch.Tensor]) -> tuple[Callable, ...]:
    """Fill the reader's functions with the parameters of a block, as Story names them.

    Args:
        functions: `on_tensors` of classroom.lab.numpy_bridge
        P: parameters by name
    Returns:
        norm_1, attention (causal, with two heads), norm_2, feed_forward, and the norm after the block
    """

    def norm(k):
        return lambda x: functions.layer_norm(x, P[f"gain_{k}"], P[f"bias_{k}"], 1e-5)

    def attention(x):
        Q, K, V = (functions.split_heads(x @ P[name], 2) for name in ("W_Q", "W_K", "W_V"))
        heads = functions.masked_attention(Q, K, V, causal_mask(x.shape[-2]))
        return functions.merge_heads(heads) @ P["W_O"]

    def feed_forward(x):
        return functions.feed_forward(x, P["W_1"], P["b_1"], P["W_2"], P["b_2"])

    return norm(1), attention, norm(2), feed_forward, norm(3)


def pronoun(lang: str | None = None) -> Pronoun:
    """Make all sentences of data/pronoun.json, in a language or in the one in force.

    Example:
        >>> it = pronoun("en")
        >>> len(it.sentences), it.sentences[0][it.it]
        (624, 'it')
    """
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


def _pieces(numbers, n):
    """Return all pieces of n + 1 numbers that follow each other: (pieces, n + 1)."""
    return numbers.unfold(0, n + 1, 1)


def _random(shapes, size, seed):
    """Return normally distributed parameters of these shapes, by name, with this standard deviation."""
    torch.manual_seed(seed)
    return {
        name: (torch.randn(shape, dtype=torch.float64) * size).requires_grad_()
        for name, shape in shapes.items()
    }


def _stored(name):
    """Return the content of data/NAME.json, by language."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
