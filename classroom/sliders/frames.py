"""The frames of a slider that a built notebook stores, for pages without a kernel.

The build asks for them with ATTNLIB_STORE=1; a reader's kernel draws no frame that nobody sees.
"""

from collections.abc import Callable
from itertools import product
from math import ceil, prod
from typing import Any

from attnlib.draw.numbers import short
from attnlib.languages import name_of
from classroom.web.stored_state import packed_frames

MOST_VALUES, MOST_FRAMES = 27, 64  # of one slider; of all controls together


def stored_frames(draw: Callable[..., dict], controls: dict[str, Any]) -> str | None:
    """Return the controls, with some values of each, and a frame for each combination of values, packed.

    Args:
        draw: Takes a value of each control, by name, and returns a MIME bundle.
        controls: The widgets by name.

    Returns:
        None if there are too many combinations.
    """
    values = [_values(control) for control in controls.values()]
    if prod(map(len, values)) > MOST_FRAMES:
        return None
    told = [
        {
            "name": name_of(name),
            "values": _words(control, chosen),
            "start": chosen.index(control.value),
            "kind": type(control).__name__,
        }
        for (name, control), chosen in zip(controls.items(), values, strict=True)
    ]
    frames = [draw(**dict(zip(controls, those, strict=True))) for those in product(*values)]
    return packed_frames(told, frames)


def _values(control):
    """Return all values of a dropdown or checkbox; of a slider some, with the first, last and present one."""
    if hasattr(control, "options"):
        return [value for _, value in control.options]
    if isinstance(control.value, bool):
        return [False, True]
    count = round((control.max - control.min) / control.step) + 1
    some = {round(control.min + k * control.step, 10) for k in range(0, count, ceil(count / MOST_VALUES))}
    return sorted(some | {control.value, control.max})


def _words(control, values):
    if hasattr(control, "options"):
        return [label for label, _ in control.options]
    return [short(value, 6) for value in values]
