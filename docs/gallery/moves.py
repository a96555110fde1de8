"""One word in two sentences: which way its neighbours pull its output."""

from attnlib import load_example
from classroom import moves

moves(load_example("apple"), "apple").save("moves.png")
