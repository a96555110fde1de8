"""The folder my-lessons: find it, write files there safely, remember which exercises are solved.

Progress is kept in my-lessons/progress.json. If the kernel does not run in my-lessons, or cannot write there,
it is remembered until the kernel ends.
"""

import errno
import json
import os
import secrets
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from attnlib.i18n import text_from

text = text_from("my_lessons")

NAME = "my-lessons"
FILE = "progress.json"
KINDS = {"exercise": "exercises", "question": "questions"}  # by kind, their key in the file
_MOMENT, _LONGEST_WAIT = 1, 10  # seconds, for another kernel that is writing; after the first it is said
_HELD_BY_ANOTHER = errno.EAGAIN, errno.EACCES, errno.EDEADLK

_gave_up = 0.0  # when another program had held the lock for so long

_unwritten: dict[str, dict] = {}  # results that could not be written, in the form of the file
_said: set[str] = set()  # sentences that are shown only once


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


@contextmanager
def in_turn(folder):
    """Let one kernel at a time read and write in the folder; raise OSError if it stays locked."""
    with open(folder / ".lock", "ab") as file:  # the system unlocks it when a kernel dies
        _wait_for(file)
        yield


def _wait_for(file):
    global _gave_up
    start = time.monotonic()
    end = start + (0 if _gave_up and start < _gave_up + 60 else _LONGEST_WAIT)  # not a second time
    moment = start + _MOMENT
    while True:
        try:
            _lock(file)
            _gave_up = 0
            return
        except OSError as error:
            if error.errno not in _HELD_BY_ANOTHER:
                return  # a file system without locks
            if time.monotonic() > end:
                _gave_up = time.monotonic()
                raise
        if time.monotonic() > moment:
            print(text("waiting", seconds=_LONGEST_WAIT), flush=True)
            moment = end + 1
        time.sleep(0.02)


def _lock(file):
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        return
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Python in a browser has no locks, and needs none: there is one kernel
        return
    flock(file, LOCK_EX | LOCK_NB)


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


def remember(kind, id, state):
    """Remember an exercise or a question as "right", "wrong" or "todo"; once right, it stays right.

    Never raises; returns a sentence to show if there is a new problem, else "".
    """
    folder = my_lessons()
    _note(_unwritten, KINDS[kind], id, state)
    if folder is None:
        return ""
    try:
        return _written(folder)[1]
    except OSError:
        return _once(not_written())


def remembered(folder):
    """Return the states, {"exercises": {id: state}, …}, and a sentence if the file was set aside."""
    if folder is None:
        return _unwritten, ""
    try:
        if any(_unwritten.values()) or (folder / FILE).exists():
            return _written(folder)
    except OSError:  # a folder that may only be read
        pass
    known = _read(folder / FILE) if (folder / FILE).exists() else None
    return _with_unwritten(known or {})[0], ""


def _written(folder):
    """Return the states in the file, with what could not be written before, and a sentence as above."""
    with in_turn(folder):
        known, aside = _known(folder)
        known, is_new = _with_unwritten(known)
        if is_new:
            write(folder / FILE, json.dumps(known, ensure_ascii=False, indent=1) + "\n")
    _unwritten.clear()
    _said.clear()
    return known, aside


def _with_unwritten(known):
    """Return these states and what could not be written, and whether that changes anything."""
    notes = [_note(known, key, *one) for key, states in _unwritten.items() for one in states.items()]
    return known, any(notes)


def forget_all(folder):
    """Delete all states; raise OSError if the file cannot be deleted."""
    if folder is not None and (folder / FILE).exists():
        with in_turn(folder):
            (folder / FILE).unlink(missing_ok=True)
    _unwritten.clear()


def not_written():
    """Return a sentence if something could not be written to the file, else ""."""
    return text("not_written", path=f"{NAME}/{FILE}") if any(_unwritten.values()) else ""


def _note(known, key, id, state):
    """Note a state, and tell whether it changes anything."""
    states = known.setdefault(key, {})
    if states.get(id) in ("right", state):
        return False
    states[id] = state
    return True


def _known(folder):
    """Return the states in the file, and a sentence if it was unreadable and had to be set aside."""
    path = folder / FILE
    if not path.exists():
        return {}, ""
    known = _read(path)
    if known is not None:
        return known, ""
    aside, k = path.with_name("progress.broken.json"), 2
    while aside.exists():
        aside, k = path.with_name(f"progress.broken-{k}.json"), k + 1
    path.rename(aside)
    return {}, text("set_aside", name=aside.name)


def _read(path):
    """Return the states in the file, or None if the file is not one of ours."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    states = [known.get(key, {}) for key in KINDS.values()] if isinstance(known, dict) else [None]
    return known if all(isinstance(one, dict) for one in states) else None


def _once(sentence):
    said = sentence in _said
    _said.add(sentence)
    return "" if said else sentence
