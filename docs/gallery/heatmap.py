"""A matrix as coloured cells: the attention weights of four words.

用彩色格子画出一个矩阵：四个词的注意力权重。
"""

from attnlib import heatmap, load_example

example = load_example("first_look")
weights = example.trace().weights
heatmap(weights, example.tokens, example.tokens, title="weights").save("heatmap.png")
