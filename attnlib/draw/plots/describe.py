"""Describe a picture in words made from its data, for readers who cannot see it."""

import numpy as np

from attnlib.draw.numbers import number, one_line, short
from attnlib.draw.plots.labels import not_one, sum_text
from attnlib.draw.plots.matrix import limit_of, texts
from attnlib.draw.plots.texts import sentence, text
from attnlib.draw.steps import ACROSS, OF_KEYS, title
from attnlib.draw.style import ALIKE
from attnlib.languages import join_sentences

_MOST_ROWS = 6


def alt_heatmap(A, hidden, rows, cols, kind, name=None):
    """Give the size, each row's largest weight or the extremes of signed numbers, and the mask."""
    name = one_line(title(name), 60) if name else title("weights") if kind == "weights" else text("matrix")
    n, m = A.shape
    parts = [text("alt_matrix", title=name, n=n, m=m)]
    parts += [favourites(A, hidden, rows, cols)] if kind == "weights" else [extremes(A, hidden, rows, cols)]
    parts += (
        [masked(hidden), scale(A, hidden), wrong_sums(A, rows)] if kind == "weights" else [masked(hidden)]
    )
    return join_sentences(*parts)


def favourites(A, hidden, rows, cols, most=_MOST_ROWS):
    """Say where each row looks most: “I” looks most at “China” 0.34."""
    said = []
    for i in range(min(len(A), most)):
        row = np.where(hidden[i], -np.inf, A[i])
        name, x = name_in_words("row", rows, i), row.max()
        best = [int(j) for j in np.flatnonzero(x - row < ALIKE)] if x > 0 else []
        if not best:
            said.append(text("alt_nowhere", row=name))
        elif len(best) == 1:
            said.append(text("alt_most", row=name, col=name_in_words("col", cols, best[0]), x=number(x)))
        elif len(best) == len(row):
            said.append(text("alt_equally_at_all", row=name, k=len(best), x=number(x)))
        else:
            names = [name_in_words("col", cols, j) for j in best[:4]] + ["…"] * (len(best) > 4)
            said.append(text("alt_equally", row=name, cols=text("alt_comma").join(names), x=number(x)))
    if len(A) > most:
        said.append(text("alt_more", k=len(A) - most))
    return sentence(said)


def extremes(A, hidden, rows, cols):
    """Give the smallest and the largest number with their places, or "" if all is masked."""
    seen = ~hidden
    if not seen.any():
        return ""
    written = texts(A, hidden, "signed")
    said = []
    for key, place in (
        ("alt_least", _place_of_largest(np.where(seen, -A, -np.inf))),
        ("alt_largest", _place_of_largest(np.where(seen, A, -np.inf))),
    ):
        i, j = (int(k) for k in np.unravel_index(place, A.shape))
        said.append(text(key, x=written[i][j], row=_in("row", rows, i), col=_in("col", cols, j)))
    return sentence(said)


def _place_of_largest(A):
    """Return the place of the largest number; of several that differ by rounding alone, the first."""
    return int((A.max() - 1e-9 * abs(A.max()) <= A).argmax())


def masked(hidden):
    return text("alt_masked", k=int(hidden.sum()), total=hidden.size) if hidden.any() else ""


def scale(A, hidden):
    """Say where the colours of weights end, unless at 1."""
    end = limit_of(A, hidden, "weights")
    return text("alt_scale", x=short(end, 2)) if end < 1 else ""


def wrong_sums(A, rows):
    """Name the rows that do not sum to one, as weights should, or return ""."""
    sums = np.where(np.isfinite(A), A, 0).sum(-1)
    wrong = [i for i, total in enumerate(sums) if not_one(total)]
    if not wrong:
        return ""
    said = [f"{name_in_words('row', rows, i)} {sum_text(sums[i])}" for i in wrong[:3]]
    return text(
        "alt_wrong_sums", k=len(wrong), rows=text("alt_comma").join(said) + ("…" if wrong[3:] else "")
    )


def alt_pipeline(steps, queries, keys, lit):
    """Give the steps with their sizes, where each query looks most, and the extremes of the lit step."""
    sizes = [f"{title(name, short=True)} {A.shape[0]} × {A.shape[1]}" for name, (A, _) in steps.items()]
    here = [name for name in steps if name in lit]
    names = text("alt_comma").join(title(name, short=True) for name in here)
    parts = [
        text("alt_steps", steps=text("alt_comma").join(sizes)),
        text("alt_here", steps=names) if here else "",
    ]
    weights, hidden = steps["weights"]
    parts += [favourites(weights, hidden, queries, keys, most=4), masked(hidden), scale(weights, hidden)]
    if here and here[-1] != "weights":
        A, hidden = steps[here[-1]]
        rows, cols = keys if here[-1] in OF_KEYS else queries, keys if here[-1] in ACROSS else None
        parts.append(f"{title(here[-1], short=True)}{text('alt_colon')}{extremes(A, hidden, rows, cols)}")
    return join_sentences(*parts)


def alt_heads(A, hidden, tokens, names, kind="heads"):
    """Count the heads or tables, and give the largest weight of each."""
    said = []
    for name, weights, gone in zip(names[:8], A[:8], hidden[:8], strict=True):
        seen = np.where(gone, -np.inf, weights)
        i, j = (int(p) for p in np.unravel_index(_place_of_largest(seen), seen.shape))
        most = text(
            "alt_most",
            row=name_in_words("row", tokens[0], i),
            col=name_in_words("col", tokens[1], j),
            x=number(seen[i, j]),
        )
        said.append(name + text("alt_colon") + (most if seen[i, j] > 0 else "∅"))
    if len(A) > 8:
        said.append("…")
    h, n, m = A.shape
    counted = "alt_tables" if kind == "tables" else "alt_heads"
    return join_sentences(text(counted, h=h, n=n, m=m), sentence(said), masked(hidden), scale(A, hidden))


def name_in_words(axis, labels, i):
    """“China”, or row 2."""
    return f"“{one_line(labels[i])}”" if labels else text(f"alt_{axis}", name=i)


def _in(axis, labels, i):
    """row “China”, or row 2."""
    return text(f"alt_{axis}_of", name=f"“{one_line(labels[i])}”") if labels else text(f"alt_{axis}", name=i)
