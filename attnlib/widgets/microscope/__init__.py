"""All attention maps of a text on one screen, and beside them the one that is clicked. js/ draws it."""

import anywidget
import numpy as np
import traitlets
from ipywidgets import HBox, Layout

from attnlib.draw.plots import atlas
from attnlib.draw.plots._matrix import colors_of
from attnlib.i18n import language, text_from, texts_of
from attnlib.widgets._browser import code, css, esm
from attnlib.widgets._registry import close, hold, reopen
from attnlib.widgets.explorer import Explorer

TEXTS = {
    "maps": (
        "All attention maps, a row for each block, a column for each head",
        "全部注意力图：一行是一个块，一列是一个头",
    ),
    "hint": ("Click a map to open it.", "点一张图，就把它打开。"),
    "open": ("open: {name}", "打开的是 {name}"),
}
text = text_from(TEXTS)

_VIEW = "application/vnd.jupyter.widget-view+json"


class Microscope:
    """Every map of a reading, small; a click on one opens it in an explorer, with its words.

    reading is what `load_model().read(text)` returns. `at` is the (block, head) that is open, or None; it can
    be set, and `explorer` then shows that head. ValueError says what there is, if `at` is nowhere.
    """

    def __init__(self, reading, at=None):
        self.reading, self.explorer = reading, None
        self._maps = _Maps(reading.weights)
        self._maps.observe(self._open, "at")
        self.widget = HBox([self._maps], layout=Layout(flex_flow="row wrap", grid_gap="8px"))
        self.at = at
        hold(self)

    @property
    def at(self):
        """The block and the head that are open, or None."""
        return self._maps.at

    @at.setter
    def at(self, at):
        self._maps.at = at

    def _open(self, change):
        """Show that head in an explorer of its own; the one before is gone."""
        before = self.explorer
        self.explorer = Explorer(self.reading.example(*change.new), ("weights",))
        self.explorer.layout.flex = "1 1 420px"
        self.widget.children = (self._maps, self.explorer)
        if before:
            before.close()

    def close(self):
        """Let go of the browser. Shown once more, it is alive again."""
        close(self.widget)

    def picture(self):
        """All maps as a Picture, the open one in a frame."""
        return atlas(self.reading.weights, self.at or ())

    def __repr__(self):
        return self.picture().alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        reopen(self.widget)
        hold(self)
        data, metadata = self.picture()._repr_mimebundle_()
        return {_VIEW: self.widget._repr_mimebundle_()[_VIEW]} | data, metadata


class _Maps(anywidget.AnyWidget):
    """The maps themselves: a byte for each weight, and the colours of these bytes."""

    _esm = esm("microscope")
    _css = css("microscope")

    at = traitlets.Tuple(traitlets.Int(), traitlets.Int(), default_value=None, allow_none=True).tag(sync=True)
    _code = code("microscope")
    _fixed = traitlets.Dict().tag(sync=True)

    def __init__(self, weights):
        colors = colors_of(np.arange(256) / 255, np.zeros(256, bool), "weights")
        super().__init__(
            _fixed={
                "shape": weights.shape,
                "weights": np.round(255 * weights).astype(np.uint8).tobytes(),
                "colors": colors.tobytes(),
                "language": language(),
                "texts": texts_of(TEXTS),
            }
        )

    @traitlets.validate("at")
    def _exists(self, proposal):
        at, (blocks, heads, *_) = proposal.value, self._fixed["shape"]
        if at is not None and not (0 <= at[0] < blocks and 0 <= at[1] < heads):
            raise ValueError(f"Microscope: there are {blocks} blocks of {heads} heads, and no {at}.")
        return at
