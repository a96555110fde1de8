"""How far does a place carry? Five ways to tell words where they stand, trained to 16 words, asked to 64.

`carry`: at every word of a random sentence, name the word before it (8 words, so chance is 1/8). Asked twice:
with all words before it in sight, and with the nearest 16 only, so that no distance is new.
`count`: without any positions, name the place at which one stands (10 places, so chance is 1/10), with a
causal mask and without. Both train small Transformers on one thread, with Adam and seeds 0 to 9.

    python -m tools.results.positions             prints times and successes
    python -m tools.results.positions --write     and keeps what lesson 08 shows
"""

import math
import sys
import time
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from attnlib.attention import causal_mask, merge_heads, split_heads
from attnlib.block import positional_encoding
from attnlib.layers import TransformerBlock
from tools.results import write

KINDS = ("no_positions", "sinusoidal", "learned", "RoPE", "ALiBi")
SEEDS = range(10)
WORDS, D_MODEL, HEADS = 8, 32, 2
TRAINED, ASKED = 16, 64  # places


class Model(nn.Module):
    """Blocks of causal attention which learn of places in one of five ways."""

    def __init__(self, kind, blocks, causal=True):
        super().__init__()
        self.kind, self.causal = kind, causal
        self.embed = nn.Embedding(WORDS, D_MODEL)
        self.places = torch.tensor(positional_encoding(ASKED, D_MODEL), dtype=torch.float32)
        if kind == "learned":
            self.places = nn.Parameter(torch.randn(ASKED, D_MODEL))
        self.blocks = nn.ModuleList(TransformerBlock(D_MODEL, HEADS) for _ in range(blocks))
        self.norm = nn.LayerNorm(D_MODEL)
        self.out = nn.Linear(D_MODEL, WORDS)

    def forward(self, words, nearest=ASKED):
        """Return the scores of all words at each place, which sees the `nearest` places up to itself."""
        x = self.embed(words)  # (batch, n, d_model)
        if self.kind in ("sinusoidal", "learned"):
            x = x + self.places[: x.shape[1]]
        for block in self.blocks:
            x = x + self.attention(block.attention, block.norm_1(x), nearest)
            x = x + block.W_2(torch.relu(block.W_1(block.norm_2(x))))
        return self.out(self.norm(x))

    def attention(self, layer, x, nearest):
        Q, K, V = (split_heads(W(x), HEADS) for W in (layer.W_Q, layer.W_K, layer.W_V))
        if self.kind == "RoPE":
            Q, K = turned(Q), turned(K)
        S = Q @ K.mT / math.sqrt(Q.shape[-1])  # (batch, heads, n, n)
        if self.kind == "ALiBi":
            S = S + distance_bias(x.shape[1])
        n = x.shape[1]
        keep = torch.from_numpy(causal_mask(n)).triu(1 - nearest) if self.causal else torch.tensor(True)
        return layer.W_O(merge_heads(S.masked_fill(~keep, -math.inf).softmax(-1) @ V))


def turned(x):
    """Turn each pair of numbers of x (..., n, d) by an angle that grows with the place.   Su et al. 2021"""
    n, d = x.shape[-2:]
    angle = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, d, 2) / d)  # (n, d/2)
    sin, cos = angle.sin(), angle.cos()
    one, other = x[..., 0::2], x[..., 1::2]
    return torch.stack([one * cos - other * sin, one * sin + other * cos], -1).flatten(-2)


def distance_bias(n):
    """Minus the distance of two places times a slope, one for each head: (heads, n, n).  Press et al. 2021"""
    place = torch.arange(n)
    slopes = 2.0 ** (-8 / HEADS * torch.arange(1, HEADS + 1))
    return -slopes[:, None, None] * abs(place[:, None] - place)


