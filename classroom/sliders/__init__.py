"""A slider or two above one picture, for small experiments.

This is ipywidgets.interact without its Output widget: nothing flickers, an error stands in words beside the
picture, and without a kernel the first picture is there. The slider is our own: that of ipywidgets has no
name for a screen reader, and keys pressed in it reach JupyterLab, as they do from a dropdown and a checkbox.
"""

import asyncio
import inspect
import math
import re
import sys
from collections.abc import Callable
from html import escape, unescape
from numbers import Integral, Real
from typing import Any

import traitlets
from ipywidgets import HTML, Checkbox, Dropdown, VBox

from attnlib.draw.stored import STORED_STATE, is_storing
from attnlib.draw.style import ALARM
from attnlib.languages import language, name_of, text_from, texts_of
from classroom.sliders.frames import stored_frames
from classroom.web.browser import BundledWidget, code
from classroom.web.registry import close, hold, view

_text = text_from(__file__)

_PAUSE = 0.03  # draw when nothing has changed for so many seconds,
_LONGEST = 0.12  # or this long after the first change, while others still follow


def live(draw: Callable[..., Any], **controls: Any) -> "Live":
    """Show draw(**values) under its controls, and draw it again whenever one of them moves.

    Args:
        draw: Takes a value of each control by name and returns a Picture, a matplotlib Figure, or HTML
            (IPython's, or a string).
        controls: By argument of draw: (min, max, step) for a slider with a number box, of whole numbers if
            all three are whole; a list for a dropdown; a bool for a checkbox. It starts at the default of
            the argument, else in the middle or at the first choice.

    Returns:
        The widget with its controls. The last line of a cell shows it.

    Raises:
        TypeError: If something is no control, if the controls do not fit draw, or if draw returns
            something else. Whatever the first draw raises is raised, too.
        ValueError: If a control starts outside its range or its choices.

    Example:
        >>> live(lambda n: f"<p>{n} words</p>", n=(1, 9, 1)).values
        {'n': 5}
    """
    defaults = _defaults(draw, controls)
    plays = len(controls) == 1  # a lone slider has a button that plays
    return Live(draw, {name: _control(name, spec, defaults, plays) for name, spec in controls.items()})


class Live:
    """A picture under its controls, as `live` makes it.

    Attributes:
        widget: All that is shown, as an ipywidgets box.
    """

    def __init__(self, draw: Callable[..., Any], controls: dict[str, Any]):
        self._draw = draw
        self._timer: asyncio.TimerHandle | None = None
        self._since = 0.0
        self._controls = controls
        self._shown = _show(draw(**self.values))
        self._picture, self._message = HTML(self._shown[0]["text/html"]), HTML()
        for control in controls.values():
            control.observe(self._moved, "value")
        self.widget = VBox([*controls.values(), self._message, self._picture])
        hold(self)

    def close(self) -> None:
        """Close it in the browser. Showing it once more opens it again."""
        close(self.widget)

    @property
    def values(self) -> dict[str, Any]:
        """The values of the controls by name."""
        return {name: control.value for name, control in self._controls.items()}

    def _moved(self, _):
        """Draw after a short pause, so that of many moves only the last is drawn."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # a plain script has no loop that would draw later
            return self._redraw()
        if self._timer is None:
            self._since = loop.time()
        else:
            self._timer.cancel()
        # A reader who drags without a pause sees pictures, too.
        soon = min(loop.time() + _PAUSE, self._since + _LONGEST)
        self._timer = loop.call_at(soon, self._redraw)

    def _redraw(self):
        self._timer = None
        try:
            self._shown = _show(self._draw(**self.values))
        except Exception as error:  # the reader sees any error, and keeps the last good picture
            self._say(_text("error", error=f"{type(error).__name__}: {error}"[:500]))
        else:
            self._picture.value = self._shown[0]["text/html"]
            self._say("")

    def _say(self, text):
        style = f"background:#fef2f2;color:{ALARM};padding:.3em .6em;border-left:3px solid {ALARM}"
        self._message.value = text and f'<div role="alert" style="{style}">{escape(text)}</div>'

    def __repr__(self):
        return self._shown[0]["text/plain"]

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = self._shown
        frames = stored_frames(self._bundle, self._controls) if is_storing() else None
        stored = {STORED_STATE: frames} if frames else {}
        return view(self, self.widget) | data | stored, metadata

    def _bundle(self, **values):
        return _show(self._draw(**values))[0]


def _show(result):
    """Return the result of draw as a MIME bundle and its metadata; TypeError unless it has HTML."""
    figures = sys.modules.get("matplotlib.figure")
    if figures and isinstance(result, figures.Figure):
        result = _picture(result)
    data, metadata = {}, {}
    if isinstance(result, str):
        data = {"text/html": result}
    elif hasattr(result, "_repr_mimebundle_"):
        bundle = result._repr_mimebundle_()
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    elif hasattr(result, "_repr_html_"):
        data = {"text/html": result._repr_html_()}
    if not data.get("text/html"):
        raise TypeError(
            f"live: draw needs to return a Picture, a Figure or HTML, but returned {type(result).__name__}."
        )
    words = unescape(re.sub(r"<[^>]*>", " ", data["text/html"]))
    return {"text/plain": " ".join(words.split())} | data, metadata


def _picture(figure):
    """Return a bare Figure as a Picture that is described by its titles."""
    from attnlib.draw.plots import Picture

    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close(figure)  # else pyplot keeps each figure, and shows it again below the cell
    titles = [figure.get_suptitle(), *(ax.get_title() for ax in figure.axes)]
    return Picture(figure, "; ".join(title for title in titles if title) or _text("figure"))


def _defaults(draw, controls):
    """Return the defaults of draw's arguments by name; TypeError unless draw takes these controls."""
    signature = inspect.signature(draw)
    try:
        signature.bind(**controls)
    except TypeError as error:
        given = ", ".join(controls) or "none"
        raise TypeError(f"live: draw{signature} and the controls ({given}) do not fit: {error}.") from None
    parameters = signature.parameters.items()
    return {name: p.default for name, p in parameters if p.default is not inspect.Parameter.empty}


