"""Pictures of the steps and of small experiments.

Each function returns a Picture, which draws itself and describes in words what it shows. Arrays may be numpy
or torch or nested lists, of one sentence and, except in `heads` and `atlas`, of one head. Names of axes and
lines are translated if data/names.json has them.

Every function raises TypeError for what holds no numbers, and ValueError for a wrong shape or number: "as
`attnlib.draw.plots` says" in each. The messages say what was given and what was needed.
"""

from attnlib.draw.plots._atlas import atlas
from attnlib.draw.plots._between import between
from attnlib.draw.plots._charts import bands, curves, histograms
from attnlib.draw.plots._clocks import clocks
from attnlib.draw.plots._clusters import clusters
from attnlib.draw.plots._cubes import cubes
from attnlib.draw.plots._diagram import diagram
from attnlib.draw.plots._frame import frame
from attnlib.draw.plots._heads import heads
from attnlib.draw.plots._heatmap import heatmap
from attnlib.draw.plots._moves import moves
from attnlib.draw.plots._picture import Picture
from attnlib.draw.plots._pipeline import pipeline
from attnlib.draw.plots._points import points
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
    "frame",
    "heads",
    "heatmap",
    "histograms",
    "moves",
    "pipeline",
    "points",
    "shares",
]