def carry(kind, blocks, seed, steps=800, rate=3e-3, causal=True):
    """Train to name the word before; the share of right answers at places 1 to 63 of new sentences.

    The second share is that of the same model when each place sees only the nearest 16, as in training.
    Without the causal mask there is nothing to be compared beyond 16 words, and sentences have 16.
    """
    torch.manual_seed(seed)
    model = Model(kind, blocks, causal)
    optimizer = torch.optim.Adam(model.parameters(), rate)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(steps):
        words = torch.randint(WORDS, (32, TRAINED))
        loss = F.cross_entropy(model(words)[:, 1:].flatten(0, 1), words[:, :-1].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    words = torch.randint(WORDS, (256, ASKED if causal else TRAINED))
    with torch.no_grad():
        right = [model(words, n)[:, 1:].argmax(-1) == words[:, :-1] for n in (ASKED, TRAINED)]
    return [share.float().mean(0).numpy() for share in right]


def count(causal, seed, places=10, steps=600, rate=3e-3):
    """Train one block without positions to name the place; (share right, weights of the start word)."""
    torch.manual_seed(seed)
    embed, block, out = nn.Embedding(5, D_MODEL), TransformerBlock(D_MODEL, 1), nn.Linear(D_MODEL, places)
    optimizer = torch.optim.Adam([p for part in (embed, block, out) for p in part.parameters()], rate)
    keep = causal_mask(places) if causal else None
    for _ in range(steps):
        words = torch.randint(1, 5, (32, places))
        words[:, 0] = 0  # the start word
        x, weights = block(embed(words), keep=keep)
        loss = F.cross_entropy(out(x).flatten(0, 1), torch.arange(places).repeat(32))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = (out(x).argmax(-1) == torch.arange(places)).float().mean().item()
    return right, weights[:, 0, :, 0].mean(0).detach().numpy()


def without_mask():
    """Return the share right within the trained length, with neither positions nor a mask, of each seed."""
    runs = [carry("no_positions", 2, seed, causal=False)[0].mean() for seed in SEEDS]
    print(f"2 blocks, no positions, no mask  places 1-15 {np.mean(runs):.2f}", flush=True)
    return [round(float(share), 3) for share in runs]


def measure():
    """Measure all figures over all seeds, printing them as they come."""
    results: dict[str, Any] = {"trained": TRAINED, "places": list(range(1, ASKED)), "blocks_2_nearest": {}}
    for blocks in (1, 2):
        by_kind = results[f"blocks_{blocks}"] = {}
        for kind in KINDS:
            start = time.process_time()
            runs, near = np.swapaxes([carry(kind, blocks, seed) for seed in SEEDS], 0, 1)
            seconds = (time.process_time() - start) / len(SEEDS)
            by_kind[kind] = runs.round(3).tolist()
            if blocks == 2 and kind in ("RoPE", "ALiBi"):
                results["blocks_2_nearest"][kind] = near.round(3).tolist()
            within, beyond = runs[:, : TRAINED - 1].mean(1), runs[:, TRAINED - 1 :].mean(1)
            done = (within >= 0.99).sum()
            print(
                f"{blocks} block(s), {kind:10}  {seconds:4.1f} s  places 1-15 {within.mean():.2f}"
                f" (≥ 0.99 in {done} of {len(SEEDS)})  16-63 {beyond.mean():.2f}",
                flush=True,
            )
    results["no_mask_within"] = without_mask()
    for name, causal in (("causal", True), ("full", False)):
        start = time.process_time()
        right, weights = zip(*(count(causal, seed) for seed in SEEDS), strict=True)
        seconds = (time.process_time() - start) / len(SEEDS)
        results[name] = [round(share, 3) for share in right]
        results[f"{name}_weights"] = [round(float(w), 3) for w in np.mean(weights, 0)]
        print(f"place without positions, {name:6}  {seconds:4.1f} s  right {results[name]}", flush=True)
    return results


def main(arguments):
    torch.set_num_threads(1)
    results = measure()
    if arguments == ["--write"]:
        write("positions", results)


if __name__ == "__main__":
    main(sys.argv[1:])
