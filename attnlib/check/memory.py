"""What has been solved and answered, kept in my-lessons/progress.json from one day to the next.

Where the kernel does not work in my-lessons, or must not write there, it is remembered until the kernel ends.
"""

import json
from functools import lru_cache

from attnlib._data import DATA
from attnlib.check.card import mark, show
from attnlib.check.my_lessons import NAME, in_turn, my_lessons, write
from attnlib.language import in_force, name_of, text_from

TEXTS = {
    "progress": ("Your progress", "学习进度"),
    "lesson": ("Lesson", "课"),
    "exercises": ("Exercises solved", "做对的练习"),
    "questions": ("Questions answered right", "答对的问题"),
    "of": ("{k} of {total}", "{k}/{total}"),
    "all": ("All", "合计"),
    "others": ("Others", "其他"),
    "nothing": ("No exercise has been checked yet.", "还没有检查过任何练习。"),
    "in_file": (
        "This stands in {path} and will be here tomorrow. check.forget() deletes it.",
        "记录在 {path}，明天还在。想清空，运行 check.forget()。",
    ),
    "in_kernel": (
        "No folder my-lessons here: this is remembered until the kernel ends.",
        "这里没有 my-lessons 文件夹：内核一停，这些记录就没有了。",
    ),
    "not_written": (
        "Nothing can be written to {path} here: this is remembered until the kernel ends.",
        "{path} 写不进去：内核一停，这些记录就没有了。",
    ),
    "set_aside": (
        "progress.json could not be read. It is called {name} now, and a new one has begun.",
        "progress.json 读不出来，已经改名为 {name}，另起了一份新的。",
    ),
    "confirm": (
        "Forget all that is solved and answered? Then run check.forget(confirm=True). my_attention.py stays.",
        "真的要清空全部进度吗？确定的话，运行 check.forget(confirm=True)。my_attention.py 会保留。",
    ),
    "forgotten": ("All is forgotten; you begin anew.", "进度已经清空，从头开始。"),
    "not_forgotten": ("{path} could not be deleted.", "{path} 删不掉。"),
}
text = text_from(TEXTS)

FILE = "progress.json"
KINDS = {"exercise": "exercises", "question": "questions"}  # what they are called in the file

_unwritten: dict[str, dict] = {}  # as in the file, what could not be written there
_said: set[str] = set()  # sentences that need be said but once


def remember(kind, id, state):
    """Remember an exercise or a question as "right", "wrong" or "todo"; once right, it stays so.

    Never raises; returns a sentence if something is in the way that has not been said yet, else "".
    """
    folder = my_lessons()
    if folder is None:
        _note(_unwritten, kind, id, state)
        return ""
    try:
        with in_turn(folder):
            known, aside = _known(folder)
            if _note(known, kind, id, state):
                write(folder / FILE, json.dumps(known, ensure_ascii=False, indent=1) + "\n")
    except OSError:
        _note(_unwritten, kind, id, state)
        return _once(text("not_written", path=f"{NAME}/{FILE}"))
    return aside


def progress():
    """Show how much of each lesson is solved and answered."""
    folder, known, aside = my_lessons(), {}, ""
    if folder is not None:
        try:
            if (folder / FILE).exists():
                with in_turn(folder):
                    known, aside = _known(folder)
        except OSError:  # a folder that may only be read
            known = _read(folder / FILE) or {}
    for key, states in _unwritten.items():
        for id, state in states.items():
            _note_as(known, key, id, state)
    table = _table(known, everything=folder is not None)
    show("note", text("progress"), [aside, "" if table else text("nothing"), _where(folder)], table=table)


def forget(confirm=False):
    """Delete what is remembered; only with confirm=True. What is kept in my_attention.py stays."""
    folder = my_lessons()
    if confirm is not True:
        show("note", text("progress"), [text("confirm")])
        return
    try:
        if folder is not None and (folder / FILE).exists():
            with in_turn(folder):
                (folder / FILE).unlink(missing_ok=True)
    except OSError:
        show("note", text("progress"), [text("not_forgotten", path=f"{NAME}/{FILE}")])
        return
    _unwritten.clear()
    show("note", text("progress"), [text("forgotten")])


@lru_cache(1)
def lessons():
    """For each lesson its title in both languages, its exercises and its questions; made by the build."""
    return json.loads((DATA / "lessons.json").read_text(encoding="utf-8"))


def _note(known, kind, id, state):
    return _note_as(known, KINDS[kind], id, state)


def _note_as(known, key, id, state):
    """Note a state; whether that changes anything."""
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


def _where(folder):
    if folder is None:
        return text("in_kernel")
    return text("not_written" if any(_unwritten.values()) else "in_file", path=f"{NAME}/{FILE}")


def _once(sentence):
    said = sentence in _said
    _said.add(sentence)
    return "" if said else sentence


def _table(known, everything):
    """A row for each lesson that has anything to solve or to answer, or only for those that were begun."""
    states = [known.get(key, {}) for key in KINDS.values()]
    rows = [
        (f"{number} {in_force(one['title'])}", one["exercises"], one["questions"])
        for number, one in lessons().items()
    ]
    elsewhere = {*states[0]}.difference(*(exercises for _, exercises, _ in rows))
    rows.append((text("others"), sorted(elsewhere), []))
    if everything:
        rows = [row for row in rows if row[1] or row[2]]
    else:
        rows = [row for row in rows if states[0].keys() & row[1] or states[1].keys() & row[2]]
    cells = [[title, _marked(e, states[0]), _count(q, states[1])] for title, e, q in rows]
    if everything:
        ids = [[id for row in rows for id in row[k]] for k in (1, 2)]
        cells.append([text("all"), *map(_count, ids, states)])
    return [[text("lesson"), text("exercises"), text("questions")], *cells] if cells else []


def _count(ids, states):
    right = sum(states.get(id) == "right" for id in ids)
    return text("of", k=right, total=len(ids)) if ids else "–"


def _marked(names, states):
    """2 of 3  ✓ mix  ✗ attention  ○ self_attention, each mark with its name on one line"""
    if not names:
        return "–"
    known = {name: states.get(name) if states.get(name) in ("right", "wrong") else "todo" for name in names}
    return "  ".join(
        [_count(names, states), *(f"{mark(state)}\u00a0{name_of(name)}" for name, state in known.items())]
    )
