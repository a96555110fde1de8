"""Rows that are alike stand together, with the tree of their likeness.

相似的行排在一起，旁边的树画出谁和谁相近。
"""

import numpy as np

from classroom import clusters

rng = np.random.default_rng(0)
kinds = np.repeat([[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]], [9, 3], axis=0)  # two kinds of heads
A, B = (kinds + rng.uniform(0, 0.1, (12, 3)) for _ in range(2))
names = [f"H{k}" for k in range(12)]
clusters({"English": A, "Chinese": B}, names, ["previous", "self", "next"], groups=2).save("clusters.png")
