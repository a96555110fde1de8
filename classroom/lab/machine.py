"""Draw the map of the whole machine, a Transformer, as words with links: in any theme, and read out well."""

import re
from collections.abc import Iterable
from html import escape, unescape

from attnlib.draw.steps import STEPS, title
from attnlib.draw.style import HUES
from attnlib.languages import text_from

text = text_from(__file__, "machine")

# Each part, and the lesson that explains it.
LESSONS = {
    "tokens": "01_embedding",
    "embedding": "01_embedding",
    "position": "08_order",
    "attention": "00_start",
    "add_norm": "09_block",
    "feed_forward": "09_block",
    "probabilities": "04_softmax",
    "cross_attention": "14_two_towers",
    "keys_values": "14_two_towers",
}
_BEFORE = "tokens → embedding + position →"
_BLOCK = "( N× attention → add_norm → feed_forward → add_norm )"
_WRITING_BLOCK = "( N× attention → add_norm → cross_attention → add_norm → feed_forward → add_norm )"
TOWERS = {
    1: {"": f"{_BEFORE} {_BLOCK} → probabilities"},
    2: {
        "encoder": f"{_BEFORE} {_BLOCK} → keys_values",
        "decoder": f"{_BEFORE} {_WRITING_BLOCK} → probabilities",
    },
}
_STEPS = "X → Q K V → scores → scaled → masked → weights → output"

_ROW = "display:flex;flex-wrap:wrap;align-items:center;gap:2px"
_LINE = f"{_ROW};margin:6px 0;font-size:82%"
_GROUP = f"{_ROW};font-style:normal;padding:4px 6px;border-radius:8px;border:1px dashed "
_BOX = "padding:2px 4px;border-radius:6px;border:1px solid "
_EDGE, _INK, _PAPER = "#8b919c", "#3d4654", "#ffffff"


class Machine:
    """The map of a Transformer, as `machine` makes it; as the last line of a cell it shows itself."""

    def __init__(self, lines: list[str]):
        self._lines = lines

    def __repr__(self) -> str:
        said = "\n".join(self._lines)
        for tag, written in {"strong": r"[\1]", "s": r"~\1~", "em": r"(\1)"}.items():
            said = re.sub(rf"<{tag}\b[^>]*>(.*?)</{tag}>", written, said)
        return unescape(re.sub(r"<[^>]*>", "", said))

    def _repr_html_(self) -> str:
        return "".join(f'<div style="{_LINE}">{line}</div>' for line in self._lines)


def machine(
    *lit: str, steps: str | Iterable[str] | None = None, crossed: Iterable[str] = (), towers: int = 1
) -> Machine:
    """Draw a Transformer from tokens to probabilities, each part a link to its lesson.

    Args:
        lit: the parts that a lesson is about
        steps: the steps of attention that it is about; they stand in a second line, or None: no such line
        crossed: the parts that a model lacks, each with the sum and norm behind it; with two towers also
            "encoder" or "decoder", a whole tower but for its probabilities
        towers: 1, or 2: an encoder that reads and a decoder that writes

    Returns:
        The map, as HTML and as text: there the lit parts stand in [], those that are crossed out in ~~.

    Raises:
        ValueError: for a part, a step or a number of towers that is not there

    Example:
        >>> machine("embedding", steps="X")
        tokens → [embedding] + position → (N× attention → ... → add & norm) → probabilities
        attention: [X] → Q K V → scores → scaled → masked → weights → output
    """
    if towers not in TOWERS:
        raise ValueError(f"machine: towers needs to be 1 or 2, but is {towers!r}.")
    asked = {steps} if isinstance(steps, str) else set(steps or ())
    gone = {crossed} if isinstance(crossed, str) else set(crossed)
    parts = {part for tower in TOWERS[towers].values() for part in tower.split()} & LESSONS.keys()
    _known("a part", {*lit}, parts)
    _known("a part", gone, parts | TOWERS[towers].keys() - {""})
    _known("a step", asked, STEPS)
    lines = [
        _line(text(tower) if tower else "", _drawn(row.split(), lit, gone, tower in gone))
        for tower, row in TOWERS[towers].items()
    ]
    if steps is not None:
        lines.append(_line(text("inside"), [_step(name, name in asked) for name in _STEPS.split()]))
    return Machine(lines)


def _known(what, names, known):
    for name in sorted(names - set(known)):
        raise ValueError(f"machine: {what} needs to be one of {', '.join(sorted(known))}, but is {name!r}.")


def _drawn(row, lit, gone, all_gone):
    """Return the parts of a tower, those that are gone crossed out, with the sum and norm behind each."""
    pieces, is_gone = [], False
    for part in row:
        if part in LESSONS:
            is_gone = (
                (all_gone and part != "probabilities") or part in gone or (is_gone and part == "add_norm")
            )
        pieces.append(_part(part, part in lit, is_gone))
    return pieces


def _line(head, pieces):
    """Return a row of parts, with signs between them."""
    said = " ".join([f"<span>{head}</span>", *pieces] if head else pieces)
    return said.replace('"> <', '"><').replace(" </em>", "</em>")


_MARKS = {
    "(": f'<span style="flex-basis:100%"></span><em style="{_GROUP}{_EDGE}">',
    ")": "</em>",
}  # around a group


def _part(name, lit, gone):
    if name in _MARKS:
        return _MARKS[name]
    if name not in LESSONS:
        return f"<span>{name}</span>"
    words = escape(text(name))
    if lit:  # JupyterLab gives links their own colour, so the words bring theirs
        words = f'<span style="color:{_PAPER}">{words}</span>'
    link = f'<a href="{LESSONS[name]}.ipynb">{words}</a>'
    return _boxed(link, _INK if lit else "", "s" if gone else "span")


def _step(name, lit):
    if name not in STEPS:
        return f"<span>{name}</span>"
    return _boxed(title(name, short=True), HUES.get(name, _INK) if lit else "")


def _boxed(words, fill="", tag="span"):
    """Return words in a box, which is filled with a colour where there is one."""
    if fill:
        return f'<strong style="{_BOX}{fill};background-color:{fill};color:{_PAPER}">{words}</strong>'
    return f'<{tag} style="{_BOX}{_EDGE}">{words}</{tag}>'
