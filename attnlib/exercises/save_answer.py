"""Save right answers, as the learner wrote them, in one program that grows: my-lessons/my_attention.py.

What a function needs is saved with it: imports, other functions of the learner's, plain numbers. The new
program replaces the old one only if it runs in a namespace of its own, and its answers are right there.
"""

import ast
import contextlib
import sys
from importlib import import_module
from types import FunctionType, ModuleType

from attnlib._my_lessons import NAME as FOLDER
from attnlib._my_lessons import in_turn, my_lessons, write
from attnlib.exercises import sandbox
from attnlib.exercises.answer_file import answer_in, parts_of, with_answer, with_helper, with_imports
from attnlib.exercises.errors import words_of
from attnlib.exercises.sandbox import Outcome, TookTooLong
from attnlib.exercises.source import defines, definition_of, globals_of, import_of, names_used, plain
from attnlib.i18n import text_from

NAME = "my_attention"
FILE = "my_attention.py"
text = text_from("save_answer")


_unwritten: dict = {}  # answers, by exercise, that are right and could not be written
_endless: dict[str, str] = {}  # programs that did not come to their end, and in which line they were


class NotSaved(Exception):
    """Something is not saved; the message, for the reader, says why."""


def save(exercise, thing, order, judged):
    """Save a right answer in my_attention.py, if the kernel works in my-lessons; never raise.

    What could not be written before is written, too.

    Args:
        exercise: the name of the exercise.
        thing: the learner's function or class.
        order: the names of all exercises, in the order of the lessons.
        judged: judged(name, g) is the verdict on g as an answer to the exercise of that name.

    Returns:
        A sentence for the card that says whether it was saved, or "".
    """
    folder = my_lessons()
    if folder is None or getattr(thing, "__module__", "") == NAME:  # it came from there
        return ""
    _unwritten.pop(exercise, None)
    _unwritten[exercise] = thing  # now the last
    said = ""
    try:
        with in_turn(folder):
            for name, one in [*_unwritten.items()]:
                try:
                    said = _save(folder / FILE, name, one, order, judged)
                except NotSaved as reason:
                    said = str(reason)
                del _unwritten[name]
    except OSError:
        return text("not_written", path=f"{FOLDER}/{FILE}")
    except (SyntaxError, ValueError, RecursionError) as error:
        del _unwritten[name]
        return text("broken_file", reason=words_and_line(error, folder / FILE))
    return said


def _save(path, exercise, thing, order, judged):
    source = definition_of(thing)
    if source is None:
        raise NotSaved(_why_no_source(thing))
    name = name_in(source)
    imports, helpers, lost = needs_of(thing, source)
    old = read(path)
    if old in _endless:
        raise NotSaved(text("fails_there", reason=_endless[old]))
    taken = next((part for part in parts_of(old) if part.name == name and part.exercise), None)
    if taken and taken.exercise != exercise:
        raise NotSaved(text("taken", name=name, exercise=taken.exercise))
    there = answer_in(old, exercise) or next((part for part in parts_of(old) if part.name == name), None)
    if there and not there.exercise and not there.is_helper:
        before = sys.modules.get(NAME)
        module, error = run(old, path)
        _put_back(before)
        if error is None and judged(exercise, getattr(module, there.name, None)).state != "right":
            raise NotSaved(text("own", name=there.name))
    problem = ""
    for renew in True, False:  # with the helpers of today first; other answers may need the old ones
        new = with_answer(old or text("header") + "\n", exercise, name, source, order)
        for helper, code in helpers.items():
            new = with_helper(new, name, helper, code, renew)
        new = with_imports(new, imports)
        if new != old:
            others = [] if _has_all_of(old, new) else [part.exercise for part in parts_of(old)]
            problem = _problem(new, path, {exercise, *others} & {*order}, judged)
            if text("endless") in problem and isinstance(run(old, path)[1], TookTooLong):
                _endless[old] = problem  # it is not waited for again
                break
            if problem:
                continue
            write(path, _endings_of(path, new))
        return text("saved_without", names=", ".join(lost)) if lost else text("saved")
    raise NotSaved(
        text("cannot_come", names=", ".join(lost)) if lost else text("fails_there", reason=problem)
    )


def _why_no_source(thing):
    """Return why the notebook has no definition of it that could be saved."""
    if not isinstance(thing, FunctionType | type):
        return text("an_object", kind=type(thing).__name__)
    if thing.__module__ != "__main__":
        return text("from_elsewhere", module=thing.__module__)
    return text("no_source", name=thing.__qualname__.replace(".<locals>", ""))


def _has_all_of(old, new):
    """Return whether something was only added: then what was right stays so, and need not be proved again."""
    lines = old.split("\n")
    return all("\n".join(lines[part.start : part.end]) in new for part in parts_of(old))


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
                if original != name:
                    helpers[name] = f"{name} = {original}"
            elif code := plain(value):
                helpers[name] = f"{name} = {code}"
            else:
                lost.append(name)

    visit(thing, source)
    return imports, helpers, lost


def _problem(program, path, exercises, judged):
    """Return why the program may not take the place of the old one, or ""; a refused one is not imported."""
    before = sys.modules.get(NAME)
    module, error = run(program, path)
    if error is not None:
        return words_and_line(error, path)
    for exercise in exercises:
        part = answer_in(program, exercise)
        verdict = judged(exercise, getattr(module, part.name, None))
        if verdict.state != "right":
            _put_back(before)
            error = next((out.error for out in verdict.outcomes if out.error is not None), None)
            return words_and_line(error, path) if error else text("wrong_there", name=part.name)
    return ""


def run(program, path):
    """Return the module that a program makes, and the exception it raised, or None; nothing is printed."""
    for node in ast.parse(program).body:  # first, and without a limit of time: torch is slow
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in [node.module or ""] if isinstance(node, ast.ImportFrom) else names:
            with contextlib.suppress(Exception):
                import_module(name)
    module = ModuleType(NAME)
    module.__file__ = str(path)
    before, sys.modules[NAME] = sys.modules.get(NAME), module  # some classes look for their module there

    def work(done):
        exec(compile(program, str(path), "exec"), vars(module))  # the learner's own program
        done.append(Outcome(value=module))

    error = sandbox.within_seconds(work, most_words=-1)[-1].error
    if error is not None:
        _put_back(before)
    return module, error


def _put_back(before):
    """Import the module again that was there before, if there was one."""
    sys.modules.pop(NAME, None)
    if before is not None:
        sys.modules[NAME] = before


def words_and_line(error, path):
    """Return what went wrong, and in which line of the file."""
    words = text("endless") if isinstance(error, TookTooLong) else words_of(error)
    line, trace = None, error.__traceback__
    if isinstance(error, SyntaxError):
        words, line = f"{type(error).__name__}: {error.msg}", error.lineno
    while trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == str(path) else line
        trace = trace.tb_next
    return text("at_line", words=words, line=line) if line else words


def read(path):
    """Return the program as it stands, with plain line ends; "" if there is none yet."""
    return path.read_text(encoding="utf-8-sig") if path.exists() else ""


def _endings_of(path, program):
    """Return the program with the line ends, and the byte order mark, that the file has from Windows."""
    there = path.read_bytes() if path.exists() else b""
    if b"\r\n" in there:
        program = program.replace("\n", "\r\n")
    return "\ufeff" + program if there.startswith(b"\xef\xbb\xbf") else program


def name_in(source):
    """Return the name of the one thing that the code defines."""
    return defines(ast.parse(source).body[0])
