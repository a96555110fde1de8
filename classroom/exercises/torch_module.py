"""Judge the nn.Module that a learner writes: what is right follows from the module's own projections."""

import copy
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import torch
from torch import nn

from attnlib.layers import SelfAttention
from classroom.exercises import sandbox
from classroom.exercises.diagnose import Verdict, judge, located
from classroom.exercises.exercise import inputs_of
from classroom.exercises.findings import OF_NUMBERS, Finding
from classroom.exercises.render import listed
from classroom.exercises.sandbox import Outcome
from classroom.exercises.unfinished import has_gap, is_empty, raises_not_implemented

D_MODEL, D_K = 6, 4
NAMES = "W_Q", "W_K", "W_V"


def verdict_of(exercise, f, seed):
    """Return the verdict on a class, made with d_model and d_k, or on a module that is there already."""
    if not _is_module(f):
        return Verdict(
            "wrong", finding=Finding.NO_MODULE, detail=type(f).__name__ if callable(f) else repr(f)
        )
    layer, error = _built(f, seed)
    if _is_unwritten(f, layer, error):
        return Verdict("todo")
    return _misbuilt(f, layer, error) or _judged(exercise, layer, seed)


def layer_of(f, seed):
    """Return a module to try, or None if there is none with the layers that it should have."""
    if not _is_module(f):
        return None
    layer, error = _built(f, seed)
    return None if _is_unwritten(f, layer, error) or _misbuilt(f, layer, error) else layer


def _is_module(f):
    return isinstance(f, nn.Module) or (isinstance(f, type) and issubclass(f, nn.Module))


def _built(f, seed):
    """Return a module to try, in float64 and evaluation mode, or the exception that came instead."""

    def build(done):
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            layer = f(D_MODEL, D_K) if isinstance(f, type) else copy.deepcopy(f)
        done.append(Outcome(value=layer.double().eval()))

    outcome = sandbox.within_seconds(build)[-1]
    return outcome.value, outcome.error


def _is_unwritten(f, layer, error):
    """Return whether forward is empty, or dots stand where the module could not be made or lacks a layer."""
    kind: Any = f if isinstance(f, type) else type(f)
    if is_empty(kind.forward) or (kind.forward is nn.Module.forward and not _methods(kind)):
        return True
    if error is not None:
        return raises_not_implemented(error) or has_gap(f)
    return bool(_missing(layer)) and has_gap(type(layer).__init__)


def _methods(kind):
    """Return the names of the functions that the class itself has."""
    return [name for name, x in vars(kind).items() if callable(x)]


def _misbuilt(f, layer, error):
    """Return the verdict on a module that could not be made, or lacks layers of the right names and sizes."""
    if error is not None:
        given = {"d_model": D_MODEL, "d_k": D_K}
        return Verdict("wrong", finding=Finding.ERROR, outcomes=[Outcome(error=error)], inputs=[given])
    if type(layer).forward is nn.Module.forward:
        return Verdict("wrong", finding=Finding.NO_FORWARD, detail=", ".join(_methods(type(layer))))
    if missing := _missing(layer):
        return Verdict("wrong", finding=Finding.NO_LAYERS, detail=missing[0])
    if off := _off(f, layer):
        return Verdict("wrong", finding=Finding.LAYER_SIZES, detail=f"{off[0]} = {getattr(layer, off[0])}")
    return None


def _missing(layer):
    return [name for name in NAMES if not isinstance(getattr(layer, name, None), nn.Linear)]


def _off(f, layer):
    """Return the layers of wrong sizes; a module that is there already has its own, but they have to fit."""
    sizes = {name: (getattr(layer, name).in_features, getattr(layer, name).out_features) for name in NAMES}
    d_model, d_k = sizes["W_Q"] if isinstance(f, nn.Module) else (D_MODEL, D_K)
    d_v = sizes["W_V"][1] if isinstance(f, nn.Module) else D_K
    wanted = {"W_Q": (d_model, d_k), "W_K": (d_model, d_k), "W_V": (d_model, d_v)}
    return [name for name in NAMES if sizes[name] != wanted[name]]


