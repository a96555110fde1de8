"""Define what an exercise and a mistake are, and how both are carried out.

The right answer, an exercise's `reference`, is taken apart into steps of one line, for instance
`"scaled": lambda s: s.scores / s.d_k**0.5`; s holds the input and the results of the steps before. A mistake
puts another line in place of a step. The texts of both stand in catalog, in English and Chinese.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from classroom.exercises.texts import Pair, texts_of_exercises, texts_of_mistakes

# The layers of inputs, from the easiest on: whole numbers and one sentence first, and what else there is.
# The last only tells which mistake it is, where the other inputs leave that open: an answer may fail there.
# "heads" takes the place of "batch" where the axis in front is that of the heads.
LAYERS = ("sentence", "batch", "heads", "large", "flat", "empty", "float32", "tells")

Step = Callable[[Any], Any]
Steps = dict[str, Step]  # by name, in the order in which they are carried out


class Mistake:
    """A mistake that learners make, as the lines that take the place of the steps of the same names."""

    def __init__(self, id: str, **instead: Step) -> None:
        self.id = id
        self.instead: Steps = instead

    @property
    def means(self) -> Pair:
        """Return what has been done."""
        return texts_of_mistakes()[self.id].means

    @property
    def ask(self) -> Pair:
        """Return a question to think about."""
        return texts_of_mistakes()[self.id].ask


Seen = tuple[Mistake, Callable[[Any, Any], bool]]  # a mistake, and whether a function makes it: f, verdict


@dataclass(frozen=True)
class Exercise:
    """A function, or a module, that a learner writes, and all that its check needs."""

    name: str
    doc: str  # of the function that checks it: "Check f(Q, K): …"
    arguments: dict[str, str]  # of the learner's function, in order -> their names in inputs and steps
    inputs: Callable  # inputs(rng) yields those of one check: dicts of all that the steps need, and the layer
    reference: Steps  # the right answer, step by step
    mistakes: tuple[Mistake, ...]  # an answer is compared with each, in this order, and then with each pair
    seen: tuple[Seen, ...] = ()  # mistakes that the numbers do not tell: looked for where none of those fits
    solve: Callable | None = None  # what the lesson goes on with while the answer is not right
    solved_by: tuple[Callable, ...] = ()  # what else in attnlib answers it
    may_return_weights: bool = False  # whether (output, weights) is as right as the output alone
    may_be_a_list: bool = False  # whether numbers in a list are as right as in an array
    rows_sum_to_one: bool = False  # a row that does not is then reported
    is_module: bool = False  # whether a torch.nn.Module is to be written, not a function

    @property
    def hints(self) -> tuple[Pair, ...]:
        """Return three hints: the idea; which step or function; nearly the code."""
        return texts_of_exercises()[self.name].hints

    @property
    def lost(self) -> Pair | None:
        """Return what to ask about a mistake that nobody knows, if this exercise has a better question."""
        return texts_of_exercises()[self.name].lost

    @property
    def solution(self) -> str:
        """Return the code that solves it."""
        return texts_of_exercises()[self.name].solution

    @property
    def why(self) -> Pair:
        """Return why the solution is right."""
        return texts_of_exercises()[self.name].why


def named(*names: str) -> dict[str, str]:
    """Return the arguments of an exercise whose inputs and steps have the same names."""
    return {name: name for name in names}


def follow(reference: Steps, given: dict, instead: Steps | None = None) -> Any:
    """Carry out the steps, some of them replaced, and return the result of the last one."""
    return list(all_steps(reference | (instead or {}), given).values())[-1]


def all_steps(reference: Steps, given: dict) -> dict[str, Any]:
    """Carry out the steps in their order, and return the result of each."""
    s = SimpleNamespace(**given)
    with np.errstate(all="ignore"):  # a mistake may overflow, or divide by zero
        for name, step in reference.items():
            setattr(s, name, step(s))
    return {name: getattr(s, name) for name in reference}


def inputs_of(exercise: Exercise, seed: int, **sizes: int) -> list[dict]:
    """Return the inputs of the check with this seed, layer by layer."""
    inputs = [{"layer": LAYERS[0]} | given for given in exercise.inputs(np.random.default_rng(seed), **sizes)]
    return layer_by_layer(inputs)


def layer_by_layer(inputs: list[dict]) -> list[dict]:
    """Return the inputs, the easiest first."""
    return sorted(inputs, key=lambda given: LAYERS.index(given["layer"]))


def further_inputs(exercise: Exercise, seed: int, known: list[dict], **sizes: int) -> list[dict]:
    """Return inputs of other seeds, on which a wrong answer is looked at, too: what is said is no chance.

    Large ones, and those that are known, would only take time.
    """
    more = [given for k in (1, 2, 3) for given in inputs_of(exercise, seed + 10_000 * k, **sizes)]
    return [given for given in more if _tells_more(given, known)]


def _tells_more(given, known):
    arrays = [x for x in given.values() if isinstance(x, np.ndarray)]
    return sum(x.size for x in arrays) <= 1000 and (bool(arrays) or given not in known)


def arguments_of(exercise: Exercise, given: dict) -> dict[str, Any]:
    """Return the arguments that the learner's function gets for one input, by name."""
    return {name: given[key] for name, key in exercise.arguments.items()}


def all_but(mistakes: tuple[Mistake, ...], *ids: str) -> tuple[Mistake, ...]:
    """Return the mistakes without those of these ids, which cannot be made, or seen, in an exercise.

    Raises:
        ValueError: there is no mistake with one of the ids.
    """
    unknown = {*ids} - {mistake.id for mistake in mistakes}
    if unknown:
        raise ValueError(f"all_but: there is no mistake {', '.join(sorted(unknown))} to leave out.")
    return tuple(mistake for mistake in mistakes if mistake.id not in ids)
