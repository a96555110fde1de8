"""Values in the plane, and the hull that no weighted average of them can leave.

平面上的几个值，和它们围成的区域：加权平均怎么算，也出不了这个区域。
"""

import numpy as np

from attnlib import load_example, mix
from classroom import between

example = load_example("first_look")
weights = np.random.default_rng(0).dirichlet([1, 1, 1, 1], 300)  # 300 rows, each of sum one
V = example.trace().V
between(V, mix(weights, V), example.tokens).save("between.png")
