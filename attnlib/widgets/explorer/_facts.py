"""What the browser is told of steps.py and style.py, so that nothing in them is written down twice."""

import matplotlib
import numpy as np

from attnlib._validate import SCALINGS
from attnlib.draw import style
from attnlib.draw.steps import ALL, Step, title
from attnlib.widgets.explorer._state import NUMBERS
from attnlib.widgets.explorer._texts import text

# In the order of the formula. Context, merged and projected are shown by an explorer alone.
_STEPS = (
    ALL[0],
    Step("context", "keys", "features"),
    *ALL[1:],
    Step("merged", "queries"),  # the outputs of all heads, side by side
    Step("projected", "queries", sources={"merged": "row", "W_O": "col", "b_O": "col"}),
)

_STOPS = np.arange(0, 256, 3)  # of a colour map's 256; between two of them a straight line will do


def facts():
    """Steps, numbers, limits and colours, as JSON has them."""
    titles = {"context": text("step_context")}
    titles |= {"merged": text("step_merged"), "projected": text("step_projected")}
    return {
        "steps": {step.name: _told(step, titles) for step in _STEPS},
        "numbers": NUMBERS,
        "scalings": SCALINGS,
        "most_numbered": style.MOST_NUMBERED,
        "most_terms": style.MOST_TERMS,
        "most_lively": style.MOST_LIVELY,
        "alike": style.ALIKE,
        "reach": style.REACH,
        "stops": {kind: _stops(name) for kind, name in style.COLORMAPS.items()}
        | {"dark": style.DARK_SIGNED.replace(" ", ""), "papers": "".join(style.PAPERS).replace("#", "")},
    }


def _told(step, titles):
    shown = titles.get(step.name) or title(step.name, short=True)
    return {"title": shown, "rows": step.rows, "cols": step.cols, "kind": step.kind, "sources": step.sources}


def _stops(name):
    """Colours of a colour map from one end to the other, as rrggbbrrggbb…"""
    return matplotlib.colormaps[name](_STOPS, bytes=True)[:, :3].tobytes().hex()
