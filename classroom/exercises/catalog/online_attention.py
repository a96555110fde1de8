"""online_attention: keys and values come in pieces, and the table of all scores is never there."""

import math
import tracemalloc
from itertools import groupby

import numpy as np

from attnlib._validate import namespace
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.locate import history
from classroom.exercises.random_inputs import far_qkv, fine_qkv, float32, near_qkv, qkv, whole_qkv
from classroom.exercises.sandbox import plain, run


def inputs(rng):
    """Yield inputs of two pieces or more; but for one, the last piece is a short one."""
    yield whole_qkv(rng, ()) | {"size": 2}
    yield fine_qkv(rng, 4, 5, 3, 2) | {"size": 2}
    yield qkv(rng, (), 3, 7, 2, 4) | {"size": 3}
    yield qkv(rng, (), 5, 6, 4, 3) | {"size": 2}
    yield whole_qkv(rng, (2,)) | {"size": 1}
    yield qkv(rng, (2,), 3, 8, 7, 4) | {"size": 3}
    yield qkv(rng, (2, 3), 5, 4, 2, 6) | {"size": 3}
    yield near_qkv(rng) | {"size": 2}
    far = far_qkv(rng, (2,))
    yield far | {"K": np.sort(far["K"], axis=-2), "size": 1}  # of some rows the largest comes last, or first
    yield float32(qkv(rng, (), 4, 5, 6, 3)) | {"size": 2}
    yield qkv(rng, (), 20, 70, 4, 3) | {"size": 16}


def in_pieces(s):
    """Go through the keys and carry three things along: the largest score, the total, the sum of values."""
    top, total, output = np.full_like(s.Q[..., :1], s.begin), 0.0, 0.0
    for start in s.starts:
        piece = slice(start, start + s.size)
        S = s.scored(s.K[..., piece, :])
        new = s.larger(top, S)
        shrink, e = s.shrink(top, new), s.exps(S, new)
        total = s.added(total, shrink, e)
        output = s.mixed(output, shrink, e, s.V[..., piece, :], total)
        top = s.carried(top, new)
    return s.divided(output, total)


def of_each_piece(s):
    """Yield what attention to each piece alone gives."""
    for start in s.starts:
        S = s.scored(s.K[..., start : start + s.size, :])
        e = np.exp(S - S.max(-1, keepdims=True))
        yield e / e.sum(-1, keepdims=True) @ s.V[..., start : start + s.size, :]


# Some of these are functions, since they are carried out once for each piece.
REFERENCE = {
    "begin": lambda s: -np.inf,
    "starts": lambda s: range(0, s.K.shape[-2], s.size),
    "scored": lambda s: lambda K: s.Q @ K.mT / s.d_k**0.5,
    "larger": lambda s: lambda top, S: np.maximum(top, S.max(-1, keepdims=True)),
    "carried": lambda s: lambda top, new: new,
    "shrink": lambda s: lambda top, new: np.exp(top - new),
    "exps": lambda s: lambda S, new: np.exp(S - new),
    "added": lambda s: lambda total, shrink, e: total * shrink + e.sum(-1, keepdims=True),
    "mixed": lambda s: lambda output, shrink, e, V, total: output * shrink + e @ V,
    "divided": lambda s: lambda output, total: output / total,
    "output": in_pieces,
}

