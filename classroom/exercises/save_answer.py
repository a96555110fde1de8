"""Save a right answer, as the learner wrote it, in a file of its own: my-lessons/exercises/NAME.py.

What a function needs is saved with it: imports, other functions of the learner's, plain numbers. The file is
written only if it runs by itself and its answer is right there.
"""

import ast
import sys
from contextlib import suppress
from types import FunctionType, ModuleType

from attnlib.languages import text_from
from classroom.exercises import my_program, sandbox
from classroom.exercises.errors import words_of
from classroom.exercises.for_arrays import for_arrays, is_for_arrays
from classroom.exercises.my_program import FOLDER, NO_UTF8, answer_in, read
from classroom.exercises.sandbox import Outcome, TookTooLong
from classroom.exercises.source import (
    NO_PROGRAM,
    defines,
    definition_of,
    globals_of,
    import_of,
    names_used,
    plain,
)
from classroom.my_lessons import NAME, is_read_only, my_lessons, write

text = text_from(__file__, "save_answer")

_OURS = "my_lessons", "my_attention", FOLDER  # modules that are made of what is saved already
_unwritten: dict[str, str] = {}  # files, by exercise, that are right and could not be written


def save(exercise, thing, exercises, judged):
    """Save a right answer, and write my_attention.py anew, if the kernel works in my-lessons; never raise.

    What could not be written before is written, too.

    Args:
        exercise: the name of the exercise.
        thing: the learner's function or class.
        exercises: the names of all exercises, in the order of the lessons.
        judged: judged(g) is the verdict on g as an answer to the exercise.

    Returns:
        A sentence for the card that says whether it was saved, or "".
    """
    folder = my_lessons()
    if folder is None or str(getattr(thing, "__module__", "")).split(".")[0] in _OURS:
        return ""
    file, said = _file_of(exercise, thing, folder / FOLDER / f"{exercise}.py", judged)
    if file:
        _unwritten[exercise] = file
    kept = False
    try:
        for name, file in _unwritten.items():
            path = folder / FOLDER / f"{name}.py"
            if why := _why_it_stays(path):
                said = text(why, file=f"{FOLDER}/{path.name}") if name == exercise else said
            else:
                write(path, file)
                kept = kept or name == exercise
        if not my_program.write_program(folder, exercises) and kept:
            said = text("not_in_program", file=f"{FOLDER}/{exercise}.py")
    except OSError:
        return text("not_written", path=f"{NAME}/{FOLDER}") if exercise in _unwritten else said
    _unwritten.clear()
    return said


def _why_it_stays(path):
    """Return the key of what is said of a file that is not replaced, or "" if it is."""
    old = read(path)
    if is_read_only(path):
        return "read_only"
    if NO_UTF8 in old:
        return "no_utf8"
    return "own" if old and not my_program.is_ours(old) else ""


def _file_of(exercise, thing, path, judged):
    """Return the file for an answer, or "" if it is not right by itself, and a sentence about it."""
    source = definition_of(thing)
    if source is None:
        return "", _why_no_source(thing)
    try:
        imports, helpers, lost = needs_of(thing, source)
    except NO_PROGRAM:
        return "", text("fails_there", reason=text("too_nested"))
    file = my_program.answer_file(exercise, imports.values(), [*helpers.values(), source])
    answer, error = load(file, path)
    if error is None:
        verdict = judged(answer)
        if verdict.state == "right":
            if "torch" not in file and any(out.tensor for out in verdict.outcomes):
                imports["torch"] = "import torch"  # tomorrow, too, the answer is given tensors
                file = my_program.answer_file(exercise, imports.values(), [*helpers.values(), source])
            said = "saved_without" if lost else "saved"
            return file, text(said, file=f"{FOLDER}/{path.name}", names=", ".join(lost))
        error = next((out.error for out in verdict.outcomes if out.error is not None), None)
    if lost:
        return "", text("cannot_come", names=", ".join(lost))
    return "", text("fails_there", reason=words_and_line(error, path) if error else text("wrong_there"))


def _why_no_source(thing):
    """Return why the notebook has no definition of it that could be saved."""
    if not isinstance(thing, FunctionType | type):
        return text("an_object", kind=type(thing).__name__)
    if thing.__module__ != "__main__":
        return text("from_elsewhere", module=thing.__module__)
    return text("no_source", name=thing.__qualname__.replace(".<locals>", ""))


def needs_of(thing, source):
    """Return what it uses: imports and helpers, by name, and the names of what cannot come along."""
    imports: dict[str, str] = {}
    helpers: dict[str, str] = {}
    lost: list[str] = []
    seen = {name_in(source)}

    def visit(thing, source):
        known = globals_of(thing)
        for name in names_used(source):
            if name not in known or name in seen:
                continue
            seen.add(name)
            value = known[name]
            if statement := import_of(name, value):
                imports[name] = statement
            elif code := definition_of(value):
                original = name_in(code)
                if original not in helpers:
                    visit(value, code)
                    helpers[original] = code
                if is_for_arrays(value):
                    imports["for_arrays"] = f"from {for_arrays.__module__} import for_arrays"
                    helpers[f"{name} for arrays"] = f"{name} = for_arrays({original})"
                elif original != name:
                    helpers[name] = f"{name} = {original}"
            elif code := plain(value):
                helpers[name] = f"{name} = {code}"
            else:
                lost.append(name)

    visit(thing, source)
    return imports, helpers, lost


def name_in(source):
    """Return the name of the one thing that the code defines."""
    return defines(ast.parse(source).body[0])


def load(file, path):
    """Run a file without printing, and return the answer in it, and the exception that it raised, or None."""
    module = ModuleType(f"my_lessons.{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # some classes look for their module there

    def work(done):
        exec(compile(file, str(path), "exec"), vars(module))  # the learner's own program
        done.append(Outcome(value=module))

    try:
        for node in ast.parse(file).body:  # first, and without a limit of time: torch is slow
            if isinstance(node, ast.Import | ast.ImportFrom):
                with suppress(Exception):
                    exec(compile(ast.Module([node], []), str(path), "exec"), {})
        error = sandbox.within_seconds(work, most_words=-1)[-1].error
        return getattr(module, answer_in(file), None), error
    except NO_PROGRAM as wrong:
        return None, wrong


def words_and_line(error, path):
    """Return what went wrong, and in which line of the file."""
    words = text("endless") if isinstance(error, TookTooLong) else words_of(error)
    line, trace = None, error.__traceback__
    if isinstance(error, SyntaxError):
        words, line = f"{type(error).__name__}: {error.msg}", error.lineno
    while trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == str(path) else line
        trace = trace.tb_next
    if isinstance(error, RecursionError | MemoryError) and line is None:  # of Python's own parser
        return text("too_nested")
    return text("at_line", words=words, line=line) if line else words
