"""Compare what a cell shows with what is stored: words exactly, numbers within their precision."""

import re
from base64 import b64decode
from decimal import Decimal
from math import prod
from typing import NamedTuple

import numpy as np

from attnlib.draw.stored import FRAMES, STORED_NUMBERS, STORED_STATE, digest, unpacked

RELATIVE = 1e-3  # another third digit is another number; a training differs by less
ABSOLUTE = 1e-4  # of an array's largest number: beside it, what is smaller is nothing

_NUMBER = re.compile(r"[-−]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?")
_PNG = re.compile(r"(?<=data:image/png;base64,)[A-Za-z0-9+/=\s]+")
_SIZE = re.compile(r'(?<= )width="\d+" height="\d+"(?= )')  # of a picture, in pixels


class Rounded(NamedTuple):
    """Numbers of a picture or of many maps, rounded to multiples of a step."""

    numbers: np.ndarray
    step: float


def difference(stored, shown):
    """Return how the outputs of a cell differ from those that are stored, in words; "" if they say the same.

    A word, a whole number and a kind of output need to be the same. A number with decimals may differ by one
    unit in the last place that is shown, if that is no more than a tenth of it. A number in an array (of a
    widget, of stored frames or of a picture) may differ by a thousandth of itself or a ten-thousandth of the
    largest, so another third digit is found; where it was stored rounded, by one unit of its last place. The
    bytes of a picture differ from machine to machine, and its size by a pixel: the numbers that it draws are
    compared, which are stored beside it with a digest of its bytes.
    """
    kinds = [[_kind(out) for out in outputs] for outputs in (stored, shown)]
    if kinds[0] != kinds[1]:
        return f"its outputs are {_listed(kinds[1])}, and not {_listed(kinds[0])}"
    for was, now in zip(stored, shown, strict=True):
        for kind, text in _texts(was).items():
            if found := _other(_read(kind, text), _read(kind, _texts(now)[kind])):
                return f"{kind}: {found}"
        if any(digest(b64decode(png)) != known for png, known in _pictures(was.get("data", {}))):
            return "the stored picture is not the one whose numbers stand beside it"
    return ""


def _kind(out):
    """Return what kind of output it is, and of which MIME types."""
    return out["output_type"], out.get("name", out.get("ename", "")), tuple(sorted(out.get("data", {})))


def _listed(kinds):
    return ", ".join(" ".join([*said[:2], *said[2]]) for said in kinds) or "none"


def _texts(out):
    """Return all that an output says, by its kind; a PNG says nothing."""
    data = {kind: text for kind, text in out.get("data", {}).items() if not is_picture(kind)}
    return data | {name: out[name] for name in ("text", "evalue") if name in out}


def is_picture(kind):
    """Return whether a MIME type is that of a picture whose bytes are no text."""
    return kind.startswith("image/") and kind != "image/svg+xml"


def _read(kind, text):
    """Return a text as it is; of what was packed into it, all that is compared, its arrays as arrays."""
    text = "".join(text) if isinstance(text, list) else text
    if kind == STORED_NUMBERS:
        return _drawn(unpacked(text))
    if kind == STORED_STATE:
        said = unpacked(text)
        return [_expanded(said["state"], said["arrays"]), *map(_drawn, said.get("drawn", []))]
    return text


def _expanded(said, arrays):
    """Return a widget's state with arrays in the place of their numbers."""
    if isinstance(said, list):
        return [_expanded(inner, arrays) for inner in said]
    if not isinstance(said, dict):
        return said
    if isinstance(said.get("data"), int) and "shape" in said:
        array = _array(b64decode(arrays[said["data"]]), said["shape"])
        return Rounded(array * said["step"] + said["low"], said["step"]) if "step" in said else array
    return {name: _expanded(inner, arrays) for name, inner in said.items() if name != "pictures"}


