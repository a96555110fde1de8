"""A block drawn as its code has it.

照着代码画出来的一个块。
"""

from classroom import diagram


def block(x, norm, attention):
    return x + attention(norm(x))


diagram(block).save("diagram.png")
