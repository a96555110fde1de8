"""What an exercise is, what a mistake is, and how both are carried out.

The right answer is taken apart into steps of one line, such as `"scaled": lambda s: s.scores / s.d_k**0.5`;
s holds what is given and what the steps before have made. A mistake is another line in place of a step. Their
texts stand in data/exercises; each is a pair (English, Chinese).
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from attnlib.exercises.texts import Pair, texts_of_exercises, texts_of_mistakes

# What an input asks for, from the easiest on: whole numbers and one sentence first, and what else there is.
# The last only tells which mistake it is, where the other inputs leave that open: an answer may fail there.
LAYERS = ("sentence", "batch", "large", "flat", "empty", "float32", "tells")


@dataclass(frozen=True)
class Mistake:
    """What learners get wrong, as the lines that do it."""

    id: str
    steps: dict  # the steps that it replaces

    @property
    def means(self) -> Pair:
        """Return what has been done."""
        return texts_of_mistakes()[self.id].means

    @property
    def ask(self) -> Pair:
        """Return a question to think about."""
        return texts_of_mistakes()[self.id].ask


@dataclass(frozen=True)
class Exercise:
    """What a learner is to write, and all that its check says and needs."""

    name: str
    doc: str  # of the function that checks it: "Check f(Q, K): …"
    arguments: dict  # those of the learner's function, in order -> what inputs and steps call them
    inputs: Callable  # inputs(rng): those of one check, each a dict of all that the steps need, and its layer
    steps: dict
    mistakes: tuple  # an answer is compared with each, in this order, and then with each pair
    reference: Callable | None = None  # what goes on with the lesson while the answer is not right
    may_return_weights: bool = False  # whether (output, weights) is as right as the output alone
    may_be_a_list: bool = False  # whether numbers in a list are as right as in an array
    rows_sum_to_one: bool = False  # so that a row which does not is worth saying
    is_module: bool = False  # whether a torch.nn.Module is to be written, not a function

    @property
    def hints(self) -> tuple[Pair, ...]:
        """Return three hints: the idea; which step or function; nearly the code."""
        return texts_of_exercises()[self.name].hints

    @property
    def solution(self) -> str:
        """Return the code that solves it."""
        return texts_of_exercises()[self.name].solution

    @property
    def why(self) -> Pair:
        """Return why the solution is right."""
        return texts_of_exercises()[self.name].why


def follow(steps, given, instead=None):
    """Carry the steps out in their order, some of them by others, and return what the last one makes."""
    return list(all_steps(steps | (instead or {}), given).values())[-1]


def all_steps(steps, given):
    """What each of the steps makes, by its name, in their order."""
    s = SimpleNamespace(**given)
    with np.errstate(all="ignore"):  # a mistake may overflow, or divide by zero
        for name, step in steps.items():
            setattr(s, name, step(s))
    return {name: getattr(s, name) for name in steps}


def inputs_of(exercise, seed, **sizes):
    """The inputs of the check with this seed, layer by layer."""
    inputs = [{"layer": LAYERS[0]} | given for given in exercise.inputs(np.random.default_rng(seed), **sizes)]
    return sorted(inputs, key=lambda given: LAYERS.index(given["layer"]))


def arguments_of(exercise, given) -> dict[str, Any]:
    """Of one input, what the learner's function gets, by the names of its arguments."""
    return {name: given[key] for name, key in exercise.arguments.items()}


def all_but(mistakes, *ids):
    """The mistakes without those of these ids, which cannot be made, or seen, in an exercise."""
    unknown = {*ids} - {mistake.id for mistake in mistakes}
    if unknown:
        raise ValueError(f"all_but: there is no mistake {', '.join(sorted(unknown))} to leave out.")
    return tuple(mistake for mistake in mistakes if mistake.id not in ids)
