"""What has been checked since the kernel started."""

from attnlib.check.card import listed, mark, show
from attnlib.language import text_from

TEXTS = {
    "progress": ("Solved so far", "已完成的练习"),
    "solved": ("{k} of {total}: {list}", "{k}/{total}：{list}"),
    "none_checked": ("No exercise has been checked yet.", "还没有检查过任何练习。"),
}
text = text_from(TEXTS)

states: dict[str, str] = {}  # exercise -> the state of its last check, or "right" if it ever was


def remember(name, state):
    if states.get(name) != "right":
        states[name] = state


def progress():
    """Show which of the exercises that were checked since the kernel started are solved."""
    if not states:
        show("note", text("progress"), [text("none_checked")])
        return
    marked = listed(f"{mark(state)} {name}" for name, state in states.items())
    solved = list(states.values()).count("right")
    show("note", text("progress"), [text("solved", k=solved, total=len(states), list=marked)])
