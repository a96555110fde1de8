"""The exercises of a lesson, which an assignment grades: each one code cell, the stub and then its check.

    # %% id="exercise-mix" tags=["exercise"] points=2
    def my_mix(weights, V):
        ...


    mix = check.mix(my_mix)

The solution is that of classroom.exercises.catalog. Without points=, an exercise is worth one.
"""

import ast
import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from classroom.exercises.catalog import EXERCISES
from tools.lesson_source import NOT_FOR_READERS, LessonError

EXERCISE = "exercise"  # the tag
DOTS = "..."  # what a stub has where the learner writes
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"  # nbgrader's own marks


@dataclass(frozen=True)
class Exercise:
    """One exercise, taken apart."""

    name: str  # of its check and its texts: mix
    answer: str  # what the learner defines: my_mix
    result: str  # what the check hands back: mix
    before: str  # all that comes before the stub: imports
    solved: str  # the stub, filled with the solution between nbgrader's marks
    check: str  # all that comes after the stub
    points: int


def is_exercise(cell):
    return cell.kind == "code" and EXERCISE in cell.tags and NOT_FOR_READERS not in cell.tags


def exercises(lesson):
    """Return the problems that keep the lesson's exercises from being graded."""
    problems: list[str] = []
    for cell in filter(is_exercise, lesson.cells):
        try:
            exercise_of(lesson, cell)
        except SyntaxError:
            continue  # words_in_code says so of any cell
        except LessonError as error:
            problems += error.problems
    return problems


def exercise_of(lesson, cell):
    """Return the exercise in a cell; LessonError, if its stub, check and solution do not belong together."""
    try:
        exercise = taken_apart(cell.text, cell.metadata.get("points", 1))
    except LessonError as error:
        raise LessonError(f"{lesson.at(cell)} {error}") from None
    after = lesson.cells[lesson.cells.index(cell) + 1 :]
    users = [later.id for later in after if later.kind == "code" and uses(later.text, exercise.answer)]
    if users and exercise.result == exercise.answer:
        raise LessonError(
            f"{lesson.at(cell)} cell {users[0]} uses {exercise.answer}, which in an assignment stays the "
            f"student's, right or wrong. Use the result of the check, and give that a name of its own."
        )
    return exercise


def uses(code, name):
    """Return True if a name stands anywhere in the code."""
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(ast.parse(code)))


def taken_apart(code, points):
    """Return the exercise in the code of a cell."""
    if type(points) is not int or points < 1:
        raise LessonError(f"points must be a whole number from 1 on, such as points=2, not {points!r}.")
    body, lines = ast.parse(code).body, code.split("\n")
    result, name, answer = check_in(body)
    stub = stub_in(body, name)
    if answer != stub.name:
        raise LessonError(f"it must check {stub.name}, which its stub defines, and not {answer}.")
    start, end = stub.lineno - 1, stub.end_lineno
    before, rest = ("\n".join(part).strip() for part in (lines[:start], lines[end:]))
    solved = "\n".join(filled(lines[start:end], EXERCISES[name].solution.split("\n")))
    if f"check.{name}(" in before or not leaves(solved, stub):
        raise LessonError(f"first the stub, of lines of the solution or {DOTS}, then the check, and no more.")
    return Exercise(name, answer, result, before, solved, rest, points)


def check_in(body):
    """Return the three names in the one line `result = check.name(answer)` of a cell."""
    checks = [check for node in body if (check := checked(node))]
    if len(checks) != 1:
        found = "; ".join("{} = check.{}({})".format(*check) for check in checks) or "none"
        raise LessonError(f"an exercise has one check of the form mix = check.mix(my_mix); here: {found}.")
    [(result, name, answer)] = checks
    if name not in EXERCISES:
        known = ", ".join(EXERCISES)
        raise LessonError(f"check.{name} has no solution in classroom/exercises/catalog; there are: {known}.")
    return result, name, answer


def stub_in(body, name):
    """Return the one definition in a cell, which has the name and the arguments of the solution."""
    [solution], stubs = definitions(ast.parse(EXERCISES[name].solution).body), definitions(body)
    if [stub.name for stub in stubs] != [solution.name]:
        given = ", ".join(stub.name for stub in stubs) or "nothing"
        raise LessonError(f"its stub must define {solution.name}, as the solution does, but defines {given}.")
    given, needed = ("; ".join(signatures(node)) for node in (stubs[0], solution))
    if given != needed:
        raise LessonError(f"its stub is `{given}`, but the solution is `{needed}`.")
    return stubs[0]


def checked(node):
    """Return the names in `result = check.name(answer)`, if the node is such a line."""
    match node:
        case ast.Assign(
            targets=[ast.Name(result)],
            value=ast.Call(ast.Attribute(ast.Name("check"), name), [ast.Name(answer)]),
        ):
            return result, name, answer
    return None


def definitions(body):
    return [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def signatures(node):
    """Return the first line of a function; for a class, its own and those of its methods."""
    if isinstance(node, ast.FunctionDef):
        return [f"def {node.name}({ast.unparse(node.args)})"]
    bases = ", ".join(map(ast.unparse, node.bases))
    return [
        f"class {node.name}({bases})",
        *(line for part in definitions(node.body) for line in signatures(part)),
    ]


def filled(stub, solution):
    """Merge stub and solution: lines that only the solution has stand between nbgrader's marks."""
    lines, result = [re.sub(r"\s*#.*|\s+$", "", line) for line in stub], []
    for what, i, j, k, m in SequenceMatcher(None, lines, solution, autojunk=False).get_opcodes():
        if what == "equal":
            result += stub[i:j]
        elif any(map(str.strip, solution[k:m])):
            [indent] = re.findall("^ *", solution[k])
            result += [indent + BEGIN, *solution[k:m], indent + END]
    return result


def cut(code):
    """Return the code with dots where a solution stood, as nbgrader cuts it out."""
    return re.sub(rf"(?ms)^( *){BEGIN}\n.*?^ *{END}$", rf"\1{DOTS}", code)


def leaves(solved, stub):
    """Return True if a stub of the same signature remains when the solution is cut out."""
    try:
        rest = definitions(ast.parse(cut(solved)).body)
    except SyntaxError:
        return False
    return [signatures(node) for node in rest] == [signatures(stub)] and cut(solved) != solved
