"""Right answers, broken mechanically in one place: how many does the check find, and how many by name?

Whether a mutant still is right is decided by other inputs than those of the check, many and larger ones.
"""

import ast
from functools import partial

import numpy as np

from attnlib.exercises.catalog import EXERCISES, is_attention, write
from attnlib.exercises.exercise import arguments_of, follow
from attnlib.exercises.wrong_attention import SUSPECTS
from tests.helpers.checking import FUNCTIONS, run_code, verdict_of
from tests.helpers.student_programs import programs

BINARY = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.Mult),
    ast.Mult: (ast.Add, ast.Div),
    ast.Div: (ast.Mult, ast.Sub),
    ast.FloorDiv: (ast.Mult, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult, ast.Div),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
COMPARED = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.Gt),
    ast.NotEq: (ast.Eq,),
}


def others(node):
    """What may stand in the place of a node."""
    if isinstance(node, ast.BinOp):
        for op in BINARY.get(type(node.op), ()):
            yield ast.BinOp(node.left, op(), node.right)
        if isinstance(node.op, ast.MatMult | ast.Sub | ast.Div):
            yield ast.BinOp(node.right, node.op, node.left)
        yield node.left
        yield node.right
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Compare):
        for op in COMPARED.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [op()], node.comparators)
    elif isinstance(node, ast.Constant):
        yield from constants(node.value)
    elif isinstance(node, ast.Attribute) and node.attr in ("mT", "T"):
        yield node.value
        yield ast.Attribute(node.value, "T" if node.attr == "mT" else "mT", node.ctx)
    elif isinstance(node, ast.Attribute) and node.attr in SWAPPED_NAMES:
        yield ast.Attribute(node.value, SWAPPED_NAMES[node.attr], node.ctx)
    elif isinstance(node, ast.Call):
        yield from calls(node)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple) and len(node.slice.elts) > 1:
        yield ast.Subscript(node.value, ast.Tuple(node.slice.elts[::-1], node.slice.ctx), node.ctx)
    elif isinstance(node, ast.Slice):
        for part in "lower", "upper", "step":
            if getattr(node, part) is not None:
                yield ast.Slice(**{k: getattr(node, k) for k in ("lower", "upper", "step") if k != part})


SWAPPED_NAMES = {
    "max": "min",
    "maximum": "minimum",
    "sum": "mean",
    "mean": "sum",
    "exp": "log1p",
    "exp2": "exp",
}
SWAPPED_NAMES |= {
    "sin": "cos",
    "cos": "sin",
    "triu": "tril",
    "tril": "triu",
    "var": "std",
    "float32": "float16",
}
SWAPPED_NAMES |= {"sqrt": "square", "any": "all", "inf": "pi", "stack": "concatenate"}


def constants(value):
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        for other in {value + 1, value - 1, value * 2, -value, value / 2, -1 if value == -2 else -2} - {
            value
        }:
            yield ast.Constant(other)


def calls(node):
    """The call without its last argument, its arguments in another order, or one of them instead of it."""
    yield from node.args
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name | ast.Call | ast.BinOp):
        yield node.func.value
    for k in range(len(node.args) - 1):
        args = list(node.args)
        args[k], args[k + 1] = args[k + 1], args[k]
        yield ast.Call(node.func, args, node.keywords)
    if node.args:
        yield ast.Call(node.func, node.args[:-1], node.keywords)
    for k in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:k] + node.keywords[k + 1 :])


def places(node, put=None):
    """Yield a node and all below it, each with a function that puts another one in its place."""
    yield node, put
    for field, old in ast.iter_fields(node):
        if isinstance(old, list):
            for k, child in enumerate(old):
                if isinstance(child, ast.AST):
                    yield from places(child, partial(old.__setitem__, k))
        elif isinstance(old, ast.AST):
            yield from places(old, partial(setattr, node, field))


