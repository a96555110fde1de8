"""A box for a sentence of the reader's own, and below it the explorer of that sentence."""

from typing import Any

import traitlets
from ipywidgets import VBox

from attnlib.languages import language, text_from, texts_of
from classroom.explorer import Explorer
from classroom.explorer.words import read_sentence
from classroom.web.browser import BundledWidget, code
from classroom.web.registry import close, hold, view
from classroom.web.stored_state import stored_state

_text = text_from(__file__, "words")


def own_sentence(text: str | None = None, **options: Any) -> "OwnSentence":
    """Show attention between the words of a sentence that the reader types, in English or Chinese.

    Args:
        text: The sentence to begin with. Default: one in the language in force.
        options: As `Explorer` takes them. Default: the weights are shown, and what may be changed are the
            temperature, the scaling and the mask.

    Returns:
        The box with the explorer below it. The last line of a cell shows it.

    Raises:
        ValueError: If a word is not in the table, or if there are not 2 to 12 of them.

    Example:
        >>> own_sentence("eat apple").explorer.trace.weights.shape
        (2, 2)
    """
    return OwnSentence(_text("first") if text is None else text, options)


class OwnSentence:
    """A box and an explorer, as `own_sentence` makes them.

    Attributes:
        explorer: The explorer of the last sentence that could be read.
        widget: All that is shown, as an ipywidgets box.
    """

    def __init__(self, text: str, options: dict[str, Any]):
        self._begun, self._options = text, options
        self.explorer = Explorer.of(text, **options)
        self._box = _Box(text)
        self._box.observe(self._read, "sentence")
        self.widget = VBox([self._box, self.explorer])
        hold(self)

    def close(self) -> None:
        """Close it in the browser. Showing it once more opens it again."""
        close(self.widget)

    def settle(self, before: object) -> None:
        """Keep the reader's sentence when the cell is run again."""
        if isinstance(before, OwnSentence) and before is not self and before._begun == self._begun:
            self._box.sentence = before._box.sentence

    def page_state(self) -> dict[str, Any]:
        """Return the state of the explorer, and the sentence, for a page without Python."""
        return self.explorer.page_state() | {"sentence": self._box.sentence}

    def _read(self, change):
        """Show the sentence that was typed, or say why it cannot be."""
        before = self.explorer
        try:
            read_sentence(change.new)
        except ValueError as error:
            self._box.problem = str(error)
            return
        self._box.problem = ""
        self.explorer = Explorer.of(change.new, **self._options | _kept(before))
        self.widget.children = (self._box, self.explorer)
        before.close()

    def _repr_mimebundle_(self, include=None, exclude=None):
        data, metadata = self.explorer._repr_mimebundle_()
        return data | view(self, self.widget) | stored_state("own_sentence", self), metadata


class _Box(BundledWidget):
    """The box in the browser, which says what was typed and shows why that cannot be read."""

    sentence = traitlets.Unicode().tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)
    _code = code("explorer")
    _fixed = traitlets.Dict().tag(sync=True)

    def __init__(self, sentence):
        fixed = {"language": language(), "texts": texts_of(__file__, "words")}
        super().__init__(sentence=sentence, _fixed=fixed)


def _kept(explorer):
    """Return the reader's settings that fit any sentence."""
    return {"temperature": explorer.temperature, "scaling": explorer.scaling, "large": explorer.large}