def _array(data, shape):
    dtype = {1: bool, 2: np.uint16, 4: np.float32, 8: np.float64}[len(data) // max(1, prod(shape))]
    return np.frombuffer(data, dtype).reshape(shape).astype(float)


def _drawn(said):
    """Return the texts and the arrays of a picture."""
    arrays = [
        Rounded(np.array(array["multiples"], float).reshape(array["shape"]) * array["step"], array["step"])
        for array in said["arrays"]
    ]
    return {"texts": said["texts"], "arrays": arrays}


def _other(was, now):
    """Return the first difference of two values that JSON or a text can hold, or ""."""
    if isinstance(was, str) and isinstance(now, str):
        return _other_text(was, now)
    if isinstance(was, dict) and isinstance(now, dict):
        if was.keys() != now.keys():
            return f"{sorted(now)}, and not {sorted(was)}"
        found = ((name, _other(was[name], now[name])) for name in was)
        return next((f"{name}: {said}" for name, said in found if said), "")
    if _is_list(was) and _is_list(now):
        if len(was) != len(now):
            return f"{len(now)}, and not {len(was)}"
        places = enumerate(_other(one, other) for one, other in zip(was, now, strict=True))
        return next((f"{place}: {said}" for place, said in places if said), "")
    if isinstance(was, Rounded) and isinstance(now, Rounded):
        return _other_array(was.numbers, now.numbers, max(was.step, now.step))
    if _has_fractions(was) or _has_fractions(now):
        return _other_array(was, now)
    return "" if was == now and type(was) is type(now) else f"{now!r}, and not {was!r}"


def _is_list(value):
    """Return whether it is a list that is to be compared item by item, and not as an array."""
    return isinstance(value, list) and not _has_fractions(value)


def _has_fractions(value):
    """Return whether it is an array, a fraction, or a list of numbers that are not all whole."""
    if isinstance(value, list):
        numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in value)
        return numbers and any(isinstance(x, float) for x in value)
    return isinstance(value, float | np.ndarray)


def _other_array(was, now, step=0.0):
    was, now = np.asarray(was, object), np.asarray(now, object)
    if was.shape != now.shape:
        return f"shape {now.shape}, and not {was.shape}"
    try:
        was, now = was.astype(float), now.astype(float)
    except (TypeError, ValueError):
        return f"{now.tolist()!r}, and not {was.tolist()!r}"
    finite = was[np.isfinite(was)]
    least = max(ABSOLUTE * np.abs(finite).max(initial=0), 1.001 * step)
    allowed = np.maximum(RELATIVE * np.abs(was), least)
    with np.errstate(invalid="ignore"):
        wrong = ~((np.abs(now - was) <= allowed) | (was == now) | (np.isnan(was) & np.isnan(now)))
    if not wrong.any():
        return ""
    place = tuple(int(k) for k in np.argwhere(wrong)[0])
    return f"the number at {place} is {now[place]:.6g}, and not {was[place]:.6g}"


def _other_text(was, now):
    """Return where two texts differ, or "": pictures and blanks are alike, and numbers if they may be."""
    was, now = (_SIZE.sub("", _PNG.sub("", text)) for text in (was, now))
    if was == now:
        return ""
    words = [[" ".join(part.split()) for part in _NUMBER.split(text)] for text in (was, now)]
    numbers = [_NUMBER.findall(text) for text in (was, now)]
    if words[0] == words[1] and all(map(_may_be_the_same, *numbers)):
        return ""
    cut = next(at for at in range(len(was) + 1) if was[: at + 1] != now[: at + 1])
    begin = max(0, cut - 20)
    return f"{now[begin : cut + 60]!r}, and not {was[begin : cut + 60]!r}"


def _may_be_the_same(was, now):
    """Return whether two numbers as they are printed may be one, rounded on two machines."""
    values = [Decimal(text.replace("−", "-").rstrip(".")) for text in (was, now)]
    if values[0] == values[1]:
        return True
    last = min(int(value.as_tuple().exponent) for value in values)
    unit = Decimal(1).scaleb(last)
    return last < 0 and abs(values[0] - values[1]) <= unit <= max(map(abs, values)) / 10


def _pictures(data):
    """Yield each picture that is stored in an output, and the digest that stands beside its numbers."""
    if STORED_NUMBERS in data:
        known = unpacked(data[STORED_NUMBERS])["png"]
        pngs = [data[kind] for kind in data if kind == "image/png"]
        yield from ((png, known) for png in pngs + _PNG.findall("".join(data.get("text/html", ""))))
    if STORED_STATE in data:
        said = unpacked(data[STORED_STATE])
        if said["kind"] == FRAMES:
            yield said["state"]["pictures"]["data"], said["state"]["pictures"]["digest"]
        elif known := [numbers["png"] for numbers in said.get("drawn", [])]:
            yield from zip(_PNG.findall(said["state"]["_fixed"]["then"]), known, strict=True)
