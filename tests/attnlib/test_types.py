"""A reader's own script that calls attnlib passes mypy --strict, with numpy and with torch."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import attnlib

ROOT = Path(attnlib.__file__).parent.parent
SCRIPT = """
import numpy as np
import torch

from attnlib import (
    Trace,
    apply_mask,
    attend,
    causal_mask,
    draw_token,
    feed_forward,
    layer_norm,
    layers,
    load_example,
    load_results,
    load_texts,
    merge_heads,
    mix,
    next_token_probabilities,
    padding_mask,
    positional_encoding,
    post_norm,
    pre_norm,
    project,
    scale,
    scores,
    softmax,
    split_heads,
    use_language,
)


def by_hand(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    Q, K, V = project(X, W), project(X, W, W[0]), project(X, W)
    masked = apply_mask(scale(scores(Q, K), 3, temperature=2), causal_mask(len(X)))
    return mix(softmax(masked), V)


def at_once(Q: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
    trace: Trace[torch.Tensor] = attend(Q, Q, Q, padding_mask(keep), scaling="none")
    for name, array in trace:
        print(name.upper(), array.shape)
    return merge_heads(split_heads(trace.output, 2))


def block(x: torch.Tensor, W: torch.Tensor) -> torch.Tensor:
    x = pre_norm(x, layer_norm, lambda rows: feed_forward(rows, W, None, W.mT, W[:, 0]))
    x = post_norm(x, layers.LayerNorm(4), lambda rows: layer_norm(rows, 2.0, W[0]))
    output, weights = layers.TransformerBlock(4, heads=2)(x)
    return x + output


def written(logits: np.ndarray) -> int:
    return draw_token(next_token_probabilities(logits, 0.7, top_k=5), np.random.default_rng(0))


use_language("zh")
example = load_example("first_look")
weights: np.ndarray = example.trace().weights + positional_encoding(4, 4)
first: np.ndarray = layers.as_arrays(layers.SelfAttention(4))["W_Q.weight"]
print(example.tokens[0].upper(), sorted(load_results("cost")), load_texts("apple"), layers.encoder_layer)
"""


@pytest.mark.slow
def test_a_script_that_calls_attnlib_is_strictly_typed(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        "script.py",
    ]
    env = os.environ | {"MYPYPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8")
    assert done.stdout.startswith("Success"), done.stdout + done.stderr
