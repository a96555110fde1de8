"""Lines over a common axis: how temperature turns scores into weights.

共用一条横轴的几条线：温度怎样把分数变成权重。
"""

import numpy as np

from attnlib import curves, softmax

T = 2.0 ** np.arange(-3, 5, 0.25)
rows = softmax(np.array([3.0, 1.0, -1.0]) / T[:, None])
lines = {"score 3": rows[:, 0], "score 1": rows[:, 1], "score -1": rows[:, 2]}
curves(T, lines, xlabel="temperature", ylabel="weights", log="x").save("curves.png")
