"""The folder my-lessons: find it, write files there safely, remember what is solved and answered.

Progress is what stands in my-lessons/progress: empty files such as `exercise-scores.right`. Nothing in them
can break, and two lessons that are open at once write two files. If the kernel does not run in my-lessons,
or cannot write there, it is remembered until the kernel ends.
"""

import json
import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from attnlib.languages import text_from

text = text_from(__file__, "my_lessons")

NAME = "my-lessons"
PROGRESS = "progress"
EARLIER = "progress.json"  # of an earlier version: it is read, and only check.forget() deletes it
STATES = "todo", "wrong", "right"  # whatever comes later, the best one counts

_unwritten: set[str] = set()  # names of files that could not be written
_is_said = False


def is_strict():
    """Tell whether wrong answers raise an exception: ATTNLIB_STRICT is 1, true, yes or on."""
    return os.environ.get("ATTNLIB_STRICT", "").strip().lower() in ("1", "true", "yes", "on")


def my_lessons():
    """Return the folder if the kernel runs in it and no answers are graded, else None.

    The search ends at the project's folder, which may itself lie in a folder of the same name.
    """
    if is_strict() or "NBGRADER_EXECUTION" in os.environ:
        return None
    try:
        here = Path.cwd()
    except OSError:  # the folder has been deleted
        return None
    for folder in (here, *here.parents):
        if folder.name == NAME:
            return folder
        if (folder / "pyproject.toml").is_file():
            return None
    return None


def write(path, text):
    """Replace a file in one step, so that no other program ever reads half of it."""
    path = path.resolve()  # the file itself, if this is a link to it
    path.parent.mkdir(exist_ok=True)
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")  # other kernels have others
    try:
        with open(new, "x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def is_read_only(path):
    """Return whether its owner has made a file read-only, which no file that is replaced would notice."""
    return path.is_file() and not path.stat().st_mode & stat.S_IWUSR


def remember(kind, id, state):
    """Remember an "exercise" or a "question" as "right", "wrong" or "todo".

    Never raises; returns a sentence to show if there is a new problem, else "".
    """
    global _is_said
    _unwritten.add(f"{kind}-{id}.{state}")
    was_said, problem = _is_said, write_progress(my_lessons())
    _is_said = bool(problem)
    return "" if was_said else problem


def write_progress(folder):
    """Write what is remembered so far into the folder, if there is one; return a sentence if that fails."""
    if folder is None:
        return ""
    try:
        (folder / PROGRESS).mkdir(exist_ok=True)
        for name in [*_unwritten]:
            (folder / PROGRESS / name).touch()
            _unwritten.discard(name)
    except OSError:
        return text("not_written", path=f"{NAME}/{PROGRESS}")
    return ""


def remembered(folder):
    """Return the best state of each exercise and each question: {"exercise": {id: state}, "question": …}."""
    names = _unwritten | (_earlier(folder) | {path.name for path in _files(folder)} if folder else set())
    known: dict[str, dict] = {"exercise": {}, "question": {}}
    for wanted in STATES:
        for name in names:
            kind, id, state = re.split("[-.]", name)
            if state == wanted:
                known[kind][id] = state
    return known


def forget_all(folder):
    """Delete all states; raise OSError if a file cannot be deleted."""
    for path in [*_files(folder), folder / EARLIER] if folder else []:
        path.unlink(missing_ok=True)
    _unwritten.clear()


def _files(folder):
    """Return the files of progress; what else lies there, such as a copy by a sync service, is none."""
    with suppress(OSError):
        ours = re.compile(rf"(exercise|question)-\w+\.({'|'.join(STATES)})")
        return [path for path in (folder / PROGRESS).iterdir() if ours.fullmatch(path.name)]
    return []


def _earlier(folder):
    """Return what progress.json says, as names of files; nothing if it is not one of ours."""
    with suppress(OSError, ValueError, RecursionError, AttributeError, TypeError):
        known = json.loads((folder / EARLIER).read_text(encoding="utf-8-sig"))
        return {
            f"{kind}-{id}.{state}"
            for kind in ("exercise", "question")
            for id, state in known.get(f"{kind}s", {}).items()
            if state in STATES and id.isidentifier()
        }
    return set()
