"""Measure what lessons show but cannot compute while they run: `python -m tools.results.NAME [--write]`.

Each module measures by itself, for minutes, and prints what it finds; with --write it keeps that in
data/results/NAME.json, which `attnlib.load_results` reads.
"""

import json

from attnlib.languages import DATA

FOLDER = DATA / "results"


def write(name, results):
    """Keep what was measured in data/results."""
    (FOLDER / f"{name}.json").write_text(json.dumps(results, ensure_ascii=False) + "\n", "utf-8")
