"""Over which numbers of a batch a mean is taken: LayerNorm and BatchNorm."""

from classroom import cubes

cubes({"LayerNorm": -1, "BatchNorm": (0, 1)}).save("cubes.png")
