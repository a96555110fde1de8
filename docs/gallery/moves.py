"""One word in two sentences: which way its neighbours pull its output.

同一个词在两句话里：邻居把它的输出拉向哪边。
"""

from attnlib import load_example
from classroom import moves

moves(load_example("apple"), "apple").save("moves.png")
