"""Judge the nn.Module that a learner writes: what is right follows from the module's own projections."""

import contextlib
import copy
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from attnlib.layers import SelfAttention
from classroom.exercises import sandbox
from classroom.exercises.diagnose import Verdict, judge, judge_again, located
from classroom.exercises.exercise import further_inputs, inputs_of, layer_by_layer
from classroom.exercises.findings import OF_NUMBERS, Finding
from classroom.exercises.render import listed
from classroom.exercises.sandbox import Outcome
from classroom.exercises.unfinished import has_gap, is_empty, raises_not_implemented

# A class is made with each of these, d_model and d_k: √4 is 4 / 2, and a whole number; √11 is neither.
SIZES = (6, 4), (5, 11)
NAMES = "W_Q", "W_K", "W_V"


def verdict_of(exercise, f, seed):
    """Return the verdict on a class, made with d_model and d_k, or on a module that is there already."""
    if not _is_module(f):
        return Verdict(
            "wrong", finding=Finding.NO_MODULE, detail=type(f).__name__ if callable(f) else repr(f)
        )
    layers = {}
    for d_model, d_k in SIZES if isinstance(f, type) else SIZES[:1]:
        layer, error = _built(f, seed, d_model, d_k)
        if _is_unwritten(f, layer, error):
            return Verdict("todo")
        if verdict := _misbuilt(f, layer, error, d_model, d_k):
            return verdict
        layers[layer.W_Q.in_features] = layer
    with _one_thread():
        return _judged(exercise, layers, seed)


@contextlib.contextmanager
def _one_thread():
    """Let PyTorch calculate in one thread: with tables so small, others would only wait."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _is_module(f):
    return isinstance(f, nn.Module) or (isinstance(f, type) and issubclass(f, nn.Module))


def _built(f, seed, d_model, d_k):
    """Return a module to try, on the CPU, in float64 and evaluation mode, or the exception that came instead.

    Its weights are read here as well: that, too, may raise.
    """

    def build(done):
        with torch.random.fork_rng(devices=[]), torch.device("cpu"), _Numbers():
            torch.manual_seed(seed)
            layer = f(d_model, d_k) if isinstance(f, type) else copy.deepcopy(f)
            layer.cpu()
            layer.double()
            layer.eval()
            if not _missing(layer):
                _fill_in(layer, d_model)
                weights_of(layer)
        done.append(Outcome(value=layer))

    outcome = sandbox.within_seconds(build)[-1]
    return outcome.value, outcome.error


def _fill_in(layer, d_model):
    """Give each nn.LazyLinear the size that its first input would give it: that of the others, or d_model."""
    linears = [getattr(layer, name) for name in NAMES]
    d_model = next((linear.in_features for linear in linears if linear.in_features), d_model)
    for linear in linears:
        if isinstance(linear, nn.LazyLinear):
            linear(torch.zeros(1, d_model, dtype=torch.float64))


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


def _misbuilt(f, layer, error, d_model, d_k):
    """Return the verdict on a module that could not be made, or lacks layers of the right names and sizes."""
    if error is not None:
        given = {"d_model": d_model, "d_k": d_k}
        return Verdict("wrong", finding=Finding.ERROR, outcomes=[Outcome(error=error)], inputs=[given])
    if type(layer).forward is nn.Module.forward:
        return Verdict("wrong", finding=Finding.NO_FORWARD, detail=", ".join(_methods(type(layer))))
    if missing := _missing(layer):
        return Verdict("wrong", finding=Finding.NO_LAYERS, detail=missing[0])
    return _of_sizes(f, layer, d_model, d_k)


def _missing(layer):
    return [name for name in NAMES if not isinstance(getattr(layer, name, None), nn.Linear)]


def _of_sizes(f, layer, d_model, d_k):
    """Return the verdict on wrong sizes; a module that is there already has its own, but they have to fit."""
    sizes = {name: (getattr(layer, name).in_features, getattr(layer, name).out_features) for name in NAMES}
    if isinstance(f, nn.Module):
        if sizes["W_Q"] == sizes["W_K"] and sizes["W_Q"][0] == sizes["W_V"][0]:
            return None
        detail = listed(f"{name} {rows} → {columns}" for name, (rows, columns) in sizes.items())
        return Verdict("wrong", finding=Finding.LAYERS_APART, detail=detail)
    off = next((name for name in NAMES if sizes[name] != (d_model, d_k)), None)
    if off is None:
        return None
    made = f"{f.__name__}(d_model={d_model}, d_k={d_k})"
    return Verdict("wrong", finding=Finding.LAYER_SIZES, detail=f"{made}.{off} = {getattr(layer, off)}")


def _judged(exercise, layers, seed):
    """Judge the layers of all sizes together, a wrong one on more inputs: a mistake has to be one in all."""
    f = _fitting(layers)
    inputs = _inputs_of(layers, lambda sizes: inputs_of(exercise, seed, **sizes))
    outcomes = outcomes_of(exercise, f, layers, inputs)
    verdict = judge(exercise, outcomes, inputs, is_named=False)
    if verdict.state == "right":
        return flaw_of(next(iter(layers.values())), inputs) or verdict
    if verdict.state == "wrong" and len(verdict.outcomes) == len(verdict.expected):
        further = _inputs_of(layers, lambda sizes: further_inputs(exercise, seed, inputs, **sizes))
        more = layer_by_layer([*inputs, *further])
        again = outcomes_of(exercise, f, layers, more)
        too_long = len(again) < len(more)
        verdict = (
            judge(exercise, outcomes, inputs) if too_long else judge_again(exercise, verdict, again, more)
        )
    return located(exercise, f, verdict) if verdict.finding in OF_NUMBERS else verdict


def _inputs_of(layers, draw):
    """Return the inputs for each layer, drawn for its sizes, with its own projections."""
    inputs = []
    for layer in layers.values():
        own = weights_of(layer)
        sizes = {key: own[key] for key in ("d_model", "d_k")}
        inputs += [given | own for given in draw(sizes)]
    return layer_by_layer(inputs)


def _fitting(layers):
    """Return a function that calls the layer that x fits; its `forward` and module are there to be read."""

    def call(x):
        with _Numbers():
            return layers[x.shape[-1]](x)

    f: Any = call
    layer = next(iter(layers.values()))
    f.forward, f.__module__ = layer.forward, type(layer).__module__
    return f


class _Numbers(TorchFunctionMode):
    """Raise where a tensor without numbers is made: torch takes seconds to calculate with the first."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        if isinstance(result, torch.Tensor) and result.is_meta:
            raise RuntimeError("the tensor is on the device meta, which holds no numbers")
        return result


