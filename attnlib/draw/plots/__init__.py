"""Pictures of the steps and of small experiments.

Each function returns a Picture, which draws itself and describes in words what it shows. Arrays may be numpy
or torch or nested lists, of one sentence and, except in `heads`, of one head. Names of axes and
lines are translated if data/names.json has them.

Every function raises TypeError for what holds no numbers, and ValueError for a wrong shape or number: "as
`attnlib.draw.plots` says" in each. The messages say what was given and what was needed.
"""

from attnlib.draw.plots._charts import bands, curves
from attnlib.draw.plots._heads import heads
from attnlib.draw.plots._heatmap import heatmap
from attnlib.draw.plots._pipeline import pipeline
from attnlib.draw.plots._shares import shares
from attnlib.draw.plots.picture import Picture

__all__ = [
    "Picture",
    "bands",
    "curves",
    "heads",
    "heatmap",
    "pipeline",
    "shares",
]
