"""What teaches: it asks, shows, answers and checks, with what attnlib computes and draws.

A folder a feature: explorer, questions, exercises, desk, microscope, sliders; web has what all widgets share,
lab the props of single lessons. README.md beside this file says more.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from classroom import exercises as check
    from classroom.desk import WritingDesk
    from classroom.exercises.my_functions import mine
    from classroom.explorer import Explorer
    from classroom.explorer.own_sentence import own_sentence
    from classroom.lab import cost, training
    from classroom.lab.language_model import load_writer
    from classroom.lab.machine import machine
    from classroom.lab.pictures import (
        between,
        clocks,
        clusters,
        cubes,
        diagram,
        frame,
        moves,
        points,
        violins,
    )
    from classroom.lab.pretrained import load_model
    from classroom.lab.recorded_outputs import use_recorded_results
    from classroom.lab.versions import versions
    from classroom.microscope import Microscope
    from classroom.microscope._atlas import atlas
    from classroom.questions import ask
    from classroom.questions.exam import exam
    from classroom.sliders import live

# Each is loaded at first use, since widgets, matplotlib and torch take their time: name -> module.
_MODULES = {"check": "exercises", "cost": "lab.cost", "training": "lab.training"}
_LATER = {
    "Explorer": "explorer",
    "own_sentence": "explorer.own_sentence",
    "Microscope": "microscope",
    "atlas": "microscope._atlas",
    "WritingDesk": "desk",
    "ask": "questions",
    "exam": "questions.exam",
    "live": "sliders",
    "mine": "exercises.my_functions",
    "load_model": "lab.pretrained",
    "load_writer": "lab.language_model",
    "use_recorded_results": "lab.recorded_outputs",
    "versions": "lab.versions",
    "machine": "lab.machine",
    "between": "lab.pictures",
    "clocks": "lab.pictures",
    "clusters": "lab.pictures",
    "cubes": "lab.pictures",
    "diagram": "lab.pictures",
    "frame": "lab.pictures",
    "moves": "lab.pictures",
    "points": "lab.pictures",
    "violins": "lab.pictures",
}

# fmt: off
__all__ = [
    "Explorer", "own_sentence", "Microscope", "WritingDesk", "live", "ask", "exam", "check", "mine",
    "machine", "load_model", "load_writer", "use_recorded_results", "versions", "cost", "training", "atlas",
    "between", "clocks", "clusters", "cubes", "diagram", "frame", "moves", "points", "violins",
]
# fmt: on
if find_spec("torch") is None:  # or `from classroom import *` would fail
    __all__.remove("training")


def __getattr__(name: str) -> Any:
    module = _LATER.get(name) or _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module 'classroom' has no attribute {name!r}")
    from classroom.optional import bring  # which imports NumPy; classroom.lessons needs nothing

    found = bring(f"classroom.{module}", name)
    return found if name in _MODULES else getattr(found, name)


def __dir__() -> list[str]:
    return __all__
