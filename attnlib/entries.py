"""What may be drawn, and how its numbers are written."""

import numpy as np


def read(who, name, A, keep=None, axes=2, need="(n, m)", last=None):
    """The numbers as float64, and where they are hidden: by keep (True: may look), or since they are -inf.

    A is a numpy array, a torch tensor or nested lists. Raises ValueError for other axes, NaN or infinity.
    """
    A = _plain(who, name, A)
    if A.dtype.kind not in "biuf":
        raise TypeError(f"{who}: {name} needs to hold real numbers, but holds {A.dtype}.")
    if A.ndim != axes or 0 in A.shape or last not in (None, A.shape[-1]):
        raise ValueError(f"{who}: {name} needs the shape {need}, none of it 0, but is {A.shape}.")
    A = A.astype(float)
    bad = np.isnan(A) | np.isposinf(A)
    if bad.any():
        where = tuple(np.argwhere(bad)[0].tolist())
        raise ValueError(
            f"{who}: {name} needs finite numbers (or -inf where masked), but has {A[where]} at {list(where)}."
        )
    return A, np.isneginf(A) | ~_mask(who, keep, A.shape)


def read_labels(who, name, labels, size, of):
    """The labels as strings, or None; ValueError unless there is one for each."""
    if labels is None:
        return None
    labels = [str(label) for label in labels]
    if len(labels) != size:
        raise ValueError(f"{who}: {name} needs {size} labels, one for each {of}, but has {len(labels)}.")
    return labels


def _plain(who, name, A):
    if hasattr(A, "detach"):  # a torch tensor, perhaps on another device, perhaps bfloat16
        A = A.detach().cpu()
        A = A.double() if A.is_floating_point() else A
    try:
        return np.asarray(A)
    except ValueError:
        raise ValueError(f"{who}: {name} needs rows of one length.") from None


def _mask(who, keep, shape):
    if keep is None:
        return np.True_
    keep = _plain(who, "keep", keep)
    if keep.dtype != bool:
        raise TypeError(f"{who}: keep needs to hold True (may look) or False, but holds {keep.dtype}.")
    try:
        return np.broadcast_to(keep, shape)
    except ValueError:
        raise ValueError(
            f"{who}: keep needs the shape {shape}, or one that broadcasts to it, but is {keep.shape}."
        ) from None


def texts(A, hidden, kind):
    """The numbers as they are written: two decimals, none if a signed matrix is whole, "" where hidden."""
    seen = A[~hidden]
    whole = kind == "signed" and bool((seen == seen.round()).all())
    return [
        ["" if gone else number(x, 0 if whole else 2) for x, gone in zip(*row, strict=True)]
        for row in zip(A, hidden, strict=True)
    ]


def number(x, decimals=2):
    """With a true minus sign, and no minus before zero; what is too long for a cell to two digits."""
    text = f"{x:.{decimals}f}"
    if len(text) > 8:
        text = f"{x:.1e}".replace("e+0", "e").replace("e+", "e")
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def sum_text(total):
    return f"Σ {number(total)}" + (" ≠ 1" if not_one(total) else "")


def not_one(total):
    return bool(abs(total - 1) > 0.005 and abs(total) > 1e-9)
