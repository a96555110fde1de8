"""How far numbers are spread: random scores grow with d_k.

一组数散得多开：随机分数随 d_k 变大而散开。
"""

import numpy as np

from classroom import violins

q, k = np.random.default_rng(0).normal(size=(2, 10_000, 64))
samples = {f"d_k = {n}": (q[:, :n] * k[:, :n]).sum(-1) for n in (4, 16, 64)}
violins(samples, xlabel="score").save("violins.png")
