"""The steps of attention and their properties, for pictures, arithmetic, the explorer and the browser.

X → Q, K, V → scores → scaled → masked → weights → output
"""

from dataclasses import dataclass, field

from attnlib.languages import language, name_of


@dataclass(frozen=True)
class Step:
    """Describe one matrix: its rows and columns, its colour scale, and the matrices that it is made of."""

    name: str
    rows: str  # "queries": the words that attend; "keys": the words they attend to
    cols: str = ""  # "keys"; "features", the numbers of a word; "" where they have no names
    kind: str = "signed"  # the colour scale: "signed", centred at 0, or "weights", from 0 to 1
    formula: str = ""  # what is done to reach it, in one line of a picture
    # The entries of other matrices that entry [i, j] is computed from, by matrix: "row" i, "col" j,
    # "row of col" (row j), or the "entry" [i, j] alone.
    sources: dict[str, str] = field(default_factory=dict)


_FROM_X = {"X": "row", "context": "row"}  # of K and V; of the context, where there is one

ALL = (
    Step("X", "queries", "features"),
    Step("Q", "queries", formula="X W_Q", sources={"X": "row", "W_Q": "col", "b_Q": "col"}),
    Step("K", "keys", formula="X W_K", sources=_FROM_X | {"W_K": "col", "b_K": "col"}),
    Step("V", "keys", formula="X W_V", sources=_FROM_X | {"W_V": "col", "b_V": "col"}),
    Step("scores", "queries", "keys", formula="Q Kᵀ", sources={"Q": "row", "K": "row of col"}),
    Step("scaled", "queries", "keys", formula="÷ √dₖ", sources={"scores": "entry"}),
    Step("masked", "queries", "keys", formula="−∞", sources={"scaled": "entry", "scores": "entry"}),
    Step(
        "weights", "queries", "keys", kind="weights", formula="softmax",
        sources={"masked": "row", "scaled": "row", "scores": "row"},
    ),
    Step("output", "queries", formula="· V", sources={"weights": "row", "V": "col"}),
)  # fmt: skip

STEPS = {step.name: step for step in ALL}
COMPUTED = tuple(STEPS)[1:]  # what a Trace holds, in formula order
ACROSS = tuple(step.name for step in ALL if step.cols == "keys")  # one number for each pair of words
OF_KEYS = tuple(step.name for step in ALL if step.rows == "keys")
COLORED_ALIKE = ({"Q", "K"}, {"scores", "scaled", "masked"}, {"V", "output"})  # in one picture, on one scale


def title(name: str, short: bool = False) -> str:
    """Return the name that a title has in the current language; with short, a step's word of the code."""
    if name in "XQKV" or (short and name in STEPS and language() == "en"):
        return name
    return name_of(name)
