"""For maintainers: grade made-up submissions of an assignment with nbgrader itself, and compare the scores.

nbgrader is no dependency of the project, so it has an environment of its own, outside of this folder:

    python tasks.py assignment NN en --to COURSE
    python -m venv ENVIRONMENT
    ENVIRONMENT/bin/pip install nbgrader ".[lab]"
    ENVIRONMENT/bin/python tools/try_nbgrader.py COURSE NN_name

In COURSE, nbgrader makes the students' notebook, which must hold each stub and no solution, and grades one
submission of each kind below. Prints the scores; returns 0 if all is as expected. (The CPU build of PyTorch,
if installed first, saves several GB.)
"""

import copy
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook


def is_answer(cell):
    """Return True if a student answers in this cell."""
    return cell.metadata.get("nbgrader", {}).get("solution", False)


def nbgrader(folder, *words):
    """Run an nbgrader command in the course's folder; what it printed."""
    # It calls alembic by its name, so this environment has to be on the path.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words],
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"nbgrader {' '.join(words)}:\n{done.stdout}")
    return done.stdout


# Submissions. Each is made of the student's notebook and the solved one, and says which exercises it solves.


def right(cells, solved):
    """Every answer is the solution."""
    for answer, solution in solved.items():
        cells[answer].source = solution.source
    return list(solved)


def wrong(cells, solved):
    """Every function returns a number that it has not computed."""
    for answer in solved:
        cells[answer].source = cells[answer].source.replace("    ...", "    return 0.0")
    return []


def empty(cells, solved):
    """As it was handed out."""
    return []


def half(cells, solved):
    """Only the first exercise is solved: what was handed back for the others must not cost it its points."""
    first = next(iter(solved))
    cells[first].source = solved[first].source
    return [first]


def partly(cells, solved):
    """Answer the first exercise for one sentence, but not for a batch: worth nothing."""
    first = next(iter(solved))
    [name, *_] = re.findall(r"def (\w+)", solved[first].source)
    once = "def {0}(*given, f={0}):\n    assert given[0].ndim < 3\n    return f(*given)"
    cells[first].source = f"{solved[first].source}\n\n{once.format(name)}"
    return []


def helped(cells, solved):
    """Solve the first exercise with a function, an import and a number of other cells."""
    first = next(iter(solved))
    [name, *_] = re.findall(r"def (\w+)", solved[first].source)
    helpers = "from functools import wraps\nONE = 1\ndef once(f):\n    @wraps(f)\n"
    helpers += (
        "    def g(*given):\n        assert ONE == 1\n        return f(*given)\n    return g\n\n@once\n"
    )
    cells[first].source = helpers + solved[first].source
    return [first]


def broken(cells, solved):
    """Answer the first exercise with something that is no Python, solve all others."""
    first, *others = solved
    cells[first].source = "def ("
    for answer in others:
        cells[answer].source = solved[answer].source
    return others


def endless(cells, solved):
    """Answer the first exercise with an endless loop, solve all others."""
    first, *others = solved
    cells[first].source = cells[first].source.replace("    ...", "    while True: pass")
    for answer in others:
        cells[answer].source = solved[answer].source
    return others


def tampered(cells, solved):
    """Make the checks say yes, and empty the cells that grade, worth 100 and marked as answers."""
    cheat = "from classroom import check\nfor name in dir(check):\n"
    cheat += "    if name[0] != '_': setattr(check, name, lambda f, *seed: f)\n"
    for answer in solved:
        cells[answer].source = cheat + cells[answer].source
        grading = cells[f"{answer}-check"]
        grading.source = "pass"
        grading.metadata.nbgrader["points"] = 100
    return []


def patched(cells, solved):
    """Make attnlib's judge, and NumPy's comparison, say yes to wrong answers."""
    cheat = "import numpy\nfrom classroom.exercises import diagnose, grading, run_check\n"
    cheat += "numpy.array_equal = diagnose._equal = lambda *given, **more: True\n"
    cheat += "run_check.verdict_of = lambda *given: diagnose.Verdict('right')\n"
    cheat += "grading.is_right = lambda *given, **more: True\n"
    wrong(cells, solved)
    for answer in solved:
        cells[answer].source = cheat + cells[answer].source
    return []


def borrowed(cells, solved):
    """Every function calls attnlib's own."""
    for answer, solution in solved.items():
        [name, *_] = re.findall(r"def (\w+)", solution.source) or [""]
        lookup = "from classroom.exercises.catalog import EXERCISES\n"
        if name.startswith("my_"):
            call = f"{name} = lambda *given: EXERCISES['{name[3:]}'].solve(*given)"
            cells[answer].source = lookup + call
    return []


SUBMISSIONS = [right, wrong, empty, half, partly, helped, broken, endless, tampered, patched, borrowed]


def main(folder, name):
    """Generate, look, submit, grade, print; returns 0 if all is as expected."""
    file = f"{name}.ipynb"
    source = nbformat.read(folder / "source" / name / file, 4)
    nbgrader(folder, "validate", str(folder / "source" / name / file))
    nbgrader(folder, "generate_assignment", name, "--force")
    students = nbformat.read(folder / "release" / name / file, 4)
    left = [cell.id for cell in students.cells if re.search("SOLUTION|HIDDEN", cell.source)]
    left += [cell.id for cell in students.cells if is_answer(cell) and "..." not in cell.source]
    print("The students' notebook", f"GIVES AWAY {', '.join(left)}." if left else "gives nothing away.")
    as_expected = not left

    solved = {cell.id: cell for cell in source.cells if is_answer(cell)}
    points = {cell.id: cell.metadata.nbgrader.points for cell in source.cells if f"{cell.id}"[:-6] in solved}
    expected = {}
    for submission in SUBMISSIONS:
        notebook = copy.deepcopy(students)
        answered = submission({cell.id: cell for cell in notebook.cells}, solved)
        expected[submission.__name__] = {id: points[id] * (id[:-6] in answered) for id in points}
        path = folder / "submitted" / submission.__name__ / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
    shutil.rmtree(folder / "autograded", ignore_errors=True)
    nbgrader(folder, "autograde", name, "--create", "--force")

    print(f"{'':12}{'  '.join(points)}  sum of {sum(points.values())}")
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        for student, scores in expected.items():
            graded = gradebook.find_submission_notebook(name, name, student)
            found = {grade.name: grade.auto_score for grade in graded.grades}
            as_expected &= found == scores
            row = "  ".join(f"{found[id]:>{len(id)}}" for id in points)
            print(f"{student:12}{row}  {graded.score}", "" if found == scores else f"EXPECTED {scores}")
    return 0 if as_expected else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2]))
