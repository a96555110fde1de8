"""Remember until the kernel ends what check.inputs, check.last_error and check.hint need."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reported:
    """The input that a card was about, and the seed that makes it."""

    seed: int
    given: dict
    tensor: Callable | None = None  # what made tensors of its arrays, if the answer wanted them


@dataclass
class Session:
    """The checks of this kernel; the dictionaries have the names of exercises as keys."""

    reported: dict[str, Reported] = field(default_factory=dict)
    hints: dict[str, int] = field(default_factory=dict)  # how many were shown
    error: BaseException | None = None  # the last that a check has met

    def remember(self, name, verdict, seed) -> None:
        """Remember what the card of an exercise is about."""
        if verdict.case < len(verdict.inputs):
            tensor = verdict.outcomes[verdict.case].tensor if verdict.case < len(verdict.outcomes) else None
            self.reported[name] = Reported(seed, verdict.inputs[verdict.case], tensor)
        errors = [out.error for out in verdict.outcomes[verdict.case :] if out.error is not None]
        if errors:
            self.error = errors[0]


session = Session()
