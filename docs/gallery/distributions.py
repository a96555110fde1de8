"""How samples are spread, with lines at their quartiles."""

import numpy as np

from attnlib import distributions

draws = np.random.default_rng(0).normal(size=(3, 500))
samples = {f"d_k = {n}": np.sqrt(n) * row for n, row in zip((1, 4, 9), draws, strict=True)}
distributions(samples, xlabel="score").save("distributions.png")
