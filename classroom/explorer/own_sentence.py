"""A field for a sentence of the reader's own, and below it the explorer of that sentence."""

from html import escape
from typing import Any

from ipywidgets import HTML, Layout, Text, VBox

from attnlib.draw.style import ALARM
from attnlib.languages import text_from
from classroom.explorer import Explorer
from classroom.explorer.words import read_sentence
from classroom.web.registry import close, hold, view

_text = text_from(__file__, "words")


def own_sentence(text: str | None = None, **options: Any) -> "OwnSentence":
    """Show attention between the words of a sentence that the reader types, in English or Chinese.

    Args:
        text: The sentence to begin with. Default: one in the language in force.
        options: As `Explorer` takes them. Default: the weights are shown, and what may be changed are the
            temperature, the scaling and the mask.

    Returns:
        The field with the explorer below it. The last line of a cell shows it.

    Raises:
        ValueError: If a word is not in the table, or if there are not 2 to 12 of them.

    Example:
        >>> own_sentence("eat apple").explorer.trace.weights.shape
        (2, 2)
    """
    return OwnSentence(_text("first") if text is None else text, options)


class OwnSentence:
    """A field and an explorer, as `own_sentence` makes them.

    Attributes:
        explorer: The explorer of the last sentence that could be read.
        widget: All that is shown, as an ipywidgets box.
    """

    def __init__(self, text: str, options: dict[str, Any]):
        self._begun, self._options = text, options
        self.explorer = Explorer.of(text, **options)
        self._field = Text(
            text,
            description=_text("field"),
            placeholder=_text("press_enter"),
            continuous_update=False,
            layout=Layout(width="100%", max_width="48em"),
            style={"description_width": "initial"},
        )
        self._message = HTML()
        self._field.observe(self._read, "value")
        self.widget = VBox([self._field, self._message, self.explorer])
        hold(self)

    def close(self) -> None:
        """Close it in the browser. Showing it once more opens it again."""
        close(self.widget)

    def settle(self, before: object) -> None:
        """Keep the reader's sentence when the cell is run again."""
        if isinstance(before, OwnSentence) and before is not self and before._begun == self._begun:
            self._field.value = before._field.value

    def _read(self, change):
        """Show the sentence that was typed, or say why it cannot be."""
        before = self.explorer
        try:
            read_sentence(change.new)
        except ValueError as error:
            self._message.value = f'<span style="color: {ALARM}">{escape(str(error))}</span>'
            return
        self._message.value = ""
        self.explorer = Explorer.of(change.new, **self._options | _kept(before))
        self.widget.children = (self._field, self._message, self.explorer)
        before.close()

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = self.explorer._repr_mimebundle_()
        return data | view(self, self.widget), metadata


def _kept(explorer):
    """Return the reader's settings that fit any sentence."""
    return {"temperature": explorer.temperature, "scaling": explorer.scaling, "large": explorer.large}
