"""What the tests of the explorer share: what attnlib makes of its numbers, and what a refusal must leave."""

from dataclasses import replace

import numpy as np

from attnlib.attention import apply_mask, mix, project, softmax, split_heads
from attnlib.examples import load_example
from classroom.explorer._state import NUMBERS, encode

STATE = (*NUMBERS, "keep", "temperature", "scaling", "sentence", "heads_on")


def by_steps(explorer, heads=None):
    """What attnlib makes of the numbers of an explorer, one function a step."""
    e, context = explorer, explorer.X if explorer.context is None else explorer.context
    Q, K, V = e.Q, e.K, e.V
    if Q is None:
        Q, K, V = project(e.X, e.W_Q, e.b_Q), project(context, e.W_K, e.b_K), project(context, e.W_V, e.b_V)
        if heads:
            Q, K, V = (split_heads(x, heads) for x in (Q, K, V))
    d_k = Q.shape[-1]
    S = Q @ K.mT
    scaled = S / (e.temperature * {"sqrt": d_k**0.5, "none": 1, "d_k": d_k}[e.scaling])
    masked = scaled if e.keep is None else apply_mask(scaled, e.keep)
    return [Q, K, V, S, scaled, masked, softmax(masked), mix(softmax(masked), V)]


def assert_same(trace, arrays):
    for (name, ours), theirs in zip(trace, arrays, strict=True):
        assert np.allclose(ours, theirs, rtol=1e-12, atol=1e-12), name


def held(explorer):
    """Everything that a refusal must leave as it was; of the trace, the very same one."""
    return {name: getattr(explorer, name) for name in (*STATE, "head", "_edit", "trace")}


def assert_untouched(explorer, before):
    now = held(explorer)
    assert now.pop("trace") is before["trace"]
    assert [name for name in now if not np.array_equal(now[name], before[name])] == []


def random_example(rng, n=3, m=5, heads=2, context=True):
    shapes = {"X": (n, 4), "W_Q": (4, 6), "b_Q": (6,), "W_K": (4, 6), "b_K": (6,), "W_V": (4, 8), "b_V": (8,)}
    shapes |= {"W_O": (8, 3), "b_O": (3,)} | ({"context": (m, 4)} if context else {})
    numbers = {name: rng.standard_normal(shape) for name, shape in shapes.items()}
    return replace(load_example("first_look"), **numbers, heads=heads, words={}, orders=None, features={})


def message(**values):
    """As the browser sends it: arrays as shape and bytes."""
    arrays = {name: encode(np.array(value)) for name, value in values.items() if isinstance(value, list)}
    arrays |= {name: encode(value) for name, value in values.items() if isinstance(value, np.ndarray)}
    return values | arrays


def solved(explorer):
    """Whether every goal of a puzzle is met; of several heads, by the one that is shown."""
    example, trace, on = explorer.example, explorer.trace, explorer.heads_on
    shown = dict(trace) | {"merged": example.merge_output(trace, on)}
    if example.W_O is not None:
        shown["projected"] = example.project_output(trace, on)

    def met(goal):
        A = shown[goal["step"]]
        x = (A[explorer.head] if A.ndim == 3 else A)[goal["row"], goal["col"]]
        return x > goal["value"] if goal["above"] else x < goal["value"]

    return bool(explorer._goals) and all(map(met, explorer._goals))


def write_solution(explorer):
    """Write the entries of the puzzle's solution into the explorer, all at once."""
    state = {}
    for move in explorer._fixed["solution"]:
        name = move["name"]
        before = getattr(explorer, name)
        open_mask = np.ones(explorer.trace.weights.shape[-2:], dtype=bool)
        A = state.setdefault(name, np.array(open_mask if before is None else before))
        A[tuple(move["at"])] = move["x"]
    return explorer.load(state)
