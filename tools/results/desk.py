"""Let the model of lesson 13 write the texts that the writing desk shows where there is no model.

python -m tools.results.desk             prints them, if the model is here
python -m tools.results.desk --write     and keeps them

For each prompt these are: the likeliest text, those that begin with the second and the third likeliest
token, and what the desk writes with its dials as they are at first, for the seeds 1 and 2. The desk's own
code draws.
"""

import json
import os
import subprocess
import sys
from functools import cache

import numpy as np

from attnlib.examples import load_texts
from classroom.desk import WritingDesk
from classroom.desk._step import pack, pack_row, read
from classroom.lab.language_model import load_writer
from classroom.web.browser import CLASSROOM
from tools.installer import DENO
from tools.results import write

LONG, SHORT = 20, 6  # tokens of a text; of those that begin with a token that is not the likeliest
SEEDS = 1, 2
HEADS = [(18, 6), (23, 4)]  # what came next last time; what the sentence is about
MOST = 150_000  # bytes in the repository
END = "<|im_end|>", "<|endoftext|>"

# Reads a line for each draw, and prints the token.
DRAW = """
const { draw, random, sharesOf } = await import("FOLDER/choosing.js");
const { readStep } = await import("FOLDER/steps.js");
for await (const line of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const { numbers, dials, seed, place } = JSON.parse(line);
  const step = readStep({ numbers, rows: {} });
  console.log(step.ids[draw(sharesOf(step, dials).after, random(seed, place)).k]);
}
"""


@cache
def drawer():
    """Start the program that draws."""
    code = DRAW.replace("FOLDER", (CLASSROOM / "desk" / "js").as_uri())
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "deno", "eval", code]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ | DENO)


def drawn(numbers, desk, seed, place):
    """Return the token that a desk draws at this place."""
    dials = {"temperature": desk.temperature, "topK": desk.top_k, "topP": desk.top_p}
    asked = {"numbers": numbers, "dials": dials, "seed": seed, "place": place}
    print(json.dumps(asked), file=drawer().stdin, flush=True)
    return int(drawer().stdout.readline())


class Tree:
    """The texts of one prompt: a step for each beginning of one, and for each step the one before it."""

    def __init__(self, model, prompt):
        self.model, self.first = model, model.encode(prompt)
        self.places = {}  # tokens after the prompt -> its step's number
        self.steps = []
        self.grow([], lambda step, taken: None)

    def grow(self, taken, choose):
        """Read on after these tokens, and choose the next one until there is none."""
        ids, cache = self.first + taken, None
        while True:
            said = self.model.next(ids, cache)
            cache, numbers = said.cache, pack(said.logits)
            if tuple(taken) not in self.places:
                self.places[tuple(taken)] = len(self.steps)
                self.steps.append(self.step(taken, numbers, said.weights))
            token = choose(numbers, taken)
            if token is None:
                return taken
            taken, ids = [*taken, token], [token]

    def step(self, taken, numbers, weights):
        """Return a step as the desk reads it."""
        rows = {f"{b},{h}": pack_row(np.asarray(weights[b][h, -1])) for b, h in HEADS}
        step = {"numbers": numbers, "rows": rows}
        if taken:
            step |= {"of": self.places[tuple(taken[:-1])], "token": taken[-1]}
        if "".join(self.model.pieces(taken)) != self.model.decode(taken):  # a character is cut into bytes
            step["text"] = self.model.decode(self.first + taken)
        return step


def texts_after(model, prompt):
    """Return what is stored for a prompt, and print the texts."""
    tree, desk = Tree(model, prompt), WritingDesk(model, prompt)
    ends = {id for end in END for id in model.encode(end)}

    def until(length, choose):
        def one(numbers, taken):
            ended = len(taken) >= length or (taken and taken[-1] in ends)
            return None if ended else choose(numbers, len(tree.first) + len(taken))

        return one

    def likeliest(numbers, place):
        return read(numbers)[0][0]

    best, second, third, *_ = read(tree.steps[0]["numbers"])[0]
    written = [tree.grow([], until(LONG, likeliest))]
    written += [tree.grow([id], until(SHORT, likeliest)) for id in (second, third)]
    for seed in SEEDS:
        written.append(tree.grow([], until(LONG, lambda *of, seed=seed: drawn(of[0], desk, seed, of[1]))))
    for taken in written:
        print(f"{prompt!r}{model.decode(taken)!r}", flush=True)
    ids = {*tree.first} | {id for step in tree.steps for id in read(step["numbers"])[0]}
    pieces = dict(zip(map(str, sorted(ids)), model.pieces(sorted(ids)), strict=True))
    return {"prompt": prompt, "tokens": tree.first, "pieces": pieces, "steps": tree.steps}


def main(words):
    model = load_writer()
    found = {"heads": HEADS, "prompts": [texts_after(model, prompt) for prompt in load_texts("prompts")]}
    sizes = [len(json.dumps(one)) for one in found["prompts"]]
    drawer().communicate()
    print(f"bytes {sizes}, together {sum(sizes)}")
    if "--write" in words:
        write("desk", found)
    return int(sum(sizes) > MOST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
