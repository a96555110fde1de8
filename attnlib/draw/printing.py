"""Print numbers after their names or in a table, so that a lesson's code holds no words for the reader."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from attnlib.languages import language, name_of


def show(numbers: Mapping[str, Any] | None = None, /, **named: Any) -> None:
    """Print each number, shape or array after its name, with at most four decimals.

    Args:
        numbers: name -> number, for names like "√d_k" that are no Python names
        named: more of them; a name is translated if data/names.json has it

    Example:
        >>> show({"√d_k": 3**0.5}, weights=np.array([0.25, 0.75]))
        √d_k: 1.7321
        attention weights: [0.25 0.75]
    """
    lines = {name_of(name): _written(x) for name, x in {**(numbers or {}), **named}.items()}
    colon = {"en": ": ", "zh": "："}[language()]
    for name, x in lines.items():
        print(f"{name}{colon}{x}")


class Table:
    """A table of numbers with names for its rows and columns, as `table` makes it."""

    def __init__(self, rows: list[list[str]]):
        self._rows = rows

    def __repr__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self._rows, strict=True)]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in self._rows
        ]
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        tags = ['th scope="row"', *["td"] * (len(self._rows[0]) - 1)]
        columns = map(_cells, zip(*self._rows, strict=True), tags)
        head, *body = (f"<tr>{''.join(row)}</tr>" for row in zip(*columns, strict=True))
        return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"


def _cells(column: Sequence[str], tag: str) -> list[str]:
    """Return a column as HTML: words begin at the left, as numbers end at the right."""
    words = (text[:1].isalpha() and text not in ("nan", "inf") for text in column[1:])
    side = ' style="text-align:left"' if all(words) else ""
    head, *cells = map(escape, column)
    return [f'<th scope="col"{side}>{head}</th>', *(f"<{tag}{side}>{cell}</{tag[:2]}>" for cell in cells)]


def table(**columns: Sequence[Any]) -> Table:
    """Return numbers to compare as a table, a column for each argument; the first names the rows.

    Args:
        columns: name -> one number or name for each row; a name is translated if data/names.json has it

    Returns:
        The table. The last line of a cell shows it.

    Raises:
        ValueError: If the columns are not equally long.

    Example:
        >>> table(d_model=[512, 8], products=[1049088, 264])
        d_model   products
        512      1,049,088
        8              264
    """
    if len({len(column) for column in columns.values()}) != 1:
        lengths = ", ".join(f"{name} {len(column)}" for name, column in columns.items())
        raise ValueError(f"table: the columns need one entry for each row, but their lengths are: {lengths}.")
    head = [name_of(name) for name in columns]
    body = [
        [_written(name_of(x) if isinstance(x, str) else x) for x in row]
        for row in zip(*columns.values(), strict=True)
    ]
    return Table([head, *body])


def _written(x: Any) -> str:
    if isinstance(x, tuple):
        return f"({', '.join(map(_written, x))}{',' * (len(x) == 1)})"
    if isinstance(x, int | np.integer) and not isinstance(x, bool) and abs(int(x)) >= 10_000:
        return f"{x:,}"
    if isinstance(x, str | bool | np.bool_ | int | np.integer):
        return str(x)
    x = np.asarray(x, dtype=float).round(4) + 0.0  # no minus before zero
    return str(x) if x.ndim else f"{x:.4f}".rstrip("0").rstrip(".")
