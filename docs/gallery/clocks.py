"""A row of a positional encoding as the hands of clocks, from fast to slow.

位置编码的一行，画成几只钟的指针，从快到慢。
"""

from attnlib import positional_encoding
from classroom import clocks

clocks(positional_encoding(16, 8)[5]).save("clocks.png")
