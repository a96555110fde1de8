"""What stands in the place of a picture where matplotlib is missing, as it may be in a browser."""

from html import escape
from typing import Any

from attnlib.i18n import text_from

_text = text_from("optional")


class NoPicture:
    """Say in one line why there is no picture; it shows itself where a `Picture` would."""

    @property
    def alt(self) -> str:
        """The line."""
        return _text("pictures")

    @property
    def html(self) -> str:
        """The line as a paragraph."""
        return f"<p>{escape(self.alt)}</p>"

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict, dict]:
        return {"text/html": self.html, "text/plain": self.alt}, {}


def no_picture(*args: Any, **options: Any) -> NoPicture:
    """Stand for every function of `draw.plots`, whatever it is to draw.

    Example:
        >>> no_picture([[0.25, 0.75]], title="weights")
        This picture needs matplotlib, which is not here. Everything else goes on without it.
    """
    return NoPicture()
