"""Find the code that a learner has written in a notebook, and the other names that it uses."""

import ast
import inspect
import linecache
import re
import symtable
import sys
from contextlib import suppress
from types import ModuleType

NO_PROGRAM = SyntaxError, ValueError, RecursionError, MemoryError  # what ast.parse raises
_USUAL = "numpy", "math", "torch", "torch.nn", "torch.nn.functional"  # searched first


# The marks above definitions in my_attention.py: an answer, or (in earlier versions) a helper of one.
MARK = re.compile(r"# (?:✓ check\.(?P<exercise>\w+)|for \w+)\s*")


def definition_of(thing):
    """Return the statement of the notebook that defines a function or class, with its comments; or None."""
    code = _code_of(thing)
    if code is None or getattr(thing, "__module__", "") != "__main__":
        return None
    return next(filter(None, (_definition_in(cell, thing, code) for cell in _cells(code.co_filename))), None)


def _definition_in(cell, thing, code):
    """Return the statement of a cell that defines it, with its comments, but for marks of my_attention.py."""
    lines = cell.split("\n")
    try:
        statements = ast.parse(cell).body
    except NO_PROGRAM:
        return None
    for before, node, after in zip([None, *statements], statements, [*statements[1:], None], strict=False):
        if not _is_that_of(node, thing, code):
            continue
        start, end, above = (
            first_line(node) - 1,
            node.end_lineno or 0,
            before.end_lineno or 0 if before else 0,
        )
        if start < above or (after and first_line(after) == end):  # it shares its line with another
            return ast.get_source_segment(cell, node)
        while start > above and lines[start - 1].startswith("#"):
            start -= 1
        while end < len(lines) and re.match(r"\s+#", lines[end]):  # a comment below its last statement
            end += 1
        return "\n".join(line for line in lines[start:end] if not MARK.fullmatch(line))
    return None


def _cells(filename):
    """Yield the code in which something may be defined: its cell, or those that begin with %%time."""
    if filename != "<timed exec>":  # which all those have
        yield "".join(linecache.getlines(filename))
        return
    for cell in reversed(vars(sys.modules["__main__"]).get("In", [])):
        with suppress(*NO_PROGRAM):
            match ast.parse(cell).body:
                case [ast.Expr(ast.Call(args=[_, _, ast.Constant(body)]))] if "run_cell_magic" in cell:
                    yield body


def _is_that_of(node, thing, code):
    """Return whether the statement defines this function or class, the first line of whose code is there."""
    line = code.co_firstlineno
    match node:
        case ast.ClassDef():
            return isinstance(thing, type) and node.lineno <= line <= (node.end_lineno or 0)
        case ast.FunctionDef():
            return first_line(node) == line
        case (
            ast.Assign(targets=[ast.Name()], value=ast.Lambda() as value)
            | ast.AnnAssign(target=ast.Name(), value=ast.Lambda() as value)
        ):
            last = max((row, column) for row, _, column, _ in code.co_positions() if row and column)
            return (value.lineno, value.col_offset) < last < (value.end_lineno, value.end_col_offset)
    return False


def _code_of(thing):
    """Return the code of a function, or of the first method of a class."""
    if isinstance(thing, type):
        own = (getattr(inspect.unwrap(x), "__code__", None) for x in vars(thing).values() if callable(x))
        return next((code for code in own if code is not None), None)
    return getattr(inspect.unwrap(thing), "__code__", None) if callable(thing) else None


def globals_of(thing):
    """Return the names of the notebook that a function or class can use."""
    return vars(sys.modules["__main__"]) | getattr(thing, "__globals__", {})


def defines(node):
    """Return the one name that a statement defines, as a function, a class or a value; otherwise ""."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def first_line(node):
    """Return the line where it begins, with its decorators."""
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])


def names_used(source):
    """Return the names that a piece of code does not define itself."""
    top = symtable.symtable(source, "cell", "exec")
    tables, used = [top], {}
    for table in tables:
        tables += table.get_children()
        for symbol in table.get_symbols():
            read = symbol.is_referenced() or symbol.is_declared_global()  # `count += 1` reads it, too
            if read and (table is top or symbol.is_global()):
                used[symbol.get_name()] = True
    own = {defines(node) for node in ast.parse(source).body}
    return [name for name in used if name not in own]


def names_bound(source):
    """Return the names to which a piece of code gives a value, at its top level or with `global`."""
    tables = [top := symtable.symtable(source, "cell", "exec")]
    for table in tables:
        tables += table.get_children()
    return {
        symbol.get_name()
        for table in tables
        for symbol in table.get_symbols()
        if (symbol.is_assigned() or symbol.is_imported()) and (table is top or symbol.is_declared_global())
    }


def import_of(name, value):
    """Return the statement that imports a value under this name, or None if no module has it."""
    if isinstance(value, ModuleType):
        there = value.__name__
        return None if there == "__main__" else f"import {there}" + ("" if there == name else f" as {name}")
    original = getattr(value, "__name__", name)
    home = getattr(value, "__module__", None) or ""
    package = home.split(".")[0]
    usual = (package,) if package in ("attnlib", "classroom") else _USUAL
    for there in (*usual, home):
        module = sys.modules.get(there) if there != "__main__" else None
        if module is not None and getattr(module, original, None) is value:
            return f"from {there} import {original}" + ("" if original == name else f" as {name}")
    return None


def plain(value):
    """Return a number, a text or the like as it is written in a program, or None if it is larger."""
    try:
        written = repr(value)
        same = len(written) <= 80 and ast.literal_eval(written) == value
    except (*NO_PROGRAM, TypeError):
        return None
    return written if same else None
