"""Edit the text of my_attention.py: put a definition in; whatever else stands there stays.

A comment above a definition says what it is: `# ✓ check.scores` the answer to an exercise, `# for my_scores`
a helper of that one. Each change is made at the lines that ast names; the rest is not written anew.
"""

import ast
import re
from dataclasses import dataclass

from attnlib.exercises.source import MARK, defines, first_line

ANSWER = "# ✓ check."
HELPER = "# for "


@dataclass(frozen=True)
class Part:
    """One definition: lines[start:end], its mark and comments included."""

    name: str
    start: int
    end: int
    exercise: str = ""  # the one that it answers
    is_helper: bool = False


def parts_of(program):
    """Return the definitions of a program, in order; SyntaxError if it is none."""
    lines, parts = program.split("\n"), []
    body = ast.parse(program).body
    spans = [(first_line(node) - 1, node.end_lineno or 0) for node in body]
    for k, (node, (start, end)) in enumerate(zip(body, spans, strict=True)):
        before = spans[k - 1][1] if k else 0
        shares = start < before or (k + 1 < len(body) and spans[k + 1][0] < end)
        if not defines(node) or shares:  # two statements in a line are not ours
            continue
        while end < len(lines) and re.match(r"\s+#", lines[end]):
            end += 1
        mark, first = None, start
        while first > before and lines[first - 1].startswith("#"):
            found = MARK.fullmatch(lines[first - 1])
            if mark and not found:  # marks that have piled up are one
                break
            first, mark = first - 1, mark or found
        exercise = (mark and mark["exercise"]) or ""
        parts.append(
            Part(defines(node), first if mark else start, end, exercise, bool(mark) and not exercise)
        )
    return parts


def answer_in(program, exercise):
    """Return the part that answers an exercise, known by its mark or else by its name, or None."""
    parts = parts_of(program)
    marked = [part for part in parts if part.exercise == exercise]
    named = [p for p in parts if p.name == f"my_{exercise}" and not p.exercise and not p.is_helper]
    return next(reversed(marked or named), None)


def with_imports(program, statements):
    """Return the program with these imports below its own; a name that it has already stays what it is."""
    body, known, last = ast.parse(program).body, set(), 0
    for k, node in enumerate(body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            known |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            last = node.end_lineno or 0
        elif k == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            last = node.end_lineno or 0  # the docstring
        else:
            known.add(defines(node))
    new = [statement for name, statement in sorted(statements.items()) if name not in known]
    lines = program.split("\n")
    if new and last and not any(isinstance(node, ast.Import | ast.ImportFrom) for node in body):
        new = ["", *new]
    if new and not last:
        new = [*new, ""]
    return "\n".join(lines[:last] + new + lines[last:])


def with_answer(program, exercise, name, source, order):
    """Return the program with an answer: in the place of the old one, or in the order of the lessons."""
    block = [f"{ANSWER}{exercise}", *source.split("\n")]
    parts = parts_of(program)
    old = answer_in(program, exercise) or next((p for p in parts if p.name == name and not p.is_helper), None)
    if old:
        return _replaced(program, old, block)
    helper = next((part for part in parts if part.name == name), None)
    if helper:  # it was another answer's helper, and is now an answer itself
        program = _without(program, helper)
    return _inserted(program, block, _place(program, exercise, order))


def with_helper(program, owner, name, source, renew):
    """Return the program with a helper of the answer named owner, above it, unless the name is taken."""
    old = next((part for part in parts_of(program) if part.name == name), None)
    block = [f"{HELPER}{owner}", *source.split("\n")]
    if old is None:
        at = next(part.start for part in parts_of(program) if part.name == owner)
        return _inserted(program, block, (at, "above"))
    if renew and old.is_helper:
        return _replaced(program, old, [program.split("\n")[old.start], *block[1:]])
    return program


def _place(program, exercise, order):
    """Return the place below the last answer to an earlier exercise, or else above the next one."""
    rank = order.index(exercise)
    answers = [part for part in parts_of(program) if part.exercise in order]
    before = [part for part in answers if order.index(part.exercise) < rank]
    if before:
        return before[-1].end, "below"
    parts = parts_of(program)
    if answers:
        k = parts.index(answers[0])
        while k and parts[k - 1].is_helper:
            k -= 1
        return parts[k].start, "above"
    return len(program.rstrip("\n").split("\n")), "below"


def _replaced(program, part, block):
    lines = program.split("\n")
    return "\n".join(lines[: part.start] + block + lines[part.end :])


def _without(program, part):
    lines, end = program.split("\n"), part.end
    while end < len(lines) and not lines[end].strip():
        end += 1
    return "\n".join(lines[: part.start] + lines[end:])


def _inserted(program, block, place):
    (at, where), lines = place, program.split("\n")
    new = [*block, "", ""] if where == "above" else ["", "", *block]
    text = "\n".join(lines[:at] + new + lines[at:])
    return text if text.endswith("\n") else text + "\n"
