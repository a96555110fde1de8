"""Repeat the trainings of lesson 07 over ten seeds: who can look at two places at once, and in what time?

At each of eight places in a ring, name the word on the left and the word on the right (four words). A head
that names one of them twice gets 0.25: the places whose two neighbours are the same word.
"""

import time

import numpy as np
import torch
from torch import nn

from attnlib.attention import merge_heads, split_heads
from attnlib.lab.training import neighbours, train
from attnlib.layers import MultiHeadAttention, SelfAttention

SEEDS = range(10)
D_MODEL = 12


class SharedProjection(nn.Module):
    """Each head gets a slice of x, through small matrices for all of them; scores are divided by √d_model."""

    def __init__(self, heads):
        super().__init__()
        self.heads, d = heads, D_MODEL // heads
        self.W_Q, self.W_K, self.W_V = (nn.Linear(d, d, bias=False) for _ in range(3))
        self.W_O = nn.Linear(D_MODEL, D_MODEL)

    def forward(self, x):
        x = split_heads(x, self.heads)
        weights = torch.softmax(self.W_Q(x) @ self.W_K(x).mT / D_MODEL**0.5, -1)
        return self.W_O(merge_heads(weights @ self.W_V(x))), weights


LAYERS = {
    "one head": lambda: MultiHeadAttention(D_MODEL, 1),
    "one head of 48": lambda: SelfAttention(D_MODEL, 48, 48, output_projection=True),
    "two heads": lambda: MultiHeadAttention(D_MODEL, 2),
    "four heads": lambda: MultiHeadAttention(D_MODEL, 4),
    "two heads share a projection": lambda: SharedProjection(2),
    "four heads share a projection": lambda: SharedProjection(4),
}


def main():
    torch.set_num_threads(1)
    print(f"{'':30} both right: least, most     0.99 reached at step      s each (processor)")
    for name, make in LAYERS.items():
        start = time.process_time()
        runs = [train(make, neighbours, seed) for seed in SEEDS]
        seconds = (time.process_time() - start) / len(SEEDS)
        ends = [run.right[-1] for run in runs]
        reached = [run.iterations[np.argmax(run.right >= 0.99)] for run in runs if (run.right >= 0.99).any()]
        when = f"{min(reached)} to {max(reached)}, {len(reached)} of {len(runs)}" if reached else "never"
        print(f"{name:30} {min(ends):8.2f} {max(ends):8.2f}            {when:22} {seconds:6.2f}", flush=True)


if __name__ == "__main__":
    main()