def _judged(exercise, layer, seed):
    own = weights_of(layer)
    sizes = {key: own[key] for key in ("d_model", "d_k")}
    inputs = [given | own for given in inputs_of(exercise, seed, **sizes)]
    verdict = judge(exercise, outcomes_of(exercise, layer, inputs), inputs)
    if verdict.state == "right":
        return flaw_of(layer, inputs) or verdict
    if verdict.finding in OF_NUMBERS:
        return _random(exercise, layer, verdict)
    return verdict


def outcomes_of(exercise, layer, inputs):
    """Return the outcomes of a module, in float32 if it gets further so: a tensor of its own may be that."""
    outcomes = sandbox.run(exercise, layer, inputs, torch.from_numpy)
    if all(outcome.error is None for outcome in outcomes[:1]):
        return outcomes
    floats = sandbox.run(exercise, layer.float(), inputs, lambda x: torch.from_numpy(x).float())
    return outcomes if floats[0].error is not None else floats


def flaw_of(layer, inputs):
    """Return what is wrong where the numbers are right: a matrix used twice, or one that no loss reaches."""
    weights = {name: getattr(layer, name).weight for name in NAMES}
    for a, b in combinations(NAMES, 2):
        if weights[a].data_ptr() == weights[b].data_ptr():
            return Verdict("wrong", finding=Finding.TIED, detail=listed([a, b]))
    dtype = weights["W_Q"].dtype

    def backward(done):
        for weight in weights.values():
            weight.requires_grad_(True)
            weight.grad = None
        x = torch.from_numpy(inputs[1]["X"]).to(dtype)
        output = layer(x)
        output = output[0] if isinstance(output, tuple) else output
        uneven = torch.arange(output.numel(), dtype=dtype).reshape(output.shape) % 5 - 1.7
        (output * uneven).sum().backward()
        done.append(Outcome(value=None))

    outcome = sandbox.within_seconds(backward)[-1]
    reached = [
        name for name in NAMES if weights[name].grad is not None and weights[name].grad.abs().max() > 0
    ]
    if outcome.error is not None or len(reached) < len(NAMES):
        missed = ", ".join(name for name in NAMES if name not in reached)
        return Verdict("wrong", finding=Finding.DETACHED, detail=missed)
    return None


def _random(exercise, layer, verdict):
    """Find out of an unknown mistake whether each call gives something else, or else in which line it is."""
    tensor = torch.from_numpy
    given = [max(verdict.inputs, key=lambda one: one["X"].size)]  # where hardly two draws are alike
    again = [
        sandbox.run(exercise, layer, given, lambda x: tensor(x).to(layer.W_Q.weight.dtype))[0] for _ in "12"
    ]
    values = [outcome.value for outcome in again]
    if all(value is not None for value in values):
        first, second = values
        if not np.array_equal(first, second, equal_nan=True):
            return replace(verdict, finding=Finding.RANDOM)
        return located(exercise, layer, verdict)
    return verdict


def weights_of(layer):
    """Return a module's sizes and projections; ours are the transposes of nn.Linear's."""
    own: dict[str, Any] = {"d_model": layer.W_Q.in_features, "d_k": layer.W_Q.out_features}
    for name in "QKV":
        linear = getattr(layer, f"W_{name}")
        own[f"W_{name}"] = linear.weight.detach().numpy().copy().T  # a copy: the module may be made float32
        own[f"b_{name}"] = 0.0 if linear.bias is None else linear.bias.detach().numpy().copy()
    return own


def layer_like(f):
    """Return attnlib's own layer with the sizes of f, or its class, if f is no such layer."""
    W_Q, W_V = getattr(f, "W_Q", None), getattr(f, "W_V", None)
    if isinstance(f, nn.Module) and isinstance(W_Q, nn.Linear) and isinstance(W_V, nn.Linear):
        return SelfAttention(W_Q.in_features, W_Q.out_features, W_V.out_features).to(W_Q.weight)
    return SelfAttention
