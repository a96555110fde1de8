"""Rows that are alike stand together, with the tree of their likeness."""

import numpy as np

from classroom import clusters

kinds = np.repeat([[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]], 4, axis=0)  # two kinds of heads, four of each
A = np.random.default_rng(0).permutation(kinds) + np.random.default_rng(1).uniform(0, 0.1, (8, 3))
clusters(A, [f"head {k}" for k in range(8)], ["previous", "self", "next"]).save("clusters.png")
