"""MultiHeadAttention against torch.nn.MultiheadAttention, both returning their weights, side by side."""

import statistics
import time

import torch
from torch import nn

from attnlib.attention import causal_mask
from attnlib.layers import MultiHeadAttention

BATCH, N, D_MODEL, HEADS, ROUNDS = 2, 1024, 512, 8, 25


def medians(calls):
    """Seconds a call, in the median of interleaved rounds: what slows the machine slows all of them."""
    seconds = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(s) for name, s in seconds.items()}


def main():
    torch.manual_seed(0)
    ours = MultiHeadAttention(D_MODEL, HEADS).eval()
    torchs = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True).eval()
    x = torch.randn(BATCH, N, D_MODEL)
    keep = torch.as_tensor(causal_mask(N))
    with torch.no_grad():
        median = medians(
            {
                "ours": lambda: ours(x),
                "torch, weights averaged over heads": lambda: torchs(x, x, x),
                "torch, weights of each head": lambda: torchs(x, x, x, average_attn_weights=False),
                "ours, causal": lambda: ours(x, keep=keep),
                "torch, causal, weights averaged over heads": lambda: torchs(x, x, x, attn_mask=~keep),
            }
        )
    print(f"MultiHeadAttention({D_MODEL}, {HEADS}), batch {BATCH}, n = {N}, eval mode:")
    for name, seconds in median.items():
        own = median["ours, causal" if "causal" in name else "ours"]
        print(f"{seconds * 1000:8.1f} ms  ours / this = {own / seconds:.2f}  {name}")


if __name__ == "__main__":
    main()
