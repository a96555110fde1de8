"""A row of a positional encoding as the hands of clocks, from fast to slow."""

from attnlib import clocks, positional_encoding

clocks(positional_encoding(16, 8)[5]).save("clocks.png")
