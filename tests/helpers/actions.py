"""Keys and the mouse as actions of WebDriver, over HTTP and over a WebSocket alike.

Each is one of https://w3c.github.io/webdriver/#actions.
"""

KEYS = {
    "Control": "\ue009",
    "Shift": "\ue008",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "ArrowUp": "\ue013",
    "ArrowDown": "\ue015",
    "ArrowRight": "\ue014",
}


def pressed(*keys):
    """Keys one after the other, each a letter or a name: "5", "Enter", "Control+v"."""
    actions = []
    for key in keys:
        held = [KEYS.get(one, one) for one in (key.split("+") if len(key) > 1 else [key])]
        actions += [{"type": "keyDown", "value": one} for one in held]
        actions += [{"type": "keyUp", "value": one} for one in reversed(held)]
    return {"type": "key", "id": "keys", "actions": actions}


def dragged(*places):
    """The mouse pressed at the first place (x, y), led through the others, let go; one place is a click."""
    moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in places]
    down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
    return {"type": "pointer", "id": "mouse", "actions": [moves[0], down, *moves[1:], up]}