def mutants(code):
    """Yield sources that differ from the code in one place, each once."""
    tree = ast.parse(code)
    seen = {ast.unparse(tree)}
    nodes = list(places(tree))
    names = [arg.arg for arg in next(n for n, _ in nodes if isinstance(n, ast.FunctionDef)).args.args]
    for node, put in nodes:
        tries = list(others(node))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            tries += [ast.Name(name, ast.Load()) for name in names if name not in (node.id, "self")]
        for other in tries:
            put(other)
            try:
                source = ast.unparse(tree)
                if source not in seen:
                    seen.add(source)
                    compile(source, "mutant", "exec")
                    yield source
            except (SyntaxError, ValueError, TypeError, AttributeError):
                pass
            finally:
                put(node)


def originals():
    """(exercise, code) of the solutions, and of every third of the right programs of students.

    None of those has a while: a mutant of it may not end.
    """
    for exercise in FUNCTIONS:
        yield exercise, EXERCISES[exercise].solution
    for exercise in FUNCTIONS:
        right = [one.code for one in programs(exercise) if one.is_right and "while" not in one.code]
        yield from ((exercise, code) for code in right[::3])


def a_text(rng, n, count):
    """Return a small language model, the beginning of a text, and how it goes on."""
    ids = rng.integers(write.WORDS, size=n + 1).tolist()
    return write.reader(rng), ids, count, [write.likeliest, write.runner_up][count % 2]


def many_inputs(exercise, rng):
    """Inputs of our own, with other sizes and numbers than those of the check; a dict for each."""
    for k in range(12):
        lead = [(), (2,), (3, 2), (4,)][k % 4]
        n, m, d_k, d_v, h = (int(i) for i in rng.integers(2, 9, 5))
        # Where hidden scores are larger by 700, masking after the softmax fails, which may pass: not so here.
        size = [1, 3, 0.3, 10, 10 if exercise == "masked_attention" else 700][k % 5]
        Q, K, V = (rng.normal(size=(*lead, *s)) for s in ((n, d_k), (m, d_k), (m, d_v)))
        S = size * rng.normal(size=(*lead, n, m))
        keep = rng.random((n, m)) < 0.5
        keep[0] = k % 3 > 0
        keep[:, 0] |= exercise == "softmax"  # there no row may look nowhere: that is the mask's own exercise
        numbers = {"Q": size**0.5 * Q, "K": size**0.5 * K, "V": V, "keep": keep, "scores": S, "d_k": d_k}
        numbers |= {
            "masked": np.where(keep, S, -np.inf),
            "n": n + 3,
            "is_token": rng.random((*lead, m)) < 0.5,
        }
        numbers |= {"weights": rng.dirichlet(np.ones(m), (*lead, n)), "h": h}
        d = h * d_k
        if exercise == "weighted_sum":
            yield {"weights": rng.dirichlet(np.ones(m)), "values": size * rng.normal(size=(m, d_v))}
        elif exercise == "embed":
            yield {"ids": rng.integers(m + 2, size=(*lead, n)), "table": size * rng.normal(size=(m + 2, d_v))}
        elif exercise == "shuffle_test":
            f = [lambda X: X.cumsum(0), lambda X: X - X.mean(0), lambda X: X - X[:1] ** 2][k % 3]
            yield {"f": f, "X": rng.normal(size=(n + 2, d_v)), "order": rng.permutation(n + 2)}
        elif exercise in ("previous_token", "next_token", "first_token"):
            yield {"weights": rng.dirichlet(np.ones(n + 2), (*lead, n + 2))}
        elif exercise == "next_probabilities":
            yield {"logits": 3 * rng.normal(size=(n, m + 2)), "temperature": 0.3 * d_v}
        elif exercise == "nucleus":
            yield {"p": rng.dirichlet(np.ones(m + 2)), "share": rng.uniform(0.1, 0.95)}
        elif exercise == "write":
            yield dict(zip(("read", "ids", "count", "choose"), a_text(rng, n, d_v), strict=True))
        elif exercise == "loss":
            yield {"p": rng.dirichlet(np.ones(m), n), "wanted": rng.integers(m, size=n)}
        elif exercise == "train":
            f = [lambda W: W**3, lambda W: 3 * W - 1, np.sin][k % 3]
            yield {"gradient": f, "W": rng.normal(size=(n, m)), "rate": 0.05 * h, "steps": d_v}
        elif exercise == "attention_test":
            yield {"attention": [is_attention.true_attention, *SUSPECTS.values()][k % 8]}
        elif exercise == "distance_bias":
            yield {"n": n, "slope": size / 8}
        elif exercise == "positional_encoding":
            yield {"n": n + 3, "d_model": 2 * d_v}
        elif exercise == "project":
            yield {"X": S, "W": rng.normal(size=(m, d_v)), "b": rng.normal(size=d_v)}
        elif exercise == "layer_norm":
            gain, bias = rng.normal(size=(2, m))
            yield {"x": S * 10.0 ** -(k % 4), "gain": gain, "bias": bias, "eps": 10.0 ** -(k % 6 + 1)}
        elif exercise == "multi_head":
            W = dict(zip(("W_Q", "W_K", "W_V", "W_O"), rng.normal(size=(4, d, d)) / d**0.5, strict=True))
            X = min(size, 30) ** 0.5 * rng.normal(size=(*lead, n, d))
            yield {"X": X, "h": h, "d_k": d_k, "d_model": d, **W}
        elif exercise == "count_multiplications":
            yield {"n": n, "d_model": d, "h": h}
        elif exercise in ("grow_cache", "cached_attention"):
            W = {"W_Q": (n, d_k), "W_K": (n, d_k), "W_V": (n, d_v)}
            W = {name: rng.normal(size=shape) for name, shape in W.items()}
            x, cache = rng.normal(size=(*lead, 1, n)), rng.normal(size=(*lead, m, d_k + d_v))
            yield {"x": size * x, "cache": cache, **W}
        elif exercise == "online_attention":
            yield numbers | {"size": 1 + k % 3}
        elif exercise == "split_heads":
            yield {"x": rng.normal(size=(*lead, n, d)), "h": h}
        elif exercise == "merge_heads":
            yield {"output": rng.normal(size=(*lead, h, n, d_k))}
        else:
            yield numbers


