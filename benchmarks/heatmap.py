"""attnlib.draw.plots.heatmap against seaborn.heatmap, both to a PNG of the same size, side by side."""

import io
import statistics
import time

import numpy as np
import seaborn
from matplotlib.figure import Figure

from attnlib.attention import softmax
from attnlib.draw.plots import heatmap
from attnlib.draw.plots.picture import DPI

ROUNDS = 15


def ours(weights, tokens):
    return heatmap(weights, tokens, tokens).png


def seaborns(weights, tokens, numbered, size):
    figure = Figure(figsize=size)
    ax = figure.add_subplot()
    names = tokens or "auto"
    seaborn.heatmap(
        weights, ax=ax, annot=numbered, fmt=".2f", vmin=0, vmax=1, cmap="Blues",
        xticklabels=names, yticklabels=names,
    )  # fmt: skip
    png = io.BytesIO()
    figure.savefig(png, format="png", dpi=DPI)
    return png.getvalue()


def medians(calls):
    """Seconds a call, in the median of interleaved rounds: what slows the machine slows all of them."""
    seconds = {name: [] for name in calls}
    for round_ in range(ROUNDS + 1):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            if round_:  # the first fills caches
                seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(s) for name, s in seconds.items()}


def main():
    rng = np.random.default_rng(0)
    for n, numbered in ((16, True), (512, False)):
        weights = softmax(rng.normal(size=(n, n)) * 2)
        tokens = [f"token{i}" for i in range(n)] if numbered else None
        size = heatmap(weights, tokens, tokens).figure.get_size_inches()
        median = medians(
            {
                "attnlib": lambda w=weights, t=tokens: ours(w, t),
                "seaborn": lambda w=weights, t=tokens, a=numbered, s=size: seaborns(w, t, a, s),
            }
        )
        what = "with numbers" if numbered else "without numbers"
        print(
            f"heatmap of {n} tokens, {what}, to PNG: attnlib {median['attnlib'] * 1000:.0f} ms, "
            f"seaborn {median['seaborn'] * 1000:.0f} ms, ratio {median['attnlib'] / median['seaborn']:.2f}"
        )


if __name__ == "__main__":
    main()
