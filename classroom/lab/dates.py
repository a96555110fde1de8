"""Translate dates letter by letter, with an encoder that reads and a decoder that writes: lesson 14.

*7 july 2003* becomes 2003年7月7日: the order turns round, and the lengths differ.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import torch

from attnlib.attention import attend, causal_mask, padding_mask

MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
PADDING, START, END = range(3)  # the numbers of the signs that are no letters
LETTERS = ["␣", "^", ".", *sorted({*"".join(MONTHS), *"0123456789 年月日"})]
READ, WRITTEN = 17, 12  # letters of the longest date, and of the longest translation with its end
HALF = 100  # steps after which a model is half trained
NORMS = ("read_1", "read_2", "read_end", "write_1", "write_2", "write_3", "write_end")


def translated(date: str) -> str:
    """Return a date as it is written in Chinese.

    Raises:
        ValueError: if it is not written like 7 july 2003

    Example:
        >>> translated("7 july 2003")
        '2003年7月7日'
    """
    day, month, year = _parts_of(date)
    return f"{year}年{MONTHS.index(month) + 1}月{day}日"


class Dates:
    """Hold all dates from 1900 to 2099 up to day 28: four fifths to train on, and one fifth for tests.

    Attributes:
        source, target: the training set as numbers of letters, (dates, 17) and (dates, 12)
        test_source, test_target: the test set; no date is in both

    Example:
        >>> dates = Dates()
        >>> len(dates.source), len(dates.test_source)
        (53760, 13440)
        >>> text_of(dates.test_source[0]), text_of(dates.test_target[0])
        ('7 april 2019', '2019年4月7日')
    """

    def __init__(self):
        every = [
            f"{day} {month} {year}" for year in range(1900, 2100) for month in MONTHS for day in range(1, 29)
        ]
        order = np.random.default_rng(0).permutation(len(every))
        test, training = np.split(order, [len(every) // 5])
        self.source, self.target = _numbers([every[k] for k in training])
        self.test_source, self.test_target = _numbers([every[k] for k in test])

    def draw(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Draw dates of the training set with their translations: (count, 17), (count, 12)."""
        some = torch.randint(len(self.source), (count,))
        return self.source[some], self.target[some]

    def pairs(self, count: int) -> dict[str, list[str]]:
        """Return the first dates of the test set, and their translations, as two columns of a table."""
        return {
            "read": [text_of(date) for date in self.test_source[:count]],
            "written": [text_of(date) for date in self.test_target[:count]],
        }

    def parameters(self, d: int = 32, seed: int = 0, mixing: float = 0.1) -> dict[str, torch.Tensor]:
        """Draw random parameters of an encoder and a decoder of one block each, by name.

        Args:
            d: numbers in a row
            seed: of the random numbers
            mixing: how large the matrices begin with which the encoder's block adds to its rows, as a share
                of the usual size; with 0.1 a row is at first hardly more than its own letter
        """
        torch.manual_seed(seed)
        shapes: dict[str, tuple] = {"letters": (len(LETTERS), d), "read_places": (READ, d)}
        shapes |= {"write_places": (WRITTEN, d), "out": (d, len(LETTERS))}
        shapes |= {f"{part}_W_{M}": (d, d) for part in ("read", "write", "cross") for M in "QKVO"}
        for tower in ("read", "write"):
            shapes |= {f"{tower}_W_1": (d, 2 * d), f"{tower}_b_1": (2 * d,)}
            shapes |= {f"{tower}_W_2": (2 * d, d), f"{tower}_b_2": (d,)}
        shapes |= {f"{name}_{norm}": (d,) for norm in NORMS for name in ("gain", "bias")}
        P = {name: _start(name, shape) for name, shape in shapes.items()}
        for name in ("read_W_O", "read_W_2"):
            P[name] *= mixing
        return {name: tensor.requires_grad_() for name, tensor in P.items()}

    def train(
        self, P: Mapping[str, torch.Tensor], loss_of: Callable, learned: float = 0.005, most: int = 1500
    ) -> tuple[int, dict[str, torch.Tensor]]:
        """Train with Adam, 32 dates a step, until the mean loss of 20 steps is small enough.

        Args:
            P: parameters by name; they are changed in place
            loss_of: a function of source and target that returns the loss, computed with P
            learned: the mean loss at which training stops
            most: steps, if it never gets there
        Returns:
            the number of steps, and a copy of the parameters after 100 of them
        """
        torch.set_num_threads(1)
        optimizer = torch.optim.Adam([numbers for numbers in P.values() if numbers.requires_grad], lr=0.003)
        losses: list[float] = []
        half = {}
        while len(losses) < most and (len(losses) < 20 or np.mean(losses[-20:]) > learned):
            loss = loss_of(*self.draw(32))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            if len(losses) == HALF:
                half = {name: numbers.detach().clone() for name, numbers in P.items()}
        return len(losses), half


def log_p_of(encode: Callable, decode: Callable, date: str) -> Callable:
    """Return a function of the letters written so far: the log-probabilities of the next one, (38,).

    Args:
        encode, decode: as lesson 14 writes them
        date: what is translated
    """
    source = numbers_of(date)
    context = encode(source).detach()

    @torch.no_grad()
    def log_p(written):
        p = decode(torch.tensor([[START, *written]]), context, source != PADDING)  # (1, n, 38)
        return p[0, -1].log().numpy()

    return log_p


