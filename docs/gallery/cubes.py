"""Over which numbers of a batch a mean is taken: LayerNorm and BatchNorm.

平均是对一批数里的哪些数求的：LayerNorm 和 BatchNorm。
"""

from classroom import cubes

cubes({"LayerNorm": -1, "BatchNorm": (0, 1)}).save("cubes.png")
