"""What a function costs while it runs, and what a model will cost, reckoned from its sizes: lesson 11.

Reckoned are matrix products, with two operations for each multiplication, since an addition goes with it (as
torch.utils.flop_counter counts); norms, biases, softmax and the like are left out: they take little.
"""

import json
import time
import tracemalloc
from dataclasses import dataclass

from attnlib._validate import check_count
from attnlib.i18n import DATA, text_from

TEXTS = {
    "parameters": ("parameters", "参数"),
    "weights": ("memory for the parameters", "参数占用的内存"),
    "reading": ("operations to read {n} tokens", "读 {n} 个词元的运算次数"),
    "pairs": ("of these for pairs of tokens (n²)", "其中用在词元对上的（n²）"),
    "writing": ("operations for one more token, with a cache", "再写一个词元的运算次数（有缓存）"),
    "cache": ("KV cache of {n} tokens", "{n} 个词元的 KV 缓存"),
    "tables": ("attention weights of one layer, if kept whole", "一层的注意力权重（如果整张存下）"),
    "longest": ("It was made for {n} tokens at most.", "这个模型最多能处理 {n} 个词元。"),
}
text = text_from(TEXTS)

_SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_BYTES = (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")


# Measured


def flops(f, *x):
    """The floating-point operations of f(*x) in products of torch's tensors: 2 for each multiplication."""
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


def peak(f, *x):
    """The most bytes that numpy and Python hold at once while f(*x) runs, beyond what they held before."""
    tracemalloc.start()
    try:
        f(*x)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def seconds(f, *x):
    """The CPU seconds of f(*x), the smallest of five: other work can only make a time longer."""
    return min(_taken(f, x) for _ in range(5))


def _taken(f, x):
    start = time.process_time()
    f(*x)
    return time.process_time() - start


# Reckoned


@dataclass(frozen=True)
class Model:
    """The sizes of a Transformer that reads and writes; what is not given is as in the first one."""

    layers: int
    d_model: int
    heads: int
    key_heads: int = 0  # heads of keys and values, if fewer than of queries (Ainslie et al. 2023)
    d_ff: int = 0  # width of the feed-forward; 4 d_model if not given
    matrices: int = 2  # of a feed-forward; 3 if it has a gate (Shazeer 2020)
    vocabulary: int = 0  # tokens that it knows
    tables: int = 1  # of vocabulary x d_model numbers; 2 if the one at the end is another
    places: int = 0  # learned rows of positions
    longest: int = 0  # tokens for which it was made, if that is known
    published: float = 0  # parameters, as its makers have counted them
    source: str = ""

    def __post_init__(self):
        check_count("Model", layers=self.layers, d_model=self.d_model, heads=self.heads)


def models() -> dict[str, Model]:
    """Some models that one knows, by name, as data/models.json has them with their sources."""
    stored = json.loads((DATA / "models.json").read_text(encoding="utf-8"))
    return {name: Model(**sizes) for name, sizes in stored.items()}


def parameters(model):
    """How many numbers are learned: those of all matrices."""
    return _of_blocks(model) + (model.tables * model.vocabulary + model.places) * model.d_model


def _of_blocks(model):
    attention = 2 * model.d_model**2 + 2 * model.d_model * _key_width(model)  # W_Q and W_O, W_K and W_V
    feed_forward = model.matrices * model.d_model * (model.d_ff or 4 * model.d_model)
    return model.layers * (attention + feed_forward)


def _key_width(model):
    """How many numbers the keys of one token have in a layer, those of all heads together."""
    return model.d_model // model.heads * (model.key_heads or model.heads)


def operations(model, n):
    """To read n tokens at once, and name a next one for each: 2 a parameter and token, and those of pairs."""
    return 2 * n * _multiplied(model) + pair_operations(model, n)


def parts_of_block(n, d_model):
    """The operations of one block for n words, by part; the feed-forward is four times as wide as d_model."""
    return {
        "projections": 8 * n * d_model**2,
        "pairs": 4 * n**2 * d_model,
        "feed_forward": 16 * n * d_model**2,
    }


def pair_operations(model, n):
    """What grows with n²: scores and weighted sums, 4 n² d_model a layer."""
    return 4 * n * n * model.d_model * model.layers


def operations_of_next(model, n):
    """For one more token behind n, if their keys and values have been kept."""
    return 2 * _multiplied(model) + 4 * n * model.d_model * model.layers


def _multiplied(model):
    """The parameters that are multiplied: a table at the beginning is only looked up."""
    return _of_blocks(model) + model.vocabulary * model.d_model


def cache_numbers(model, n):
    """How many numbers a KV cache holds: a key and a value for each token, in each layer."""
    return 2 * model.layers * n * _key_width(model)


def table_numbers(model, n):
    """How many attention weights one layer has: a table of n x n for each head."""
    return model.heads * n * n


def ledger(model, n, bytes):
    """All this for n tokens and so many bytes a number: an HTML table in the language in force."""
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
        f'<td style="{cell}right">{value}</td></tr>'
        for name, value in rows
    ]
    too_long = model.longest and n > model.longest
    note = f"<p>{text('longest', n=f'{model.longest:,}')}</p>" if too_long else ""
    return f"<table>{''.join(lines)}</table>{note}"


def amount(x):
    """A large number in three digits: 1.24 × 10⁸."""
    if x < 10_000:
        return f"{x:,}"
    digits, power = f"{x:.2e}".split("e+")
    return f"{digits} × 10{power.lstrip('0').translate(_SMALL)}"


def memory(x):
    """Bytes in three digits: 13.5 GB, a GB being 10⁹ bytes."""
    rounded = float(f"{x:.3g}")
    for size, unit in _BYTES:
        if rounded >= size:
            return f"{rounded / size:.4g} {unit}"
    return f"{x} B"
