"""Turn a lesson into a graded assignment for nbgrader, which need not be installed for it.

python tasks.py assignment 05 zh                 into assignments
python tasks.py assignment 05 en --to FOLDER     into another folder, such as a course's

runs the lesson with its solutions and, if these pass, writes source/NN_name/NN_name.ipynb, from which
`nbgrader generate_assignment` makes the students' notebook. Of each exercise (exercises.py) the stub becomes
a cell to answer, and its check the locked cell after it that gives the points.
"""

import argparse
import copy
import os
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from tools import markdown
from tools.build import NOTEBOOKS, chosen
from tools.execute import execute
from tools.exercises import exercise_of, is_exercise
from tools.lesson_source import LANGUAGES, LessonError, notebook_of, read_lesson, shown, write
from tools.source_checks import source_problems

FOLDER = Path("assignments")  # not in build, which can be made again: students' work comes here
HIDDEN_SEED = 20_011  # a check without a seed draws one below 10,000: nobody has seen the inputs of this one

# A check never raises, so that a lesson goes on: that an answer is right shows in what comes back. The check
# itself gives the next cells what they need before anything here can fail. The points come from a process of
# its own, which runs the answer by itself.
GRADING = """\
{check}

# {why}
import os
from classroom.exercises.run_check import is_ours

own = {result} is {answer} and not is_ours({answer})
assert own or os.environ.get("NBGRADER_EXECUTION") != "validate"
### BEGIN HIDDEN TESTS
import importlib
import classroom.exercises.grading

importlib.reload(classroom.exercises.grading)
assert classroom.exercises.grading.is_right("{name}", {answer}, seed={seed}), "{nothing}"
### END HIDDEN TESTS"""

WHY = {
    "en": "For nbgrader's Validate, an answer that is not right has to be an error.",
    "zh": "在 nbgrader 里用 Validate 检查时，答案不对就必须报错。",
}
NOTHING = {
    "en": "no points: run by itself, with the functions, imports and plain numbers it uses, it is not right",
    "zh": "零分：连同它用到的函数、import 和简单的数单独运行，结果不对",
}

CONFIG = {
    "en": """\
c = get_config()
# What stands in a student's notebook where the solution was: as in the lesson.
c.ClearSolutions.code_stub = {"python": "..."}
# Seconds that a cell may take when it is graded.
c.Execute.timeout = 120
""",
    "zh": """\
c = get_config()
# 学生的笔记本里，原来写答案的地方换成什么：和课文一样。
c.ClearSolutions.code_stub = {"python": "..."}
# 评分时，一个单元格最多运行多少秒。
c.Execute.timeout = 120
""",
}

README = {
    "en": """\
# Assignments for nbgrader

`source/NN_name/NN_name.ipynb` is the lesson with the solutions, for you. Points may be changed there,
in the cell's settings.

In this folder, with nbgrader and attnlib installed:

1. `nbgrader generate_assignment NN_name` writes `release/NN_name/NN_name.ipynb`, without the solutions, and
   enters it in the gradebook (if it is there already, add `--force`). Hand that file out. The students need
   `attnlib[classroom]` installed (`pip install "FOLDER[classroom]"`, with the folder of this project) and
   nothing else: the data is in it.
   As in the lesson, cards say what is wrong, and no cell raises because of an answer.
2. Collect the notebooks as `submitted/STUDENT/NN_name/NN_name.ipynb`.
3. `nbgrader autograde NN_name --create` runs and grades them. A right answer gets all points of its exercise,
   any other none: one that is right for one sentence but not for a batch is not right.
4. `nbgrader generate_feedback NN_name`, and `nbgrader export` writes the scores into `grades.csv`.

In a course folder of your own, copy the lines of `nbgrader_config.py` into yours.

What the points are worth: each answer runs by itself, in a process of its own: the function or class as it
stands in the notebook, with the functions, classes, imports and plain numbers of the notebook that it uses.
So nothing that a notebook changes in attnlib or NumPy makes an answer right, and a function that calls
attnlib's own answer earns nothing. Neither does one that needs a large array of the notebook, or that is no
`def`, `class` or `lambda` with a name (a `functools.partial`, say). Two things cannot be prevented. The
solutions are part of the package (`check.solution`), so anyone can copy them. And a program that sets out to
deceive can: a notebook can put other code in the place of the grading cell while it runs, and an answer can
change attnlib when it is called. Both can be seen in the notebook. So the points say who practised, and are
no examination. Grading runs the students' code, with your rights, on your computer.
""",
    "zh": """\
# 用 nbgrader 批改的作业

`source/NN_name/NN_name.ipynb` 是带答案的课文，老师用。分值可以在单元格的设置里改。

装好 nbgrader 和 attnlib，在这个文件夹里运行：

1. `nbgrader generate_assignment NN_name`：生成不带答案的 `release/NN_name/NN_name.ipynb`，
   并把作业登记到成绩库（如果已经有了，加上 `--force`）。把这个文件发给学生。学生只要装好 `attnlib[classroom]`
   （`pip install "本项目的文件夹[classroom]"`），数据都在里面。和课文里一样，检查会用卡片说明哪里不对；
   答案错了，单元格也不会报错。
2. 把收上来的笔记本放在 `submitted/学号/NN_name/NN_name.ipynb`。
3. `nbgrader autograde NN_name --create`：运行并评分。答案正确得满分，否则零分：
   一个句子能算对、一批句子却不对的，也是不对。
4. `nbgrader generate_feedback NN_name` 生成反馈；`nbgrader export` 把成绩写进 `grades.csv`。

如果放进自己原有的课程文件夹，请把 `nbgrader_config.py` 里的几行抄到自己的配置里。

这个分数有多可靠：每个答案都在另一个独立的进程里单独运行，取的是笔记本里的那个函数或类，连同它用到的
函数、类、import 和简单的数。所以，笔记本里怎样改动 attnlib 或 NumPy，错的都不会变成对的；函数里直接调用
attnlib 现成的答案，得不到分。答案如果要用到笔记本里的大数组，或者不是用 `def`、`class`、带名字的 `lambda`
写的（比如 `functools.partial`），也得不到分。有两件事防不住。一是答案就在程序包里
（`check.solution`），谁都能抄。二是存心作弊的程序：笔记本可以在运行时把评分单元格换掉，答案也可以在被调用时
改动 attnlib。这两种做法在笔记本里都看得见。这样的分数适合用来看谁练习了，不适合当考试成绩。
评分时，学生的代码会以你的权限在你的电脑上运行。
""",
}


