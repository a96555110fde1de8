"""Right answers, broken mechanically in one place: does the check accept none, and name none falsely?

Whether a mutant still is right is decided by other inputs than those of the check, many and larger ones.
"""

import ast
from functools import partial

import numpy as np

from classroom.exercises.catalog import EXERCISES, attention_test, beam, write
from classroom.exercises.diagnose import _equal, _result
from classroom.exercises.exercise import LAYERS, arguments_of, follow
from classroom.exercises.wrong_attention import SUSPECTS
from tests.helpers.checking import FUNCTIONS, inputs_of, outcomes_of, run_code, verdict_of

OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mod,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
NAMES = {"max": "min", "maximum": "minimum", "sum": "mean", "mean": "sum", "exp": "log1p", "sqrt": "square"}
NAMES |= {"sin": "cos", "cos": "sin", "tri": "ones", "var": "std", "any": "all", "all": "any"}


def others(node, arguments):
    """What may stand in the place of a node of a function with these arguments."""
    if isinstance(node, ast.BinOp):
        yield from (node.left, node.right, ast.BinOp(node.right, node.op, node.left))
        if type(node.op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        yield ast.Compare(node.left, [OPERATORS[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield from map(ast.Constant, [node.value + 1, node.value - 1, -node.value or 2])
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield ast.Attribute(node.value, NAMES[node.attr], node.ctx)
    elif isinstance(node, ast.Attribute) and node.attr == "mT":
        yield node.value
    elif isinstance(node, ast.Call):
        yield from node.args
        for k in range(len(node.args)):
            yield ast.Call(node.func, node.args[:k] + node.args[k + 1 :], node.keywords)
        for k in range(len(node.keywords)):
            yield ast.Call(node.func, node.args, node.keywords[:k] + node.keywords[k + 1 :])
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in arguments:
        yield from (ast.Name(name, ast.Load()) for name in arguments if name != node.id)


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


def compiles(source):
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:  # a starred argument that stands alone, say
        return False
    return True


def mutants(code):
    """Yield sources that differ from the code in one place, each once."""
    tree = ast.parse(code)
    seen = {ast.unparse(tree)}
    nodes = list(places(tree))
    arguments = [arg.arg for arg in next(n for n, _ in nodes if isinstance(n, ast.FunctionDef)).args.args]
    for node, put in nodes:
        for other in others(node, arguments):
            put(other)
            source = ast.unparse(tree)
            put(node)
            if source not in seen and compiles(source):
                seen.add(source)
                yield source


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
        if exercise in ("feed_forward", "block", "post_norm_block", "decoder_block"):
            yield from inputs_of(exercise, 20 + k)
        elif exercise == "cross_attention":
            sizes = {"W_Q": (d_k, h), "W_K": (d_v, h), "W_V": (d_v, m)}
            W = {name: rng.normal(size=shape) for name, shape in sizes.items()}
            is_token = rng.random((*lead, m)) < 0.5
            is_token[..., k % m] = True
            x, context = rng.normal(size=(*lead, n, d_k)), rng.normal(size=(*lead, m, d_v))
            yield {"x": min(size, 10) * x, "context": context, "is_token": is_token, **W, "d_k": h}
        elif exercise == "beam":
            yield {"log_p": beam.writer(rng, m + 2), "count": 1 + n % 5, "K": 1 + d_v % 4}
        elif exercise == "weighted_sum":
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
            yield {"attention": [attention_test.true_attention, *SUSPECTS.values()][k % 8]}
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
        elif exercise in ("count_multiplications", "count_parameters"):
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
    """Whether f gives what the recipe gives on many inputs of our own."""
    for given in many_inputs(exercise, np.random.default_rng(99)):
        expected = follow(EXERCISES[exercise].reference, given)
        arguments = arguments_of(EXERCISES[exercise], given).values()
        try:
            with np.errstate(all="ignore"):
                result = f(*(x.copy() if isinstance(x, np.ndarray) else x for x in arguments))
            result = np.asarray(result[0] if isinstance(result, tuple) else result)
            if result.shape != expected.shape or not np.allclose(
                result, expected, 1e-3, 1e-4, equal_nan=True
            ):
                return False
        except Exception:
            return False
    return True


def is_true(exercise, f, verdict, seed):
    """Whether the mistake that was named does the same as f to other inputs, up to the layer that failed.

    A pair may do so by the chance of one seed; and what no step tells is left out.
    """
    if len(verdict.mistakes) > 1 or not verdict.mistakes[0].instead:
        return True
    last = LAYERS.index(verdict.inputs[verdict.case]["layer"])
    inputs = [given for given in inputs_of(exercise, seed) if LAYERS.index(given["layer"]) <= last]
    with np.errstate(all="ignore"):
        return all(
            _equal(out, _result(EXERCISES[exercise], given, verdict.mistakes[0].instead), 1e-3, 1e-4)
            for out, given in zip(outcomes_of(exercise, f, inputs), inputs, strict=False)
        )


def judged(every=1):
    """(exercise, source, what became of it) of every so many mutants of the solutions."""
    for exercise in FUNCTIONS:
        for source in list(mutants(EXERCISES[exercise].solution))[::every]:
            f = run_code(source)
            verdict = verdict_of(exercise, f, seed=11)
            if verdict.state == "right":
                yield exercise, source, "equal" if is_right(exercise, f) else "ACCEPTED"
            elif verdict.mistakes:
                yield exercise, source, "named" if is_true(exercise, f, verdict, 12) else "FALSE NAME"
            else:
                yield exercise, source, "refused"
