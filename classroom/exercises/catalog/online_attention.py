"""online_attention: keys and values come in pieces, and the table of all scores is never there."""

import math
import tracemalloc

import numpy as np

from attnlib._validate import namespace
from classroom.exercises.exercise import Exercise, Mistake, named
from classroom.exercises.random_inputs import far_qkv, fine_qkv, float32, near_qkv, qkv, whole_qkv
from classroom.exercises.sandbox import run


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


def in_pieces(s):
    """Go through the keys and carry three things along: the largest score, the total, the sum of values."""
    top, total, output = np.full_like(s.Q[..., :1], -np.inf), 0.0, 0.0
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
    Mistake(
        "only_the_last_piece",
        added=lambda s: lambda total, shrink, e: e.sum(-1, keepdims=True),
        mixed=lambda s: lambda output, shrink, e, V, total: e @ V,
    ),
    Mistake("total_of_this_piece", added=lambda s: lambda total, shrink, e: e.sum(-1, keepdims=True)),
    Mistake("output_of_this_piece", mixed=lambda s: lambda output, shrink, e, V, total: e @ V),
    Mistake("short_piece_left_out", starts=lambda s: range(0, s.K.shape[-2] - s.size + 1, s.size)),
    Mistake("first_piece_alone", starts=lambda s: range(0, 1, s.size)),
    Mistake("words_counted", added=lambda s: lambda total, shrink, e: total * shrink + e.shape[-1]),
    Mistake("pieces_not_scaled", scored=lambda s: lambda K: s.Q @ K.mT),
)


class Noted(np.ndarray):
    """An array that notes in `log` where the parts begin that are taken out of it."""

    def __array_finalize__(self, other):
        self.log = getattr(other, "log", [])

    def __getitem__(self, key):
        part = np.asarray(self)[key]
        self.log.append(part.__array_interface__["data"][0])
        return part


def reads_twice(f, verdict):
    """Return whether f, for one query, comes back to a key when it has taken another one meanwhile."""
    if verdict.state != "right" or verdict.outcomes[0].tensor:
        return False
    given = qkv(np.random.default_rng(0), (), 1, 6, 2, 2) | {"size": 2}
    K = given["K"].view(Noted)
    run(EXERCISE, lambda Q, _, V, size: f(Q, K, V, size), [given])
    visits = [place for k, place in enumerate(K.log) if K.log[k - 1 : k] != [place]]
    return len(visits) > len({*visits})


def holds_the_table(f, verdict):
    """Return whether f holds as many numbers at once as there are scores."""
    if verdict.state != "right":
        return False
    n, m, tensor = 64, 256, verdict.outcomes[0].tensor
    given = qkv(np.random.default_rng(0), (), n, m, 2, 2) | {"size": 8}
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
    from torch.overrides import TorchFunctionMode  # torch takes more than a second

    sizes = [0]

    class Watch(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            result = function(*args, **(kwargs or {}))
            sizes.append(result.numel() if hasattr(result, "numel") else 0)
            return result

    def watched(*arguments):
        with Watch():
            return f(*arguments)

    run(EXERCISE, watched, [given], tensor)
    return max(sizes)


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
    seen=((Mistake("table_at_once"), holds_the_table), (Mistake("pieces_read_twice"), reads_twice)),
    solve=attend_in_pieces,
)
