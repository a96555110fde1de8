"""Many heads beside each other: four, with random queries and keys.

多个头并排：四个头，查询和键都是随机的。
"""

import numpy as np

from attnlib import attend, heads

Q, K, V = np.random.default_rng(0).normal(size=(3, 4, 5, 8))  # (heads, words, d_k)
heads(attend(Q, K, V).weights, ["this", "is", "a", "short", "sentence"]).save("heads.png")