def searched(beam: Callable, encode: Callable, decode: Callable, dates: Iterable[str]) -> dict[str, list]:
    """Translate each date with one beam and with four: the texts and their log-probabilities, as columns.

    Args:
        beam: the reader's function of log_p, count and K, or ours
        encode, decode: as lesson 14 writes them
        dates: what is translated
    """
    rows: dict[str, list] = {"read": [], "K": [], "written": [], "log_probability": []}
    for date in dates:
        log_p = log_p_of(encode, decode, date)
        for K in (1, 4):
            found = [int(k) for k in beam(log_p, WRITTEN, K)]
            total = sum(log_p(found[:place])[k] for place, k in enumerate(found))
            for name, value in zip(rows, (date, K, text_of(found), total), strict=True):
                rows[name].append(value)
    return rows


def numbers_of(date: str) -> torch.Tensor:
    """Return a date as numbers of its letters, padded: (1, 17).

    Raises:
        ValueError: if it is not written like 7 july 2003
    """
    return _numbers([date])[0]


def text_of(numbers: Iterable[int] | torch.Tensor) -> str:
    """Return the letters with these numbers, up to the first end or padding; the start is left out.

    Example:
        >>> text_of(numbers_of("1 may 1999")[0])
        '1 may 1999'
    """
    text = ""
    for k in map(int, numbers):
        if k in (PADDING, END):
            break
        text += "" if k == START else LETTERS[k]
    return text


def reading_parts(
    functions: Any, P: Mapping[str, torch.Tensor], is_token: torch.Tensor
) -> tuple[Callable, ...]:
    """Fill the reader's functions with the parameters of the encoder.

    Args:
        functions: `on_tensors` of classroom.lab.numpy_bridge
        P: parameters by name, as Dates makes them
        is_token: (batch, 17) bool, False at padding
    Returns:
        norm_1, attention, norm_2, feed_forward, and the norm after the block
    """

    def attention(y):
        W_Q, W_K, W_V, W_O = (P[f"read_W_{M}"] for M in "QKVO")
        return functions.cross_attention(y, y, is_token, W_Q, W_K, W_V) @ W_O

    norm_1, norm_2, last_norm = (_norm(functions, P, norm) for norm in NORMS[:3])
    return norm_1, attention, norm_2, _feed_forward(functions, P, "read"), last_norm


def writing_parts(
    functions: Any, P: Mapping[str, torch.Tensor], is_token: torch.Tensor, seen: list | None = None
) -> tuple[Callable, ...]:
    """Fill the reader's functions with the parameters of the decoder.

    Args:
        functions, P: as for `reading_parts`
        is_token: (batch, 17) bool, where the decoder may look in what was read
        seen: a list that gets the weights of the cross-attention, (batch, n, 17), whenever it is called
    Returns:
        norm_1, self_attention, norm_2, cross_attention (of y and context), norm_3, feed_forward, and the
        norm after the block
    """

    def self_attention(y):
        W_Q, W_K, W_V, W_O = (P[f"write_W_{M}"] for M in "QKVO")
        keep = causal_mask(y.shape[-2])
        return functions.masked_attention(y @ W_Q, y @ W_K, y @ W_V, keep) @ W_O

    def cross_attention(y, context):
        W_Q, W_K, W_V, W_O = (P[f"cross_W_{M}"] for M in "QKVO")
        if seen is not None:
            trace = attend(y @ W_Q, context @ W_K, context @ W_V, padding_mask(is_token))
            seen.append(trace.weights.detach().numpy())
        return functions.cross_attention(y, context, is_token, W_Q, W_K, W_V) @ W_O

    norm_1, norm_2, norm_3, last_norm = (_norm(functions, P, norm) for norm in NORMS[3:])
    feed_forward = _feed_forward(functions, P, "write")
    return norm_1, self_attention, norm_2, cross_attention, norm_3, feed_forward, last_norm


def _norm(functions, P, norm):
    return lambda x: functions.layer_norm(x, P[f"gain_{norm}"], P[f"bias_{norm}"], 1e-5)


def _feed_forward(functions, P, tower):
    W_1, b_1, W_2, b_2 = (P[f"{tower}_{name}"] for name in ("W_1", "b_1", "W_2", "b_2"))
    return lambda x: functions.feed_forward(x, W_1, b_1, W_2, b_2)


def _start(name, shape):
    """Return the parameters of a layer before training."""
    if name.startswith("gain"):
        return torch.ones(shape, dtype=torch.float64)
    if name.startswith("bias") or "_b_" in name:
        return torch.zeros(shape, dtype=torch.float64)
    spread = 0.3 if name in ("letters", "read_places", "write_places") else shape[0] ** -0.5
    return torch.randn(shape, dtype=torch.float64) * spread


def _numbers(dates):
    """Return dates, padded, and translations, filled with ends, as numbers: (n, 17), (n, 12)."""
    source = [[LETTERS.index(letter) for letter in date] for date in dates]
    target = [[LETTERS.index(letter) for letter in translated(date)] for date in dates]
    return _filled(source, READ, PADDING), _filled(target, WRITTEN, END)


def _filled(rows, length, sign):
    return torch.tensor([row + [sign] * (length - len(row)) for row in rows])


def _parts_of(date):
    words = date.split()
    if len(words) == 3 and words[1] in MONTHS and words[0].isdecimal() and words[2].isdecimal():
        day, year = int(words[0]), int(words[2])
        if 1 <= day <= 31 and 1000 <= year <= 9999:
            return day, words[1], year
    raise ValueError(f"a date needs to be written like 7 july 2003, but is {date!r}.")
