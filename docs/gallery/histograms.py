"""How often numbers occur: random scores grow with d_k."""

import numpy as np

from attnlib import histograms

q, k = np.random.default_rng(0).normal(size=(2, 10_000, 64))
samples = {f"d_k = {n}": (q[:, :n] * k[:, :n]).sum(-1) for n in (4, 16, 64)}
histograms(samples, xlabel="score").save("histograms.png")
