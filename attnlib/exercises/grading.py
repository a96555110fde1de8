"""Grade an exercise: how much of it is right, for a course that gives points.

The judge is a process of its own, with an attnlib that no student's program has touched. It sends the inputs,
gets back what the student's function makes of them, and sends the share; what is right never leaves it. A
function among the inputs, such as the gradient of `train`, is called there, too. In the kernel, which could
import attnlib as well, its own answers to the exercise raise meanwhile.
"""

import inspect
import os
import pickle
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from attnlib.attention import attend
from attnlib.exercises import sandbox
from attnlib.exercises.catalog import EXERCISES
from attnlib.exercises.diagnose import Verdict, is_right_on, judge
from attnlib.exercises.exercise import follow, inputs_of
from attnlib.exercises.run_check import is_ours
from attnlib.exercises.sandbox import Outcome, plain

_PROJECT = Path(__file__).parents[2]
_WHOLE = {"attention": [attend], "masked_attention": [attend]}  # attnlib answers these in two ways


def share(name: str, f: Any, seed: int) -> float:
    """Return the share of its points that an answer earns, from 0 to 1.

    A right answer earns 1. Otherwise each layer of inputs that comes out right counts the same (one sentence,
    a batch, large scores, a row that may look nowhere, float32), if one sentence does. Where all numbers are
    right and the answer is still not, because it changes its inputs, or hands back a list, or 1.0 and 0.0 for
    True and False, one layer is taken off, or half of the points where there is only one.

    Args:
        name: the name of the exercise.
        f: the student's function or module; attnlib's own, and what calls it, earns nothing.
        seed: the seed of the random inputs.
    """
    if not callable(f) or is_ours(f):
        return 0.0
    exercise = EXERCISES[name]
    run, weights, own = sandbox.outcomes_of, {}, [exercise.solve]
    if exercise.is_module:
        from attnlib.exercises import torch_module

        f = torch_module.layer_of(f, seed)
        if f is None:
            return 0.0
        run, weights = torch_module.outcomes_of, torch_module.weights_of(f)
        own = [torch_module.SelfAttention.forward]
    own += [*_WHOLE.get(name, []), *exercise.reference.values()]
    with _refusing(own):
        return _answered(exercise, seed, f, run, weights)


def _answered(exercise, seed, f, run, weights):
    """Call f on the inputs that the judge sends, and return the share that it sends in the end."""
    judge: Any = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, exercise.name, str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(_PROJECT)},
    )
    with judge:
        _send(judge.stdin, weights)
        inputs = [
            {key: _asks(judge, k, key) if x is None else x for key, x in given.items()}
            for k, given in enumerate(pickle.load(judge.stdout))
        ]
        outcomes = run(exercise, f, inputs)
        seen = [(out.value, out.error is not None, out.changed, out.kind) for out in outcomes]
        _send(judge.stdin, (seen, _has_a_flaw(exercise, f, outcomes, inputs)))
        while not isinstance(answer := pickle.load(judge.stdout), float):
            pass  # of a call that took too long: nobody waited for it
        return answer


def _has_a_flaw(exercise, f, outcomes, inputs):
    """Return whether there is a mistake that the numbers, if they are right, do not tell."""
    if any(out.value is None for out in outcomes):
        return True
    if exercise.is_module:
        from attnlib.exercises import torch_module

        return torch_module.flaw_of(f, inputs) is not None
    verdict = Verdict("right", outcomes=outcomes, inputs=inputs)
    return any(is_made(f, verdict) for _, is_made in getattr(exercise, "seen", ()))


@contextmanager
def _refusing(functions):
    """Let functions of attnlib raise, whatever name or wrapper they are called by."""

    def refuse(*given, **named):
        raise PermissionError("attnlib's own answer to this exercise")

    inner = {id(f): f for one in functions for f in (one, inspect.unwrap(one))}.values()
    before = [(f, f.__code__) for f in inner if inspect.isfunction(f)]
    for f, code in before:
        f.__code__ = refuse.__code__.replace(co_freevars=code.co_freevars)  # Python wants as many as before
    try:
        yield
    finally:
        for f, code in before:
            f.__code__ = code


def _asks(judge, k, key):
    """Return a function that has the judge call the one that input k has under this key."""

    def function(*given, **named):
        arrays, by_name = [_array(x) for x in given], {name: _array(x) for name, x in named.items()}
        _send(judge.stdin, (k, key, arrays, by_name))
        answer = pickle.load(judge.stdout)
        if isinstance(answer, str):
            raise ValueError(answer)
        if isinstance(answer, dict):  # of `read`: scores and a cache
            return SimpleNamespace(**answer)
        of_torch = any(hasattr(x, "detach") for x in (*given, *named.values()))
        return sys.modules["torch"].from_numpy(answer) if of_torch else answer

    function.__name__ = key
    return function


def _array(x):
    if x is None:
        return None
    array = plain(x)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{type(x).__name__} is no array of numbers")
    return array


def _send(pipe, thing):
    pipe.write(pickle.dumps(thing))
    pipe.flush()


# In the judge's own process


class _Arrays(pickle.Unpickler):
    """Reads arrays and plain values: nothing that a student sends is run."""

    def find_class(self, module, name):
        if module.startswith("numpy.") and name in ("_reconstruct", "_frombuffer") or module == "numpy":
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name}")


def main(name, seed):
    """Send inputs, answer calls, and send the share of what comes back."""
    exercise, pipe = EXERCISES[name], sys.stdout.buffer
    weights = _Arrays(sys.stdin.buffer).load()
    sizes = {key: x for key, x in weights.items() if isinstance(x, int)}
    inputs = [given | weights for given in inputs_of(exercise, seed, **sizes)]
    arguments = [{key: given[key] for key in exercise.arguments.values()} for given in inputs]
    _send(pipe, [{key: None if callable(x) else x for key, x in given.items()} for given in arguments])
    while len(asked := _Arrays(sys.stdin.buffer).load()) > 2:
        k, key, given, by_name = asked
        try:
            result = arguments[k][key](*given, **by_name)
            answer: Any = vars(result) if isinstance(result, SimpleNamespace) else np.asarray(result)
        except Exception as error:  # the student's arrays may have any shape
            answer = f"{type(error).__name__}: {error}"
        _send(pipe, answer)
    seen, flawed = asked
    failure = RuntimeError("in the student's kernel")
    outcomes = [Outcome(value, failure if failed else None, *rest) for value, failed, *rest in seen]
    _send(pipe, _share(exercise, outcomes, inputs, flawed))


def _share(exercise, outcomes, inputs, flawed):
    """Return the share that these outcomes earn."""
    if judge(exercise, outcomes, inputs).state == "right" and not flawed:
        return 1.0
    expected = [follow(exercise.reference, given) for given in inputs[: len(outcomes)]]
    near = [_as_mask(out, right) for out, right in zip(outcomes, expected, strict=True)]
    verdict = Verdict("wrong", outcomes=near, expected=expected)
    layers: dict[str, bool] = {}
    for k, given in enumerate(inputs):
        right = k < len(near) and is_right_on(verdict, k)
        layers[given["layer"]] = layers.get(given["layer"], True) and right
    layers.pop("tells", None)
    passed = [*layers.values()]
    most = max(len(passed), 2)
    return min(sum(passed), most - 1) / most if passed[0] else 0.0


def _as_mask(outcome, right):
    """Return an outcome with True and False for 1 and 0 where these are wanted."""
    value = outcome.value
    if value is None or right.dtype != bool or not np.isin(value, (0, 1)).all():
        return outcome
    return Outcome(value.astype(bool))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
