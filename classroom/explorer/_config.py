"""Constants of draw/steps.py and draw/style.py for the browser, the same for every explorer and language."""

from attnlib._validate import SCALINGS
from attnlib.draw import style
from attnlib.draw.steps import ALL, Step
from classroom.explorer._state import NUMBERS

# In the order of the formula. Only an explorer shows context, merged and projected.
_STEPS = (
    ALL[0],
    Step("context", "keys", "features"),
    *ALL[1:],
    Step("merged", "queries"),  # the outputs of all heads side by side
    Step("projected", "queries", sources={"merged": "row", "W_O": "col", "b_O": "col"}),
)


def config():
    """Return steps, names, limits and colours, as JSON has them."""
    return {
        "steps": {
            step.name: {"rows": step.rows, "cols": step.cols, "kind": step.kind, "sources": step.sources}
            for step in _STEPS
        },
        "numbers": NUMBERS,
        "scalings": SCALINGS,
        "most_numbered": style.MOST_NUMBERED,
        "most_terms": style.MOST_TERMS,
        "most_lively": style.MOST_LIVELY,
        "alike": style.ALIKE,
        "reach": style.REACH,
        "stops": {kind: stops.replace(" ", "") for kind, stops in style.LIGHT.items()}
        | {f"dark {kind}": stops.replace(" ", "") for kind, stops in style.DARK.items()},
    }
