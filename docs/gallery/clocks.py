"""A row of a positional encoding as the hands of clocks, from fast to slow."""

from attnlib import positional_encoding
from classroom import clocks

clocks(positional_encoding(16, 8)[5]).save("clocks.png")
