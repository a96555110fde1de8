"""All attention maps of a model, small: a row for each block, a column for each head.

一个模型的全部注意力图，缩小排在一起：每层一行，每个头一列。
"""

import numpy as np

from attnlib import softmax
from classroom import atlas

S = np.random.default_rng(0).normal(scale=3, size=(3, 6, 12, 12))  # (blocks, heads, words, words)
atlas(softmax(S), mark=(1, 2)).save("atlas.png")
