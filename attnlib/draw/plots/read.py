"""Read the arguments of a picture: arrays as plain numbers, labels as strings, or a clear error."""

import numpy as np


def read(caller, name, A, keep=None, axes=2, need="(n, m)", last=None):
    """Return the numbers as float64, and a bool array of the masked ones: by keep, or because they are -inf.

    A is a numpy array, a torch tensor or nested lists. Raises ValueError for other axes, NaN or infinity.
    """
    A = _plain(caller, name, A)
    if A.dtype.kind not in "biuf":
        raise TypeError(f"{caller}: {name} needs to hold real numbers, but holds {A.dtype}.")
    if A.ndim != axes or 0 in A.shape or last not in (None, A.shape[-1]):
        raise ValueError(f"{caller}: {name} needs the shape {need}, none of it 0, but is {A.shape}.")
    A = A.astype(float)
    bad = np.isnan(A) | np.isposinf(A)
    if bad.any():
        where = tuple(np.argwhere(bad)[0].tolist())
        raise ValueError(
            f"{caller}: {name} needs finite numbers (or -inf where masked), "
            f"but has {A[where]} at {list(where)}."
        )
    return A, np.isneginf(A) | ~_mask(caller, keep, A.shape)


def read_labels(caller, name, labels, size, of):
    """Return the labels as strings, or None; raise ValueError unless there is one for each."""
    if labels is None:
        return None
    labels = [str(label) for label in labels]
    if len(labels) != size:
        raise ValueError(f"{caller}: {name} needs {size} labels, one for each {of}, but has {len(labels)}.")
    return labels


def queries_and_keys(caller, tokens, n, m):
    """Return the names of rows and of columns: tokens is a list for both, or a pair of lists."""
    pair = isinstance(tokens, tuple) and len(tokens) == 2 and not any(isinstance(t, str) for t in tokens)
    queries, keys = tokens if pair else (tokens, tokens)
    return read_labels(caller, "tokens", queries, n, "query"), read_labels(caller, "tokens", keys, m, "key")


def _plain(caller, name, A):
    if hasattr(A, "detach"):  # a torch tensor, perhaps on another device, perhaps bfloat16
        A = A.detach().cpu()
        A = A.double() if A.is_floating_point() else A
    try:
        return np.asarray(A)
    except ValueError:
        raise ValueError(f"{caller}: {name} needs rows of one length.") from None


def _mask(caller, keep, shape):
    if keep is None:
        return np.True_
    keep = _plain(caller, "keep", keep)
    if keep.dtype != bool:
        raise TypeError(f"{caller}: keep needs to hold True (may look) or False, but holds {keep.dtype}.")
    try:
        return np.broadcast_to(keep, shape)
    except ValueError:
        raise ValueError(
            f"{caller}: keep needs the shape {shape}, or one that broadcasts to it, but is {keep.shape}."
        ) from None
