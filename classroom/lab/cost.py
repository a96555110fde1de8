"""Measure what a function costs while it runs, and compute what a model will cost from its sizes: lesson 11.

Only matrix products are counted, with two operations for each multiplication, since an addition goes with it
(as in torch.utils.flop_counter); norms, biases and softmax take little and are left out.
"""

import json
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from attnlib._validate import check_count
from attnlib.languages import DATA, text_from

text = text_from(__file__, "cost")

_SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_BYTES = (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")


# Measured


def flops(f: Callable, *x: Any) -> int:
    """Count the floating-point operations of f(*x) in matrix products.

    Args:
        f: a function or module of torch
        *x: its arguments, tensors
    Returns:
        2 for each multiplication

    Example:
        >>> import torch
        >>> flops(torch.matmul, torch.ones(2, 3), torch.ones(3, 5))
        60
    """
    import torch  # more than a second, so only here
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils.flop_counter import flop_registry

    # FlopCounterMode does the same, but loads torch's compiler, 80 MiB and seconds: torch wraps the
    # __torch_dispatch__ of a mode in it, though not one that the mode inherits.
    class Products:
        total = 0

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            result = func(*args, **(kwargs or {}))
            if func._overloadpacket in flop_registry:
                self.total += flop_registry[func._overloadpacket](*args, **(kwargs or {}), out_val=result)
            return result

    class Counter(Products, TorchDispatchMode):
        pass

    with Counter() as counter, torch.no_grad():
        f(*x)
    return counter.total


def peak(f: Callable, *x: Any) -> int:
    """Measure how many bytes numpy and Python hold at most while f(*x) runs, beyond what they held before.

    Args:
        f: a function of numpy arrays; memory of torch is not seen
        *x: its arguments
    Returns:
        bytes

    Example:
        >>> import numpy as np
        >>> peak(np.ones, 1000) >= 8 * 1000
        True
    """
    tracemalloc.start()
    try:
        f(*x)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def seconds(f: Callable, *x: Any) -> float:
    """Measure the CPU time of f(*x): the smallest of five, since other work can only make a time longer.

    Args:
        f: any function
        *x: its arguments
    Returns:
        seconds

    Example:
        >>> seconds(sum, range(10)) < 1
        True
    """
    return min(_taken(f, x) for _ in range(5))


def _taken(f, x):
    start = time.process_time()
    f(*x)
    return time.process_time() - start


# Computed


@dataclass(frozen=True)
class Model:
    """Hold the sizes of a Transformer that reads and writes; defaults are those of the first one.

    Raises:
        ValueError: unless layers, d_model and heads are whole numbers from 1

    Example:
        >>> parameters(Model(layers=12, d_model=768, heads=12, vocabulary=50257, places=1024))
        124318464
    """

    layers: int
    d_model: int
    heads: int
    key_heads: int = 0  # heads of keys and values, if fewer than of queries (Ainslie et al. 2023)
    d_ff: int = 0  # width of the feed-forward; 4 d_model if not given
    matrices: int = 2  # of a feed-forward; 3 if it has a gate (Shazeer 2020)
    vocabulary: int = 0  # tokens that it knows
    tables: int = 1  # of vocabulary x d_model numbers; 2 if the output has its own
    places: int = 0  # learned rows of positions
    longest: int = 0  # tokens in its longest text, if known
    published: float = 0  # parameters, as counted by its makers
    source: str = ""

    def __post_init__(self):
        check_count("Model", layers=self.layers, d_model=self.d_model, heads=self.heads)


def models() -> dict[str, Model]:
    """Load well-known models by name, from data/models.json, where their sources stand.

    Example:
        >>> models()["GPT-2"].layers
        12
    """
    stored = json.loads((DATA / "models.json").read_text(encoding="utf-8"))
    return {name: Model(**sizes) for name, sizes in stored.items()}


def parameters(model: Model) -> int:
    """Count the numbers that are learned: those of all matrices.

    Example:
        >>> parameters(Model(layers=1, d_model=512, heads=8))
        3145728
    """
    return _of_blocks(model) + (model.tables * model.vocabulary + model.places) * model.d_model


def _of_blocks(model):
    attention = 2 * model.d_model**2 + 2 * model.d_model * _key_width(model)  # W_Q and W_O, W_K and W_V
    feed_forward = model.matrices * model.d_model * (model.d_ff or 4 * model.d_model)
    return model.layers * (attention + feed_forward)


def _key_width(model):
    """Return how many numbers the keys of one token have in a layer, over all heads."""
    return model.d_model // model.heads * (model.key_heads or model.heads)


def operations(model: Model, n: int) -> int:
    """Count the operations to read n tokens at once and predict the next one at each place.

    That is 2 for each parameter and token, and those of `pair_operations`.

    Example:
        >>> operations(Model(layers=1, d_model=512, heads=8), 10)
        63119360
    """
    return 2 * n * _multiplied(model) + pair_operations(model, n)


def parts_of_block(n: Any, d_model: int) -> dict[str, Any]:
    """Count the operations of one block by part; its feed-forward is four times as wide as d_model.

    Args:
        n: tokens, a number or an array of numbers
        d_model: numbers a token
    Returns:
        part -> operations, a number or an array like n

    Example:
        >>> parts_of_block(2, 4)
        {'projections': 256, 'pairs': 64, 'feed_forward_network': 512}
    """
    return {
        "projections": 8 * n * d_model**2,
        "pairs": 4 * n**2 * d_model,
        "feed_forward_network": 16 * n * d_model**2,
    }


def pair_operations(model: Model, n: int) -> int:
    """Count the operations that grow with n²: scores and weighted sums, 4 n² d_model a layer.

    Example:
        >>> pair_operations(Model(layers=1, d_model=512, heads=8), 10)
        204800
    """
    return 4 * n * n * model.d_model * model.layers


def operations_of_next(model: Model, n: int) -> int:
    """Count the operations for one more token after n whose keys and values are in a cache.

    Example:
        >>> operations_of_next(Model(layers=1, d_model=512, heads=8), 10)
        6311936
    """
    return 2 * _multiplied(model) + 4 * n * model.d_model * model.layers


def _multiplied(model):
    """Count the parameters that are multiplied: in the embedding table rows are only looked up."""
    return _of_blocks(model) + model.vocabulary * model.d_model


def cache_numbers(model: Model, n: int) -> int:
    """Count the numbers in a KV cache: a key and a value for each token, in each layer.

    Example:
        >>> cache_numbers(Model(layers=2, d_model=512, heads=8), 10)
        20480
    """
    return 2 * model.layers * n * _key_width(model)


def table_numbers(model: Model, n: int) -> int:
    """Count the attention weights of one layer: an (n, n) table for each head.

    Example:
        >>> table_numbers(Model(layers=2, d_model=512, heads=8), 10)
        800
    """
    return model.heads * n * n


def ledger(model: Model, n: int, bytes: int) -> str:
    """Return all these costs as an HTML table in the language in force.

    Args:
        model: its sizes
        n: tokens that it reads
        bytes: of memory for one number
    Returns:
        HTML
    Raises:
        ValueError: unless n and bytes are whole numbers from 1

    Example:
        >>> "KV cache of 1,024 tokens" in ledger(models()["GPT-2"], 1024, 2)
        True
    """
    check_count("ledger", n=n, bytes=bytes)
    tokens = f"{n:,}"
    rows = (
        (text("parameters"), amount(parameters(model))),
        (text("weights"), memory(bytes * parameters(model))),
        (text("reading", n=tokens), amount(operations(model, n))),
        (text("pairs"), f"{pair_operations(model, n) / operations(model, n):.0%}".replace("%", " %")),
        (text("writing"), amount(operations_of_next(model, n))),
        (text("cache", n=tokens), memory(bytes * cache_numbers(model, n))),
        (text("tables"), memory(bytes * table_numbers(model, n))),
    )
    cell = "padding:.25em 1em;text-align:"
    lines = [
        f'<tr><th scope="row" style="{cell}left;font-weight:normal">{name}</th>'
        f'<td style="{cell}right;white-space:nowrap">{value}</td></tr>'
        for name, value in rows
    ]
    too_long = model.longest and n > model.longest
    note = f"<p>{text('longest', n=f'{model.longest:,}')}</p>" if too_long else ""
    return f"<table>{''.join(lines)}</table>{note}"


def amount(x: int) -> str:
    """Write a large number in three digits.

    Example:
        >>> amount(124318464)
        '1.24 × 10⁸'
    """
    if x < 10_000:
        return f"{x:,}"
    digits, power = f"{x:.2e}".split("e+")
    return f"{digits} × 10{power.lstrip('0').translate(_SMALL)}"


def memory(x: float) -> str:
    """Write a number of bytes in three digits, a GB being 10⁹ bytes.

    Example:
        >>> memory(13_480_000_000)
        '13.5 GB'
    """
    rounded = float(f"{x:.3g}")
    for size, unit in _BYTES:
        if rounded >= size:
            return f"{rounded / size:.4g} {unit}"
    return f"{x} B"
