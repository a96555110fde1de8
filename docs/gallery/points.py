"""Names at their places, and a path that ends at its name.

几个词在平面上的位置，和一条终点标着名字的路线。
"""

import numpy as np

from classroom import points

path = np.array([[0, 0], [0.4, 0.1], [0.7, 0.5], [0.8, 0.9]])
points({"apple": path, "eat": [1, 0.2], "phone": [0.1, 1]}, xlabel="food", ylabel="tech").save("points.png")
