"""Hints one at a time, a solution for who insists, and what is solved so far."""

from attnlib.check.phrases import own, phrase
from attnlib.check.run import states
from attnlib.check.show import show
from attnlib.check.texts import TEXTS

_seen = {}  # exercise -> how many hints were shown


def hint(name):
    if name not in TEXTS:
        _no_exercise(name)
        return
    hints = TEXTS[name].hints
    k = min(_seen.get(name, 0) + 1, len(hints))
    _seen[name] = k
    after = phrase("next_hint") if k < len(hints) else phrase("no_more_hints", name=name)
    show("note", f"{phrase('hint', k=k, total=len(hints))} · {name}", [own(hints[k - 1])], after)


def solution(name, confirm=False):
    if name not in TEXTS:
        _no_exercise(name)
        return
    title = f"{phrase('solution')} · {name}"
    if confirm is not True:
        show("note", title, [phrase("confirm", name=name)])
        return
    show("note", title, [own(TEXTS[name].why)], code=TEXTS[name].code)


def progress():
    if not states:
        show("note", phrase("progress"), [phrase("none_checked")])
        return
    marks = {state: phrase(state).split()[0] for state in ("todo", "wrong", "right")}
    listed = phrase("comma").join(f"{marks[state]} {name}" for name, state in states.items())
    solved = list(states.values()).count("right")
    show("note", phrase("progress"), [phrase("solved", k=solved, total=len(states), list=listed)])


def _no_exercise(name):
    names = phrase("comma").join(TEXTS)
    show("note", str(name), [phrase("no_exercise", name=name, names=names)])