MISTAKES = (
    Mistake("total_not_shrunk", added=lambda s: lambda total, shrink, e: total + e.sum(-1, keepdims=True)),
    Mistake("output_not_shrunk", mixed=lambda s: lambda output, shrink, e, V, total: output + e @ V),
    Mistake("nothing_shrunk", shrink=lambda s: lambda top, new: 1.0),
    Mistake(
        "top_never_updated",
        carried=lambda s: lambda top, new: top,
        **{name: REFERENCE[name] for name in ("shrink", "added", "mixed")},  # no other mistake beside it
    ),
    Mistake(
        "each_piece_by_itself",
        larger=lambda s: lambda top, S: S.max(-1, keepdims=True),
        shrink=lambda s: lambda top, new: 1.0,
    ),
    Mistake(
        "new_shrunk_too",
        added=lambda s: lambda total, shrink, e: (total + e.sum(-1, keepdims=True)) * shrink,
        mixed=lambda s: lambda output, shrink, e, V, total: (output + e @ V) * shrink,
    ),
    Mistake("total_is_no_column", added=lambda s: lambda total, shrink, e: total * shrink + e.sum(-1)),
    Mistake("largest_begins_at_zero", begin=lambda s: 0.0),
    Mistake("largest_of_this_piece", larger=lambda s: lambda top, S: S.max(-1, keepdims=True)),
    Mistake("largest_of_all_rows", larger=lambda s: lambda top, S: np.maximum(top, S.max())),
    Mistake("no_largest_subtracted", larger=lambda s: lambda top, S: 0.0),
    Mistake("not_divided", divided=lambda s: lambda output, total: output),
    Mistake(
        "divided_in_every_piece",
        mixed=lambda s: lambda output, shrink, e, V, total: (output * shrink + e @ V) / total,
        divided=lambda s: lambda output, total: output,
    ),
    Mistake("mean_of_the_pieces", output=lambda s: np.mean([*of_each_piece(s)], axis=0)),
    Mistake("sum_of_the_pieces", output=lambda s: sum(of_each_piece(s))),
    Mistake("short_piece_left_out", starts=lambda s: range(0, s.K.shape[-2] - s.size + 1, s.size)),
    Mistake("first_piece_alone", starts=lambda s: range(0, 1, s.size)),
    Mistake("pieces_not_scaled", scored=lambda s: lambda K: s.Q @ K.mT),
)


TABLE = Mistake("table_at_once")

# Functions that make scores of queries and keys.
PRODUCTS = {
    "matmul", "__matmul__", "rmatmul", "__rmatmul__", "vecdot", "matvec", "vecmat", "einsum", "dot", "inner",
    "tensordot", "add.reduce", "sum", "bmm", "mm", "mv", "linear",
}  # fmt: skip


def makes_the_table(f, verdict):
    """Return whether f makes the scores of all queries and keys at once."""
    if verdict.state != "right":
        return False
    given = qkv(np.random.default_rng(0), (), 5, 17, 2, 2) | {"size": 2}
    return any(x.size >= 5 * 17 for x in products_of(f, given, verdict.outcomes[0].tensor))


def reads_twice(f, verdict):
    """Return whether f comes back to a key when it has taken more than two pieces of others meanwhile."""
    if verdict.state != "right":
        return False
    given = one_query(size=2)
    taken = [keys_in(x, given) for x in products_of(f, given, verdict.outcomes[0].tensor)]
    visits = [key for keys, _ in groupby(taken) for key in keys]  # a piece may be looked at twice at once
    last: dict = {}
    for k, key in enumerate(visits):
        if key in last and len({*visits[last[key] : k]}) > 2 * given["size"]:
            return True
        last[key] = k
    return False


def takes_too_many(f, verdict):
    """Return whether f makes the scores of more than `size` keys at once, or has them in a variable."""
    if verdict.state != "right":
        return False
    tensor = verdict.outcomes[0].tensor
    for size in 1, 2:
        given = one_query(size)
        if any(len(keys_in(x, given)) > size for x in products_of(f, given, tensor)):
            return True
    made, _ = history(EXERCISE, f, given, tensor)
    held = [keys_in(one.value, given) for one in made]
    return any(len(keys) > size and any(key % 2 for key in keys) for keys in held)


def one_query(size):
    """Return one query and 17 keys. The scores of odd ones are low: they are no piece's largest."""
    rng = np.random.default_rng(0)
    Q, K, V = (0.5 + rng.random(shape) for shape in ((1, 4), (17, 4), (17, 2)))
    return {"layer": "sentence", "Q": Q, "K": K * (-1.0) ** np.arange(17)[:, None], "V": V, "size": size}


def keys_in(x, given):
    """Return the keys whose scores stand in an array: as they are, divided by √d_k, or for powers of 2."""
    S = given["Q"] @ given["K"].mT
    scores = np.concatenate([S, S / 2, S / 2 / math.log(2)])  # (3, 17)
    return np.flatnonzero(np.isclose(x.reshape(-1, 1, 1), scores, 1e-5, 0).any((0, 1))).tolist()