def is_right(exercise, f):
    """Whether f gives what the recipe gives on many inputs of our own; a torch answer may want tensors."""
    return any(_agrees(exercise, f, tensor) for tensor in (np.asarray, _tensor))


def _tensor(x):
    import torch

    return torch.from_numpy(x)


def _agrees(exercise, f, handed):
    rng = np.random.default_rng(99)
    for given in many_inputs(exercise, rng):
        expected = follow(EXERCISES[exercise].reference, given)
        arguments = arguments_of(EXERCISES[exercise], given).values()
        try:
            with np.errstate(all="ignore"):
                result = f(*(handed(x.copy()) if isinstance(x, np.ndarray) else x for x in arguments))
            result = np.asarray(result[0] if isinstance(result, tuple) else result)
            if result.shape != expected.shape or not np.allclose(
                result, expected, 1e-3, 1e-4, equal_nan=True
            ):
                return False
        except Exception:
            return False
    return True


def judged(every=1, of_solutions=1):
    """(exercise, source, what became of it) of every so many mutants of the solutions, and of the others."""
    for exercise, code in originals():
        by = of_solutions if code == EXERCISES[exercise].solution else every
        for source in list(mutants(code))[::by]:
            try:
                f = run_code(source)
                verdict = verdict_of(exercise, f, seed=11)
            except Exception as error:
                yield exercise, source, f"the check raised {error!r}"
                continue
            if verdict.state == "right":
                yield exercise, source, "equal" if is_right(exercise, f) else "ACCEPTED"
            elif verdict.finding == "error":
                yield exercise, source, "raises"
            else:
                yield exercise, source, "named" if verdict.mistakes else "refused"
