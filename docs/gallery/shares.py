"""A table of shares, a row a model, a column a task.

一张比例表：每个模型一行，每项任务一列。
"""

from attnlib import shares

right = {"one head": [0.25, 0.5, 0.99], "two heads": [1.0, 0.98, 1.0]}
shares(right, ["left", "right", "reverse"]).save("shares.png")
