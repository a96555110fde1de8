"""All steps from queries and keys to the output, every number shown.

从查询和键到输出的每一步，每个数都写出来。
"""

from attnlib import load_example, pipeline

example = load_example("first_look")
pipeline(example.trace(), example.tokens).save("pipeline.png")
