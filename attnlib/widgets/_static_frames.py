"""What a page without Python keeps of `live`: what is drawn at some values of each control.

Python that builds a page asks for it by ATTNLIB_FILM=1; a reader's never draws a picture that nobody sees.
"""

from itertools import product
from math import ceil, prod

from attnlib.draw.numbers import short
from attnlib.i18n import name_of
from attnlib.widgets._stored_state import stored_film

MOST_VALUES, MOST_FRAMES = 27, 64  # of a slider, and in all


def film(draw, controls):
    """Return what a notebook keeps of draw, packed: the controls with some of their values, and all frames.

    controls are widgets by name; draw is given their values, and returns a MIME bundle. None if there are too
    many combinations of values.
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
    return stored_film(told, frames)


def _values(control):
    """All of a dropdown and a checkbox; of a slider some, with its first, its last and its present one."""
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
