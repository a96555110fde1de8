"""What an explorer holds and sends: numbers as traits, and all that never changes as one dict."""

import numpy as np
import traitlets

from attnlib.draw.numbers import one_line
from attnlib.examples import Example
from attnlib.i18n import language, texts_of
from attnlib.widgets.explorer._texts import TEXTS

NUMBERS = ("X", "context", "W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O", "b_O", "Q", "K", "V")


class Misfit(traitlets.TraitError, ValueError):
    """What does not fit; as a TraitError it lets traitlets put several changes back together."""


def encode(array, _=None):
    """An array as the browser reads it: its shape, and float64 or bool bytes."""
    if array is None:
        return None
    array = np.ascontiguousarray(array)
    return {"shape": list(array.shape), "data": memoryview(array.tobytes())}


def _decode(name, value, dtype, explorer):
    """An array as the browser sends it: of numbers that others may have changed meanwhile, what it edited."""
    if not isinstance(value, dict):
        return value
    try:
        array = np.frombuffer(value["data"], dtype).reshape(value["shape"])
        if "edited" in value:
            edited = np.frombuffer(value["edited"], bool).reshape(value["shape"])
            array = np.where(edited, array, getattr(explorer, name))
        return array
    except (KeyError, TypeError, ValueError) as error:
        raise Misfit(f"Explorer: {name} cannot be read: {error}.") from None


def _array(value):
    try:
        return np.array(value)
    except ValueError:  # rows of different lengths
        return np.array(None)


def _bools(value):
    """Ones and zeros, as `load` has them, are True and False, too."""
    array = _array(value)
    return array.astype(bool) if array.dtype.kind in "iuf" and np.isin(array, (0, 1)).all() else array


class _Array(traitlets.TraitType):
    """An array that cannot be changed in place, unseen: assigning a new one is what moves the screen."""

    default_value = None
    dtype: type

    def __init__(self):
        super().__init__()

        def from_json(value, explorer):
            return _decode(str(self.name), value, self.dtype, explorer)

        self.tag(sync=True, to_json=encode, from_json=from_json)

    def set(self, obj, value):
        old = obj._trait_values.get(self.name, traitlets.Undefined)
        new = self._validate(obj, value)
        if new is old or (isinstance(old, np.ndarray) and new is not None and np.array_equal(old, new)):
            return  # traitlets cannot compare arrays
        obj._trait_values[self.name] = new
        obj._notify_trait(self.name, old, new)


class Numbers(_Array):
    """Finite float64 numbers whose shape stays."""

    dtype = np.float64

    def validate(self, explorer, value):
        start = getattr(explorer.start, str(self.name))
        if start is None and value is None:
            return None
        if start is None:
            raise Misfit(f"Explorer: this example has no {self.name}.")
        array = _array(value)
        if array.dtype.kind not in "fiu":
            given = "None" if value is None else f"of type {type(value).__name__}"
            raise Misfit(f"Explorer: {self.name} needs to be {start.shape} numbers, but is {given}.")
        array = array.astype(np.float64)
        if array.shape != start.shape:
            raise Misfit(f"Explorer: {self.name} needs to be {start.shape}, but is {array.shape}.")
        if not np.isfinite(array).all():
            raise Misfit(f"Explorer: {self.name} {array.shape} needs finite numbers.")
        array.flags.writeable = False
        return array


class Mask(_Array):
    """True where a query may look, (n, m), or what broadcasts to it; None: everywhere."""

    allow_none = True
    dtype = np.bool_

    def validate(self, explorer, value):
        keep = _bools(value)
        if keep.dtype != bool:
            raise Misfit(f"Explorer: keep needs to hold True (may look) or False, but holds {keep.dtype}.")
        n, m = len(explorer.start.tokens), len(explorer.start.context_tokens)
        try:
            return np.broadcast_to(keep, (n, m))  # which cannot be written to
        except ValueError:
            raise Misfit(f"Explorer: keep needs to be {(n, m)}, but is {keep.shape}.") from None


class HeadsOn(_Array):
    """Which heads are on, (h,) bool; those that are off add nothing. None: all are on."""

    allow_none = True
    dtype = np.bool_

    def validate(self, explorer, value):
        on, h = _bools(value), explorer.start.heads or 1
        if h == 1:
            raise Misfit("Explorer: heads_on needs an example of several heads.")
        if on.dtype != bool or on.shape != (h,):
            raise Misfit(f"Explorer: heads_on needs to be {h} of True (on) or False (off), but is {value!r}.")
        on.flags.writeable = False
        return on


def plain(value):
    """Arrays as nested lists of numbers, a mask as ones and zeros."""
    if isinstance(value, np.ndarray):
        return (value.astype(int) if value.dtype == bool else value).tolist()
    return value


def keep_of(trace):
    """The mask of a trace, the same for all its heads, or None; of a batch with its source, the first."""
    hidden = np.isneginf(np.asarray(trace.masked))
    if trace.source and hidden.ndim > (3 if trace.source.heads else 2):
        hidden = hidden[0]
    hidden = hidden.reshape(-1, *hidden.shape[-2:])
    if (hidden != hidden[0]).any():
        raise ValueError(f"Explorer: needs one mask for all, but Q is {trace.Q.shape}, and each has its own.")
    return ~hidden[0] if hidden.any() else None


def to_example(trace):
    """What attend was given, as an Example: leading axes are heads, and before these the batch."""
    Q, K, V = (np.asarray(x, dtype=np.float64) for x in (trace.Q, trace.K, trace.V))
    if Q.ndim > 4:
        raise ValueError(f"Explorer: needs at most (batch, heads, n, d_k), but Q is {Q.shape}.")
    heads = Q.shape[-3] if Q.ndim > 2 else None
    return Example(name="", Q=Q, K=K, V=V, heads=heads, keep=keep_of(trace))


def fixed(sentences, **more):
    """What the browser is told once."""
    first = sentences[0]
    arrays = {name: encode(getattr(first, name)) for name in NUMBERS}
    return {
        "name": first.name,
        "language": language(),
        "texts": texts_of(TEXTS),
        "start": {name: array for name, array in arrays.items() if array is not None},
        "sentences": [_sentence(sentence) for sentence in sentences],
        "columns": _columns(first),
        "heads": first.heads or 1,
        "named": bool(first.words),
        **more,
    }


def _columns(example):
    """What the columns of each matrix are called, where they are."""
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