def export(path, lang, folder, force=False):
    """Write a lesson's assignment in one language; its notebook. What a course has already is kept."""
    lesson = read_lesson(path)
    if problems := source_problems(lesson):
        raise LessonError(*problems)
    source = solution_notebook(lesson, lang)
    there = folder / "source" / lesson.name / f"{lesson.name}.ipynb"
    if there.exists() and not force:
        raise LessonError(f"{there} is there already: --force writes over it, --to takes another folder.")
    run_solved(lesson, lang, source)
    there.parent.mkdir(parents=True, exist_ok=True)
    write(there, nbformat.writes(source) + "\n")
    for name, text in (("nbgrader_config.py", CONFIG), ("README.md", README)):
        file = folder / name
        if not file.exists() or file.read_text("utf-8") in text.values():  # as it was, maybe in Chinese
            write(file, text[lang])
    return there


def run_solved(lesson, lang, source):
    """Run the notebook with the solutions as nbgrader would, in an empty folder; LessonError, if it fails."""
    os.environ["NBGRADER_EXECUTION"] = "validate"
    try:
        with tempfile.TemporaryDirectory() as folder:
            execute(lesson, {lang: copy.deepcopy(source)}, {lang: folder})
    finally:
        del os.environ["NBGRADER_EXECUTION"]


def solution_notebook(lesson, lang):
    """Return the lesson with its exercises solved, as nbgrader wants a source notebook to be."""
    exercises = {cell.id: exercise_of(lesson, cell) for cell in lesson.cells if is_exercise(cell)}
    if not exercises:
        raise LessonError(
            f'{shown(lesson.path)}: no code cell has the tag "exercise", so there is nothing to grade.'
        )
    notebook = notebook_of(lesson, lang)
    cells: list[nbformat.NotebookNode] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = without_local_links(lesson, cell)
        cells += split(cell, exercises[cell.id], lang) if cell.id in exercises else [cell]
    notebook.cells = cells
    ids = [cell.id for cell in cells]
    if twice := [id for id in ids if ids.count(id) > 1]:
        raise LessonError(
            f"{shown(lesson.path)}: a cell that comes with an exercise needs the id {twice[0]}."
        )
    return notebook


def split(cell, exercise, lang):
    """Split an exercise's cell in two: the one to answer, and the one that grades it.

    Imports get a cell before these: an answer that is no Python must not take them from the other exercises.
    """
    before = [new_code_cell(exercise.before, id=f"{cell.id}-before")] if exercise.before else []
    answer = new_code_cell(exercise.solved, id=cell.id, metadata=cell.metadata)
    answer.metadata.pop("points", None)
    answer.metadata["nbgrader"] = nbgrader_metadata(cell.id, grade=False)
    if exercise.result == exercise.answer:  # run again, the check would see what it handed back
        own = f"checked_{exercise.name}"
        check = re.sub(rf"^{exercise.answer} = ", f"{own} = ", exercise.check, flags=re.M)
        exercise = replace(exercise, result=own, check=check)
    code = GRADING.format(**vars(exercise), seed=HIDDEN_SEED, why=WHY[lang], nothing=NOTHING[lang])
    grading = new_code_cell(code, id=f"{cell.id}-check")
    grading.metadata["nbgrader"] = nbgrader_metadata(grading.id, grade=True) | {"points": exercise.points}
    return [*before, answer, grading]


def nbgrader_metadata(grade_id, grade):
    """Return the metadata of a cell that is graded and locked, or of a solution, which is neither."""
    return {
        "cell_type": "code",
        "grade": grade,
        "grade_id": grade_id,
        "locked": grade,
        "schema_version": 3,
        "solution": not grade,
        "task": False,
    }


def without_local_links(lesson, cell):
    """Return a cell's text with only the words of links to files of the project, which stay behind."""
    source = cell.source
    for target in markdown.local_links(source):
        link = rf"(?<!!)\[([^\[\]]*)\]\(\s*<?{re.escape(target)}>?[^)]*\)"
        source = re.sub(link, r"\1", source)
    if left := markdown.local_links(source):
        at = lesson.at(next(other for other in lesson.texts if other.id == cell.id))
        raise LessonError(f"{at} {left[0]} does not travel with an assignment.")
    return source


def main(arguments, notebooks=NOTEBOOKS):
    """Write the assignment; return 0 if all is well."""
    parser = argparse.ArgumentParser(
        prog="tasks.py assignment", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lesson", metavar="NN", help="the lesson's number")
    parser.add_argument("language", choices=list(LANGUAGES))
    parser.add_argument("--to", type=Path, metavar="FOLDER", default=FOLDER, help="default: %(default)s")
    parser.add_argument("--force", action="store_true", help="write over the assignment that is there")
    given = parser.parse_args(arguments)
    [path] = chosen(notebooks / "src", [given.lesson], parser)
    try:
        print(export(path, given.language, given.to, given.force))
    except LessonError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
