"""Tell whether anything has been written yet: a stub does nothing, or has a `...` in place of a value."""

import ast
import dis
import inspect
import textwrap
import traceback

from classroom.exercises.errors import is_theirs
from classroom.exercises.source import NO_PROGRAM

_DO_NOTHING = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE", "COPY_FREE_VARS", "CACHE"}


def is_empty(f):
    """Return whether f's body is only a docstring, `pass`, `...` or `return`."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    return code is not None and {step.opname for step in dis.get_instructions(code)} <= _DO_NOTHING


def has_gap(f):
    """Return whether f returns, names or computes with a `...`; one on a line of its own is no gap."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(f)))
    except (*NO_PROGRAM, OSError, TypeError):
        return False
    return any(_is_dots(value) for node in ast.walk(tree) for value in _values_of(node))


def has_more_than_a_gap(f):
    """Return whether some line of f that works has no dots: then f is begun, and not finished."""
    try:
        [tree] = ast.parse(textwrap.dedent(inspect.getsource(f))).body
    except (*NO_PROGRAM, OSError, TypeError):
        return False
    no_work = ast.Expr | ast.Pass | ast.Raise | ast.Return
    work = [line for line in getattr(tree, "body", []) if not isinstance(line, no_work)]
    return any(not any(_is_dots(node) for node in ast.walk(line)) for line in work)


def raises_not_implemented(error):
    """Return whether it is the learner's own `raise NotImplementedError`, and not one from a library."""
    frames = traceback.extract_tb(error.__traceback__)
    own = isinstance(error, NotImplementedError) and is_theirs(frames[-1])
    return own and (frames[-1].line or "").startswith("raise ")


def _values_of(node):
    match node:
        case ast.Return() | ast.Assign() | ast.AugAssign() | ast.AnnAssign():
            return (node.value,)
        case ast.BinOp():
            return node.left, node.right
        case ast.UnaryOp():
            return (node.operand,)
    return ()


def _is_dots(value):
    return isinstance(value, ast.Constant) and value.value is Ellipsis
