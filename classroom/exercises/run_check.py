"""Run one check from end to end: seed, verdict, card, progress, and what is handed back."""

import inspect
import os
import secrets
from dataclasses import replace

import numpy as np

from classroom import optional
from classroom.exercises import kernel_guard
from classroom.exercises.diagnose import Verdict, judge, judge_again, located
from classroom.exercises.exercise import further_inputs, inputs_of, layer_by_layer
from classroom.exercises.failing_input import failing_input
from classroom.exercises.findings import OF_NUMBERS, Finding
from classroom.exercises.for_arrays import for_arrays
from classroom.exercises.message import about_ours, hints_of, lines_of, small_print
from classroom.exercises.render import listed, show_answer
from classroom.exercises.result_name import result_name
from classroom.exercises.sandbox import Outcome, outcomes_of
from classroom.exercises.save_answer import save
from classroom.exercises.session import session
from classroom.my_lessons import remember


def check_answer(exercise, f, seed, exercises):
    """Judge f, show the card, and return f if it is right, else attnlib's own function.

    Args:
        exercise: the Exercise that f answers.
        f: whatever the learner handed in.
        seed: the seed of the random inputs; None for a new one.
        exercises: all exercises by name, in the order in which their answers stand in my_attention.py.
    """
    if exercise.is_module and not optional.has_torch():
        show_answer("todo", exercise.name, [optional.words_on("torch", False)])
        return f
    if is_ours(f):
        show_answer("todo", exercise.name, about_ours())
        return f
    with kernel_guard.Guard():
        return _answered(exercise, f, _seed() if seed is None else seed, exercises)


def _answered(exercise, f, seed, exercises):
    """Judge, show and keep f, which is the learner's."""
    verdict = verdict_of(exercise, f, seed)
    lines = [*lines_of(exercise, verdict), remember("exercise", exercise.name, verdict.state)]
    if verdict.state == "right":
        lines.append(_save(exercise, f, seed, exercises))
    small = small_print(verdict, seed, result_name(exercise.name))
    session.remember(exercise.name, verdict, seed)
    case = failing_input(exercise, verdict) if verdict.state == "wrong" else ((), "")
    hints = [] if verdict.state == "right" else hints_of(exercise)
    show_answer(verdict.state, exercise.name, lines, small, case, hints)
    return handed_back(exercise, f, verdict)


def handed_back(exercise, f, verdict):
    """Return what the lesson goes on with, in arrays: f if it is right, else attnlib's own function."""
    if verdict.state != "right":
        return library_answer(exercise, f)
    has_tensors = any(out.tensor or out.kind == "tensor" for out in verdict.outcomes)
    return for_arrays(f) if has_tensors and not exercise.is_module else f


def _save(exercise, f, seed, exercises):
    """Save a right answer, and return a sentence about it, or ""."""
    thing = type(f) if exercise.is_module and not isinstance(f, type) else f
    return save(exercise.name, thing, [*exercises], lambda g: verdict_of(exercise, g, seed))


def is_ours(f):
    """Return whether f is ours: what a check hands back when the answer is not right."""
    kind = f if isinstance(f, type) else type(f)
    body = getattr(kind, "forward", f)  # of a module
    return callable(f) and str(getattr(body, "__module__", "")).split(".")[0] in ("attnlib", "classroom")


def _seed():
    """Return the seed of ATTNLIB_SEED if there is a number, else one of ten thousand."""
    asked = os.environ.get("ATTNLIB_SEED", "").strip()
    return int(asked) if asked.isdecimal() else secrets.randbelow(10_000)


def verdict_of(exercise, f, seed):
    """Return the verdict on f, whatever that is, for the inputs of this seed."""
    kernel_guard.replaced()  # before
    try:
        verdict = _verdict_of(exercise, f, seed)
    except (RecursionError, MemoryError) as error:  # even a look at f may go too deep, or fill the memory
        inputs = inputs_of(exercise, seed)[:1]
        verdict = Verdict("wrong", finding=Finding.ERROR, outcomes=[Outcome(error=error)], inputs=inputs)
    names = kernel_guard.replaced()
    if names and verdict.state != "todo":
        changed = {"state": "wrong", "mistakes": (), "finding": Finding.REPLACED, "detail": listed(names)}
        return replace(verdict, **changed, expected=[])
    return verdict


