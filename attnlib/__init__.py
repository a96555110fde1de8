"""Self-attention, step by step: every number of it.

The formula is in attention.py: start reading there. block.py builds a Transformer around it, and layers.py
has the same as torch.nn modules. The lessons teach with draw, widgets, exercises and lab.
"""
# ruff: noqa: I001  (names stand in the order of the formula)

from importlib import import_module
from typing import TYPE_CHECKING, Any

from attnlib.i18n import use_language
from attnlib.attention import project, scores, scale, causal_mask, padding_mask, apply_mask, softmax, mix
from attnlib.attention import attend, Trace, split_heads, merge_heads
from attnlib.block import layer_norm, positional_encoding, feed_forward, pre_norm, post_norm
from attnlib.sampling import draw_token, next_token_probabilities
from attnlib.examples import load_example, load_results, load_texts

if TYPE_CHECKING:
    __version__: str
    from attnlib import exercises as check, layers
    from attnlib.draw.explain import explain
    from attnlib.draw.plots import atlas, bands, between, clocks, clusters, cubes, curves, diagram
    from attnlib.draw.plots import frame, heads, heatmap, histograms, moves, pipeline, points, shares
    from attnlib.draw.printing import show, table
    from attnlib.exercises.my_functions import mine
    from attnlib.lab import cost, training
    from attnlib.lab.language_model import load_writer
    from attnlib.lab.pretrained import load_model
    from attnlib.lab.recorded_outputs import use_recorded_results
    from attnlib.lab.versions import versions
    from attnlib.widgets.desk import WritingDesk
    from attnlib.widgets.explorer import Explorer
    from attnlib.widgets.microscope import Microscope
    from attnlib.widgets.own_sentence import own_sentence
    from attnlib.widgets.questions import ask
    from attnlib.widgets.sliders import live

# Loaded at first use, since they import matplotlib, widgets or torch: name -> module.
_LATER = {
    "draw.explain": "explain",
    "draw.plots": "heatmap pipeline heads between moves clocks curves histograms bands "
    "clusters cubes diagram frame shares atlas points",
    "draw.printing": "show table",
    "widgets.desk": "WritingDesk",
    "widgets.explorer": "Explorer",
    "widgets.microscope": "Microscope",
    "widgets.own_sentence": "own_sentence",
    "widgets.questions": "ask",
    "widgets.sliders": "live",
    "exercises.my_functions": "mine",
    "lab.language_model": "load_writer",
    "lab.pretrained": "load_model",
    "lab.recorded_outputs": "use_recorded_results",
    "lab.versions": "versions",
}
_LATER = {name: module for module, names in _LATER.items() for name in names.split()}
_MODULES = {"check": "exercises", "layers": "layers", "cost": "lab.cost", "training": "lab.training"}

# fmt: off
__all__ = [
    "__version__", "use_language", "project", "scores", "scale", "causal_mask", "padding_mask", "apply_mask",
    "softmax", "mix", "attend", "Trace", "split_heads", "merge_heads", "layer_norm", "positional_encoding",
    "feed_forward", "pre_norm", "post_norm", "next_token_probabilities", "draw_token", "load_example",
    "load_results", "load_texts", "load_model", "load_writer",
    "explain", "show", "table", "versions", "heatmap", "pipeline", "heads", "between", "moves", "clocks",
    "curves", "histograms", "bands", "clusters", "cubes", "diagram", "frame", "shares", "atlas",
    "points", "Explorer", "Microscope", "WritingDesk", "own_sentence", "ask", "check", "cost", "layers",
    "live", "mine",
    "training", "use_recorded_results",
]
# fmt: on


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"attnlib.{_LATER[name]}"), name)
    if name in _MODULES:
        return import_module(f"attnlib.{_MODULES[name]}")
    if name == "__version__":
        return import_module("attnlib.lab.versions").version_of("attnlib")
    raise AttributeError(f"module 'attnlib' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
