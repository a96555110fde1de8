"""Grade an answer for a course that gives points: right or wrong, judged in a process of its own.

The process imports both packages anew and runs the program that a check would keep: the answer, as it stands
in the notebook, with the helpers and imports that it uses. So nothing that the notebook has changed in
attnlib or NumPy counts, and attnlib's own answer to the exercise, called by whatever name, raises there.
"""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from classroom.exercises.catalog import EXERCISES
from classroom.exercises.own_answer import own_answers
from classroom.exercises.run_check import is_ours, verdict_of
from classroom.exercises.save_answer import name_in, needs_of
from classroom.exercises.source import definition_of

SECONDS = 60  # for all of it; each call of the answer has the check's deadline, too
_PROJECT = Path(__file__).parents[2]


def is_right(name: str, f: Any, seed: int) -> bool:
    """Return whether an answer is right when it runs by itself.

    Args:
        name: the name of the exercise.
        f: the student's function or module, from a cell; attnlib's own, and what calls it, is wrong.
        seed: the seed of the random inputs.
    """
    thing = f if inspect.isfunction(f) or isinstance(f, type) else type(f)  # of a module
    source = None if is_ours(f) else definition_of(thing)
    if source is None:
        return False
    imports, helpers, _ = needs_of(thing, source)
    program = "\n".join([*imports.values(), *helpers.values(), source])
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=json.dumps([name, program, name_in(source), seed]),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": str(_PROJECT)},
            encoding="utf-8",
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.stdout == "right"


# In the process of its own


def main():
    """Read an exercise's name, a program, the answer's name in it and a seed; write "right" if it is."""
    name, program, answer, seed = json.load(sys.stdin)
    verdict, sys.stdout = sys.stdout, sys.stderr  # what the program prints is no verdict
    _refuse_own_answers(EXERCISES[name])
    module = ModuleType("answer")
    sys.modules["answer"] = module  # some classes look for their module there
    exec(compile(program, "answer", "exec"), vars(module))  # the student's own program
    if verdict_of(EXERCISES[name], getattr(module, answer), seed).state == "right":
        verdict.write("right")


def _refuse_own_answers(exercise):
    """Put a function that raises in the place of attnlib's own answers, but for those that the judge uses."""

    def refuse(*given, **named):
        raise PermissionError("attnlib's own answer to this exercise")

    if exercise.is_module:
        from attnlib.layers import SelfAttention

        SelfAttention.forward = refuse  # type: ignore[method-assign]
        return
    own = own_answers(exercise)
    for place, module in [*sys.modules.items()]:
        if place.startswith(("attnlib", "classroom")) and not place.startswith("classroom.exercises"):
            for name, value in [*vars(module).items()]:
                if inspect.isfunction(value) and inspect.unwrap(value) in own:
                    setattr(module, name, refuse)
    object.__setattr__(exercise, "solve", refuse)  # `mine` hands it out


if __name__ == "__main__":
    main()
