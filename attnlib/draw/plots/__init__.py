"""Pictures of the steps and of small experiments.

Each function returns a Picture, which draws itself and says in words what it shows. Arrays may be numpy or
torch or nested lists; they are of one sentence and, but for `heads`, of one head. Bad input is a ValueError
(a TypeError for what holds no numbers) that says what was given and what was needed.
"""

from attnlib.draw.plots._atlas import atlas
from attnlib.draw.plots._charts import curves, histograms
from attnlib.draw.plots._clocks import clocks
from attnlib.draw.plots._cubes import cubes
from attnlib.draw.plots._diagram import diagram
from attnlib.draw.plots._frame import frame
from attnlib.draw.plots._heads import heads
from attnlib.draw.plots._heatmap import heatmap
from attnlib.draw.plots._moves import moves
from attnlib.draw.plots._picture import Picture
from attnlib.draw.plots._pipeline import pipeline
from attnlib.draw.plots._plane import between
from attnlib.draw.plots._points import points
from attnlib.draw.plots._samples import bands, clusters, distributions
from attnlib.draw.plots._shares import shares

__all__ = [
    "Picture",
    "atlas",
    "bands",
    "between",
    "clocks",
    "clusters",
    "cubes",
    "curves",
    "diagram",
    "distributions",
    "frame",
    "heads",
    "heatmap",
    "histograms",
    "moves",
    "pipeline",
    "points",
    "shares",
]