def outcomes_of(exercise, f, layers, inputs):
    """Return the outcomes of the layers, in float32 if f gets further so: a tensor of its own may be that."""
    for layer in layers.values():
        layer.double()
    outcomes = sandbox.run(exercise, f, inputs, torch.from_numpy)
    if all(outcome.error is None for outcome in outcomes[:1]):
        return outcomes
    for layer in layers.values():
        layer.float()
    floats = sandbox.run(exercise, f, inputs, lambda x: torch.from_numpy(x).float())
    return outcomes if floats[0].error is not None else floats


def flaw_of(layer, inputs):
    """Return what is wrong where the numbers are right: a matrix used twice, or one that no loss reaches."""
    matrices = {name: _matrices(getattr(layer, name)) for name in NAMES}
    for name in NAMES:
        own = {x.data_ptr() for x in matrices[name]}
        tied = [other for other in NAMES if own & {x.data_ptr() for x in matrices[other]}]
        if len(tied) > 1:
            return Verdict("wrong", finding=Finding.TIED, detail=listed(tied))

    def backward(done):
        for matrix in sum(matrices.values(), []):
            matrix.requires_grad_(True)
            matrix.grad = None
        _, x = [given["X"] for given in inputs if given["d_model"] == layer.W_Q.in_features][:2]
        with torch.enable_grad():
            output = layer(torch.from_numpy(x).to(layer.W_Q.weight.dtype))
            output = (output[0] if isinstance(output, tuple) else output).cpu()
            uneven = torch.arange(output.numel(), dtype=output.dtype).reshape(output.shape) % 5 - 1.7
            (output * uneven).sum().backward()
        done.append(Outcome(value=None))

    outcome = sandbox.within_seconds(backward)[-1]
    reached = [
        name for name in NAMES if any(x.grad is not None and x.grad.abs().max() > 0 for x in matrices[name])
    ]
    if outcome.error is not None or len(reached) < len(NAMES):
        missed = ", ".join(name for name in NAMES if name not in reached)
        return Verdict("wrong", finding=Finding.DETACHED, detail=missed)
    return None


def _matrices(linear):
    """Return what a linear layer's weight is made of: mostly itself, but it may be normed, or factored."""
    return [x for name, x in linear.named_parameters() if name != "bias"]


def weights_of(layer):
    """Return a module's sizes and projections; ours are the transposes of nn.Linear's."""
    own: dict[str, Any] = {"d_model": layer.W_Q.in_features, "d_k": layer.W_Q.out_features}
    for name in "QKV":
        linear = getattr(layer, f"W_{name}")
        own[f"W_{name}"] = linear.weight.detach().numpy().copy().T  # a copy: the module may be made float32
        own[f"b_{name}"] = 0.0 if linear.bias is None else linear.bias.detach().numpy().copy()
    return own


def layer_like(f):
    """Return attnlib's own layer with the sizes of f, or its class, if f is no such layer or has none yet."""
    linears: list[Any] = [getattr(f, name, None) for name in ("W_Q", "W_V")]
    if isinstance(f, nn.Module) and all(isinstance(x, nn.Linear) and x.in_features for x in linears):
        W_Q, W_V = linears
        return SelfAttention(W_Q.in_features, W_Q.out_features, W_V.out_features).to(W_Q.weight)
    return SelfAttention
