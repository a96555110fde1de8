"""See what is wrong with numbers that no mistake of the catalogue makes: transposed, half, a row missing."""

from itertools import combinations

import numpy as np

from classroom.exercises.findings import Finding

AXES = {-1: "column", -2: "row", -3: "head"}
FACTORS = {2.0: Finding.TWICE, 0.5: Finding.HALF, -1.0: Finding.NEGATIVE}


def numeric_pattern(pairs) -> tuple[Finding, str]:
    """Return the finding that is true of all pairs (value, right) of a layer, and its detail."""
    amount = [_factor, _permuted, _offset, _row_factor]
    if any(right.dtype.kind == "i" and right.ndim for _, right in pairs):  # numbers of tokens: no amounts
        amount = [_permuted]
    for see in (_nan, _transposed, _missing, _left_zero, *amount, _true, _shape):
        seen = {see(value, right) for value, right in pairs if value is not None}
        if len(seen) == 1 and seen != {None} and all(value is not None for value, _ in pairs):
            return seen.pop()
        if see is _factor and None not in seen and all(right.size > 3 for _, right in pairs):
            return Finding.OTHER_FACTOR, ""
    return Finding.UNKNOWN, ""


def _nan(value, right):
    return (Finding.SOME_NAN, "") if value.dtype.kind == "f" and np.isnan(value).any() else None


def _transposed(value, right):
    turned = right.mT if right.ndim > 1 else right
    return (Finding.TRANSPOSED, "") if _alike(value, turned) and not _alike(turned, right) else None


def _missing(value, right):
    """See whether the last or the first row, column or head is missing, and the rest right."""
    for axis, name in AXES.items():
        if right.ndim < -axis or value.ndim != right.ndim or value.shape[axis] != right.shape[axis] - 1:
            continue
        n = right.shape[axis]
        for k, finding in (n - 1, Finding.LAST_MISSING), (0, Finding.FIRST_MISSING):
            if _alike(value, np.delete(right, k, axis)):
                return finding, name
    return None


def _left_zero(value, right):
    """See whether the last or the first row, column or head is still 0, and the rest right."""
    for axis, name in AXES.items():
        if value.shape != right.shape or right.ndim < -axis or value.dtype == bool or right.shape[axis] < 2:
            continue
        for k, finding in (right.shape[axis] - 1, Finding.LAST_ZERO), (0, Finding.FIRST_ZERO):
            zero = not np.take(value, k, axis).any() and np.take(right, k, axis).any()
            if zero and _alike(np.delete(value, k, axis), np.delete(right, k, axis)):
                return finding, name
    return None


def _factor(value, right):
    if (
        value.shape != right.shape
        or value.dtype == bool
        or right.dtype == bool
        or not np.isfinite(value).all()
    ):
        return None
    known = np.isfinite(right) & (abs(right) > 1e-6)
    ratios = value[known] / right[known]
    if (
        not ratios.any()  # zeros are no factor
        or ratios.std() > 1e-4 * abs(ratios.mean())
        or not _alike(value, right * ratios.mean())
    ):
        return None
    factor = float(f"{ratios.mean():.4g}")
    return FACTORS.get(factor, Finding.FACTOR), "" if factor in FACTORS else f"{factor:.4g}".replace("-", "−")


def _permuted(value, right):
    """See whether each table has the right rows in another order."""
    if value.shape != right.shape or right.ndim < 2:
        return None
    tables = zip(value.reshape(-1, *value.shape[-2:]), right.reshape(-1, *right.shape[-2:]), strict=True)
    return (Finding.PERMUTED, "") if all(_same_rows(*pair) for pair in tables) else None


def _offset(value, right):
    """See whether all numbers are off by the same amount."""
    if value.shape != right.shape or value.size < 2 or value.dtype == bool or not np.isfinite(value).all():
        return None
    off = value - right
    return (Finding.OFFSET, "") if _alike(off, np.full_like(off, off.flat[0])) else None


def _row_factor(value, right):
    """See whether each row is right but for a factor of its own."""
    if value.shape != right.shape or right.ndim < 2 or right.shape[-1] < 2 or value.dtype == bool:
        return None
    factor = value.sum(-1, keepdims=True) / right.sum(-1, keepdims=True)
    return (Finding.ROW_FACTOR, "") if factor.all() and _alike(value, right * factor) else None


def _true(value, right):
    """See whether True stands everywhere where it should, or only where it should."""
    if value.shape != right.shape or value.dtype != bool or right.dtype != bool:
        return None
    more, fewer = (value & ~right).any(), (right & ~value).any()
    return None if more and fewer else (Finding.MORE_TRUE if more else Finding.FEWER_TRUE, "")


def _shape(value, right):
    if value.shape == right.shape:
        return None
    if value.ndim == right.ndim:
        return Finding.OTHER_SIZES, ""
    return Finding.MORE_AXES if value.ndim > right.ndim else Finding.FEWER_AXES, ""


def _same_rows(a, b):
    left = list(b)
    for row in a:
        k = next((k for k, other in enumerate(left) if _alike(row, other)), None)
        if k is None:
            return False
        del left[k]
    return True


def _alike(a, b):
    return a.shape == b.shape and bool(np.allclose(a, b, 1e-4, 1e-5, equal_nan=True))


def holds_tables(x, weights):
    """Return whether an array holds the same tables (n, m) as the weights (..., n, m).

    The axes of batch and heads may stand in any order, anywhere, or be one; that of n stands before that of
    m, and may lack if n is 1. A row of zeros, which may look nowhere, has no weights: anything may be there.
    """
    if getattr(x, "dtype", np.dtype(object)).kind not in "fiu":
        return False
    n, m = weights.shape[-2:]
    tables = weights.reshape(-1, n, m)
    for given in (x, x[..., None, :]) if n == 1 and x.ndim else (x,):
        for a, b in combinations(range(given.ndim), 2):
            if given.shape[a] == n and given.shape[b] == m and given.size == tables.size:
                turned = np.moveaxis(given, (a, b), (-2, -1)).reshape(-1, n, m)
                near = np.isclose(turned, tables[:, None], 1e-4, 1e-5) | ~tables.any(-1)[:, None, :, None]
                if near.all((-2, -1)).any(-1).all():
                    return True
    return False
