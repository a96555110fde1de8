"""All steps from queries and keys to the output, every number shown."""

from attnlib import load_example, pipeline

example = load_example("first_look")
pipeline(example.trace(), example.tokens).save("pipeline.png")
