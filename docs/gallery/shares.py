"""A table of shares, a row a model, a column a task."""

from attnlib import shares

right = {"one head": [0.25, 0.5, 0.99], "two heads": [1.0, 0.98, 1.0]}
shares(right, ["left", "right", "reverse"]).save("shares.png")
