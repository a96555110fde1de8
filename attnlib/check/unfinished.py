"""Has anything been written yet? A starter's body does nothing, or still holds a `...`."""

import ast
import dis
import inspect
import textwrap

_DO_NOTHING = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE", "COPY_FREE_VARS", "CACHE"}


def is_empty(f):
    """Whether f's body is only a docstring, `pass`, `...` or `return`."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    return code is not None and {step.opname for step in dis.get_instructions(code)} <= _DO_NOTHING


def has_gap(f):
    """Whether a `...` stands in f where a value should be, and not as in x[..., None]."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(f)))
    except (OSError, TypeError, SyntaxError):
        return False
    in_brackets = {
        id(node)
        for index in ast.walk(tree)
        if isinstance(index, ast.Subscript)
        for node in ast.walk(index.slice)
    }
    return any(
        isinstance(node, ast.Constant) and node.value is Ellipsis and id(node) not in in_brackets
        for node in ast.walk(tree)
    )
