"""The nn.Module that a learner writes: what is right follows from the module's own projections."""

import copy

import numpy as np
import torch
from torch import nn

from attnlib.check.call import run, within_seconds
from attnlib.check.exercises import cases
from attnlib.check.gaps import has_gap, is_empty
from attnlib.check.judge import Outcome, Verdict, judge

D_MODEL, D_K = 6, 4


def verdict_of(f, seed):
    """Judge a class, made with d_model and d_k, or a module that is there already."""
    if not isinstance(f, nn.Module) and not (isinstance(f, type) and issubclass(f, nn.Module)):
        return Verdict("wrong", special="no_module", detail=type(f).__name__ if callable(f) else repr(f))
    layer, error = _built(f, seed)
    forward = (f if isinstance(f, type) else type(f)).forward
    if forward is nn.Module.forward or is_empty(forward):
        return Verdict("todo")
    if error is not None:
        return _not_built(f, error)
    missing = [
        name for name in ("W_Q", "W_K", "W_V") if not isinstance(getattr(layer, name, None), nn.Linear)
    ]
    if missing:
        unwritten = has_gap(type(layer).__init__)
        return Verdict("todo") if unwritten else Verdict("wrong", special="no_layers", detail=missing[0])
    off = [] if isinstance(f, nn.Module) else [name for name in ("W_Q", "W_K", "W_V") if _is_off(layer, name)]
    if off:
        return Verdict("wrong", special="layer_sizes", detail=f"{off[0]} = {getattr(layer, off[0])}")
    inputs = _inputs(layer, seed)
    return judge("self_attention", run("self_attention", layer, inputs, _tensor), inputs)


def _built(f, seed):
    """A module of our own to try, in evaluation mode, or the exception that came instead."""

    def build(done):
        try:
            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(seed)
                layer = f(D_MODEL, D_K) if isinstance(f, type) else copy.deepcopy(f)
            done.append(Outcome(value=layer.float().eval()))
        except Exception as error:
            done.append(Outcome(error=error))

    outcome = within_seconds(build)[-1]
    return outcome.value, outcome.error


def _not_built(f, error):
    """It could not be made; the dots in it may be why."""
    if isinstance(error, NotImplementedError) or has_gap(f):
        return Verdict("todo")
    given = {"d_model": D_MODEL, "d_k": D_K}
    return Verdict("wrong", special="error", outcomes=[Outcome(error=error)], inputs=[given])


def _is_off(layer, name):
    linear = getattr(layer, name)
    return (linear.in_features, linear.out_features) != (D_MODEL, D_K)


def _inputs(layer, seed):
    """Random X in float32, each with the module's projections; ours are the transposes of nn.Linear's."""
    own = {}
    for name in "QKV":
        linear = getattr(layer, f"W_{name}")
        own[f"W_{name}"] = linear.weight.detach().double().numpy().T
        own[f"b_{name}"] = 0.0 if linear.bias is None else linear.bias.detach().double().numpy()
    rng = np.random.default_rng(seed)
    d_model, d_k = layer.W_Q.in_features, layer.W_Q.out_features
    given = cases("self_attention", rng, d_model=d_model, d_k=d_k)
    return [one | own | {"X": one["X"].astype(np.float32).astype(float)} for one in given]


def _tensor(x):
    return torch.from_numpy(x.astype(np.float32))
