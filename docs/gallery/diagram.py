"""A block drawn as its code has it."""

from classroom import diagram


def block(x, norm, attention):
    return x + attention(norm(x))


diagram(block).save("diagram.png")
