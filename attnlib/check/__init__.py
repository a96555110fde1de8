"""Exercises that tell you which mistake you made.

    scores = check.scores(my_scores)

shows ✓ Right, ✗ Not yet with what went wrong, or ○ To do, and hands back my_scores if it is right, else
attnlib's own function, so that the lesson goes on. Your function is called with fresh random inputs, numpy
arrays (or torch tensors if it wants these); `seed=` repeats those of an earlier check. Nothing is raised,
whatever the function does, unless the environment says ATTNLIB_STRICT=1: then what is not right raises
NotYet, an AssertionError. ATTNLIB_SEED sets the seed of every check that names none.

Stuck? check.hint("scores"), then check.solution("scores"). check.progress() says what is solved.
"""

from attnlib.check import closed as _closed
from attnlib.check import help as _help
from attnlib.check.run import NotYet as NotYet
from attnlib.check.run import examine as _examine


def project(f, seed=None):
    """Check f(X, W, b): X (..., n, d_in), W (d_in, d_out), b (d_out,) -> (..., n, d_out)."""
    return _examine("project", f, seed)


def scores(f, seed=None):
    """Check f(Q, K): Q (..., n, d_k), K (..., m, d_k) -> (..., n, m), every query times every key."""
    return _examine("scores", f, seed)


def scale(f, seed=None):
    """Check f(S, d_k): scores (..., n, m) and the size of a key -> (..., n, m)."""
    return _examine("scale", f, seed)


def softmax(f, seed=None):
    """Check f(S): (..., n, m), with some -inf -> (..., n, m), rows of sum one, or zeros if all is -inf."""
    return _examine("softmax", f, seed)


def mix(f, seed=None):
    """Check f(weights, V): weights (..., n, m), V (..., m, d_v) -> (..., n, d_v)."""
    return _examine("mix", f, seed)


def attention(f, seed=None):
    """Check f(Q, K, V) -> output (..., n, d_v), or (output, weights): the whole formula without a mask."""
    return _examine("attention", f, seed)


def causal_mask(f, seed=None):
    """Check f(n) -> bool (n, n), True where a query may look: at itself and what stands before it."""
    return _examine("causal_mask", f, seed)


def padding_mask(f, seed=None):
    """Check f(is_token): bool (..., m), True for real tokens -> bool (..., 1, m), True where one may look."""
    return _examine("padding_mask", f, seed)


def masked_attention(f, seed=None):
    """Check f(Q, K, V, keep) -> output (..., n, d_v); a row of keep (n, m) without True gives zeros."""
    return _examine("masked_attention", f, seed)


def split_heads(f, seed=None):
    """Check f(x, h): (..., n, h*d) -> (..., h, n, d)."""
    return _examine("split_heads", f, seed)


def merge_heads(f, seed=None):
    """Check f(x): (..., h, n, d) -> (..., n, h*d)."""
    return _examine("merge_heads", f, seed)


def multi_head(f, seed=None):
    """Check f(X, W_Q, W_K, W_V, W_O, h): (..., n, d_model) -> (..., n, d_out), h heads side by side."""
    return _examine("multi_head", f, seed)


def layer_norm(f, seed=None):
    """Check f(x, gain, bias, eps): (..., d) -> (..., d): mean 0, variance 1 in each row, then gain, bias."""
    return _examine("layer_norm", f, seed)


def positional_encoding(f, seed=None):
    """Check f(n, d_model) -> (n, d_model): sine and cosine in turn, from fast to slow."""
    return _examine("positional_encoding", f, seed)


def self_attention(f, seed=None):
    """Check a class or an instance of nn.Module: f(d_model, d_k) has nn.Linear layers W_Q, W_K, W_V.

    Its forward(x) takes (..., n, d_model) and returns the output (..., n, d_k), or (output, weights).
    """
    return _examine("self_attention", f, seed)


def number(answer, correct, wrong=None, tolerance=None):
    """Compare a number with the right one; wrong tells what other answers mean: {0.25: "d_k_without_root"}.

    An answer may be a number or a text such as "1/2". What a wrong one leads to is a mistake of the catalogue
    (its id), a name of data/names.json, or the sentence itself. Without a tolerance a whole number has to be
    met exactly, any other to 0.005.
    """
    _closed.number(answer, correct, wrong, tolerance)


def choice(answer, correct, wrong=None, options=None):
    """Compare a choice, such as "b", with the right one; wrong as in number; options lists all there are."""
    _closed.choice(answer, correct, wrong, options)


def shape(answer, correct, **sizes):
    """Compare a shape with the right one (or an array's); sizes name its numbers: n=4, m=5, d_k=3, d_v=2."""
    _closed.shape(answer, correct, **sizes)


def hint(name):
    """Show the next of three hints for an exercise."""
    _help.hint(name)


def solution(name, confirm=False):
    """Show the code that solves an exercise, and why it does; only with confirm=True."""
    _help.solution(name, confirm)


def progress():
    """Show which of the exercises that were checked since the kernel started are solved."""
    _help.progress()
