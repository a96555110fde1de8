"""Measure time and memory for lesson 11: attention, its rivals, fused attention, writing with a cache.

Times are CPU seconds on one thread, the smallest of five that lie apart, so that a busy moment spoils one of
them at most. The allocator keeps what is freed: otherwise times leap where tables become so large that each
call asks the system for their pages anew. What the lesson says of the times is asserted here, as inequalities
that mostly concern 1,024 words or more. Bytes are exact.

    python -m tools.results.cost             measures, about two minutes
    python -m tools.results.cost --write     and keeps what the lesson shows in data/results/cost.json
"""

import ctypes
import sys
import time
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F
from torch.profiler import ProfilerActivity, profile

from attnlib.attention import causal_mask, merge_heads, split_heads
from attnlib.layers import MultiHeadAttention, TransformerBlock
from tools.results import write

D_MODEL, HEADS, BLOCKS = 64, 4, 2
LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096]  # words
WRITTEN = [32, 64, 128, 256, 512, 1024]
ROUNDS, LEAST = 5, 0.02  # a time is that of so many calls that they take so many seconds


def race(n):
    """Attention, a recurrent network (GRU) and a convolution of 7 words, each n words of 64 numbers."""
    attention, recurrent = MultiHeadAttention(D_MODEL, HEADS), nn.GRU(D_MODEL, D_MODEL, batch_first=True)
    near = nn.Conv1d(D_MODEL, D_MODEL, 7, padding=3, groups=D_MODEL)  # each column by itself, then
    across = nn.Conv1d(D_MODEL, D_MODEL, 1)  # each word by itself
    x = torch.randn(1, n, D_MODEL)
    columns = x.mT.contiguous()
    return {
        "attention": lambda: attention(x),
        "GRU": lambda: recurrent(x),
        "convolution": lambda: across(near(columns)),
    }


def fused(n):
    """Return the formula with its (n, n) table, and PyTorch's fused attention, which never holds it."""
    Q, K, V = torch.randn(3, 1, HEADS, n, 64)
    return {
        "with_table": lambda: (Q @ K.mT / 8).softmax(-1) @ V,
        "fused": lambda: F.scaled_dot_product_attention(Q, K, V),
    }


class Writer(nn.Module):
    """A small model that writes: two blocks with a causal mask, 50 tokens, random parameters."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, D_MODEL)
        self.blocks = nn.ModuleList(TransformerBlock(D_MODEL, HEADS) for _ in range(BLOCKS))
        self.out = nn.Linear(D_MODEL, 50)

    def write(self, n):
        """Write n tokens, computing all rows again for each."""
        tokens = [0]
        while len(tokens) < n:
            x = self.embed(torch.tensor(tokens))
            for block in self.blocks:
                x, _ = block(x, keep=causal_mask(len(tokens)))
            tokens.append(self.out(x[-1]).argmax().item())
        return tokens

    def write_with_cache(self, n):
        """Write the same tokens, keeping the keys and values of earlier ones in each block."""
        tokens = [0]
        caches = [torch.empty(2, HEADS, 0, D_MODEL // HEADS) for _ in self.blocks]
        while len(tokens) < n:
            x = self.embed(torch.tensor(tokens[-1:]))  # (1, d_model)
            for k, block in enumerate(self.blocks):
                rows, layer = block.norm_1(x), block.attention
                q, key, value = (split_heads(W(rows), HEADS) for W in (layer.W_Q, layer.W_K, layer.W_V))
                caches[k] = torch.cat([caches[k], torch.stack([key, value])], -2)
                K, V = caches[k]
                weights = (q @ K.mT / (D_MODEL // HEADS) ** 0.5).softmax(-1)  # (heads, 1, m)
                x = x + layer.W_O(merge_heads(weights @ V))
                x = x + block.W_2(torch.relu(block.W_1(block.norm_2(x))))
            tokens.append(self.out(x[-1]).argmax().item())
        return tokens


def writing(n):
    """Writing n tokens, without a cache and with it."""
    writer = Writer()
    assert writer.write(n) == writer.write_with_cache(n)
    return {"without_cache": partial(writer.write, n), "with_cache": partial(writer.write_with_cache, n)}


def keep_freed_memory():
    """Tell glibc to take no memory by mmap and to give none back; other C libraries are left alone."""
    if set_option := getattr(ctypes.CDLL(None), "mallopt", None):
        trim_threshold, mmap_max = -1, -4  # M_TRIM_THRESHOLD and M_MMAP_MAX of malloc.h
        set_option(trim_threshold, -1)
        set_option(mmap_max, 0)


def seconds(runners, lengths):
    """Measure the CPU seconds of each runner at each length: the smallest of five rounds."""
    made = [runners(n) for n in lengths]
    calls = [{name: _enough(f) for name, f in some.items()} for some in made]
    times = {name: [float("inf")] * len(lengths) for name in made[0]}
    for _ in range(ROUNDS):
        for k, some in enumerate(made):
            for name, f in some.items():
                times[name][k] = min(times[name][k], _taken(f, calls[k][name]) / calls[k][name])
    return {name: [float(f"{t:.3g}") for t in row] for name, row in times.items()}


def _enough(f):
    f()
    calls = 1
    while _taken(f, calls) < LEAST:
        calls *= 2
    return calls


def _taken(f, calls):
    start = time.process_time()
    for _ in range(calls):
        f()
    return time.process_time() - start


def peaks(runners, lengths):
    """Measure the most bytes that torch holds while a runner runs, beyond what it held before."""
    rows = [{name: _peak(f) for name, f in runners(n).items()} for n in lengths]
    return {name: [row[name] for row in rows] for name in rows[0]}


def _peak(f):
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True, acc_events=True) as seen:
        f()
    held = most = 0
    for event in seen.profiler.kineto_results.events():
        if event.name() == "[memory]":
            held += event.nbytes()
            most = max(most, held)
    return most


def promises(results):
    """Assert what the lesson says of these figures."""
    at = LENGTHS.index(1024)
    race = {name: row[at:] for name, row in results["race_seconds"].items()}
    four_times = {name: row[-1] / row[0] for name, row in race.items()}  # 4,096 words against 1,024
    assert four_times["attention"] > 9 > 6 > max(four_times["GRU"], four_times["convolution"]), four_times
    first, last = ({name: row[k] for name, row in results["race_seconds"].items()} for k in (0, -1))
    assert first["attention"] < first["GRU"], first
    assert last["attention"] > 2.5 * last["GRU"], last
    for name, least in ("seconds", 1.2), ("bytes", 100):
        last = {kind: row[-1] for kind, row in results[f"fused_{name}"].items()}
        assert last["with_table"] > least * last["fused"], last
    writing = results["writing_seconds"]
    assert writing["without_cache"][-1] > 15 * writing["with_cache"][-1], writing
    assert 5 < writing["without_cache"][-1] / writing["without_cache"][-2] < 7, writing  # "six times"


@torch.no_grad()
def main(arguments):
    keep_freed_memory()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    results = {"lengths": LENGTHS, "written": WRITTEN}
    results["fused_bytes"] = peaks(fused, LENGTHS)
    results["race_seconds"] = seconds(race, LENGTHS)
    results["fused_seconds"] = seconds(fused, LENGTHS)
    results["writing_seconds"] = seconds(writing, WRITTEN)
    for what, rows in results.items():
        print(what, rows)
    promises(results)
    if arguments == ["--write"]:
        write("cost", results)


if __name__ == "__main__":
    main(sys.argv[1:])
