"""Self-attention, step by step: every number of it. The formula is attnlib.attention: start reading there."""
# ruff: noqa: F401, I001
# fmt: off  (names stand in the order of the formula)

from importlib import import_module

from attnlib.language import use_language
from attnlib.attention import project, scores, scale, causal_mask, padding_mask, apply_mask, softmax, mix
from attnlib.attention import attend, Trace, split_heads, merge_heads
from attnlib.block import layer_norm, positional_encoding, feed_forward, pre_norm, post_norm
from attnlib.examples import load_example
from attnlib.arithmetic import explain
from attnlib.versions import versions

# Imported when asked for, since they bring matplotlib. attnlib.layers brings torch: import it by its name.
_LATER = {"heatmap": "plots", "pipeline": "plots", "heads": "plots", "between": "plots"}
_LATER |= {"curves": "charts", "histograms": "charts", "Explorer": "explorer"}


def __getattr__(name):
    if name in _LATER:
        return getattr(import_module(f"attnlib.{_LATER[name]}"), name)
    raise AttributeError(f"module 'attnlib' has no attribute {name!r}")