def products_of(f, given, tensor):
    """Return the products that f makes, in their order, but for those of copies that np.array has made."""
    made: list = []
    if tensor:
        watched = _watched(f, lambda name, x: made.append(x.clone()) if name in PRODUCTS else None)
        run(EXERCISE, watched, [given], tensor)
    else:
        arrays = {name: given[name].view(_watched_array(made)) for name in "QKV"}
        run(EXERCISE, f, [given | arrays])
    return [x for x in map(plain, made) if x.dtype.kind == "f"]


def _watched_array(made):
    """Return a kind of array that notes the products that it takes part in."""

    class Watched(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *args, out=None, **named):
            named = {name: _bare(x) for name, x in named.items()} | (
                {"out": (*map(_bare, out),)} if out else {}
            )
            result = getattr(ufunc, method)(*map(_bare, args), **named)
            note(ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}", result)
            return out[0] if out else wrapped(result)

        def __array_function__(self, function, types, args, kwargs):
            result = super().__array_function__(function, types, args, kwargs)
            note(function.__name__, result)
            return wrapped(result)

    def note(name, result):
        if name in PRODUCTS:
            made.append(np.array(result))

    def wrapped(result):
        if isinstance(result, list | tuple):
            return type(result)(map(wrapped, result))
        return result.view(Watched) if type(result) is np.ndarray else result

    return Watched


def _bare(x):
    return x.view(np.ndarray) if isinstance(x, np.ndarray) else x


def holds_the_table(f, verdict):
    """Return whether f holds as many numbers at once as there are scores."""
    if verdict.state != "right":
        return False
    n, m, tensor = 64, 512, verdict.outcomes[0].tensor
    given = qkv(np.random.default_rng(0), (), n, m, 2, 2) | {"size": 32}
    return (_largest_tensor if tensor else _held)(f, given, tensor) >= n * m


def _held(f, given, _):
    """Return how many numbers f holds at most, as far as numpy says."""
    was_tracing = tracemalloc.is_tracing()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.reset_peak()
    run(EXERCISE, f, [given])
    held = tracemalloc.get_traced_memory()[1] - before
    if not was_tracing:
        tracemalloc.stop()
    return held / given["K"].itemsize


def _largest_tensor(f, given, tensor):
    """Return how many numbers the largest tensor has that f makes."""
    sizes = [0]
    run(EXERCISE, _watched(f, lambda name, x: sizes.append(x.numel())), [given], tensor)
    return max(sizes)


def _watched(f, note):
    """Return f, which then calls note(name, result) for each function that gives a tensor."""
    from torch import Tensor  # torch takes more than a second
    from torch.overrides import TorchFunctionMode

    class Watch(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            result = function(*args, **(kwargs or {}))
            if isinstance(result, Tensor):
                note(function.__name__, result)
            if function.__name__ == "scaled_dot_product_attention":  # it makes its scores unseen
                Q, K = (*args, *(kwargs or {}).values())[:2]
                note("matmul", Q @ K.mT)
            return result

    def watched(*arguments):
        with Watch():
            return f(*arguments)

    return watched


def attend_in_pieces(Q, K, V, size):
    """Return attention without its table: of each piece three things are kept.   Milakov et al. 2018"""
    xp = namespace(Q)
    top = Q[..., :1] * 0.0 - math.inf  # (..., n, 1)
    total = output = 0.0
    for start in range(0, K.shape[-2], size):
        piece = slice(start, start + size)
        S = Q @ K[..., piece, :].mT / Q.shape[-1] ** 0.5  # (..., n, size)
        new = xp.maximum(top, xp.amax(S, -1, keepdims=True))
        shrink, e = xp.exp(top - new), xp.exp(S - new)
        total = total * shrink + e.sum(-1, keepdims=True)
        output = output * shrink + e @ V[..., piece, :]
        top = new
    return output / total


EXERCISE = Exercise(
    name="online_attention",
    doc="Check f(Q, K, V, size) -> output (..., n, d_v): attention that takes `size` keys at a time.",
    arguments=named("Q", "K", "V", "size"),
    inputs=inputs,
    reference=REFERENCE,
    mistakes=MISTAKES,
    seen=(
        (TABLE, makes_the_table),
        (Mistake("pieces_read_twice"), reads_twice),
        (Mistake("more_than_size"), takes_too_many),
        (TABLE, holds_the_table),  # of small pieces, all of which are kept
    ),
    solve=attend_in_pieces,
)
