"""All attention maps of a text on one screen, and beside them the one that is open."""

from typing import TYPE_CHECKING, Any

import numpy as np
import traitlets
from ipywidgets import HTML, HBox, Layout, VBox

from attnlib.draw.style import end_of
from attnlib.languages import language, text_from, texts_of
from classroom.explorer import Explorer
from classroom.web.browser import BundledWidget, code
from classroom.web.registry import close, hold, view
from classroom.web.stored_state import stored_state

if TYPE_CHECKING:
    from attnlib.draw.plots import Picture

text = text_from(__file__)

STEPS = (
    2**16 - 1
)  # between the smallest and the largest score of a page: no weight is off by more than 0.0002


class Microscope:
    """Every attention map of a reading, small; a click on one opens it in an explorer, with its words.

    Args:
        reading: What `load_model().read(text)` returns; its `weights` are (blocks, heads, n, n).
        at: The (block, head) that is open at first; else the first, without a frame in `picture`.

    Attributes:
        explorer: The Explorer of the open head.

    Raises:
        TypeError: If reading is no Reading.
        ValueError: If there is no head at `at`.

    Example:
        >>> import numpy as np
        >>> from attnlib import attend
        >>> from classroom.lab.pretrained import Reading
        >>> X = np.eye(3)[None]  # one head of three words
        >>> microscope = Microscope(Reading(["a", "b", "c"], None, [attend(X, X, X)]))
        >>> microscope.at = 0, 0
        >>> microscope.explorer.trace.weights.shape
        (3, 3)
    """

    def __init__(self, reading: Any, at: tuple[int, int] | None = None):
        if np.ndim(getattr(reading, "weights", 0)) != 4 or not hasattr(reading, "example"):
            raise TypeError(
                "Microscope: reading needs to be what load_model().read(text) returns, "
                f"but is of type {type(reading).__name__} (weights alone are drawn by atlas)."
            )
        self.reading = reading
        self.explorer: Explorer | None = None
        self._maps, self._name = _Maps(reading.weights), HTML()
        self._opened = VBox(layout=Layout(flex="1 1 340px"))  # beside the maps in JupyterLab on a laptop
        self.widget = HBox([self._maps, self._opened], layout=Layout(flex_flow="row wrap", grid_gap="8px"))
        self._maps.observe(lambda change: self._open(*change.new), "at")
        self.at = at
        if at is None:
            self._open(0, 0)
        hold(self)

    @property
    def at(self) -> tuple[int, int] | None:
        """The (block, head) that was chosen, or None; set it to open another."""
        return self._maps.at

    @at.setter
    def at(self, at: tuple[int, int] | None) -> None:
        self._maps.at = at  # type: ignore[assignment] # None is allowed

    def _open(self, block, head):
        """Show this head in an explorer of its own, below its name, and close the one before."""
        before = self.explorer
        self.explorer = opened = Explorer(
            self.reading.example(block, head), ("weights",), controls=("undo", "temperature")
        )
        opened.add_class("am-opened")
        name = f"<b>{text('name', block=block, head=head)}</b> {text('hint')}"
        self._name.value = f'<span lang="{language()}">{name}</span>'
        self._opened.children = (self._name, opened)
        if before:
            before.close()

    def close(self) -> None:
        """Close it in the browser. Showing it once more opens it again."""
        close(self.widget)

    def page_state(self) -> dict[str, Any]:
        """Return the scores of all heads, and the constants of an explorer, for a page without Python."""
        scores = np.array([trace.scaled for trace in self.reading.traces], float)
        low, step = scores.min(), np.ptp(scores) / STEPS
        whole = np.round((scores - low) / (step or 1)).astype("<u2")
        explorer = Explorer(
            self.reading.example(0, 0),
            ("weights",),
            edit=("temperature", "scaling", "keep"),  # Q and K have other numbers there
            controls=("undo", "temperature"),
        )
        fixed = explorer._fixed | {
            "start": {},
            "sentences": [explorer._fixed["sentences"][0] | {"numbers": {}}],
            "d_k": explorer.start.K.shape[-1],
            "end": end_of(self.reading.weights),
            "colors": _colors().ravel().tolist(),
        }
        explorer.close()
        stored = {"shape": scores.shape, "data": whole.tobytes(), "low": low, "step": step}
        return {"_fixed": fixed, "at": self.at, "scores": stored}

    def picture(self) -> "Picture":
        """Return all maps as a Picture, the chosen one in a frame."""
        from classroom.microscope._atlas import atlas  # needs matplotlib, which a lesson can begin without

        return atlas(self.reading.weights, self.at or ())

    def __repr__(self):
        return self.picture().alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = self.picture()._repr_mimebundle_()
        return view(self, self.widget) | data | stored_state("microscope", self), metadata


class _Maps(BundledWidget):
    """The small maps in the browser: a byte for each weight, and the colour of each byte."""

    at = traitlets.Tuple(traitlets.Int(), traitlets.Int(), default_value=None, allow_none=True).tag(sync=True)
    _code = code("microscope")
    _fixed = traitlets.Dict().tag(sync=True)

    def __init__(self, weights):
        super().__init__(
            _fixed={
                "shape": weights.shape,
                "weights": np.round(255 / end_of(weights) * weights).astype(np.uint8).tobytes(),
                "colors": _colors().tobytes(),
                "language": language(),
                "texts": texts_of(__file__),
            }
        )

    @traitlets.validate("at")
    def _exists(self, proposal):
        at, (blocks, heads, *_) = proposal.value, self._fixed["shape"]
        if at is not None and not (0 <= at[0] < blocks and 0 <= at[1] < heads):
            raise ValueError(f"Microscope: there are {blocks} blocks of {heads} heads, and no {at}.")
        return at


def _colors():
    """Return the colour of each byte, (256, 3)."""
    from attnlib.draw.plots.matrix import colors_of

    return colors_of(np.arange(256) / 255, np.zeros(256, bool), "weights")