def _control(name, spec, defaults, plays):
    """Return the widget of a control."""
    if isinstance(spec, bool):
        return Checkbox(bool(defaults.get(name, spec)), description=name_of(name), indent=False)
    if isinstance(spec, list) and spec:
        return _dropdown(name, spec, defaults.get(name, spec[0]))
    if isinstance(spec, tuple) and len(spec) == 3 and all(map(_is_number, spec)):
        return _slider(name, *spec, defaults, plays)
    raise TypeError(
        f"live: {name} needs to be three numbers (min, max, step), a list of choices, True or False, "
        f"but is {spec!r}."
    )


def _dropdown(name, choices, start):
    if start not in choices:
        raise ValueError(f"live: {name} starts at draw's default {start!r}, which is not among {choices!r}.")
    options = [(name_of(choice) if isinstance(choice, str) else str(choice), choice) for choice in choices]
    style = {"description_width": "initial"}
    return Dropdown(options=options, value=start, description=name_of(name), style=style)


def _slider(name, low, high, step, defaults, plays):
    if not low < high or not 0 < step <= high - low:
        raise ValueError(f"live: {name} needs min < max and 0 < step ≤ max − min, but is {low, high, step}.")
    middle = round(low + (high - low) // step // 2 * step, 10)
    start = defaults.get(name, middle)
    if not _is_number(start) or not low <= start <= high:
        raise ValueError(
            f"live: {name} starts at draw's default {start!r}, which is no number from {low} to {high}."
        )
    number = int if all(isinstance(x, Integral) for x in (low, high, step, start)) else float
    low, high, step, start = (number(x) for x in (low, high, step, start))
    return Slider(name_of(name), low, high, step, start, plays)


class Slider(BundledWidget):
    """A slider with a number box, and where it plays with a button that goes from value to value.

    Attributes:
        value: An int if all numbers are, else a float.
    """

    _code = code("sliders")
    _fixed = traitlets.Dict().tag(sync=True)
    value = traitlets.Any().tag(sync=True)

    def __init__(self, name: str, low: float, high: float, step: float, start: float, plays: bool = False):
        self.min, self.max, self.step = low, high, step
        fixed = {"name": name, "min": low, "max": high, "step": step, "plays": plays}
        super().__init__(value=start, _fixed=fixed | {"language": language(), "texts": texts_of(__file__)})

    @traitlets.validate("value")
    def _plain(self, proposal):
        """Return what a browser sends as such a number: of 1.0 it makes 1, or 1.0000000002."""
        return type(self.min)(round(proposal["value"], 10))


def _is_number(x) -> bool:
    return isinstance(x, Real) and not isinstance(x, bool) and math.isfinite(x)
