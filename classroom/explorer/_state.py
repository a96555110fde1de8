"""The state of an explorer: its numbers as traits, and its constants as one dict for the browser."""

import numpy as np
import traitlets

from attnlib.draw.numbers import one_line
from attnlib.examples import Example
from attnlib.languages import language
from classroom.explorer._texts import texts

NUMBERS = ("X", "context", "W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O", "b_O", "Q", "K", "V")


class InvalidState(traitlets.TraitError, ValueError):
    """A state that does not fit. As a TraitError it makes traitlets undo changes that came together."""


def encode(array, _=None):
    """Return an array as the browser reads it: its shape, and its bytes as float64 or bool."""
    if array is None:
        return None
    array = np.ascontiguousarray(array)
    return {"shape": list(array.shape), "data": memoryview(array.tobytes())}


def _decode(name, value, dtype):
    """Return an array that the browser has sent; anything else as it is."""
    if not isinstance(value, dict):
        return value
    try:
        return np.frombuffer(value["data"], dtype).reshape(value["shape"])
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidState(f"Explorer: {name} cannot be read: {error}.") from None


def _array(value):
    try:
        return np.array(value)
    except ValueError:  # rows of different lengths
        return np.array(None)


def _bools(value):
    """Return an array of bools; `load` may give ones and zeros for them."""
    array = _array(value)
    return array.astype(bool) if array.dtype.kind in "iuf" and np.isin(array, (0, 1)).all() else array


class _Array(traitlets.TraitType):
    """A read-only array: only assigning a new one changes it, so no change goes unseen."""

    default_value = None
    dtype: type

    def __init__(self):
        super().__init__()

        def from_json(value, _):
            return _decode(str(self.name), value, self.dtype)

        self.tag(sync=True, to_json=encode, from_json=from_json)

    def set(self, obj, value):
        old = obj._trait_values.get(self.name, traitlets.Undefined)
        new = self._validate(obj, value)
        if new is old or (isinstance(old, np.ndarray) and new is not None and np.array_equal(old, new)):
            return  # traitlets cannot compare arrays
        obj._trait_values[self.name] = new
        obj._notify_trait(self.name, old, new)


class Numbers(_Array):
    """A matrix of finite float64 numbers that keeps its shape."""

    dtype = np.float64

    def validate(self, explorer, value):
        start = getattr(explorer.start, str(self.name))
        if start is None and value is None:
            return None
        if start is None:
            raise InvalidState(f"Explorer: this example has no {self.name}.")
        array = _array(value)
        if array.dtype.kind not in "fiu":
            given = "None" if value is None else f"of type {type(value).__name__}"
            raise InvalidState(f"Explorer: {self.name} needs to be {start.shape} numbers, but is {given}.")
        array = array.astype(np.float64)
        if array.shape != start.shape:
            raise InvalidState(f"Explorer: {self.name} needs to be {start.shape}, but is {array.shape}.")
        if not np.isfinite(array).all():
            raise InvalidState(f"Explorer: {self.name} {array.shape} needs finite numbers.")
        array.flags.writeable = False
        return array


class Mask(_Array):
    """A mask, (n, m) bool or what broadcasts to it: True where a query may look; None: everywhere."""

    allow_none = True
    dtype = np.bool_

    def validate(self, explorer, value):
        keep = _bools(value)
        if keep.dtype != bool:
            raise InvalidState(
                "Explorer: keep needs to hold True (may look) or False, but holds "
                f"{'text' if keep.dtype.kind == 'U' else keep.dtype}."
            )
        n, m = len(explorer.start.tokens), len(explorer.start.context_tokens)
        try:
            return np.broadcast_to(keep, (n, m))  # which cannot be written to
        except ValueError:
            raise InvalidState(f"Explorer: keep needs to be {(n, m)}, but is {keep.shape}.") from None


class HeadsOn(_Array):
    """Which heads add to the output, (h,) bool; None: all of them."""

    allow_none = True
    dtype = np.bool_

    def validate(self, explorer, value):
        on, h = _bools(value), explorer.start.heads or 1
        if h == 1:
            raise InvalidState("Explorer: heads_on needs an example of several heads.")
        if on.dtype != bool or on.shape != (h,):
            raise InvalidState(
                f"Explorer: heads_on needs to be {h} of True (on) or False (off), but is {value!r}."
            )
        on.flags.writeable = False
        return on


def plain(value):
    """Return an array as nested lists of numbers, a mask as ones and zeros."""
    if isinstance(value, np.ndarray):
        return (value.astype(int) if value.dtype == bool else value).tolist()
    return value


def keep_of(trace):
    """Return the mask that all heads of a trace share, or None; for a batch, that of its first sentence."""
    hidden = np.isneginf(np.asarray(trace.masked))
    if trace.source and hidden.ndim > (3 if trace.source.heads else 2):
        hidden = hidden[0]
    hidden = hidden.reshape(-1, *hidden.shape[-2:])
    if (hidden != hidden[0]).any():
        raise ValueError(f"Explorer: needs one mask for all, but Q is {trace.Q.shape}, and each has its own.")
    return ~hidden[0] if hidden.any() else None


def to_example(trace):
    """Return the Q, K and V of a trace as an Example; the axes before (n, d) are batch and heads."""
    Q, K, V = (np.asarray(x, dtype=np.float64) for x in (trace.Q, trace.K, trace.V))
    if Q.ndim > 4:
        raise ValueError(f"Explorer: needs at most (batch, heads, n, d_k), but Q is {Q.shape}.")
    heads = Q.shape[-3] if Q.ndim > 2 else None
    return Example(name="", Q=Q, K=K, V=V, heads=heads, keep=keep_of(trace))


def fixed(sentences, **more):
    """Return the constants that the browser needs."""
    first = sentences[0]
    arrays = {name: encode(getattr(first, name)) for name in NUMBERS}
    return {
        "name": first.name,
        "language": language(),
        "texts": texts(),
        "start": {name: array for name, array in arrays.items() if array is not None},
        "sentences": [_sentence(sentence) for sentence in sentences],
        "columns": _columns(first),
        "heads": first.heads or 1,
        "named": bool(first.words),
        **more,
    }


def _columns(example):
    """Return the names of the columns of each matrix that has them."""
    names = {name: example.column_names(name) for name in (*NUMBERS, "output", "merged", "projected")}
    return {name: [one_line(one) for one in row] for name, row in names.items() if row}


def _sentence(sentence):
    own = ("X", "context") if sentence.X is not None else ("Q", "K", "V")
    tokens, context_tokens = sentence.tokens, sentence.context_tokens
    return {
        "tokens": [one_line(token) for token in tokens],
        "context_tokens": None if context_tokens == tokens else [one_line(token) for token in context_tokens],
        "numbers": {
            name: encode(getattr(sentence, name)) for name in own if getattr(sentence, name) is not None
        },
        "keep": encode(sentence.keep),
    }
