"""The folder my-lessons: find it, write files there whole and in turn, remember what has been solved.

Answers are kept in my-lessons/progress.json from one day to the next; where the kernel does not work in
my-lessons, or must not write there, until the kernel ends.
"""

import errno
import json
import os
import shutil
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from attnlib.i18n import text_from

TEXTS = {
    "not_written": (
        "Nothing can be written to {path} here: this is remembered until the kernel ends.",
        "{path} 写不进去：内核一停，这些记录就没有了。",
    ),
    "set_aside": (
        "progress.json could not be read. It is called {name} now, and a new one has begun.",
        "progress.json 读不出来，已经改名为 {name}，另起了一份新的。",
    ),
}
text = text_from(TEXTS)

NAME = "my-lessons"
FILE = "progress.json"
KINDS = {"exercise": "exercises", "question": "questions"}  # by kind, their key in the file
_LONGEST_WAIT = 10  # seconds, for another kernel that is writing
_HELD_BY_ANOTHER = errno.EAGAIN, errno.EACCES, errno.EDEADLK

_unwritten: dict[str, dict] = {}  # as in the file, results that could not be written there
_said: set[str] = set()  # sentences to be said only once


def is_strict():
    """Whether the environment asks for an exception: ATTNLIB_STRICT=1, or true, yes, on."""
    return os.environ.get("ATTNLIB_STRICT", "").strip().lower() in ("1", "true", "yes", "on")


def my_lessons():
    """The folder, if the kernel works in it, or else None; None, too, where answers are graded.

    The search ends at the project: this may itself lie in a folder of that name.
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
    """Let one kernel at a time read and write there. OSError if that cannot be."""
    with open(folder / ".lock", "ab") as file:  # the system lets go of it when a kernel dies
        _wait_for(file)
        yield


def _wait_for(file):
    end = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            _lock(file)
            return
        except OSError as error:
            if error.errno not in _HELD_BY_ANOTHER:
                return  # a file system without locks
            if time.monotonic() > end:
                raise
        time.sleep(0.02)


def _lock(file):
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        return
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Python in a browser has no locks, and need not: there is one kernel
        return
    flock(file, LOCK_EX | LOCK_NB)


def write(path, text):
    """Replace a file by another in one step, so that nobody ever finds half of it."""
    path = path.resolve()  # the file itself, if this is a link to it
    new = path.with_name(f".{path.name}.new")
    try:
        with open(new, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, new)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def remember(kind, id, state):
    """Remember an exercise or a question as "right", "wrong" or "todo"; once right, it stays so.

    Never raises. Returns a sentence to show if something new is in the way, else "".
    """
    folder = my_lessons()
    if folder is None:
        _note(_unwritten, KINDS[kind], id, state)
        return ""
    try:
        with in_turn(folder):
            known, aside = _known(folder)
            if _note(known, KINDS[kind], id, state):
                write(folder / FILE, json.dumps(known, ensure_ascii=False, indent=1) + "\n")
    except OSError:
        _note(_unwritten, KINDS[kind], id, state)
        return _once(not_written())
    return aside


def remembered(folder):
    """Return what is remembered, {"exercises": {id: state}, …}, and a sentence if the file was set aside."""
    known, aside = {}, ""
    if folder is not None:
        try:
            if (folder / FILE).exists():
                with in_turn(folder):
                    known, aside = _known(folder)
        except OSError:  # a folder that may only be read
            known = _read(folder / FILE) or {}
    for key, states in _unwritten.items():
        for id, state in states.items():
            _note(known, key, id, state)
    return known, aside


def forget_all(folder):
    """Delete what is remembered. Raises OSError if the file cannot be deleted."""
    if folder is not None and (folder / FILE).exists():
        with in_turn(folder):
            (folder / FILE).unlink(missing_ok=True)
    _unwritten.clear()


def not_written():
    """Return a sentence if something could not be written to the file, else ""."""
    return text("not_written", path=f"{NAME}/{FILE}") if any(_unwritten.values()) else ""


def _note(known, key, id, state):
    """Note a state, and tell whether that changes anything."""
    states = known.setdefault(key, {})
    if states.get(id) in ("right", state):
        return False
    states[id] = state
    return True


def _known(folder):
    """What the file says, and a sentence if that could not be read, and had to be set aside."""
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
    """What the file says, or None if that is not what we write."""
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
