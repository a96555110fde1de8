"""Values in the plane, and the hull that no weighted average of them can leave."""

import numpy as np

from attnlib import load_example, mix
from classroom import between

example = load_example("first_look")
weights = np.random.default_rng(0).dirichlet([1, 1, 1, 1], 300)  # 300 rows, each of sum one
V = example.trace().V
between(V, mix(weights, V), example.tokens).save("between.png")
