"""Grade an exercise: how much of it is right, for a course that gives points."""

from typing import Any

from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.diagnose import is_right_on
from attnlib.exercises.run_check import is_ours, verdict_of


def share(name: str, f: Any, seed: int) -> float:
    """Return the share of its points that an answer earns, from 0 to 1.

    A right answer earns 1. Otherwise each layer of inputs that comes out right counts the same (one sentence,
    a batch, large scores, a row that may look nowhere, float32), if one sentence does. Where all layers are
    right and the answer is still not, because it changes its inputs, say, one layer is taken off.

    Args:
        name: the name of the exercise.
        f: the student's function or module; attnlib's own earns nothing.
        seed: the seed of the random inputs.
    """
    if is_ours(f):
        return 0.0
    verdict = verdict_of(EXERCISES[name], f, seed)
    if verdict.state == "right":
        return 1.0
    layers: dict[str, bool] = {}
    for k in range(len(verdict.expected)):
        layer = verdict.inputs[k]["layer"]
        layers[layer] = layers.get(layer, True) and is_right_on(verdict, k)
    right = list(layers.values())
    if not right or not right[0]:
        return 0.0
    return min(sum(right), len(right) - 1) / len(right)