def _verdict_of(exercise, f, seed):
    if f is Ellipsis:
        return Verdict("todo")
    if exercise.is_module:
        from classroom.exercises import torch_module  # torch takes more than a second

        return torch_module.verdict_of(exercise, f, seed)
    if not callable(f) or isinstance(f, type):
        return Verdict("wrong", finding=Finding.NO_FUNCTION, detail=_what(f))
    inputs = inputs_of(exercise, seed)
    if not _takes(f, len(exercise.arguments)):
        return Verdict("wrong", finding=Finding.ARGUMENTS, detail=str(inspect.signature(f)))
    outcomes = outcomes_of(exercise, f, inputs)
    verdict = judge(exercise, outcomes, inputs, is_named=False)
    if verdict.state == "wrong" and len(verdict.outcomes) == len(verdict.expected):
        verdict = _on_more_inputs(exercise, f, verdict, inputs, seed) or judge(exercise, outcomes, inputs)
    verdict = _seen(exercise, f, verdict)
    return _look_closer(exercise, f, verdict) if verdict.finding in OF_NUMBERS else verdict


def _on_more_inputs(exercise, f, verdict, inputs, seed):
    """Judge a wrong answer on up to four times the inputs: what is said is true of all of them.

    Return None if it takes too long for so many.
    """
    inputs = layer_by_layer([*inputs, *further_inputs(exercise, seed, inputs)])
    outcomes = outcomes_of(exercise, f, inputs)
    return judge_again(exercise, verdict, outcomes, inputs) if len(outcomes) == len(inputs) else None


def library_answer(exercise, f):
    """Return attnlib's own function for an exercise; of a module the class, or the layer if f is one."""
    if exercise.is_module:
        from classroom.exercises import torch_module

        return torch_module.layer_like(f)
    return exercise.solve


def _what(f):
    """Return what was given instead of a function: a number, a class, an array's shape."""
    if isinstance(f, str | int | float | list | tuple | None) and len(repr(f)) <= 60:
        return repr(f)
    kind = f"class {f.__name__}" if isinstance(f, type) else type(f).__name__
    return f"{kind} {tuple(f.shape)}" if kind in ("ndarray", "Tensor") else kind


def _takes(f, count):
    """Return whether f can be called with this many arguments, as far as Python can tell."""
    try:
        signature = inspect.signature(f)
    except (TypeError, ValueError):  # some functions written in C do not say
        return True
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _seen(exercise, f, verdict):
    """Return the verdict, with a mistake that is seen in another way than by its numbers."""
    if verdict.mistakes or verdict.state == "todo":
        return verdict
    found = next((mistake for mistake, is_made in exercise.seen if _is(is_made, f, verdict)), None)
    if not found:
        return verdict
    case = 0 if verdict.state == "right" else verdict.case
    return replace(verdict, state="wrong", mistakes=(found,), finding=None, case=case)


def _is(made, f, verdict):
    try:
        return made(f, verdict)
    except (ValueError, IndexError, TypeError):  # what f gives has a shape that nobody thought of
        return False


def _look_closer(exercise, f, verdict):
    """Find out of an unknown mistake whether it ignores an argument, or begins in some line."""
    given = verdict.inputs[0]
    if verdict.outcomes[0].value is None:
        return verdict
    tried = [one for one in verdict.inputs if one["layer"] == given["layer"]][:3]
    for name, key in exercise.arguments.items():
        if isinstance(given[key], np.ndarray) and all(
            np.array_equal(_value(exercise, f, one | {key: other}), out.value)
            for one, out in zip(tried, verdict.outcomes, strict=False)
            for other in _altered(one[key])
        ):
            return replace(verdict, finding=Finding.IGNORED, detail=name)
    return located(exercise, f, verdict)


def _altered(x):
    """Return quite other arrays in place of x: a function that uses x gives another result for one."""
    if x.dtype == bool:
        return ~x, np.roll(x, 1, -1), np.zeros_like(x), np.ones_like(x)
    uneven = 1 + np.arange(x.size).reshape(x.shape) % 3
    return x * uneven + 0.5, -x, x[..., ::-1] + uneven, 1 - x * uneven


def _value(exercise, f, given):
    return outcomes_of(exercise, f, [given])[0].value
