"""Train what takes too long for lesson 09, by its own programs and with ten seeds each.

XOR with attention alone and with a block; models of 12 blocks, trained with and without warm-up: some ten
minutes in all.

    python -m tools.results.block             measures
    python -m tools.results.block --write     and keeps what the lesson shows in data/results/block.json
"""

import sys
import time

import numpy as np
import torch
from torch import nn

from attnlib.layers import SelfAttention, TransformerBlock
from tools.build import NOTEBOOKS
from tools.lesson_source import read_lesson
from tools.results import write

SEEDS = range(10)
STEPS, EVERY = 250, 10  # of training; the loss is kept as the mean of so many steps
MODELS = {"pre_norm": ("pre", 1), "post_norm": ("post", 1), "post_norm_warm_up": ("post", 100)}


def lesson_programs():
    """Return Model and train, as the lesson defines them."""
    names: dict = {}
    cells = {cell.id: cell.text for cell in read_lesson(NOTEBOOKS / "src" / "09_block.py").code}
    for id in ("order-model", "order-train"):
        exec(cells[id], names)
    return names


def xor(layers, steps=400):
    """Train layers of attention with residual connections (one block if 0) on XOR: loss and accuracy."""
    words, truth = torch.tensor([[0.0, 0], [0, 1], [1, 0], [1, 1]]), torch.tensor([0, 1, 1, 0])
    into, out = nn.Linear(2, 16), nn.Linear(16, 2)
    attention = [SelfAttention(16, output_projection=True) for _ in range(layers)]
    parts = nn.ModuleList([into, out, *(attention or [TransformerBlock(16, 1)])])
    adam = torch.optim.Adam(parts.parameters(), 1e-2)
    for _ in range(steps):
        x = into(words)[:, None]  # (4, 1, 16): four sentences of one word
        for layer in parts[2:]:
            x = x + layer(x)[0] if layers else layer(x)[0]
        answers = out(x)[:, 0]
        loss = nn.functional.cross_entropy(answers, truth)
        adam.zero_grad(), loss.backward(), adam.step()
    return loss.item(), (answers.argmax(-1) == truth).float().mean().item()


def train(lesson, norm, warm_up, seed):
    """Train one model: its losses, its accuracy on 2,000 digits, and its probability of the right kind.

    The last is the part on digits that are in the sentence; by chance it would be 0.65.
    """
    torch.manual_seed(seed)
    model = lesson["Model"](12, norm)
    losses = np.array([*lesson["train"](model, STEPS, warm_up)]).reshape(-1, EVERY).mean(-1)
    digits = torch.randint(10, (200, 10))
    with torch.no_grad():
        answers = model(digits).softmax(-1)  # (200, 10, 10)
    right = (answers.argmax(-1) == digits.flip(-1)).float().mean().item()
    present = nn.functional.one_hot(digits, 10).amax(1, keepdim=True)  # (200, 1, 10)
    return losses.round(3).tolist(), right, (answers * present).sum(-1).mean().item()


def main(words):
    torch.set_num_threads(1)
    lesson = lesson_programs()
    for layers in (4, 0):
        torch.manual_seed(0)
        losses, right = zip(*(xor(layers) for _ in SEEDS), strict=True)
        what = f"{layers} layers of attention" if layers else "one block"
        print(f"XOR, {what}: loss {min(losses):.4f} to {max(losses):.4f}, all right {right.count(1.0)}/10")

    losses_of = {}
    for name, (norm, warm_up) in MODELS.items():
        start = time.process_time()
        trained, right, present = zip(*(train(lesson, norm, warm_up, seed) for seed in SEEDS), strict=True)
        losses_of[name] = trained
        seconds = (time.process_time() - start) / len(SEEDS)
        print(f"{name}: right {np.sort(right).round(3)}, {seconds:.1f} s a training")
        print(f"    on digits of the sentence {np.sort(present).round(2)}")
    if "--write" in words:
        write("block", {"steps": [*range(EVERY, STEPS + 1, EVERY)], "losses": losses_of})


if __name__ == "__main__":
    main(sys.argv[1:])
