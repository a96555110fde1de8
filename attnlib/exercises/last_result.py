"""What the last checks have met: the input that an exercise's card was about, and the last exception."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Asked:
    """The input of a card, and the seed that makes it."""

    seed: int
    given: dict
    tensor: Callable | None = None  # what made tensors of its arrays, if the answer wanted them


last: dict[str, Any] = {}  # exercise -> Asked; "error" -> the exception


def hold(name, verdict, seed):
    """Hold on to what a card is about."""
    if verdict.case < len(verdict.inputs):
        tensor = verdict.outcomes[verdict.case].tensor if verdict.case < len(verdict.outcomes) else None
        last[name] = Asked(seed, verdict.inputs[verdict.case], tensor)
    errors = [out.error for out in verdict.outcomes[verdict.case :] if out.error is not None]
    if errors:
        last["error"] = errors[0]
