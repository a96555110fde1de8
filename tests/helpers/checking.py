"""Learners' programs for the checks: written as in a cell of a notebook, and judged."""

import inspect
import linecache
import math
from functools import cache
from itertools import count

import numpy as np
import torch
from torch import nn

from attnlib.attention import attend, merge_heads, split_heads
from classroom.exercises import exercise, message, run_check, sandbox
from classroom.exercises.catalog import EXERCISES
from classroom.exercises.diagnose import judge
from classroom.exercises.my_functions import mine

MISTAKES = {
    mistake.id: mistake
    for exercise in EXERCISES.values()
    for mistake in (*exercise.mistakes, *(mistake for mistake, _ in exercise.seen))
}
FUNCTIONS = [name for name in EXERCISES if not EXERCISES[name].is_module]

_cells = count(1)


def run_code(code, **names):
    """Run code as a cell of a notebook would be, source and all, and return the last thing it defines."""
    cell = f"<cell {next(_cells)}>"
    linecache.cache[cell] = len(code), None, code.splitlines(keepends=True), cell
    known = {"np": np, "torch": torch, "nn": nn, "math": math, "F": nn.functional, "__name__": "cell"}
    known |= {"split_heads": split_heads, "merge_heads": merge_heads, "attend": attend, "mine": mine, **names}
    exec(compile(code, cell, "exec"), known)  # the code is ours: a solution, or this folder's
    return next(
        value for value in reversed(known.values()) if inspect.isfunction(value) or isinstance(value, type)
    )


def program(name, body):
    """A learner's function for an exercise, with these lines."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return run_code(f"def mine({', '.join(EXERCISES[name].arguments)}):\n{lines}\n")


def solution(name):
    """The function, or the class, that solves an exercise."""
    return run_code(EXERCISES[name].solution)


def with_steps(name, steps, inputs):
    """A learner's function that follows the recipe, but for these steps; it gets what is in these inputs."""
    arguments = EXERCISES[name].arguments

    def answer(*given):
        given = dict(zip(arguments.values(), given, strict=True))
        known = next(one for one in inputs if all(np.array_equal(one[key], x) for key, x in given.items()))
        return exercise.follow(EXERCISES[name].reference, known | given, steps)

    return answer


@cache
def inputs_of(name, seed):
    return exercise.inputs_of(EXERCISES[name], seed)


def outcomes_of(name, f, inputs):
    return sandbox.outcomes_of(EXERCISES[name], f, inputs)


def judged(name, f, seed):
    """The verdict on a function as the judge alone gives it."""
    inputs = inputs_of(name, seed)
    return judge(EXERCISES[name], outcomes_of(name, f, inputs), inputs)


def verdict_of(name, f, seed):
    """The verdict on whatever was handed in."""
    return run_check.verdict_of(EXERCISES[name], f, seed)


def lines_of(name, verdict):
    return message.lines_of(EXERCISES[name], verdict)


def names(verdict):
    return [mistake.id for mistake in verdict.mistakes]
