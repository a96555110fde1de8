"""Self-attention, step by step: every number of it. The formula is attnlib.attention: start reading there."""
# ruff: noqa: I001  (names stand in the order of the formula)

from importlib import import_module
from typing import TYPE_CHECKING

from attnlib.language import use_language
from attnlib.attention import project, scores, scale, causal_mask, padding_mask, apply_mask, softmax, mix
from attnlib.attention import attend, Trace, split_heads, merge_heads
from attnlib.block import layer_norm, positional_encoding, feed_forward, pre_norm, post_norm
from attnlib.examples import load_example, load_results, load_texts
from attnlib.arithmetic import explain
from attnlib._show import show
from attnlib._versions import versions
from attnlib._recorded import stand_in as _stand_in

_stand_in()  # for cells that need PyTorch, where there is none

if TYPE_CHECKING:
    __version__: str
    from attnlib import check, cost, layers, live, training
    from attnlib.check.mine import mine
    from attnlib.explorer import Explorer
    from attnlib.microscope import Microscope
    from attnlib.questions import ask
    from attnlib.plots import atlas, bands, between, clocks, clusters, cubes, curves, diagram, distributions
    from attnlib.plots import frame, heads, heatmap, histograms, moves, pipeline, points, shares
    from attnlib.pretrained import load_model

# fmt: off
__all__ = [
    "__version__", "use_language", "project", "scores", "scale", "causal_mask", "padding_mask", "apply_mask",
    "softmax", "mix", "attend", "Trace", "split_heads", "merge_heads", "layer_norm", "positional_encoding",
    "feed_forward", "pre_norm", "post_norm", "load_example", "load_results", "load_texts", "load_model",
    "explain", "show", "versions", "heatmap", "pipeline", "heads", "between", "moves", "clocks", "curves",
    "histograms", "distributions", "bands", "clusters", "cubes", "diagram", "frame", "shares", "atlas",
    "points", "Explorer", "Microscope", "ask", "check", "cost", "layers", "live", "mine", "training",
]
# fmt: on

# Loaded when they are asked for, since they bring matplotlib, widgets or torch.
_LATER = dict.fromkeys(("heatmap", "pipeline", "heads", "between", "curves", "histograms"), "plots")
_LATER |= dict.fromkeys(("moves", "clocks", "distributions", "bands"), "plots")
_LATER |= dict.fromkeys(("clusters", "cubes", "diagram", "frame", "shares", "atlas", "points"), "plots")
_LATER |= {"Explorer": "explorer", "Microscope": "microscope", "ask": "questions", "mine": "check.mine"}
_LATER |= {"load_model": "pretrained"}


def __getattr__(name):
    if name in _LATER:
        return getattr(import_module(f"attnlib.{_LATER[name]}"), name)
    if name == "__version__":
        return import_module("attnlib._versions").version_of("attnlib")
    if name in __all__:
        return import_module(f"attnlib.{name}")
    raise AttributeError(f"module 'attnlib' has no attribute {name!r}")


def __dir__():
    return __all__
