"""Self-attention, step by step: every number of it.

The formula is in attention.py: start reading there. block.py builds a Transformer around it, and layers.py
has the same as torch.nn modules. draw shows numbers and pictures. What teaches with all this (explorer,
questions, checks) is the package classroom.
"""
# ruff: noqa: I001  (names stand in the order of the formula)

from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attnlib.languages import use_language
from attnlib.attention import project, scores, scale, causal_mask, padding_mask, apply_mask, softmax, mix
from attnlib.attention import attend, Trace, split_heads, merge_heads
from attnlib.block import layer_norm, positional_encoding, feed_forward, pre_norm, post_norm
from attnlib.sampling import draw_token, next_token_probabilities
from attnlib.examples import Example, load_example, load_results, load_texts

if TYPE_CHECKING:
    __version__: str
    from attnlib import layers
    from attnlib.draw.explain import explain
    from attnlib.draw.plots import bands, curves, heads, heatmap, pipeline, shares
    from attnlib.draw.printing import show, table

# Loaded at first use, since they import matplotlib or torch: name -> module.
_LATER = {
    "explain": "draw.explain",
    "show": "draw.printing",
    "table": "draw.printing",
    "heatmap": "draw.plots",
    "pipeline": "draw.plots",
    "heads": "draw.plots",
    "curves": "draw.plots",
    "bands": "draw.plots",
    "shares": "draw.plots",
}

# fmt: off
__all__ = [
    "__version__", "use_language", "project", "scores", "scale", "causal_mask", "padding_mask", "apply_mask",
    "softmax", "mix", "attend", "Trace", "split_heads", "merge_heads", "layer_norm", "positional_encoding",
    "feed_forward", "pre_norm", "post_norm", "next_token_probabilities", "draw_token", "Example",
    "load_example", "load_results", "load_texts", "explain", "show", "table", "heatmap", "pipeline", "heads",
    "curves", "bands", "shares", "layers",
]
if find_spec("torch") is None:  # or `from attnlib import *` would fail
    __all__.remove("layers")

# What version 0.1 had here and classroom has now, for lessons and programs from then.
_IN_CLASSROOM = {
    "Explorer", "Microscope", "WritingDesk", "own_sentence", "ask", "check", "live", "mine", "cost",
    "training", "load_model", "load_writer", "use_recorded_results", "versions", "atlas", "between", "clocks",
    "clusters", "cubes", "diagram", "frame", "moves", "points",
}
# fmt: on


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"attnlib.{_LATER[name]}"), name)
    if name == "layers":
        if find_spec("torch") is None:
            raise ImportError("attnlib.layers needs PyTorch, which is not installed: pip install torch")
        return import_module("attnlib.layers")
    if name == "__version__":
        return _version()
    if name in _IN_CLASSROOM:
        others = "ask, check, live, mine and all else that teaches"
        write = f"write `from classroom import {name}`, and the same for {others}"
        raise ImportError(f"{name} is in classroom now: {write}.{_foreign()}")
    raise AttributeError(f"module 'attnlib' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def _version() -> str:
    """Return the version that is installed, or – in a folder that was never installed."""
    try:
        return metadata.version("attnlib")
    except metadata.PackageNotFoundError:
        return "–"


def _foreign() -> str:
    """Return a sentence that names another package called classroom, if Python would import that one."""
    spec = find_spec("classroom")
    ours = Path(__file__).parent.parent / "classroom" / "__init__.py"
    if spec is None:
        return " That package is not here: it is installed together with attnlib."
    if spec.origin is None or Path(spec.origin) != ours:
        return f" But Python finds another package of this name first, {spec.origin}: remove or rename it."
    return ""
