"""Find the name that gets what a check hands back: my_scores in `my_scores = check.scores(my_scores)`."""

import ast
import linecache
import sys
from pathlib import Path
from types import FrameType

from classroom.exercises.source import NO_PROGRAM

_OURS = str(Path(__file__).parent)


def result_name(name):
    """Return the name of the learner's answer, if the statement that called check.name assigns to it."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    if frame is None:
        return ""
    source = "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))
    try:
        statements = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assign)]
    except NO_PROGRAM:
        return ""
    for node in statements:
        if node.lineno <= frame.f_lineno <= (node.end_lineno or 0):
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=target)],
                    value=ast.Call(func=ast.Attribute(attr=called), args=[ast.Name(id=given)]),
                ) if called == name and target == given:
                    return target
    return ""
