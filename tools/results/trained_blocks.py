"""Take parts out of a trained model, for lesson 09, and measure how different its words remain.

python -m tools.results.trained_blocks [--write]

The model of lesson 12 reads eight sentences in each language: as it was trained, without residual connections
(each sublayer hands on only its own result), and without feed-forward networks. Nothing is trained again. Of
the model of lesson 13 the norms of the rows are kept, as medians: the rows of a few tokens that all others
look at (attention sinks) are many times as long.
"""

import sys

import numpy as np

from attnlib import attend, causal_mask, layer_norm, merge_heads, project, split_heads
from attnlib.examples import load_texts
from attnlib.languages import LANGUAGES
from classroom.lab.language_model import D_K, SHARED, decoder_block, load_writer
from classroom.lab.pretrained import gelu, load_model
from tools.results import write

NO_CACHE = np.zeros((0, 2 * SHARED * D_K), np.float32)
VARIANTS = {
    "as_trained": {},
    "without_feed_forward": {"feed_forward": False},
    "without_residual": {"residual": False},
}


def rows(model, text, residual=True, feed_forward=True):
    """Return the rows of a text before the first block and after each: 13 tables (n, d_model)."""
    x = model.embed(model.cut(text))
    found = [x]
    for P in model.blocks:
        Q, K, V = (split_heads(project(x, P[f"W_{k}"], P[f"b_{k}"]), model.heads) for k in "QKV")
        seen = project(merge_heads(attend(Q, K, V).output), P["W_O"], P["b_O"])
        x = layer_norm(x * residual + seen, P["gain_1"], P["bias_1"], model.eps)
        if feed_forward:
            thought = project(gelu(project(x, P["W_1"], P["b_1"])), P["W_2"], P["b_2"])
            x = layer_norm(x * residual + thought, P["gain_2"], P["bias_2"], model.eps)
        found.append(x)
    return found


def difference(x):
    """Return the norm of the words' own parts, as a part of the norm of all: 0 if all rows are equal."""
    return float(np.linalg.norm(x - x.mean(0)) / np.linalg.norm(x))


def differences(model, code):
    """Return for each variant the differences (8 sentences, 13)."""
    texts = load_texts("plain", code)
    return {
        name: [[round(difference(x), 4) for x in rows(model, text, **parts)] for text in texts]
        for name, parts in VARIANTS.items()
    }


def norms(writer):
    """Return the median norm of a row before the first block of the writer and after each: 31 numbers."""
    found = []
    for text in load_texts("plain", "en"):
        ids = writer.encode(text)
        tables = [writer.embedding[ids]]
        for P in writer.blocks:
            x, *_ = decoder_block(tables[-1], P, NO_CACHE, causal_mask(len(ids)))
            tables.append(x)
        found.append(np.linalg.norm(tables, axis=-1))  # (31, n)
    return np.median(np.concatenate(found, -1), -1).astype(float).round(1).tolist()


if __name__ == "__main__":
    model = load_model()
    text = load_texts("plain", "en")[0]
    np.testing.assert_allclose(rows(model, text)[-1], model.read(text).rows[-1], atol=1e-4)
    results = {code: differences(model, code) for code in LANGUAGES}
    for code, lines in results.items():
        for name, runs in lines.items():
            print(code, name, np.mean(runs, 0).round(3), "largest", np.max(runs, 0).round(4)[[5, 12]])
    results["norms_of_the_writer"] = norms(load_writer())
    print("norms", results["norms_of_the_writer"])
    if "--write" in sys.argv:
        write("trained_blocks", results)
