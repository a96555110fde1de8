"""The mean of several runs, in a band from the smallest to the largest.

多次训练的平均，外面一条带子，从最小值到最大值。
"""

import numpy as np

from attnlib import bands

steps = np.arange(0, 100, 5)
noise = np.random.default_rng(0).normal(scale=0.05, size=(2, 8, 20))  # two names, eight seeds
runs = {"fast": np.exp(-steps / 20) + noise[0], "slow": np.exp(-steps / 60) + noise[1]}
bands(steps, runs, xlabel="steps", ylabel="loss").save("bands.png")
