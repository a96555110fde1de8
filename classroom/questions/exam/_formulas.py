"""The formulas of the exam. Python reads them; Python and the browser (js/exam/formula.js) work them out.

A formula that has been read is a number, the name of a number, or [operation, formula, …].
"""

import ast
import math
from collections.abc import Callable, Mapping
from typing import Any

Formula = Any  # int | float | str | list

_BINARY = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
}
_COMPARED = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_WORDS = {ast.And: "and", ast.Or: "or"}
_DONE: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: math.floor(a / b),
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "==": lambda a, b: abs(a - b) < 1e-9,
    "!=": lambda a, b: abs(a - b) >= 1e-9,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "not": lambda a: not a,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "max": max,
    "min": min,
    "abs": abs,
    "floor": math.floor,
    "round": lambda a: math.floor(a + 0.5),  # as the browser rounds
}
FUNCTIONS = [name for name in _DONE if name.isalpha() and name != "not"]


def read_formula(text: str) -> Formula:
    """Return a formula such as "n * sqrt(d_k)" as lists.

    Raises:
        ValueError: If it is no formula, or uses what formulas do not know.

    >>> read_formula("n * sqrt(d_k)")
    ['*', 'n', ['sqrt', 'd_k']]
    """
    try:
        return _read(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{text!r} is no formula; README.md says what formulas know.") from None


def _read(node):
    match node:
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(name):
            return name
        case ast.UnaryOp(ast.USub(), inside):
            return ["-", 0, _read(inside)]
        case ast.UnaryOp(ast.Not(), inside):
            return ["not", _read(inside)]
        case ast.BinOp(left, operation, right):
            return [_BINARY[type(operation)], _read(left), _read(right)]
        case ast.Compare(left, operations, rest):
            parts = [left, *rest]
            pairs = [
                [_COMPARED[type(operation)], _read(parts[k]), _read(parts[k + 1])]
                for k, operation in enumerate(operations)
            ]
            return pairs[0] if len(pairs) == 1 else ["and", *pairs]
        case ast.BoolOp(word, parts):
            return [_WORDS[type(word)], *map(_read, parts)]
        case ast.IfExp(condition, one, other):
            return ["if", _read(condition), _read(one), _read(other)]
        case ast.Call(ast.Name(name), inside, []) if name in FUNCTIONS:
            return [name, *map(_read, inside)]
    raise TypeError


def value(formula: Formula, numbers: Mapping[str, float]) -> float:
    """Return what a formula gives with these numbers.

    Raises:
        ValueError: If it uses a name that there is not.

    >>> value(read_formula("n * sqrt(d_k)"), {"n": 3, "d_k": 16})
    12.0
    """
    if isinstance(formula, str):
        if formula not in numbers:
            raise ValueError(f"there is no number {formula!r}; there are {', '.join(numbers) or 'none'}.")
        return numbers[formula]
    if not isinstance(formula, list):
        return formula
    operation, *parts = formula
    if operation == "if":
        condition, one, other = parts
        return value(one if value(condition, numbers) else other, numbers)
    if operation == "and":
        return all(value(part, numbers) for part in parts)
    if operation == "or":
        return any(value(part, numbers) for part in parts)
    return _DONE[operation](*(value(part, numbers) for part in parts))
